import Support

/// The files of a data folder, for export: also while a server writes them.
package struct SubmissionFileReader: SubmissionExport {
  private let data: String

  /// - Parameter data: the folder that holds `submissions/`.
  package init(data: String) { self.data = data }

  package func place(of form: String) -> String { SubmissionFiles.path(of: form, inData: data) }

  package func forms() throws(SubmissionError) -> [String] {
    let folder = data + "/submissions"
    return FileIdentity(path: folder) == nil ? [] : try Folder.journals(in: folder)
  }

  package func forEachLine(of form: String, _ take: (_ line: [UInt8], _ number: Int) throws -> Void) throws {
    try Self.forEachLine(ofFile: place(of: form), take)
  }

  /// The same of any file of such lines.
  package static func forEachLine(
    ofFile path: String, _ take: (_ line: [UInt8], _ number: Int) throws -> Void
  ) throws {
    var reader = try LineReader(path)
    var number = 0
    while let line = try reader.next() {
      number += 1
      if !line.bytes.isEmpty { try take(line.bytes, number) }
    }
  }
}
