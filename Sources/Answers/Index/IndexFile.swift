import FormSite
import Glibc
import Support

/// A file of an index, read and written at offsets. Files are not mapped into memory, so that a truncated file is an
/// error and does not kill the process.
struct IndexFile: ~Copyable {
  private let path: String
  private let descriptor: Int32

  /// - `writes`: whether to open it for writing; a missing file is created.
  init(_ path: String, writes: Bool = false) throws(AnswerError) {
    self.path = path
    descriptor = open(path, (writes ? O_RDWR | O_CREAT : O_RDONLY) | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else { throw Self.failure(path, reason: "cannot open") }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func failure(_ path: String, reason: String) -> AnswerError {
    .unreadable("\(path): \(reason): \(String(cString: strerror(errno)))")
  }

  /// Fills the buffer with the bytes at an offset.
  func read(_ bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(AnswerError) {
    guard let count = bytes.fill(from: descriptor, at: offset) else { throw Self.failure(path, reason: "cannot read") }
    guard count == bytes.count else { throw .unreadable("\(path): it ends before byte \(offset + bytes.count)") }
  }

  func bytes(_ range: Range<Int>) throws(AnswerError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    try Self.fill(&bytes) { buffer throws(AnswerError) in try read(buffer, at: range.lowerBound) }
    return bytes
  }

  func words(_ range: Range<Int>) throws(AnswerError) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: range.count)
    try Self.fill(&words) { buffer throws(AnswerError) in try read(buffer, at: range.lowerBound * 8) }
    return words
  }

  /// Fills an array's memory. The array's own rethrowing function would lose the type of errors.
  static func fill<Element>(
    _ array: inout [Element], body: (UnsafeMutableRawBufferPointer) throws(AnswerError) -> Void
  ) throws(AnswerError) {
    var failure: AnswerError?
    array.withUnsafeMutableBytes { buffer in
      do throws(AnswerError) { try body(buffer) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(AnswerError) {
    var done = 0
    while done < bytes.count {
      let count = pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(path, reason: "cannot write") }
      done += count
    }
  }

  func write<Element>(_ elements: [Element], at offset: Int) throws(AnswerError) {
    var failure: AnswerError?
    elements.withUnsafeBytes { buffer in
      do throws(AnswerError) { try write(buffer, at: offset) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Overwrites these bytes with zeros.
  func wipe(_ range: Range<Int>) throws(AnswerError) {
    let zeros = [UInt8](repeating: 0, count: min(range.count, 1 << 16))
    var start = range.lowerBound
    while start < range.upperBound {
      let count = min(zeros.count, range.upperBound - start)
      try write(Array(zeros[..<count]), at: start)
      start += count
    }
  }

  /// Truncates the file, or extends it with zeros.
  func resize(to byteCount: Int) throws(AnswerError) {
    guard ftruncate(descriptor, off_t(byteCount)) == 0 else {
      throw Self.failure(path, reason: "cannot change the size")
    }
  }

  func byteCount() throws(AnswerError) -> Int { Int(try status().st_size) }

  func status() throws(AnswerError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure(path, reason: "cannot read its status") }
    return status
  }

  func sync() throws(AnswerError) {
    guard fdatasync(descriptor) == 0 else { throw Self.failure(path, reason: "cannot sync") }
  }

  /// Writes a complete file in place of the present one.
  static func replace(_ path: String, with bytes: [UInt8], syncs: Bool) throws(AnswerError) {
    let new = path + ".new"
    do {
      let file = try IndexFile(new, writes: true)
      try file.resize(to: 0)
      try file.write(bytes, at: 0)
      if syncs { try file.sync() }
    }
    guard rename(new, path) == 0 else { throw failure(new, reason: "cannot rename") }
  }
}

/// Bytes to search for: the rarest byte is searched first, then the bytes around it are compared.
struct SearchedBytes: Sendable, Equatable {
  /// The letters of texts in most languages with Latin letters, the most frequent first.
  private static let commonLetters = Array(" etaoinsrhldcumfpgwybvkjxqz".utf8)

  let bytes: [UInt8]
  private let rarePlace: Int

  /// - Parameter bytes: at least one.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let commonness = bytes.map { byte in
      Self.commonLetters.firstIndex(of: byte).map { -$0 } ?? -Self.commonLetters.count
    }
    rarePlace = commonness.indices.min { commonness[$0] < commonness[$1] } ?? 0
  }

  /// The first place of the bytes, from a start.
  func place(in texts: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    guard let base = texts.baseAddress, bytes.indices.contains(rarePlace) else { return nil }
    let last = texts.count - bytes.count
    var place = start
    while place <= last {
      guard let found = memchr(base + place + rarePlace, Int32(bytes[rarePlace]), last - place + 1) else { return nil }
      place = base.distance(to: UnsafeRawPointer(found)) - rarePlace
      if memcmp(base + place, bytes, bytes.count) == 0 { return place }
      place += 1
    }
    return nil
  }
}
