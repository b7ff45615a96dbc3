import Templates
import Testing

/// Views within others that are specialized once for a group, or once and for all, are written as they would be alone.
@Suite("Template groups")
struct GroupTests {
  private struct Row: GroupedView {
    let variants: TemplateVariants
    let group: Int
    let own: String

    static let slots: [Slot<Row>] =
      fixed([
        .text("text") { "<\($0.group)>" },
        .optionalText("even") { $0.group.isMultiple(of: 2) ? "\($0.group)" : nil },
        .flag("isThird") { $0.group.isMultiple(of: 3) },
      ]) + [.text("own") { $0.own }]
  }

  private struct Inner: View {
    let text: String
    var rows: [Row] = []
    static let slots: [Slot<Inner>] = [.text("text") { $0.text }, .list("rows") { $0.rows }]
  }

  private struct Page: View {
    let rows: [Row]
    var inner: Inner?
    static let slots: [Slot<Page>] =
      [
        .list("plain") { $0.rows }, .list("rows", grouped: { $0.rows }), .view("first", grouped: { $0.rows[0] }),
      ] + fixed([.view("inner") { $0.inner }])
  }

  private func template(_ body: String) throws -> Template<Page> {
    let text = "<t:template xmlns:t=\"urn:formcells:template\">\(body)</t:template>"
    var library = TemplateLibrary(files: [(name: "page", path: "page.html", bytes: Array(text.utf8))])
    let template = library.template("page", for: Page.self)
    try library.finish()
    return template
  }

  @Test(
    "a list of groups is written as a list is",
    arguments: [
      "<p title=\"{even?}\">{text} {own}</p>", "<t:if test=\"isThird\">{text}<t:else/>{own}</t:if>",
      "<t:if test=\"even\">1<t:unless test=\"isThird\">{even}</t:unless></t:if>", "{own}", "",
    ])
  func list(_ body: String) throws {
    let (shared, other) = (TemplateVariants(), TemplateVariants())
    // More groups than are held, and two lists of different steps in one program.
    let rows = (0..<80).map {
      Row(variants: $0.isMultiple(of: 5) ? other : shared, group: $0 % 40, own: "\"\($0)")
    }
    let plain = try template("<t:each of=\"plain\">\(body)</t:each>").render(Page(rows: rows))
    let grouped = try template("<t:each of=\"rows\">\(body)</t:each>")
    for _ in 0..<2 { #expect(grouped.render(Page(rows: rows)) == plain) }
    let twice = try template("<t:each of=\"rows\">\(body)</t:each><t:each of=\"rows\">{text}{own}</t:each>")
    let expected = try template("<t:each of=\"plain\">\(body)</t:each><t:each of=\"plain\">{text}{own}</t:each>")
    for _ in 0..<2 { #expect(twice.render(Page(rows: rows)) == expected.render(Page(rows: rows))) }
    let first = try template("<t:with of=\"first\">\(body)</t:with>")
    let alone = try template("<t:each of=\"plain\">\(body)</t:each>")
    for row in rows { #expect(first.render(Page(rows: [row])) == alone.render(Page(rows: [row]))) }
  }

  @Test("a fixed view is settled with all that is in it")
  func fixedView() throws {
    let template = try template(
      "1<t:with of=\"inner\"><p>{text}</p><t:each of=\"rows\">{own},</t:each></t:with>2<t:if test=\"inner\">3</t:if>")
    let variants = TemplateVariants()
    let row = Row(variants: variants, group: 0, own: "<")
    let page = Page(rows: [], inner: Inner(text: "&", rows: [row, row]))
    #expect(variants.render(template, for: 0, page) == template.render(page))
    // Nothing of it is asked again.
    #expect(variants.render(template, for: 0, Page(rows: [])) == template.render(page))
    #expect(variants.render(template, for: 1, Page(rows: [])) == Array("12".utf8))
  }

  @Test("the address of an asset in a fixed view is the page's")
  func asset() throws {
    let template = try template("<t:with of=\"inner\"><img src=\"a.svg\" alt=\"{text}\"/></t:with>")
    let page = Page(rows: [], inner: Inner(text: "&"))
    let variants = TemplateVariants()
    for mount in ["/one/", "/two/"] {
      let link: @Sendable (String) -> String? = { mount + $0 }
      #expect(variants.render(template, for: 0, page, linking: link) == template.render(page, linking: link))
    }
  }
}
