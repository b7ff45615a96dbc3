import FormCellsTesting
import Glibc
import TestSupport
import Testing

@Suite("Snapshots that a run records")
struct RecordingTests {
  @Test("all are written, then the run names them and fails")
  func all() async throws {
    let result = try await #require(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
      let folder = try TemporaryFolder()
      setenv("RECORD_SNAPSHOTS", "all", 1)
      for name in ["one", "two", "three"] { try Snapshot.check(name, name, beside: "\(folder.path)/Test.swift") }
      setenv("RECORD_SNAPSHOTS", "never", 1)
      for name in ["one", "two", "three"] { try Snapshot.check(name, name, beside: "\(folder.path)/Test.swift") }
      folder.remove()
      exit(0)
    }
    let told = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(told.contains("error: 3 snapshots were written; look at them, then run again\n"))
    for name in ["one", "two", "three"] { #expect(told.contains("/Snapshots/\(name).txt\n")) }
  }
}
