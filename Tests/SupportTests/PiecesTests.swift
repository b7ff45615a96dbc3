import Support
import Testing

@Suite("Pieces of texts")
struct PiecesTests {
  @Test(
    "a text is cut at each of a letter, and nothing is not a piece unless it is asked for",
    arguments: [
      ("a b  c", ["a", "b", "c"], ["a", "b", "", "c"]), (" a ", ["a"], ["", "a", ""]), ("", [], [""]),
      (" ", [], ["", ""]), ("größe 大小", ["größe", "大小"], ["größe", "大小"]),
    ])
  func pieces(_ text: String, _ pieces: [Substring], _ all: [Substring]) {
    #expect(text.pieces(at: " ") == pieces)
    #expect(text.pieces(at: " ", keepsEmpty: true) == all)
    #expect("-\(text)-".dropFirst().dropLast().pieces(at: " ", keepsEmpty: true) == all, "in the midst of another text")
  }

  @Test("a letter that carries a mark is still the letter")
  func marks() {
    #expect("a|\u{301}b".pieces(at: "|") == ["a", "\u{301}b"])
  }

  @Test("halves end and begin at the first of a letter")
  func halves() throws {
    let (name, value) = try #require("a=b=c".halves(at: "="))
    #expect((name, value) == ("a", "b=c"))
    #expect("abc".halves(at: "=") == nil)
  }
}
