import TestSupport
import Testing

@Suite("Recording modes of snapshots")
struct SnapshotTests {
  @Test(
    "A snapshot is written only if the mode says so",
    arguments: [
      (Snapshot.RecordMode.never, nil, false), (.missing, nil, true), (.failed, nil, true), (.all, nil, true),
      (.never, "old", false), (.missing, "old", false), (.failed, "old", true), (.all, "old", true),
      (.never, "new", false), (.missing, "new", false), (.failed, "new", false), (.all, "new", true),
    ] as [(Snapshot.RecordMode, String?, Bool)])
  func modes(mode: Snapshot.RecordMode, before: String?, isWritten: Bool) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    if let before { folder.write("a.txt", Array(before.utf8)) }
    let path = folder.path + "/a.txt"
    let outcome = Snapshot.verify("new", at: path, mode: mode)
    #expect((outcome == .recorded(path: path)) == isWritten)
    #expect((outcome == .same) == (before == "new" && mode != .all))
    #expect(TestFile.read(path) == (isWritten ? Array("new".utf8) : before.map { Array($0.utf8) }))
  }

  @Test("A difference shows the changed lines and their element")
  func difference() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    folder.write("a.html", Array("<main id=\"a\">\n  <p>\n    two\n  </p>\n</main>".utf8))
    let path = folder.path + "/a.html"
    #expect(
      Snapshot.verify("<main id=\"a\">\n  <p>\n    2\n  </p>\n</main>", at: path, mode: .never)
        == .different(path: path, difference: "@ #a\n- two\n+ 2\n"))
  }
}
