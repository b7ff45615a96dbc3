import FormCells
import Support

/// Finds and reads form definitions for the commands.
enum Definitions {
  /// - `sourceFolders`: where option files may be beside the definition's own folder.
  /// - `images`: those that options may name; nil: not asked.
  static func load(_ path: String, sourceFolders: [String], images: Set<String>? = nil) throws(Failure) -> [Form] {
    do throws(DefinitionErrors) {
      return try FormDefinition.load(path: path, sourceFolders: sourceFolders, images: images, stores: stores)
    } catch {
      throw Failure(error.diagnostics.map(\.description))
    }
  }

  /// FORM: a definition's file, or the id of a sample form.
  static func form(_ argument: String, templates: String, sourceFolders: [String]) throws(Failure) -> Form {
    let isFile = argument.hasSuffix(".json")
    guard isFile || !argument.contains("/") else {
      throw Failure("\(argument):1:1: error: this is no definition; name its file, which ends in .json")
    }
    let path = isFile ? argument : "\(Installation.forms(in: templates))/\(argument).json"
    guard let form = try load(path, sourceFolders: sourceFolders).first else {
      throw Failure("\(path): error: no form in it")
    }
    return form
  }

  /// - Throws: an unreadable file as a diagnostic at its beginning.
  static func read(_ path: String) throws(DefinitionErrors) -> [UInt8] {
    do throws(FileError) { return try FileContent(of: path, byteLimit: .max).bytes } catch {
      throw DefinitionErrors([Diagnostic(path: path, code: .unreadable, message: "cannot be read: \(error)")])
    }
  }
}
