package import Support

/// Reads the templates below a folder.
struct TemplateFolder {
  /// A template set has some 60 files.
  static let fileLimit = 2_000
  /// The nesting of folders.
  static let depthLimit = 16

  struct File {
    let name: String
    let path: String
    let bytes: [UInt8]
  }

  private let ending: String
  private(set) var files: [File] = []
  /// The paths, below the folder, of files with another ending.
  private(set) var others: [String] = []
  /// One for each file or folder that could not be read.
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether the folder itself could not be read.
  private(set) var isMissing = false

  /// Reads the files with this ending, sorted by name.
  init(reading directory: String, ending: String = ".html") {
    self.ending = ending
    read(directory, below: "", depth: 0)
    files.sort { $0.name < $1.name }
  }

  private mutating func read(_ directory: String, below prefix: String, depth: Int) {
    guard depth <= Self.depthLimit else {
      return report(directory, message: "folders are nested deeper than \(Self.depthLimit)")
    }
    do throws(FileError) {
      for entry in try FolderContent(of: directory).entries {
        let path = "\(directory)/\(entry.name)"
        if entry.isFolder {
          read(path, below: "\(prefix)\(entry.name)/", depth: depth + 1)
        } else if entry.name.hasSuffix(ending) {
          guard files.count < Self.fileLimit else {
            return report(path, message: "there are more than \(Self.fileLimit) templates")
          }
          add(prefix + entry.name.dropLast(ending.count), path: path)
        } else if others.count < Self.fileLimit {
          others.append(prefix + entry.name)
        }
      }
    } catch {
      isMissing = depth == 0
      let isFirst = depth == 0 && error == .missing
      report(directory, message: isFirst ? "there is no such folder; check --templates" : "cannot be read: \(error)")
    }
  }

  private mutating func add(_ name: String, path: String) {
    do throws(FileError) {
      let content = try FileContent(of: path, byteLimit: TemplateParser.templateByteLimit)
      files.append(File(name: name, path: path, bytes: content.bytes))
    } catch {
      report(path, message: "cannot be read: \(error)")
    }
  }

  private mutating func report(_ path: String, message: String) {
    diagnostics.append(Diagnostic(path: path, code: .unreadable, message: message))
  }
}

/// A data file among the templates, such as the words of a language.
package struct DataFile: Sendable {
  let source: SourceFile

  /// The file's name without its ending.
  package var name: String { source.name }
  package var bytes: [UInt8] { source.bytes }

  /// - `offset`: the place of the mistake, in bytes.
  package func mistake(_ message: String, at offset: Int) -> Diagnostic {
    source.diagnostic(.error, at: offset, message: message)
  }
}

/// A template's bytes. It finds the line and column of a byte's offset.
struct SourceFile: Sendable {
  /// The name that `t:part` uses, such as `parts/message`.
  let name: String
  let path: String
  let bytes: [UInt8]

  func diagnostic(_ severity: Diagnostic.Severity, at offset: Int, message: String) -> Diagnostic {
    let place = SourceText(bytes).place(of: offset)
    return Diagnostic(
      path: path, position: place.position, severity: severity, code: .template, message: message,
      excerpt: place.excerpt)
  }
}

extension Diagnostic.Code {
  package static let template = Diagnostic.Code(
    "template", summary: "A template does not match its view, or is not well-formed.")
}
