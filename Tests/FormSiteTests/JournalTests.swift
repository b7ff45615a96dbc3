import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FormSite

/// One journal while the disk fails.
@Suite("Journal")
final class JournalTests {
  /// Disk calls that fail while a switch is on.
  private final class Trouble: Sendable {
    /// The bytes that the disk still accepts.
    let room = Atomic(Int.max)
    let syncFails = Atomic(false)
    let truncateFails = Atomic(false)
    let syncCount = Atomic(0)

    var calls: DiskCalls {
      DiskCalls(
        write: { descriptor, bytes in
          let room = self.room.load(ordering: .relaxed)
          if room == 0 {
            errno = ENOSPC
            return -1
          }
          let count = DiskCalls.system.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(room)))
          self.room.wrappingSubtract(count, ordering: .relaxed)
          return count
        },
        sync: { descriptor in
          self.syncCount.wrappingAdd(1, ordering: .relaxed)
          if self.syncFails.load(ordering: .relaxed) {
            errno = EIO
            return -1
          }
          return DiskCalls.system.sync(descriptor)
        },
        truncate: { descriptor, length in
          if self.truncateFails.load(ordering: .relaxed) {
            errno = EIO
            return -1
          }
          return DiskCalls.system.truncate(descriptor, length)
        })
    }
  }

  private let folder: TemporaryFolder
  private let path: String
  private let trouble = Trouble()
  private var journal: Journal

  init() throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/f.jsonl"
    journal = Journal(path: path, disk: trouble.calls)
    try journal.append([StoredLine.line(1)])
  }

  deinit { folder.remove() }

  @Test("the rest of a failed write is cut off, and the line is stored once when it is tried again")
  func shortWrite() throws {
    trouble.room.store(50, ordering: .relaxed)
    #expect(throws: SubmissionError.self) { try journal.append([StoredLine.line(2)]) }
    #expect(TestFile.read(path) == StoredLine.bytes(1))
    trouble.room.store(.max, ordering: .relaxed)
    try journal.append([StoredLine.line(2)])
    #expect(TestFile.read(path) == StoredLine.bytes(1, 2))
  }

  @Test("after close, the journal continues in its file, or in a new one if the file was moved away")
  func closed() throws {
    journal.close()
    try journal.append([StoredLine.line(2)])
    trouble.room.store(50, ordering: .relaxed)
    trouble.truncateFails.store(true, ordering: .relaxed)
    #expect(throws: SubmissionError.self) { try journal.append([StoredLine.line(3)]) }
    journal.close()
    trouble.room.store(.max, ordering: .relaxed)
    trouble.truncateFails.store(false, ordering: .relaxed)
    try journal.append([StoredLine.line(3)])
    #expect(TestFile.read(path) == StoredLine.bytes(1, 2, 3))
    journal.close()
    #expect(rename(path, path + ".old") == 0)
    try journal.append([StoredLine.line(4)])
    #expect(TestFile.read(path) == StoredLine.bytes(4))
    #expect(TestFile.read(path + ".old") == StoredLine.bytes(1, 2, 3))
  }

  @Test("if the rest of a failed write cannot be cut off, nothing is stored until it can")
  func failedTruncate() throws {
    trouble.room.store(50, ordering: .relaxed)
    trouble.truncateFails.store(true, ordering: .relaxed)
    #expect(throws: SubmissionError.self) { try journal.append([StoredLine.line(2)]) }
    trouble.room.store(.max, ordering: .relaxed)
    #expect(throws: SubmissionError.self) { try journal.append([StoredLine.line(3)]) }
    trouble.truncateFails.store(false, ordering: .relaxed)
    try journal.append([StoredLine.line(4)])
    #expect(TestFile.read(path) == StoredLine.bytes(1, 4))
  }

  @Test("lines that another process wrote are never cut off")
  func otherWriter() throws {
    var other = Journal(path: path)
    try other.append([StoredLine.line(7), StoredLine.line(8)])
    trouble.room.store(50, ordering: .relaxed)
    #expect(throws: SubmissionError.self) { try journal.append([StoredLine.line(2)]) }
    trouble.room.store(.max, ordering: .relaxed)
    try journal.append([StoredLine.line(2)])
    #expect(TestFile.read(path) == StoredLine.bytes(1, 7, 8, 2))
  }

  @Test("after a failed sync, the end of the stored data is written and synced again before anything else")
  func failedSync() throws {
    trouble.syncFails.store(true, ordering: .relaxed)
    #expect(throws: SubmissionError.self) { try journal.append([StoredLine.line(2)]) }
    #expect(TestFile.read(path) == StoredLine.bytes(1))
    trouble.syncFails.store(false, ordering: .relaxed)
    trouble.syncCount.store(0, ordering: .relaxed)
    try journal.append([StoredLine.line(3)])
    #expect(trouble.syncCount.load(ordering: .relaxed) == 2)
    #expect(TestFile.read(path) == StoredLine.bytes(1, 3))
  }

  @Test("if the end of the stored data has changed after a failed sync, nothing more is stored")
  func flippedEnd() throws {
    trouble.syncFails.store(true, ordering: .relaxed)
    #expect(throws: SubmissionError.self) { try journal.append([StoredLine.line(2)]) }
    trouble.syncFails.store(false, ordering: .relaxed)
    var bytes = try #require(TestFile.read(path))
    bytes[90] ^= 1
    try #require(TestFile.write(bytes, to: path))
    #expect(throws: SubmissionError.self) { try journal.append([StoredLine.line(3)]) }
    #expect(TestFile.read(path) == bytes)
  }

  @Test("a probe leaves no data in the file, and fails while the disk fails")
  func probe() throws {
    trouble.room.store(50, ordering: .relaxed)
    #expect(throws: SubmissionError.self) { try journal.probe(byteCount: 100) }
    trouble.room.store(.max, ordering: .relaxed)
    try journal.probe(byteCount: 100)
    #expect(TestFile.read(path) == StoredLine.bytes(1))
  }
}
