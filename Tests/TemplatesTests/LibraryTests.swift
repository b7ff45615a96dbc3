import Glibc
import Templates
import Support
import TestSupport
import Testing

@Suite("A library of templates")
struct LibraryTests {
  /// A view with two slots of the same name.
  struct Twice: View {
    static var slots: [Slot<Twice>] { [.text("name") { _ in "a" }, .flag("name") { _ in true }] }
  }

  @Test("Fragments are inserted at the page's slots, in order")
  func fragments() throws {
    var templates = library([
      "page": "<ul><t:slot name=\"cells\"/></ul><t:if test=\"cell\"><t:slot name=\"cell\"/></t:if>",
      "item": "<li>{label}</li>",
    ])
    let page = templates.template("page", for: Sample.self)
    let item = templates.template("item", for: Item.self)
    try templates.finish()
    let first = item.fragment(Item(id: "1", label: "<1>", isLast: false))
    let second = item.fragment(Item(id: "2", label: "2", isLast: true))
    #expect(
      page.text(Sample(cells: [first, second], cell: second))
        == "<ul><li>&lt;1&gt;</li><li>2</li></ul><li>2</li>")
  }

  @Test("A missing template is an error, and renders nothing")
  func missingTemplate() {
    var templates = library([:])
    let page = templates.template("cells/text", for: Sample.self)
    #expect(page.render(Sample()).isEmpty)
    #expect(
      templates.diagnostics().map(\.description)
        == ["Templates/cells/text.html:1:1: error: there is no such template; Sample needs it"])
    #expect(throws: TemplateErrors.self) { try templates.finish() }
  }

  @Test("All errors of all files are thrown together, sorted by file, line and column")
  func everythingAtOnce() {
    var templates = library(["b": "<p>{x}\n{y}</p>", "a": "<p onclick=\"\">{z}</p>", "c": "<p>", "d": "{"])
    _ = templates.template("b", for: Sample.self)
    _ = templates.template("a", for: Sample.self)
    let error = #expect(throws: TemplateErrors.self) { try templates.finish() }
    let places = error?.diagnostics.map { "\($0.path):\($0.position.line)" }
    #expect(
      places?.prefix(4) == ["Templates/a.html:1", "Templates/a.html:1", "Templates/b.html:1", "Templates/b.html:2"])
    #expect(places?.contains("Templates/c.html:1") == true)
    #expect(places?.last == "Templates/d.html:1")
    #expect(error?.description.contains("Sample has no slot 'x'") == true)
  }

  @Test("A warning alone does not throw")
  func warnings() throws {
    let templates = library(["unused": "x"])
    try templates.finish()
    #expect(templates.diagnostics().map(\.severity) == [.warning])
  }

  @Test("An error in a part that several templates use is reported once for each type")
  func partsTwice() {
    var templates = library([
      "a": "<t:part name=\"p\"/>", "b": "<t:part name=\"p\"/>", "c": "<t:part name=\"p\"/>", "p": "{x}<zz/>",
    ])
    _ = templates.template("a", for: Sample.self)
    _ = templates.template("b", for: Sample.self)
    _ = templates.template("c", for: Item.self)
    #expect(
      templates.diagnostics().map(\.message)
        == ["Item has no slot 'x'", "Sample has no slot 'x'", "there is no element <zz>"])
  }

  @Test("A slot that a type declares twice is an error")
  func duplicateSlot() {
    var templates = library(["page": "{name}"])
    _ = templates.template("page", for: Twice.self)
    #expect(templates.diagnostics().map(\.message) == ["Twice declares the slot 'name' twice"])
  }

  @Test("A folder is read with its subfolders; other files give a warning, and hidden ones are ignored")
  func folder() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    folder.write("page.html", document("<p>{text}</p><t:part name=\"parts/a\"/>"))
    folder.makeFolder("parts")
    folder.write("parts/a.html", document("<b>{id}</b>"))
    folder.write("parts/notes.txt", Array("<".utf8))
    folder.write(".hidden.html", Array("<".utf8))
    var templates = TemplateLibrary(directory: folder.path + "/")
    let page = templates.template("page", for: Sample.self)
    try templates.finish()
    #expect(page.text(Sample(text: "x")) == "<p>x</p><b>name</b>")
    _ = templates.template("none", for: Sample.self)
    #expect(templates.diagnostics().map(\.path) == ["none.html", "parts/notes.txt"].map { "\(folder.path)/\($0)" })
    #expect(templates.diagnostics().map(\.severity) == [.error, .warning])
  }

  @Test("A custom template replaces the built-in one of its name; only unused custom ones are reported")
  func overrides() throws {
    let (own, builtIn) = (try TemporaryFolder(), try TemporaryFolder())
    defer { for folder in [own, builtIn] { folder.remove() } }
    builtIn.makeFolder("parts")
    builtIn.write("page.html", document("<p>{text}</p><t:part name=\"parts/a\"/>"))
    builtIn.write("parts/a.html", document("<b>built in</b>"))
    builtIn.write("parts/b.html", document("<b>built in, and not used</b>"))
    own.makeFolder("parts")
    own.write("parts/a.html", document("<i>own</i>"))
    own.write("paeg.html", document("<i>own</i>"))
    var templates = TemplateLibrary(directory: own.path, builtIn: builtIn.path)
    let page = templates.template("page", for: Sample.self)
    try templates.finish()
    #expect(page.text(Sample(text: "x")) == "<p>x</p><i>own</i>")
    #expect(
      templates.diagnostics().map(\.description).map { $0.prefix { $0 != "\n" } } == [
        "\(own.path)/paeg.html:1:1: warning: [template] nothing uses this template: no view and no other template; did you mean 'page'?"
      ])
  }

  @Test("A relative address names an asset, and keeps its query and fragment")
  func assets() throws {
    var templates = TemplateLibrary(files: [
      (
        "page", "page.html",
        document(
          "<img src=\"a.png\" alt=\"\"/><a href=\"b.pdf?x=1&amp;y#z\">b</a><a href=\"/c\">c</a><a href=\"#\">d</a>")
      )
    ])
    let page = templates.template("page", for: Sample.self)
    try templates.finish()
    #expect(templates.assetUses.map(\.file) == ["a.png", "b.pdf"])
    let text = String(decoding: page.render(Sample(), linking: { "/assets/\($0)\"" }), as: UTF8.self)
    #expect(
      text == """
        <img src="/assets/a.png&quot;" alt=""><a href="/assets/b.pdf&quot;?x=1&amp;y#z">b</a><a href="/c">c</a>\
        <a href="#">d</a>
        """)
  }

  @Test("Each image of a srcset names an asset")
  func imageLists() throws {
    var templates = TemplateLibrary(files: [
      (
        "page", "page.html",
        document(
          "<img src=\"a.png\" srcset=\"a.png, img/b.png?v=1&amp;w 1.5x ,/c.png 2x\" alt=\"\"/>"
            + "<link rel=\"preload\" as=\"image\" imagesrcset=\"d,e.png 200w,\n  f.png 400w\" imagesizes=\"50vw\"/>")
      )
    ])
    let page = templates.template("page", for: Sample.self)
    try templates.finish()
    #expect(templates.assetUses.map(\.file) == ["a.png", "a.png", "img/b.png", "d,e.png", "f.png"])
    let text = String(decoding: page.render(Sample(), linking: { "/assets/\($0)" }), as: UTF8.self)
    #expect(
      text == """
        <img src="/assets/a.png" srcset="/assets/a.png, /assets/img/b.png?v=1&amp;w 1.5x, /c.png 2x" alt="">\
        <link rel="preload" as="image" imagesrcset="/assets/d,e.png 200w, /assets/f.png 400w" imagesizes="50vw">
        """)
  }

  @Test("A missing folder is an error")
  func missingFolder() {
    let templates = TemplateLibrary(directory: "/nonexistent/templates")
    #expect(
      templates.diagnostics().map(\.description)
        == ["/nonexistent/templates:1:1: error: there is no such folder; check --templates"])
  }

  @Test("A damaged template never crashes the process: it has diagnostics, or it renders")
  func damage() {
    let whole = document(
      """
      <!-- c --><p title="a {text} &amp; b" hidden="{isOn?}">x &lt; {text}<br/> </p><t:if test="isOn"><a
      href='{url}#{id}'>é😀</a><t:else/><b id="{id}">{{x}}</b></t:if><t:each of="items"><i>{label}</i></t:each>
      <t:with of="item"><t:part name="part"/></t:with><textarea>
      {text}</textarea>
      """)
    let pieces = [
      "<", ">", "\"", "'", "{", "}", "&", "&#", ";", "/", "<!--", "-->", "<t:", "=", "\0", "é", "<![CDATA[", "<?",
      "{?}",
    ]
    var random = StructureTests.Generator(state: 7)
    var failures = 0
    for _ in 0..<3_000 {
      var bytes = whole
      for _ in 0...random.below(3) {
        let place = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(contentsOf: Array(pieces[random.below(pieces.count)].utf8), at: place)
        case 2: bytes[place] = UInt8(random.below(256))
        default: bytes.removeSubrange(place..<min(bytes.count, place + random.below(40)))
        }
        if bytes.isEmpty { bytes = [UInt8(ascii: "<")] }
      }
      var templates = TemplateLibrary(files: [
        ("page", "page.html", bytes), ("part", "part.html", document("<b>{label}</b>")),
      ])
      let page = templates.template("page", for: Sample.self)
      let isWhole = !templates.diagnostics().contains { $0.severity == .error }
      if !isWhole { failures += 1 }
      #expect(page.render(Sample()).isEmpty != isWhole || bytes.count < 100)
    }
    #expect(failures > 1_000 && failures < 3_000)
  }

  @Test("A byte order mark, bytes that are not UTF-8 and a NUL are errors")
  func encodings() {
    for (bytes, message) in [
      ([0xEF, 0xBB, 0xBF] + document("x"), "byte order mark"),
      (document("x").map { $0 == UInt8(ascii: "x") ? 0xFF : $0 }, "UTF-8"),
      (document("~").map { $0 == UInt8(ascii: "~") ? 0 : $0 }, ""),
    ] as [([UInt8], String)] {
      var templates = TemplateLibrary(files: [("page", "page.html", bytes)])
      _ = templates.template("page", for: Sample.self)
      let found = templates.diagnostics()
      #expect(found.first?.severity == .error)
      #expect(message.isEmpty || found.contains { $0.message.contains(message) })
    }
  }

  @Test("A constant is available in every template and escaped for its position; an unknown one is an error")
  func constants() {
    let body = document(
      "<button type=\"button\" name=\"{field.press}\" value=\"a{press.close}b\">{press.close}</button>")
    let files = [(name: "page", path: "page.html", bytes: body)]
    var known = TemplateLibrary(files: files, constants: ["field.press": "_do", "press.close": "<&\"close"])
    let page = known.template("page", for: Sample.self)
    #expect(known.diagnostics().isEmpty)
    #expect(
      String(decoding: page.render(Sample()), as: UTF8.self)
        == "<button type=\"button\" name=\"_do\" value=\"a&lt;&amp;&quot;closeb\">&lt;&amp;\"close</button>")
    var unknown = TemplateLibrary(files: files, constants: ["field.press": "_do", "press.closed": ""])
    #expect(unknown.template("page", for: Sample.self).render(Sample()).isEmpty)
    #expect(
      unknown.diagnostics().map(\.message)
        == Array(repeating: "there is no constant 'press.close'; did you mean 'press.closed'?", count: 2))
  }
}
