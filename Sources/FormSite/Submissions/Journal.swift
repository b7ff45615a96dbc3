import Glibc
import Support

/// A file of lines that only grows. A line is there whole or not at all: the rest of a failed write is cut off, and nothing
/// else is ever cut off.
struct Journal: Sendable {
  struct Line {
    let record: SubmissionRecord
    let id: Token
    /// For a correction: where the line is that it replaces. `nil` if nobody has looked.
    var target: LineSum?
    /// Whether another store has accepted it already; it is stored as it is.
    let isCopy: Bool

    /// The submission that it corrects.
    var replaces: Token? { record.replaces.flatMap { Token($0) } }

    init(record: SubmissionRecord, id: Token, target: LineSum? = nil, isCopy: Bool = false) {
      (self.record, self.id, self.target, self.isCopy) = (record, id, target, isCopy)
    }
  }

  /// After a failed write: how long the file was before, and how many bytes were written.
  private struct Doubt {
    let length: Int
    var writtenCount: Int
  }

  /// The identity of a file, whatever its name is now.
  private struct Place: Equatable {
    let device: dev_t
    let inode: ino_t

    init(_ status: stat) { (device, inode) = (status.st_dev, status.st_ino) }
  }

  let path: String
  private let disk: DiskCalls
  private var descriptor: Int32 = -1
  /// The file that `last` and `doubt` belong to.
  private var place: Place?
  private var sums: LineSums
  /// The last line that is known to be on the disk.
  private var last: LineSum?
  private var doubt: Doubt?

  init(path: String, disk: DiskCalls = .system) {
    self.path = path
    self.disk = disk
    sums = LineSums(path: path + ".sums")
  }

  /// Why the last lines have no checksums; the lines are stored anyway.
  var sumsFailure: SubmissionError? { sums.failure }

  /// Appends whole lines and waits for the disk.
  /// - Returns: their byte range in the file.
  @discardableResult
  mutating func append(_ lines: [Line]) throws(SubmissionError) -> Range<Int> {
    var bytes: [UInt8] = []
    for line in lines {
      bytes += line.record.line
      bytes.append(10)
    }
    let start = try append(bytes)
    var offset = start
    let restarts = start == 0
    var records: [LineSum] = []
    for line in lines {
      records.append(LineSum(line.record.line, as: line.id, at: offset))
      offset += line.record.line.count + 1
    }
    last = records.last ?? last
    sums.append(records, restarts: restarts)
    return start..<offset
  }

  /// Tests whether this number of bytes could be appended: writes them as a blank line and removes it again. A crash in between
  /// leaves a blank line, which every reader skips.
  mutating func probe(byteCount: Int) throws(SubmissionError) {
    let blank = [UInt8](repeating: UInt8(ascii: " "), count: max(0, byteCount - 1)) + [10]
    let start = try append(blank)
    doubt = Doubt(length: start, writtenCount: blank.count)
    try dispelDoubt()
  }

