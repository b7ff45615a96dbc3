import Support
import Testing

@Suite("Pieces of texts")
struct PiecesTests {
  @Test(
    "a text is split at each separator, without empty pieces unless they are wanted",
    arguments: [
      ("a b  c", ["a", "b", "c"], ["a", "b", "", "c"]), (" a ", ["a"], ["", "a", ""]), ("", [], [""]),
      (" ", [], ["", ""]), ("größe 大小", ["größe", "大小"], ["größe", "大小"]),
    ])
  func pieces(_ text: String, _ pieces: [Substring], _ all: [Substring]) {
    #expect(text.pieces(at: " ") == pieces)
    #expect(text.pieces(at: " ", keepsEmpty: true) == all)
    #expect("-\(text)-".dropFirst().dropLast().pieces(at: " ", keepsEmpty: true) == all, "in the midst of another text")
  }

  @Test("a separator with a combining mark still separates")
  func marks() {
    #expect("a|\u{301}b".pieces(at: "|") == ["a", "\u{301}b"])
  }

  @Test("a text is halved at the first separator")
  func halves() throws {
    let (name, value) = try #require("a=b=c".halves(at: "="))
    #expect((name, value) == ("a", "b=c"))
    #expect("abc".halves(at: "=") == nil)
  }
}
