import Templates
import Testing

/// A template made ready for a group of views writes what the template itself writes.
@Suite("Template variants")
struct VariantTests {
  struct Shared: Sendable {
    var key: Int
    var text: String
    var optional: String?
    var isOn: Bool
    var isOther: Bool
  }

  struct Group: View {
    var shared: Shared
    var own: String
    var ownOptional: String?
    var isOwn: Bool
    var items: [Item] = []

    static let slots: [Slot<Group>] =
      fixed([
        .text("text") { $0.shared.text },
        .optionalText("optional") { $0.shared.optional },
        .flag("isOn") { $0.shared.isOn },
        .flag("isOther") { $0.shared.isOther },
        .url("link") { "/" + $0.shared.text },
        .optionalURL("home") { $0.shared.optional.map { "#" + $0 } },
        // A list is asked each time, whatever it is called.
        .list("items") { $0.items },
      ])
      + fixedPresence([
        .optionalText("either", isPresent: { $0.shared.optional != nil }) { $1.write($0.own) },
        .optionalURL("eitherLink") { view in view.shared.optional.map { _ in "/" + view.own } },
        .flag("isEither") { $0.shared.isOn },
        // It is there always, so there is nothing to fix.
        .text("ownText") { $0.own },
      ]) + [
        .text("own") { $0.own },
        .optionalText("ownOptional") { $0.ownOptional },
        .flag("isOwn") { $0.isOwn },
        .fragment("content") { view in view.isOwn ? content.fragment(Item(id: "f", label: view.own, isLast: true)) : nil
        },
      ]

    static let content: Template<Item> = {
      var library = TemplateLibrary(files: [VariantTests.file("item", "<em>{label}</em>")])
      return library.template("item", for: Item.self)
    }()
  }

  private static func file(_ name: String, _ body: String) -> (name: String, path: String, bytes: [UInt8]) {
    let text = "<t:template xmlns:t=\"urn:formcells:template\">\(body)</t:template>"
    return (name: name, path: "\(name).html", bytes: Array(text.utf8))
  }

  private static let views: [Group] = {
    var views: [Group] = []
    for bits in 0..<64 {
      let shared = Shared(
        key: bits & 15, text: bits & 1 == 0 ? "a" : "<b> & \"c\"", optional: bits & 2 == 0 ? nil : "o\(bits & 1)",
        isOn: bits & 4 != 0, isOther: bits & 8 != 0)
      for own in ["x", "\"<y>\""] {
        views.append(
          Group(
            shared: shared, own: own, ownOptional: bits & 16 == 0 ? nil : own + "?", isOwn: bits & 32 != 0,
            items: bits & 48 == 0
              ? [] : [Item(id: own, label: "<", isLast: false), Item(id: "2", label: own, isLast: true)]
          ))
      }
    }
    return views
  }()

  @Test(
    "what is specialized for one view of a group is right for all of it",
    arguments: [
      "<p id=\"{text}\" title=\"{own}\">{text} {own} {optional} {ownOptional}</p>",
      "<a href=\"{link}\" title=\"{optional?}\">{text}</a><a href=\"{home?}\" lang=\"{ownOptional?}\">{own}</a>",
      "<input type=\"checkbox\" checked=\"{isOn?}\" disabled=\"{isOwn?}\" aria-invalid=\"{isOther}\" aria-busy=\"{isOwn}\"/>",
      "<a href=\"{eitherLink?}\" title=\"{either?}\">{either}</a><t:if test=\"either\">[{either}]<t:else/>0</t:if>",
      "<t:if test=\"isEither\">1</t:if>{ownText}<t:unless test=\"eitherLink\">2</t:unless>",
      "<t:if test=\"isOn\">1{own}<t:else/>2{text}</t:if>",
      "<t:if test=\"isOwn\">1<t:if test=\"isOn\">2{text}<t:else/>3{own}</t:if><t:else/>4<t:unless test=\"isOther\">5</t:unless>"
        + "</t:if>6",
      "<t:if test=\"isOn\"><t:if test=\"isOwn\">1<t:else/>2</t:if><t:else/><t:if test=\"isOwn\">3</t:if></t:if>{text}",
      "<t:if test=\"isOn\"><t:if test=\"isOther\">1</t:if></t:if><t:unless test=\"optional\">2{own}</t:unless>",
      "<t:each of=\"items\">{label}<t:if test=\"isLast\">.<t:else/>,</t:if></t:each><t:if test=\"isOn\">{text}</t:if>",
      "<t:if test=\"items\"><t:each of=\"items\"><t:if test=\"isLast\">{id}</t:if></t:each><t:else/>0</t:if>",
      "<t:if test=\"isOther\"><t:each of=\"items\">{id}</t:each><t:else/>{text}<t:slot name=\"content\"/></t:if>{own}",
      "<t:if test=\"isOwn\"><t:if test=\"isOn\"></t:if></t:if>", "{text}", "",
    ])
  func settled(_ body: String) throws {
    var library = TemplateLibrary(files: [Self.file("page", body)])
    let template = library.template("page", for: Group.self)
    try library.finish()
    let variants = TemplateVariants()
    // Both ways round, so that each view of a group comes first once.
    for views in [Self.views, Self.views.reversed()] {
      let fresh = TemplateVariants()
      for view in views {
        let expected = template.render(view)
        for variants in [variants, fresh] {
          #expect(variants.render(template, for: view.shared.key, view) == expected)
        }
      }
    }
  }

  @Test("Many views in one fragment are written as each would be alone")
  func many() throws {
    let body = "<p id=\"{text}\" title=\"{either?}\" lang=\"{optional?}\">{own}<t:if test=\"isOn\">{text}</t:if></p>"
    var library = TemplateLibrary(files: [Self.file("one", body), Self.file("all", "<t:slot name=\"rows\"/>")])
    let one = library.template("one", for: Group.self)
    let all = library.template("all", for: Rows.self)
    try library.finish()
    // More groups than are held.
    let views = Self.views + Self.views.reversed()
    let rows = TemplateVariants().fragment(one, [ViewRun(views.indices, isPlain: false)]) { number, _ in
      views[number]
    } key: {
      $0.shared.key * 2 + ($0.own == "x" ? 0 : 1)
    }
    let expected = views.flatMap { one.render($0) }
    for _ in 0..<2 { #expect(all.render(Rows(rows: rows)) == expected) }
  }

  struct Rows: View {
    let rows: Fragment
    static let slots: [Slot<Rows>] = [.fragment("rows") { $0.rows }]
  }

  @Test("templates that were read again take effect")
  func reloaded() {
    let view = Group(
      shared: Shared(key: 1, text: "a", optional: nil, isOn: true, isOther: false), own: "x", isOwn: false)
    let variants = TemplateVariants()
    for body in ["{text}1", "{text}2"] {
      var library = TemplateLibrary(files: [Self.file("page", body)])
      let template = library.template("page", for: Group.self)
      #expect(
        variants.render(template, for: view.shared.key, view) == Array("a\(body.last!)".utf8))
    }
  }
}
