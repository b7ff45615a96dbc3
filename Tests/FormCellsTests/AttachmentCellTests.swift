import FormCells
import Support
import Testing

@Suite("Attachments") struct AttachmentCellTests {
  private func cell(_ keys: String = "") throws -> Cell {
    try form(#"{ "id": "a", "type": "attachment", "label": "A"\#(keys) }"#).cells[0]
  }

  private func kind(_ keys: String) throws -> AttachmentKind {
    guard case .attachment(let kind) = try cell(keys).kind else { throw WrongKind() }
    return kind
  }

  private struct WrongKind: Error {}

  private func file(_ name: String, _ digit: Character = "a", seal: String = "s-_") throws -> AttachedFile {
    try #require(
      AttachedFile(
        name: name, type: "application/pdf", bytes: 12, digest: String(repeating: digit, count: 64), seal: seal))
  }

  @Test("AT3 a sealed name is read back as the same file, and a malformed one is refused")
  func sealedNames() throws {
    for name in ["bill.pdf", "a:b %20+.pdf", "Straße & Fluß.pdf", "图.png", "…", "a  b"] {
      let file = try file(name)
      #expect(!file.sealedName.contains(" "))
      #expect(AttachedFile(sealedName: Substring(file.sealedName)) == file)
    }
    let name = try file("bill.pdf").sealedName
    for wrong in [
      "", ":", name + ":x", String(name.dropFirst()), name.replacing("aaaa", with: "AAAA"),
      name.replacing(":12:", with: ":-1:"),
      name.replacing("application/pdf", with: "pdf"), name.replacing("bill.pdf", with: ""),
      name.replacing("bill.pdf", with: "%"), name.replacing("s-_", with: "s s"),
    ] { #expect(AttachedFile(sealedName: Substring(wrong)) == nil, "\(wrong)") }
  }

  @Test(
    "file names lose their folders and the characters that cannot be shown",
    arguments: [
      ("C:\\Users\\x\\bill.pdf", "bill.pdf"), ("/etc/passwd", "passwd"), ("../../x.png", "x.png"), ("a/", "a"),
      ("", "file"), ("..", "file"), (" \u{0}\n", "file"), ("a\u{202E}gpj.exe", "agpj.exe"),
      ("a\u{200B}b.txt", "ab.txt"),
      ("  two  words.pdf ", "two  words.pdf"), ("👩‍🔧.jpg", "👩‍🔧.jpg"), ("e\u{301}.pdf", "é.pdf"),
    ])
  func cleanedNames(name: String, expected: String) {
    #expect(AttachedFile.cleaned(name) == expected)
    #expect(AttachedFile.cleaned(expected) == expected)
  }

  @Test(
    "a key or value that is commonly written wrong is reported with what to write",
    arguments: [
      (
        #""maxBytes": "5MB""#,
        "wrong-type .maxBytes: this is a string; a whole number of bytes is expected: write 5000000"
      ),
      (
        #""maxBytes": "1.5 MiB""#,
        "wrong-type .maxBytes: this is a string; a whole number of bytes is expected: write 1572864"
      ),
      (
        #""maxBytes": "5000""#,
        "wrong-type .maxBytes: this is a string; a whole number is expected: write 5000 without quotes"
      ),
      (#""maxBytes": "much""#, "wrong-type .maxBytes: this is a string; a whole number is expected"),
      (#""maxsize": 5"#, "no-effect .maxsize: write \"maxBytes\": how many bytes a file may have, such as 5000000"),
      (#""maxSize": 5"#, "no-effect .maxSize: write \"maxBytes\": how many bytes a file may have, such as 5000000"),
      (#""multiple": true"#, "no-effect .multiple: write \"maximum\": how many files can be added"),
      (
        #""fileTypes": ["pdf"]"#,
        "no-effect .fileTypes: write \"accept\": the files that can be added, such as [\"image/*\", \"application/pdf\"]"
      ),
    ])
  func habits(_ key: String, _ mistake: String) {
    let found = FormCellsTests.mistakes(cell: #"{ "id": "a", "type": "attachment", "label": "A", \#(key) }"#)
    #expect(found == [mistake], "\(found)")
  }

  @Test("a long name loses its middle and keeps its ending")
  func longNames() {
    let name = AttachedFile.cleaned(String(repeating: "a", count: 400) + ".docx")
    #expect(name.count == 150)
    #expect(name.hasSuffix("a….docx"))
  }

  @Test("an attachment's value is a list of files, which conditions count")
  func values() throws {
    let cell = try cell(#", "maximum": 3"#)
    let text = AttachmentKind.adding([try file("a.pdf"), try file("b.pdf", "b")], to: "")
    #expect(cell.isEmpty(cell.initial))
    #expect(cell.json(of: cell.initial) == [])
    let expected: JSONValue = [
      ["name": "a.pdf", "type": "application/pdf", "bytes": 12, "sha256": .string(String(repeating: "a", count: 64))],
      ["name": "b.pdf", "type": "application/pdf", "bytes": 12, "sha256": .string(String(repeating: "b", count: 64))],
    ]
    #expect(cell.json(of: .text(text)) == expected)
    #expect(cell.value(hiddenFieldValue: cell.hiddenFieldValue(.text(text)) ?? "") == .text(text))
    #expect(cell.value(hiddenFieldValue: "nonsense " + text) == .text(text))
    let shown = try form(
      """
      { "id": "a", "type": "attachment", "label": "A", "maximum": 3 },
      { "id": "z", "type": "note", "label": "Z", "visibleWhen": { "cell": "a", "atLeast": 2 } }
      """)
    var values = shown.initialValues
    #expect(!shown.states(in: values)[1].isVisible)
    values[0] = .text(text)
    #expect(shown.states(in: values)[1].isVisible)
  }

  @Test("AT5 the same file is added once; a different file of the same name is added too")
  func duplicates() throws {
    let one = try file("a.pdf")
    let text = AttachmentKind.adding([one, one, try file("a.pdf", "b"), try file("b.pdf")], to: one.sealedName)
    #expect(AttachedFile.list(text).map(\.name) == ["a.pdf", "a.pdf", "b.pdf"])
  }

  @Test("AT4 a cell with too many or too few files reports that")
  func counts() throws {
    func problem(_ keys: String, _ count: Int, isRequired: Bool = false) throws -> Problem? {
      let files = try (0..<count).map { try file("\($0).pdf") }
      return try cell(keys).problem(
        with: .text(AttachmentKind.adding(files, to: "")), isRequired: isRequired, today: nil)
    }
    #expect(try problem("", 0) == nil)
    #expect(try problem("", 0, isRequired: true) == .missing)
    #expect(try problem("", 1, isRequired: true) == nil)
    #expect(try problem("", 2) == .tooMany(maximum: 1, count: 2))
    #expect(try problem(#", "minimum": 2, "maximum": 3"#, 0) == nil)
    #expect(try problem(#", "minimum": 2, "maximum": 3"#, 1) == .tooFew(minimum: 2, count: 1))
    #expect(try problem(#", "minimum": 2, "maximum": 3"#, 3) == nil)
  }

  @Test(
    "a type in “accept” that no content is recognized as is refused, with what to write",
    arguments: [
      ("audio/mp3", "write “audio/mpeg”"), ("application/x-zip-compressed", "write “application/zip”"),
      ("image/jpg", "write “image/jpeg”"), ("*.pdf", "write “.pdf”"), ("PDF", "write “.pdf”"),
      ("*/*", "leave “accept” out to accept any file"), ("foo/bar", "is neither a type"),
      ("foo/*", "is neither a type"),
      (".tar.gz", "is neither a type"),
    ])
  func unknownTypes(text: String, advice: String) throws {
    let errors = #expect(throws: DefinitionErrors.self) { try cell(#", "accept": ["\#(text)"]"#) }
    #expect(errors?.description.contains(advice) == true, "\(errors?.description ?? "")")
  }

  @Test("AT6 content decides which files are accepted; endings count only for unknown content")
  func accepted() throws {
    let any = try kind("")
    #expect(any.accepts(type: "text/html", name: "x.html"))
    let office = try kind(#", "accept": ["image/*", "application/pdf", ".docx", ".dwg"]"#)
    let word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    #expect(office.accepts(type: "image/heic", name: "x"))
    #expect(office.accepts(type: word, name: "x.zip"))
    #expect(office.accepts(type: "application/octet-stream", name: "plan.DWG"))
    #expect(!office.accepts(type: "text/html", name: "plan.dwg"))
    #expect(!office.accepts(type: "text/html", name: "x.png"))
    #expect(!office.accepts(type: "application/zip", name: "x.docx"))
    #expect(!office.accepts(type: "application/octet-stream", name: "x.pdf"))
  }
}
