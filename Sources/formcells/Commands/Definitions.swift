import FormCells
import Guidelines
import Options
import Support
#if SQLite
import SQLiteOptions
#endif

/// Finds and reads form definitions for the commands.
enum Definitions {
  /// - `sourceFolders`: where option files may be, besides the definition's own folder.
  /// - `images`: the images that options may name; `nil`: not checked.
  /// - `fileByteLimit`: bytes of a file that the server accepts; an attachment cell that allows more is a mistake. `nil`: not checked.
  static func load(
    _ path: String, sourceFolders: [String], images: Set<String>? = nil, fileByteLimit: Int? = nil
  ) throws(Failure) -> [Form] {
    do throws(DefinitionErrors) {
      let documents = try DefinitionDocument.load(
        path: path, sourceFolders: sourceFolders, images: images, stores: stores)
      let tooLarge = fileByteLimit.map { limit in
        documents.flatMap { $0.findings(aboveFileLimit: limit) }
      }
      if let tooLarge, !tooLarge.isEmpty { throw DefinitionErrors(tooLarge) }
      return documents.map(\.form)
    } catch {
      throw Failure(error.diagnostics.map(\.description))
    }
  }

  /// FORM: a definition's file, or the id of a sample form.
  static func form(_ argument: String, templates: String, sourceFolders: [String]) throws(Failure) -> Form {
    let isFile = argument.hasSuffix(".json")
    guard isFile || !argument.contains("/") else {
      throw Failure("\(argument):1:1: error: this is not a definition; name its file, which ends in .json")
    }
    let samples = Installation.forms(in: templates)
    let path = isFile ? argument : "\(samples)/\(argument).json"
    if !isFile,
      let own = ["forms/\(argument).json", "\(argument).json"].first(where: { FileIdentity(path: $0) != nil })
    {
      guard FileIdentity(path: path) != nil else {
        throw Failure("error: there is no sample form '\(argument)' in \(samples); did you mean \(own)?")
      }
      Terminal.error("note: this is the sample form \(path); to use the one here, name its file, \(own)")
    }
    guard let form = try load(path, sourceFolders: sourceFolders).first else {
      throw Failure("\(path): error: it contains no form")
    }
    return form
  }

  /// The note that is printed if FORMS is left out.
  static func noteOnSamples(in folder: String, _ command: CommandName) -> String {
    let own = FolderContent.isFolder("forms") ? "; for those of this folder: formcells \(command.rawValue) forms" : ""
    return "note: these are the sample forms in \(folder)\(own)"
  }

  /// - Throws: a diagnostic at the beginning of the file if it cannot be read.
  static func read(_ path: String) throws(DefinitionErrors) -> [UInt8] {
    do throws(FileError) { return try FileContent(of: path, byteLimit: .max).bytes } catch {
      throw DefinitionErrors([Diagnostic(path: path, code: .unreadable, message: "cannot be read: \(error)")])
    }
  }
}

extension Definitions {
  /// The stores from which a definition may take its options, besides files.
  static var stores: OptionStores {
    #if SQLite
    var stores = OptionStores()
    stores.openSQLite = { (database) throws(OptionFileErrors) in try SQLiteOptions.source(database) }
    return stores
    #else
    return OptionStores()
    #endif
  }
}
