import Glibc
import Support

/// One file of lines that only grows. A line is there whole or not at all: what a failed write left behind is cut off, and
/// nothing else ever is.
struct Journal: Sendable {
  struct Line {
    let record: SubmissionRecord
    let id: Token
    /// Of a correction: where the line is that it replaces; nil: nobody has looked.
    var target: LineSum?
    /// Whether it was accepted elsewhere, as it is.
    let isCopy: Bool

    /// The submission that it corrects.
    var replaces: Token? { record.replaces.flatMap { Token($0) } }

    init(record: SubmissionRecord, id: Token, target: LineSum? = nil, isCopy: Bool = false) {
      (self.record, self.id, self.target, self.isCopy) = (record, id, target, isCopy)
    }
  }

  /// After a failure: how long the file was before it, and how much was written behind that.
  private struct Doubt {
    let length: Int
    var writtenCount: Int
  }

  /// A file, whatever its name is now.
  private struct Place: Equatable {
    let device: dev_t
    let inode: ino_t

    init(_ status: stat) { (device, inode) = (status.st_dev, status.st_ino) }
  }

  let path: String
  private let disk: DiskCalls
  private var descriptor: Int32 = -1
  /// The file that `last` and `doubt` are about.
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

  /// Why the last lines have no checksums; they are stored all the same.
  var sumsFailure: SubmissionError? { sums.failure }

  /// Appends whole lines and waits for the disk.
  /// - Returns: the bytes of the file that they are.
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

  /// Whether as many bytes could be appended now: writes them as a blank line and takes that back. A crash in between leaves
  /// a blank line, which every reader skips.
  mutating func probe(byteCount: Int) throws(SubmissionError) {
    let blank = [UInt8](repeating: UInt8(ascii: " "), count: max(0, byteCount - 1)) + [10]
    let start = try append(blank)
    doubt = Doubt(length: start, writtenCount: blank.count)
    try dispelDoubt()
  }

  /// Writes over lines, which stay as long as they were. They are on the disk once the descriptor is synced.
  /// - Parameters:
  ///   - lines: what takes their places.
  ///   - file: open for reading and writing: the file that they were found in, whatever its name is now.
  mutating func overwrite(_ lines: [ErasedLine], in file: Int32) throws(SubmissionError) {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure("cannot look at") }
    for line in lines {
      let isLast = Place(status) == place && last?.offset == line.offset
      // Half of each is none of both.
      if isLast { last = nil }
      guard disk.overwriteAll(file, bytes: line.bytes, at: line.offset) else {
        throw failure("cannot write over a line")
      }
      if isLast { last = line.sum }
    }
  }

  /// Gives the descriptors back until the next line comes.
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
      // Nobody was told that these lines are stored; the next ones must not follow half a line.
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

  /// After a failure nothing is stored until the file is known to be as it was before it.
  ///
  /// A sync that failed cannot be repeated: the kernel has reported the error, calls the pages clean, and the next sync says
  /// that all is well though nothing was written (as PostgreSQL found out in 2018). Lines that were acknowledged had a sync of
  /// their own and are on the disk; only the block that the failed write shares with the last of them may be in doubt. So the
  /// rest is cut off, the end of what was acknowledged is read and compared with its checksum, written again, which makes its
  /// pages dirty, and synced through a new descriptor.
  private mutating func dispelDoubt() throws(SubmissionError) {
    guard let doubt else { return }
    _ = Glibc.close(descriptor)
    descriptor = -1
    try open()
    var length = try length()
    // Somebody else's bytes are not cut off; a start names and sets aside what the failed write left among them.
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
    // Not the journal's own descriptor: where that appends, every write goes to the end.
    let other = Glibc.open(path, O_RDWR | O_CLOEXEC)
    guard other >= 0 else { throw failure("cannot open") }
    defer { _ = Glibc.close(other) }
    var start = max(0, length - Self.blockSize)
    if let last, last.offset + last.length + 1 == length { start = min(start, last.offset) }
    var bytes = [UInt8](repeating: 0, count: length - start)
    guard bytes.isEmpty || pread(other, &bytes, bytes.count, off_t(start)) == bytes.count else {
      throw failure("cannot read what was stored last")
    }
    if let last, last.offset + last.length + 1 == length, !last.fits(Array(bytes[(last.offset - start)...].dropLast()))
    {
      throw SubmissionError(path: path, reason: "what was stored last reads differently now")
    }
    guard bytes.isEmpty || pwrite(other, bytes, bytes.count, off_t(start)) == bytes.count, disk.sync(other) == 0 else {
      throw failure("cannot write again what was stored last")
    }
  }

  /// Opens the file, or opens it again where it was moved away (log rotation).
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
    // A name that is not on the disk leads to no lines, however well they were synced.
    if status.st_size == 0 { try Folder.sync(Folder.of(path)) }
  }

  private func length() throws(SubmissionError) -> Int { Int(try status().st_size) }

  private func status() throws(SubmissionError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("cannot look at") }
    return status
  }

  private func failure(_ reason: String) -> SubmissionError {
    SubmissionError(path: path, reason: reason, errno: errno)
  }

  /// At least a page of memory: what the kernel writes as one.
  private static let blockSize = 1 << 16
}
