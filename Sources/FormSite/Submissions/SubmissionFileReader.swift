import Glibc
import Support

/// The files of a data folder, for export: also while a server writes them.
package struct SubmissionFileReader: SubmissionExport {
  private let data: String

  /// - Parameter data: the folder that holds `submissions/`.
  package init(data: String) { self.data = data }

  package func place(of form: String) -> String { SubmissionFiles.path(of: form, inData: data) }

  package func forms() throws(SubmissionError) -> [String] {
    for folder in [data, data + "/submissions"] where FileIdentity(path: folder) == nil && errno == ENOENT {
      throw SubmissionError(path: folder, reason: "there is no such folder; --data names the server's data folder")
    }
    return try Folder.journals(in: data + "/submissions")
  }

  package func definition(_ version: String, of form: String) throws(SubmissionError) -> [UInt8]? {
    try FormVersionFiles.read(version, of: form, inData: data)
  }

  package func forEachLine(of form: String, _ take: (_ line: [UInt8], _ number: Int) throws -> Void) throws {
    try Self.forEachLine(ofFile: place(of: form), take)
  }

  /// The same of any file of such lines; `-` is standard input.
  package static func forEachLine(
    ofFile path: String, _ take: (_ line: [UInt8], _ number: Int) throws -> Void
  ) throws {
    var reader = try LineReader(path)
    var number = 0
    while let line = try reader.next() {
      number += 1
      if !line.isBlank { try take(line.bytes, number) }
    }
  }
}
