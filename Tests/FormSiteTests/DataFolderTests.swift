import Glibc
import TestSupport
import Testing

@testable import FormSite

/// Who may write into a data folder.
@Suite("The owner of a data folder")
struct DataFolderTests {
  /// A folder that another descriptor has locked, as if another process had just started.
  private func held(_ owner: String) throws -> (TemporaryFolder, Int32) {
    let folder = try TemporaryFolder()
    folder.write("owner", Array(owner.utf8))
    let descriptor = open("\(folder.path)/owner", O_RDWR | O_CLOEXEC)
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    return (folder, descriptor)
  }

  @Test("opening a folder waits for the lock of a process that was just killed")
  func leaving() throws {
    let (folder, descriptor) = try held("process 4711, since 2026-01-31T12:00:00.000Z, at http://127.0.0.1:8080\n")
    defer { folder.remove() }
    var pauses = 0
    let taken = try DataFolder(folder.path, isRunning: { _ in false }) {
      pauses += 1
      if pauses == 3 { close(descriptor) }
    }
    #expect(pauses == 3)
    #expect(DataFolder.owner(of: folder.path).hasPrefix("process \(getpid()), since"))
    taken.release()
  }

  @Test("an owner that releases the folder leaves no lock in a child process")
  func children() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let first = try DataFolder(folder.path)
    let descriptor = try #require((0..<65_536).first { Self.path(of: $0) == "\(folder.path)/owner" })
    // A child process has a copy of the descriptor.
    let copy = dup(descriptor)
    defer { close(copy) }
    first.release()
    try DataFolder(folder.path, isRunning: { _ in true }, pause: {}).release()
  }

  private static func path(of descriptor: Int32) -> String {
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/fd/\(descriptor)", &path, path.count)
    return String(decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  @Test("a running owner is reported at once; a lock that its ended owner left is reported after a wait")
  func running() throws {
    for (owner, isRunning, expected) in [
      ("process 4711, since x\n", true, 0), ("process 4711, since x\n", false, 400), ("another server\n", false, 0),
    ] {
      let (folder, descriptor) = try held(owner)
      defer {
        close(descriptor)
        folder.remove()
      }
      var (pauses, asked) = (0, Set<pid_t>())
      let error = #expect(throws: SubmissionError.self) {
        try DataFolder(
          folder.path,
          isRunning: {
            asked.insert($0)
            return isRunning
          }, pause: { pauses += 1 })
      }
      #expect(pauses == expected)
      #expect(asked.isSubset(of: [4711]))
      #expect(error?.reason.contains("only one process can write into it") == true)
    }
  }
}
