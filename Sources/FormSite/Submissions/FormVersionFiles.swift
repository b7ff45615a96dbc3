import FormCells
import Glibc
import Support

/// The definitions of forms that were filled in, `DATA/forms/{form}/{version}.json`. They tell what a submission means after
/// its form has changed. Each is written once, before its first submission. A file's name is the beginning of its SHA-256.
struct FormVersionFiles: Sendable {
  private let directory: String
  private let disk: DiskCalls
  /// Paths of files that are known to be on the disk.
  private var kept: Set<String> = []
  /// Why the last definition could not be written; submissions are stored anyway.
  private(set) var failure: SubmissionError?

  init(data: String, disk: DiskCalls = .system) {
    directory = data + "/forms"
    self.disk = disk
  }

  /// Writes the definitions of these submissions that are not on the disk yet.
  mutating func keep(of submissions: some Sequence<SubmissionRecord>) {
    for submission in submissions {
      guard let definition = submission.definition else { continue }
      let path = Self.path(submission.version, of: submission.form, in: directory)
      if kept.contains(path) { continue }
      do throws(SubmissionError) {
        if try Self.read(submission.version, at: path) == nil {
          try Folder.make("\(directory)/\(submission.form)")
          try write(definition, to: path)
        }
        kept.insert(path)
        failure = nil
      } catch {
        failure = error
      }
    }
  }

  /// Writes a file atomically: its name has the whole content, or does not change.
  private func write(_ bytes: [UInt8], to path: String) throws(SubmissionError) {
    let new = path + ".new"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else { throw SubmissionError(path: new, reason: "cannot open", errno: errno) }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { disk.write(descriptor, UnsafeRawBufferPointer(rebasing: $0[written...])) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw SubmissionError(path: new, reason: "cannot write", errno: errno) }
      written += count
    }
    guard disk.sync(descriptor) == 0 else { throw SubmissionError(path: new, reason: "cannot sync", errno: errno) }
    guard rename(new, path) == 0 else { throw SubmissionError(path: new, reason: "cannot rename", errno: errno) }
    try Folder.sync(Folder.of(path))
  }

  /// - Returns: `nil` if no submission of this version brought its definition.
  /// - Throws: an error if the file cannot be read, or has other content than was written.
  static func read(_ version: String, of form: String, inData data: String) throws(SubmissionError) -> [UInt8]? {
    try read(version, at: path(version, of: form, in: data + "/forms"))
  }

  /// The versions that were filled in, the one written last first.
  static func versions(of form: String, inData data: String) throws(SubmissionError) -> [String] {
    let folder = "\(data)/forms/\(form)"
    let names: [String]
    do throws(FileError) { names = try FolderContent(of: folder).entries.filter { !$0.isFolder }.map(\.name) } catch {
      if error == .missing { return [] }
      throw SubmissionError(path: folder, reason: "cannot read: \(error)")
    }
    let versions = names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }
    func time(_ version: String) -> (Int, Int) {
      var status = stat()
      guard stat(path(version, of: form, inData: data), &status) == 0 else { return (0, 0) }
      return (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
    return versions.map { (version: $0, time: time($0)) }.sorted { $0.time > $1.time }.map(\.version)
  }

  /// Where the definition of a version is, or would be.
  static func path(_ version: String, of form: String, inData data: String) -> String {
    path(version, of: form, in: data + "/forms")
  }

  private static func read(_ version: String, at path: String) throws(SubmissionError) -> [UInt8]? {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try FileContent(of: path, byteLimit: JSONReader.documentByteLimit).bytes } catch {
      if error == .missing { return nil }
      throw SubmissionError(path: path, reason: "cannot read: \(error)")
    }
    guard Form.version(of: bytes) == version else {
      throw SubmissionError(path: path, reason: "the file was changed; remove it, and the server will write it again")
    }
    return bytes
  }

  private static func path(_ version: String, of form: String, in directory: String) -> String {
    "\(directory)/\(form)/\(version).json"
  }
}