  /// Overwrites lines with others of the same length. They are on the disk once the descriptor is synced.
  /// - Parameters:
  ///   - lines: the replacements.
  ///   - file: open for reading and writing: the file in which the lines were found, whatever its name is now.
  mutating func overwrite(_ lines: [ErasedLine], in file: Int32) throws(SubmissionError) {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure("cannot read its status") }
    for line in lines {
      let isLast = Place(status) == place && last?.offset == line.offset
      // A half overwritten line is neither the old nor the new one.
      if isLast { last = nil }
      guard disk.overwriteAll(file, bytes: line.bytes, at: line.offset) else {
        throw failure("cannot write over a line")
      }
      if isLast { last = line.sum }
    }
  }

  /// Closes the descriptors until the next line comes.
  mutating func close() {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
    sums.close()
  }

  /// - Returns: where the bytes begin.
  private mutating func append(_ bytes: [UInt8]) throws(SubmissionError) -> Int {
    try open()
    try dispelDoubt()
    let start = try length()
    var writtenCount = 0
    do throws(SubmissionError) {
      try write(bytes, writtenCount: &writtenCount)
      guard disk.sync(descriptor) == 0 else { throw failure("cannot sync") }
    } catch {
      // Nobody was told that these lines are stored. Cut them off, so that the next lines do not follow half a line.
      doubt = Doubt(length: start, writtenCount: writtenCount)
      if (try? length()) == start + writtenCount, disk.truncate(descriptor, start) == 0 { doubt?.writtenCount = 0 }
      throw error
    }
    return start
  }

  private func write(_ bytes: [UInt8], writtenCount: inout Int) throws(SubmissionError) {
    while writtenCount < bytes.count {
      let count = bytes.withUnsafeBytes {
        disk.write(descriptor, UnsafeRawBufferPointer(rebasing: $0[writtenCount...]))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure("cannot write") }
      writtenCount += count
    }
  }

  /// After a failed write, stores nothing until the file is known to be as it was before.
  ///
  /// A failed sync cannot be repeated: the kernel has reported the error and marked the pages clean, so the next sync succeeds
  /// although nothing was written (as PostgreSQL found out in 2018). Acknowledged lines had a sync of their own and are on the
  /// disk. Only the block that the last of them shares with the failed write may be in doubt. So this cuts off the rest, reads
  /// the end of the acknowledged lines, compares it with its checksum, writes it again, which makes its pages dirty, and syncs
  /// it through a new descriptor.
  private mutating func dispelDoubt() throws(SubmissionError) {
    guard let doubt else { return }
    _ = Glibc.close(descriptor)
    descriptor = -1
    try open()
    var length = try length()
    // Another program's bytes are not cut off. The next start reports and sets aside what the failed write left among them.
    if length > doubt.length, length == doubt.length + doubt.writtenCount {
      guard disk.truncate(descriptor, doubt.length) == 0 else {
        throw failure("cannot cut off what a failed write left")
      }
      length = doubt.length
    }
    try rewriteEnd(of: length)
    self.doubt = nil
  }

  private func rewriteEnd(of length: Int) throws(SubmissionError) {
    // Not the journal's own descriptor: it is open for appending, so every write would go to the end.
    let other = Glibc.open(path, O_RDWR | O_CLOEXEC)
    guard other >= 0 else { throw failure("cannot open") }
    defer { _ = Glibc.close(other) }
    var start = max(0, length - Self.blockSize)
    if let last, last.offset + last.length + 1 == length { start = min(start, last.offset) }
    var bytes = [UInt8](repeating: 0, count: length - start)
    guard bytes.isEmpty || pread(other, &bytes, bytes.count, off_t(start)) == bytes.count else {
      throw failure("cannot read the last stored lines")
    }
    if let last, last.offset + last.length + 1 == length, !last.fits(Array(bytes[(last.offset - start)...].dropLast()))
    {
      throw SubmissionError(path: path, reason: "the last stored line has changed on the disk")
    }
    guard bytes.isEmpty || pwrite(other, bytes, bytes.count, off_t(start)) == bytes.count, disk.sync(other) == 0 else {
      throw failure("cannot rewrite the last stored lines")
    }
  }

  /// Opens the file, or opens a new one if it was moved away (log rotation).
  private mutating func open() throws(SubmissionError) {
    if descriptor >= 0 {
      var named = stat()
      if stat(path, &named) == 0, Place(named) == place { return }
      close()
    }
    descriptor = Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else { throw failure("cannot open") }
    let status = try status()
    if Place(status) != place { (doubt, last) = (nil, nil) }
    place = Place(status)
    // If the name is not on the disk, the lines cannot be found, however well they were synced.
    if status.st_size == 0 { try Folder.sync(Folder.of(path)) }
  }

  private func length() throws(SubmissionError) -> Int { Int(try status().st_size) }

  private func status() throws(SubmissionError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("cannot read its status") }
    return status
  }

  private func failure(_ reason: String) -> SubmissionError {
    SubmissionError(path: path, reason: reason, errno: errno)
  }

  /// At least a memory page: the unit that the kernel writes.
  private static let blockSize = 1 << 16
}
