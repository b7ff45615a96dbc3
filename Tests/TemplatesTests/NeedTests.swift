import Templates
import Support
import Testing

/// A view with slots and attributes that a template must write.
private struct NeedyView: View {
  static let slots: [Slot<NeedyView>] = [
    .text("title") { _ in "T" }, .text("id") { _ in "a" }, .flag("isOpen") { _ in true },
    .optionalText("hint") { _ in nil }, .list("rows") { _ in [NeedyRow]() },
  ]

  static let needs: [Need] = [
    .slot("title", adding: "<h1>{title}</h1>", or: "the page would have no heading"),
    .attribute("name", "id", where: .not("isOpen"), or: "nothing would be sent"),
    .slot("hint", where: "hint", or: "nobody would be helped"),
    .slot("rows", adding: #"<t:each of="rows">…</t:each>"#, or: "the list would be empty"),
  ]
}

private struct NeedyRow: View {
  static let slots: [Slot<NeedyRow>] = [.text("label") { _ in "L" }, .optionalText("hint") { _ in nil }]
  static let needs: [Need] = [.slot("label", or: "the row would be empty")]
}

@Suite("What a template must write") struct NeedTests {
  private static let whole = """
    <h1>{title}</h1><t:if test="hint"><p>{hint}</p></t:if><t:each of="rows"><p>{label}</p></t:each>
    """

  private static func missing(_ text: String, part: String = "") -> [String] {
    let files = [("page", text), ("part", part)].map { name, text in
      let whole = "<t:template xmlns:t=\"urn:formcells:template\">\(text)</t:template>"
      return (name: name, path: "\(name).html", bytes: Array(whole.utf8))
    }
    var library = TemplateLibrary(files: part.isEmpty ? Array(files.prefix(1)) : files)
    _ = library.template("page", for: NeedyView.self)
    return library.diagnostics().map { "\($0.path):\($0.position.column) \($0.message.split(separator: " ")[0])" }
  }

  @Test("a template that writes everything required is accepted, whichever branches are taken")
  func whole() {
    #expect(Self.missing("\(Self.whole)<input type=\"text\" name=\"{id}\"/>") == [])
    #expect(
      Self.missing("\(Self.whole)<t:unless test=\"isOpen\"><input type=\"text\" name=\"{id}\"/></t:unless>") == [])
    #expect(
      Self.missing("\(Self.whole)<t:if test=\"isOpen\">x<t:else/><input type=\"text\" name=\"{id}\"/></t:if>") == [])
    #expect(Self.missing("<t:part name=\"part\"/>", part: "\(Self.whole)<input type=\"text\" name=\"{id}\"/>") == [])
  }

  @Test("a required slot that is missing, or missing in one branch, is reported at its element")
  func missing() {
    let input = "<input type=\"text\" name=\"{id}\"/>"
    #expect(
      Self.missing("<p>x</p>") == [
        "page.html:46 name={id}", "page.html:46 {hint}", "page.html:46 {rows}", "page.html:46 {title}",
      ])
    #expect(Self.missing("\(Self.whole)<t:if test=\"isOpen\">\(input)</t:if>") == ["page.html:46 name={id}"])
    #expect(Self.missing("\(Self.whole)<input type=\"text\" name=\"a-{id}\"/>") == ["page.html:46 name={id}"])
    #expect(
      Self.missing(
        "<p><t:if test=\"hint\"><b>{title}</b><i>{hint}</i></t:if>\(input)</p><t:each of=\"rows\">{label}</t:each>")
        == ["page.html:46 {title}"])
    #expect(
      Self.missing(
        "<h1>{title}</h1>{hint}\(input)<t:each of=\"rows\"><t:part name=\"part\"/></t:each>", part: "<p>x</p>")
        == ["part.html:46 {label}"])
  }

  @Test("two templates of one view can require different slots")
  func further() {
    let text = "<t:template xmlns:t=\"urn:formcells:template\"><p>{label}</p></t:template>"
    var library = TemplateLibrary(files: ["a", "b"].map { (name: $0, path: "\($0).html", bytes: Array(text.utf8)) })
    _ = library.template("a", for: NeedyRow.self)
    _ = library.template("b", for: NeedyRow.self, needs: [.slot("hint", where: "hint", or: "nobody would be helped")])
    #expect(
      library.diagnostics().map(\.headline) == [
        "b.html:1:46: error: {hint} is missing, and nobody would be helped; add {hint}"
      ])
  }

  @Test("in a template with other mistakes, only those are reported")
  func faulty() {
    #expect(Self.missing("<p>{titel}</p>") == ["page.html:50 NeedyView"])
    #expect(Self.missing("<p>{{title}}</p>") == ["page.html:49 {{title}}"])
  }
}
