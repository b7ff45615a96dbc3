import Templates

/// The view with which the case documents are compiled: every kind of slot, with and without a value.
struct Sample: View {
  var id = "name"
  var text = "Tom & \"Jerry\" <b>"
  var helper: String? = "Helper's <text>"
  var missing: String?
  var url = "/a?b=1&c=\"2\""
  var badURL = "javascript:alert(1)"
  var link: String? = "#top"
  var noLink: String?
  var isOn = true
  var isOff = false
  var items = [Item(id: "a", label: "A & B", isLast: false), Item(id: "b", label: "<B>", isLast: true)]
  var nothing: [Item] = []
  var item: Item? = Item(id: "one", label: "One", isLast: true)
  var noItem: Item?
  var cells: [Fragment] = []
  var cell: Fragment?

  static var slots: [Slot<Sample>] {
    [
      .text("id") { $0.id },
      .text("text") { $0.text },
      .optionalText("helper") { $0.helper },
      .optionalText("missing") { $0.missing },
      .url("url") { $0.url },
      .url("badURL") { $0.badURL },
      .optionalURL("link") { $0.link },
      .optionalURL("noLink") { $0.noLink },
      .flag("isOn") { $0.isOn },
      .flag("isOff") { $0.isOff },
      .list("items") { $0.items },
      .list("nothing") { $0.nothing },
      .view("item") { $0.item },
      .view("noItem") { $0.noItem },
      .fragments("cells") { $0.cells },
      .fragment("cell") { $0.cell },
    ]
  }
}

/// An item of a list, which may contain items itself.
struct Item: View {
  var id: String
  var label: String
  var isLast: Bool
  var children: [Item] = []

  static var slots: [Slot<Item>] {
    [
      .text("id") { $0.id },
      .text("label") { $0.label },
      .flag("isLast") { $0.isLast },
      .list("children") { $0.children },
    ]
  }
}

/// A template with this content in its root element.
func document(_ content: String, attributes: String = "") -> [UInt8] {
  Array("<t:template xmlns:t=\"urn:formcells:template\"\(attributes)>\(content)</t:template>".utf8)
}

/// A library of templates in memory.
/// - `contents`: the content of each template, by name.
func library(_ contents: [String: String]) -> TemplateLibrary {
  TemplateLibrary(
    files: contents.sorted { $0.key < $1.key }.map { ($0.key, "Templates/\($0.key).html", document($0.value)) })
}

/// One compiled template.
/// - Throws: its errors.
func compile<V: View>(_ content: String, for type: V.Type) throws -> Template<V> {
  var templates = library(["page": content])
  let template = templates.template("page", for: type)
  try templates.finish()
  return template
}

extension Template {
  func text(_ view: V) -> String {
    String(decoding: render(view), as: UTF8.self)
  }
}
