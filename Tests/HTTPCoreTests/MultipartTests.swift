import HTTPCore
import Support
import TestSupport
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

  @Test("fields and files are decoded in order")
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

  @Test("quotes in names are unescaped as browsers write them; a backslash is an ordinary character")
  func names() throws {
    let form = try decode(
      "--X\nContent-Disposition: form-data; name=\"a%22b%0D%0Ac%41\"; filename=\"d\\e\"\n\n\n--X--\n")
    #expect(form.files.map(\.name) == ["a\"b\r\nc%41"])
    #expect(form.files.map(\.filename) == ["d\\e"])
  }

  @Test("a file name that is given only as filename* is used")
  func extendedNames() throws {
    func filename(_ parameters: String) throws -> String? {
      try decode("--X\nContent-Disposition: form-data; name=\"a\"; \(parameters)\n\n\n--X--\n").files.first?.filename
    }
    #expect(try filename("filename*=UTF-8''%c3%a9%20%27.jpg") == "é '.jpg")
    #expect(try filename("filename=\"e.jpg\"; filename*=utf-8'en'%c3%a9.jpg") == "e.jpg")
    #expect(try filename("filename*=utf-8'en'%c3%a9.jpg; filename=\"e.jpg\"") == "e.jpg")
    for name in ["latin1''%e9.jpg", "UTF-8''%e9.jpg", "plain"] { #expect(try filename("filename*=\(name)") == name) }
  }

  @Test("a preamble, an epilogue and blanks after a delimiter are ignored")
  func around() throws {
    let form = try decode("before\n--X \nContent-Disposition: form-data; name=\"a\"\n\nb\n--X-- \nafter --X")
    #expect(form.pairs == [.init(name: "a", value: "b")])
  }

  @Test("text that only resembles a delimiter is content")
  func lookalike() throws {
    let form = try decode("--X\nContent-Disposition: form-data; name=\"a\"\n\ny--X\r\r\n--x\n-- X\n--X--")
    #expect(form["a"] == "y--X\r\r\n--x\r\n-- X")
  }

  @Test("empty content and a body without parts are accepted")
  func empty() throws {
    #expect(try decode("--X\nContent-Disposition: form-data; name=\"a\"\n\n\n--X--")["a"] == "")
    #expect(try decode("--X--\n") == FormData())
  }

  @Test(
    "an incomplete body, or a part without a name, is refused",
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

  @Test("the number of parts, their heads and the fields in memory are limited")
  func limits() {
    let part = "--X\nContent-Disposition: form-data; name=\"a\"\n\nb\n"
    #expect(throws: FormError.tooManyPairs(limit: 1)) {
      try decode(part + part + "--X--", limits: FormLimits(pairLimit: 1))
    }
    #expect(throws: FormError.partHeadTooLarge(limit: 10)) {
      try decode(part + "--X--", limits: FormLimits(partHeadByteLimit: 10))
    }
    #expect(throws: FormError.fieldsTooLarge(limit: 80)) {
      try decode(part + part + "--X--", limits: FormLimits(fieldsByteLimit: 80))
    }
    #expect(throws: FormError.partHeadTooLarge(limit: 10)) {
      try decode("--X" + String(repeating: " ", count: 11), limits: FormLimits(partHeadByteLimit: 10))
    }
  }

  /// A body with files of these contents, and a field after each.
  private static func body(_ files: [String]) -> [UInt8] {
    let parts = files.enumerated().map { index, content in
      """
      --X
      Content-Disposition: form-data; name="f"; filename="\(index)"

      \(content)
      --X
      Content-Disposition: form-data; name="a"

      \(index)

      """
    }
    return Array((parts.joined() + "--X--").replacing("\n", with: "\r\n").utf8)
  }

  private static func read(
    _ body: [UInt8], inPiecesOf size: Int, limits: FormLimits = FormLimits(), spool: SpoolFolder? = nil
  ) throws(FormError) -> FormData {
    var reader = try MultipartReader(boundary: [0x58], limits: limits, spool: spool)
    for start in stride(from: 0, to: body.count, by: size) {
      try reader.feed(Array(body[start..<min(start + size, body.count)]))
    }
    return try reader.finish()
  }

  @Test("a file beyond a limit is skipped and marked, and everything else is kept", arguments: [1, 7, 10_000])
  func fileLimits(size: Int) throws {
    let limits = FormLimits(fileByteLimit: 4, fileCountLimit: 3, filesByteLimit: 9)
    func contents(_ files: [String]) throws -> [FilePart.Content] {
      let form = try Self.read(Self.body(files), inPiecesOf: size, limits: limits)
      #expect(form.pairs.map(\.value) == files.indices.map(String.init))
      return form.files.map(\.content)
    }
    #expect(try contents(["abcd", "abcde", ""]) == [.bytes(Array("abcd".utf8)), .tooLarge(limit: 4), .bytes([])])
    #expect(
      try contents(["abcd", "abcd", "ab", "abcde", "a"]) == [
        .bytes(Array("abcd".utf8)), .bytes(Array("abcd".utf8)), .notStored(.tooManyBytes(limit: 9)),
        .notStored(.tooManyBytes(limit: 9)), .bytes(Array("a".utf8)),
      ])
    #expect(
      try contents(["a", "", "b", "c", "", "d"]) == [
        .bytes([0x61]), .bytes([]), .bytes([0x62]), .bytes([0x63]), .bytes([]),
        .notStored(.tooManyFiles(limit: 3)),
      ])
  }

  @Test("a body cut at any byte gives the same form as the whole")
  func cuts() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let spool = SpoolFolder(in: folder.path)
    let bodies = [
      Self.body(["\n", "\n--", "x\n--Y", "", "\r\r\n\r", "--X"]),
      Array("pre\r\n--\r\n--X \t\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n--X\r\n\r\n--X--\r\n--X".utf8),
      Array("--X\r\nContent-Disposition: form-data; name=a; filename=b\r\n\r\n--X--".utf8),
    ]
    for body in bodies {
      let whole = Result { () throws(FormError) in try Self.read(body, inPiecesOf: body.count) }
      for cut in 1..<body.count {
        #expect(
          Result { () throws(FormError) in
            var reader = try MultipartReader(boundary: [0x58], spool: spool)
            try reader.feed(Array(body[..<cut]))
            try reader.feed(Array(body[cut...]))
            return try reader.finish()
          } == whole, "cut at \(cut)")
      }
      #expect(Result { () throws(FormError) in try Self.read(body, inPiecesOf: 1, spool: spool) } == whole)
    }
    #expect(spool.heldBytes == 0)
  }

  @Test("a truncated body is refused at any length, and leaves no file")
  func truncated() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let spool = SpoolFolder(in: folder.path)
    let body = Self.body(["abc\r\n", "def"])
    // Only two hyphens after a delimiter end the body.
    for end in 0..<body.count {
      #expect(throws: FormError.self, "\(end) bytes") {
        try Self.read(Array(body[..<end]), inPiecesOf: 5, spool: spool)
      }
    }
    #expect(spool.heldBytes == 0)
    #expect(try FolderContent(of: spool.open()).entries.isEmpty)
  }

  @Test("random content between random boundaries is read back, in pieces of any size")
  func random() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let spool = SpoolFolder(in: folder.path)
    var generator = SeededGenerator(seed: 30)
    let alphabet = Array("'()+_,-./:=?0aZ".utf8)
    // Content made of bytes from delimiters, so that it often begins like one.
    for _ in 0..<200 {
      let boundary = (0..<Int.random(in: 1...70, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator) ?? 0
      }
      let delimiter = [0x0D, 0x0A, 0x2D, 0x2D] + boundary
      var content: [UInt8] = []
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        content += delimiter.prefix(Int.random(in: 0..<delimiter.count, using: &generator))
        content += Bool.random(using: &generator) ? [0x0D] : [UInt8.random(in: 0...255, using: &generator)]
      }
      // Content that contains a delimiter by chance would end the part.
      if content.indices.contains(where: { content[$0...].starts(with: delimiter) }) { continue }
      if (content + [0x0D]).starts(with: delimiter[2...]) { continue }
      let head = Array("\r\nContent-Disposition: form-data; name=f; filename=f\r\n\r\n".utf8)
      let body = delimiter[2...] + head + content + delimiter + [0x2D, 0x2D]
      var reader = try MultipartReader(boundary: boundary, spool: spool)
      var rest = ArraySlice(Array(body))
      while !rest.isEmpty {
        let count = min(rest.count, Int.random(in: 1...90, using: &generator))
        try reader.feed(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      let file = try #require(try reader.finish().files.first)
      #expect(try file.content.bytes() == content)
      #expect(file.content.count == content.count)
      #expect(file.content.sha256 == SHA256.digest(of: content))
      #expect(file.content.head == Array(content.prefix(SpooledFile.headByteCount)))
    }
  }

  @Test("a boundary has 1 to 70 characters", arguments: ["\"\"", String(repeating: "x", count: 71), "\"a \""])
  func boundaries(_ boundary: String) {
    #expect(throws: FormError.invalidBoundary) { try decode("--X--", boundary: boundary) }
  }

  @Test("the bytes of a file stay unchanged")
  func bytes() throws {
    let content: [UInt8] = [0, 13, 10, 45, 45, 255, 13, 13, 10]
    let body =
      Array("--X\r\nContent-Disposition: form-data; name=\"a\"; filename=\"f\"\r\n\r\n".utf8) + content
      + Array("\r\n--X--\r\n".utf8)
    let form = try FormData.decode(contentType: "multipart/form-data; boundary=\"X\"", body: body)
    #expect(form.files.first?.content == .bytes(content))
  }
}
