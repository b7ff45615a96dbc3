import HTTPCore
import Testing

@Suite("multipart/form-data")
struct MultipartTests {
  private func decode(
    _ body: String, boundary: String = "X", limits: FormLimits = FormLimits()
  ) throws(FormError) -> FormData {
    try FormData.decode(
      contentType: "multipart/form-data; boundary=\(boundary)",
      body: Array(body.replacing("\n", with: "\r\n").utf8), limits: limits)
  }

  @Test("fields and files, in their order")
  func plain() throws {
    let form = try decode(
      """
      --X
      Content-Disposition: form-data; name="a"

      one
      two
      --X
      content-disposition: form-data; name="f"; filename="p; q.txt"
      Content-Type: text/plain

      hello
      --X
      Content-Disposition: form-data; name=b

      é
      --X--

      """)
    #expect(form.pairs == [.init(name: "a", value: "one\r\ntwo"), .init(name: "b", value: "é")])
    let file = FilePart(name: "f", filename: "p; q.txt", contentType: "text/plain", bytes: Array("hello".utf8))
    #expect(form.files == [file])
    #expect(form.file("f") == file)
  }

  @Test("quotes in names come as browsers escape them, a backslash is a character")
  func names() throws {
    let form = try decode(
      "--X\nContent-Disposition: form-data; name=\"a%22b%0D%0Ac%41\"; filename=\"d\\e\"\n\n\n--X--\n")
    #expect(form.files.map(\.name) == ["a\"b\r\nc%41"])
    #expect(form.files.map(\.filename) == ["d\\e"])
  }

  @Test("a preamble, an epilogue and blanks behind a delimiter are read over")
  func around() throws {
    let form = try decode("before\n--X \nContent-Disposition: form-data; name=\"a\"\n\nb\n--X-- \nafter --X")
    #expect(form.pairs == [.init(name: "a", value: "b")])
  }

  @Test("what only looks like a delimiter is content")
  func lookalike() throws {
    let form = try decode("--X\nContent-Disposition: form-data; name=\"a\"\n\ny--X\r\r\n--x\n-- X\n--X--")
    #expect(form["a"] == "y--X\r\r\n--x\r\n-- X")
  }

  @Test("empty content, and no parts")
  func empty() throws {
    #expect(try decode("--X\nContent-Disposition: form-data; name=\"a\"\n\n\n--X--")["a"] == "")
    #expect(try decode("--X--\n") == FormData())
  }

  @Test(
    "what breaks off or has no name is refused",
    arguments: [
      "", "nothing", "--X", "--X\n", "--X\nContent-Disposition: form-data; name=\"a\"\n\nb",
      "--X\nContent-Disposition: form-data\n\nb\n--X--", "--X\n\nb\n--X--", "--Xjunk\n\nb\n--X--",
    ])
  func broken(_ body: String) {
    #expect {
      try decode(body)
    } throws: { error in
      if case FormError.malformedPart = error { true } else { false }
    }
  }

  @Test("limits on parts, their heads and their files")
  func limits() {
    let part = "--X\nContent-Disposition: form-data; name=\"a\"\n\nb\n"
    #expect(throws: FormError.tooManyPairs(limit: 1)) {
      try decode(part + part + "--X--", limits: FormLimits(pairLimit: 1))
    }
    #expect(throws: FormError.partHeadTooLarge(limit: 10)) {
      try decode(part + "--X--", limits: FormLimits(partHeadByteLimit: 10))
    }
    #expect(throws: FormError.fileTooLarge(limit: 2)) {
      try decode(
        "--X\nContent-Disposition: form-data; name=\"a\"; filename=\"f\"\n\nbcd\n--X--",
        limits: FormLimits(fileByteLimit: 2))
    }
  }

  @Test("a boundary has 1 to 70 characters", arguments: ["\"\"", String(repeating: "x", count: 71), "\"a \""])
  func boundaries(_ boundary: String) {
    #expect(throws: FormError.invalidBoundary) { try decode("--X--", boundary: boundary) }
  }

  @Test("file bytes stay as they are")
  func bytes() throws {
    let content: [UInt8] = [0, 13, 10, 45, 45, 255, 13, 13, 10]
    let body =
      Array("--X\r\nContent-Disposition: form-data; name=\"a\"; filename=\"f\"\r\n\r\n".utf8) + content
      + Array("\r\n--X--\r\n".utf8)
    let form = try FormData.decode(contentType: "multipart/form-data; boundary=\"X\"", body: body)
    #expect(form.files.first?.bytes == content)
  }
}
