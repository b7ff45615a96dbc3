import FormController
import FormPages
import Templates
import Support
import Localization

@testable import FormCells

extension FuzzTarget {
  static let definitions = [
    FuzzTarget(
      name: "definition",
      invariant:
        "A definition is refused with a reason, or its form is shown whole, blank, after an empty submit and opened."
    ) { bytes in
      let form: Form
      do throws(DefinitionErrors) {
        form = try FormDefinition.decode(bytes: bytes, path: "fuzz.json", directory: "/nowhere")
      } catch {
        try expect(!error.diagnostics.isEmpty && error.diagnostics.allSatisfy { !$0.message.isEmpty }, "no reason")
        return
      }
      let links = FormLinks(
        to: form, home: "/", form: "/forms/\(form.id)", assets: .unhashed, view: { "/forms/\(form.id)/cells/\($0)" })
      let presentation = FormPresentation(
        form, languages: [pages.words.english.language], words: pages.words.english, links: links,
        numbers: .of(form.locale))
      var formState = FormState(form: form)
      let request = PageRequest(today: today)
      try expect(isWhole(pages.page(of: formState, in: presentation, request)), "the page breaks off")
      formState.reduce(.submit(today: today))
      try expect(isWhole(pages.page(of: formState, in: presentation, request)), "the refused page breaks off")
      for view in form.cells.map({ Overlay.cell($0.index) }) + form.sections.indices.map({ Overlay.section($0) })
      where form.openable(form.name(of: view)) != nil {
        formState.reduce(.open(view))
        try expect(isWhole(pages.page(of: formState, overlay: view, in: presentation, request)), "\(view) breaks off")
      }
      _ = SubmittedValues(of: formState).object { .string($0) }.compactBytes
    },
    FuzzTarget(
      name: "template",
      invariant: "A template is refused with a reason, or it writes no slot's text as markup and no script's address."
    ) { bytes in
      var library = TemplateLibrary(files: [(name: "fuzz", path: "fuzz.html", bytes: bytes)])
      let template = library.template("fuzz", for: Sample.self)
      do throws(TemplateErrors) { try library.finish() } catch {
        try expect(!error.diagnostics.isEmpty && error.diagnostics.allSatisfy { !$0.message.isEmpty }, "no reason")
        return
      }
      let html = template.render(Sample())
      // A template may write "fuzz" itself; then the checks below prove nothing.
      if bytes.holds("fuzz") { return }
      try expect(!html.holds("<fuzz"), "a slot's text became an element")
      try expect(!html.holds("=\"&lt;fuzz a='fuzz\""), "a slot's text ended an attribute")
      try expect(!html.holds("javascript:fuzz"), "an address became a script")
    },
  ]

  /// The repository's folder.
  static let root = String(#filePath.split(separator: "/Tests/Fuzz/").first ?? "")

  static let pages: Pages = {
    do { return try Pages(directory: root + "/Templates") } catch { fatalError("\(error)") }
  }()

  static let today: CalendarDate = .last

  static func isWhole(_ html: [UInt8]) -> Bool {
    html.suffix(8).elementsEqual("</html>\n".utf8) || html.suffix(7).elementsEqual("</html>".utf8)
  }
}

/// A slot of every kind, with texts that would be markup if they were not escaped.
private struct Sample: View {
  struct Item: View {
    static var slots: [Slot<Item>] { [.text("text") { _ in "<fuzz a='fuzz\"'>&" }, .flag("isOn") { _ in false }] }
  }

  static var slots: [Slot<Sample>] {
    [
      .text("text") { _ in "<fuzz a='fuzz\"'>&" },
      .optionalText("helper") { _ in "<fuzz a='fuzz\"'>&" },
      .optionalText("missing") { _ in nil },
      .url("url") { _ in "javascript:fuzz\"<fuzz>" },
      .optionalURL("link") { _ in "/a?b=fuzz\"<fuzz>" },
      .flag("isOn") { _ in true },
      .list("items") { _ in [Item(), Item()] },
      .view("item") { _ in Item() },
    ]
  }
}
