import Glibc
import Support

/// Reads the files of a data folder for export, even while a server writes them.
package struct SubmissionFileReader: SubmissionExport, Sendable {
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

  /// The versions of a form that were filled in, the newest first.
  package func versions(of form: String) throws(SubmissionError) -> [String] {
    try FormVersionFiles.versions(of: form, inData: data)
  }

  package func forEachLine(of form: String, _ take: (_ line: [UInt8], _ number: Int) throws -> Void) throws {
    try Self.forEachLine(ofFile: place(of: form), take)
  }

  /// Calls `take` with each line of any such file; `-` is standard input.
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

/// Reads a file or a pipe line by line. Only one block and the longest line are in memory. A byte order mark is not part of the
/// first line.
package struct LineReader: ~Copyable {
  /// A line, or bytes that should have been one.
  package struct Line {
    /// Without its end.
    package let bytes: [UInt8]
    /// Where it begins in the file.
    package let offset: Int
    /// The byte after it; `nil` at the end of the file.
    let end: UInt8?

    package var hasEnd: Bool { end == 10 }
    /// Only white space: readers skip it.
    package var isBlank: Bool { bytes.allSatisfy { $0 == 32 || 9...13 ~= $0 } }
    /// Where the next one begins.
    package var next: Int { offset + bytes.count + (end == nil ? 0 : 1) }
  }

  /// Bytes read at once.
  private static let blockSize = 1 << 18

  private let path: String
  private let descriptor: Int32
  private var block: [UInt8]
  /// Bytes that were read; those from `start` on are not used yet.
  private var buffer: [UInt8] = []
  private var start = 0
  /// Where `start` is in the file.
  private(set) var offset: Int
  private var isAtEnd = false

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// - Parameters:
  ///   - path: `-` is standard input.
  ///   - offset: where to begin, which is the start of a line.
  package init(_ path: String, from offset: Int = 0) throws(SubmissionError) {
    descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    self.path = path
    self.offset = offset
    block = [UInt8](repeating: 0, count: Self.blockSize)
    guard descriptor >= 0 else { throw SubmissionError(path: path, reason: "cannot open", errno: errno) }
    guard offset == 0 || lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
      throw SubmissionError(path: path, reason: "cannot seek", errno: errno)
    }
    if offset == 0 { try skipByteOrderMark() }
  }

  private mutating func skipByteOrderMark() throws(SubmissionError) {
    while buffer.count < Self.byteOrderMark.count {
      guard try fill() else { return }
    }
    guard buffer.starts(with: Self.byteOrderMark) else { return }
    start = Self.byteOrderMark.count
    offset = start
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The current size of the file.
  func byteCount() throws(SubmissionError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw SubmissionError(path: path, reason: "cannot read its status", errno: errno)
    }
    return Int(status.st_size)
  }

  /// The bytes up to the next line end; `nil` at the end of the file.
  package mutating func next() throws(SubmissionError) -> Line? {
    var searched = start
    while true {
      if let end = position(ofLineEndFrom: searched) { return take(end - start) }
      searched = buffer.count
      let skipped = start
      guard try fill() else { return buffer.count > start ? take(buffer.count - start) : nil }
      searched -= skipped
    }
  }

  /// This number of bytes and the one after them, whatever they are; `nil` if the file has fewer.
  mutating func next(byteCount: Int) throws(SubmissionError) -> Line? {
    while buffer.count - start <= byteCount {
      guard try fill() else { break }
    }
    return buffer.count - start >= byteCount ? take(byteCount) : nil
  }

  /// Goes back to the start of this line. Only valid directly after it was read.
  mutating func putBack(_ line: Line) {
    start -= line.next - line.offset
    offset = line.offset
  }

  private mutating func take(_ count: Int) -> Line {
    let end = start + count
    let line = Line(
      bytes: Array(buffer[start..<end]), offset: offset, end: end < buffer.count ? buffer[end] : nil)
    start = min(buffer.count, end + 1)
    offset = line.next
    return line
  }

  private func position(ofLineEndFrom index: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = memchr(base + index, 10, bytes.count - index) else { return nil }
      return base.distance(to: UnsafeRawPointer(found))
    }
  }

  /// Moves the unused bytes to the front and appends another block. `false` at the end of the file.
  private mutating func fill() throws(SubmissionError) -> Bool {
    if isAtEnd { return false }
    buffer.removeSubrange(..<start)
    start = 0
    var count = 0
    repeat { count = Glibc.read(descriptor, &block, Self.blockSize) } while count < 0 && errno == EINTR
    guard count >= 0 else { throw SubmissionError(path: path, reason: "cannot read", errno: errno) }
    buffer += block[..<count]
    isAtEnd = count == 0
    return count > 0
  }
}
