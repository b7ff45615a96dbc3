import FormCells
import FormSite
import Glibc
import Support

/// Writes the files of exported submissions into a folder, as `ID/NAME` (`formcells export --files`). Existing files are never replaced:
/// repeating the export adds new ones.
struct ExportedFiles {
  private static let pieceByteCount = 256 << 10
  private static let folderMode: mode_t = 0o750
  private static let fileMode: mode_t = 0o640

  private let folder: String
  private let store: any AttachmentStore
  /// The number of files that were not written because a file with other content has their name.
  private(set) var conflictCount = 0

  /// Creates the folder.
  init(in folder: String, from store: any AttachmentStore) throws(Failure) {
    (self.folder, self.store) = (folder, store)
    try Self.makeFolder(folder)
  }

  /// Writes the files of one submission.
  /// - Parameters:
  ///   - line: the submission's line, a JSON object.
  ///   - note: receives a message for people about each file that is not written.
  mutating func write(filesOf line: [UInt8], _ note: (String) -> Void) throws {
    // Most submissions have no files; then their line need not be parsed.
    guard line.contains(Array("\"sha256\"".utf8)) else { return }
    let submission = try JSONReader.storedLine(line).value
    let files = AttachedFile.all(in: submission["values"] ?? .null)
    if files.isEmpty { return }
    guard case .string(let id)? = submission["id"], Token(id) != nil else {
      return note("warning: files left out, the submission has no id that could name their folder")
    }
    let place = "\(folder)/\(id)"
    try Self.makeFolder(place)
    var names = DistinctNames()
    for (_, file) in files {
      let path = "\(place)/\(names.name(for: file.name))"
      switch try write(file, to: path) {
      case .written: break
      case .missing: note("warning: \(id): the file '\(file.name)' is missing (\(file.digest))")
      case .damaged: note("warning: \(id): the file '\(file.name)' is damaged, and left out (\(file.digest))")
      case .occupied:
        conflictCount += 1
        note("error: \(path): has different content, and was left unchanged")
      }
    }
  }

  private static func makeFolder(_ path: String) throws(Failure) {
    do throws(WritingError) { try NewFiles.makeFolder(path, mode: folderMode) } catch { throw error.failure }
    guard FolderContent.isFolder(path) else { throw Failure("error: \(path) is not a folder") }
  }

  private enum Outcome { case written, missing, damaged, occupied }

  private func write(_ file: AttachedFile, to path: String) throws -> Outcome {
    var status = stat()
    if lstat(path, &status) == 0 {
      let isSame = status.st_mode & S_IFMT == S_IFREG && status.st_size == file.bytes
      return try isSame && digest(of: path) == file.digest ? .written : .occupied
    }
    // Written under another name until the file is complete.
    let draft = "\(folder)/.part-\(getpid())"
    defer { unlink(draft) }
    let outcome = try copy(file, to: draft)
    guard case .written = outcome else { return outcome }
    if link(draft, path) == 0 { return .written }
    if errno == EEXIST { return .occupied }
    // Not every file system supports links.
    guard rename(draft, path) == 0 else { throw Self.failure(path) }
    return .written
  }

  private func copy(_ file: AttachedFile, to path: String) throws -> Outcome {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, Self.fileMode)
    guard descriptor >= 0 else { throw Self.failure(path) }
    defer { close(descriptor) }
    var hash = SHA256()
    var count = 0
    while count < file.bytes {
      let (store, offset) = (store, count)
      let piece: Result<[UInt8]?, any Error> = blocking {
        do { return .success(try await store.bytes(of: file.digest, from: offset, count: Self.pieceByteCount)) } catch {
          return .failure(error)
        }
      }
      guard let bytes = try piece.get() else { return .missing }
      if bytes.isEmpty { break }
      hash.update(bytes)
      count += bytes.count
      var rest = bytes[...]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { throw Self.failure(path) }
        rest = rest.dropFirst(written)
      }
    }
    return count == file.bytes && SHA256.hex(hash.finish()) == file.digest ? .written : .damaged
  }

  private func digest(of path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw Self.failure(path) }
    defer { close(descriptor) }
    var hash = SHA256()
    var piece = [UInt8](repeating: 0, count: Self.pieceByteCount)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.failure(path) }
      if count == 0 { return SHA256.hex(hash.finish()) }
      hash.update(count == piece.count ? piece : Array(piece[..<count]))
    }
  }

  /// The failure of the last system call.
  private static func failure(_ path: String) -> Failure {
    Failure("error: \(path): \(String(cString: strerror(errno)))")
  }
}

/// Distinct names of files that every file system accepts in one folder: the name on the visitor's machine with the fewest changes.
struct DistinctNames {
  /// Bytes of a name in UTF-8, on ext4 and others.
  private static let byteLimit = 255
  /// Names that Windows reserves for devices, with any extension.
  private static let devices =
    Set(["con", "prn", "aux", "nul", "conin$", "conout$"])
    .union(["com", "lpt"].flatMap { name in "0123456789¹²³".map { "\(name)\($0)" } })

  /// The names in lower case, since some file systems ignore case.
  private var taken: Set<String> = []

  /// A safe name for a file; a second file with the same name gets ` (2)` before its extension.
  mutating func name(for name: String) -> String {
    let safe = Self.safe(name)
    let ending = AttachedFile.fileEnding(of: safe).map { String(safe.suffix($0.count + 1)) } ?? ""
    let stem = safe.dropLast(ending.count)
    var number = 1
    while true {
      let mark = (number == 1 ? "" : " (\(number))") + ending
      var short = stem
      while short.utf8.count + mark.utf8.count > Self.byteLimit { short = short.dropLast() }
      if taken.insert((short + mark).lowercased()).inserted { return String(short + mark) }
      number += 1
    }
  }

  static func safe(_ name: String) -> String {
    let refused = "/\\<>:\"|?*\u{7F}".unicodeScalars
    let scalars = name.unicodeScalars.map { refused.contains($0) || $0.value < 0x20 ? "_" : $0 }
    var safe = String(String.UnicodeScalarView(scalars))
    // A leading point hides a file; Windows drops points and blanks at the end of a name.
    if safe.hasPrefix(".") { safe = "_" + safe.dropFirst() }
    while let last = safe.last, last == "." || last == " " { safe.removeLast() }
    let device = safe.prefix { $0 != "." }.lowercased().reversed().drop { $0 == " " }.reversed()
    return safe.isEmpty || devices.contains(String(device)) ? "_" + safe : safe
  }
}
