import FormCells
import FormSite
import Support

/// Forms as they were when somebody filled them in, made from the definitions in the data folder. The last ones used stay in memory.
final class EarlierVersions: Sendable {
  private let reader: SubmissionFileReader
  private let folder: String
  private let sourceFolders: [String]
  private let known = Lock<[String: Form]>([:])

  private static let formLimit = 16

  /// - Parameters:
  ///   - data: the folder that has the definitions.
  ///   - forms: the folder of the definitions that are served, or one of them: source files are looked for beside them.
  ///   - sourceFolders: further places for source files.
  init(data: String, forms: String, sourceFolders: [String]) {
    reader = SubmissionFileReader(data: data)
    folder = FolderContent.isFolder(forms) ? forms : forms.lastIndex(of: "/").map { String(forms[..<$0]) } ?? "."
    self.sourceFolders = sourceFolders
  }

  /// The versions of a form that were filled in, the newest first.
  func list(of form: String) throws(SubmissionError) -> [String] { try reader.versions(of: form) }

  /// The bytes of a definition; `nil` if it does not exist.
  func definition(_ version: String, of form: String) throws(SubmissionError) -> [UInt8]? {
    try reader.definition(version, of: form)
  }

  /// A form from its definition; `nil` if it can no longer be made, for example because its options no longer exist.
  func make(_ definition: [UInt8], of form: String) -> Form? {
    try? FormDefinition.decode(
      bytes: definition, path: "\(folder)/\(form).json", directory: folder, sourceFolders: sourceFolders,
      stores: Definitions.stores)
  }

  /// A form by its version.
  func form(_ version: String, of form: String) -> Form? {
    let key = "\(form) \(version)"
    if let form = known.withLock({ $0[key] }) { return form }
    guard let bytes = (try? definition(version, of: form)) ?? nil, let made = make(bytes, of: form) else { return nil }
    known.withLock { known in
      if known.count >= Self.formLimit { known = [:] }
      known[key] = made
    }
    return made
  }
}
