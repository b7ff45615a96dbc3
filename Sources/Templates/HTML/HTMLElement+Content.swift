/// The rules of nesting whose breach would make a browser's parser build another tree than the one written, or would put
/// controls into controls for assistive technology.
extension HTMLElement {
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    /// HTML: "Void elements".
    static let void = Traits(rawValue: 1)
    /// White space inside counts.
    static let preformatted = Traits(rawValue: 2)
    /// A start tag of these closes an open `p` (HTML: "The rules for parsing tokens in HTML content").
    static let closesParagraph = Traits(rawValue: 4)
    /// An open `p` beyond these is not reached (HTML: "button scope").
    static let paragraphBarrier = Traits(rawValue: 8)
    static let heading = Traits(rawValue: 16)
    /// It holds text only.
    static let textOnly = Traits(rawValue: 32)
    /// HTML: "labelable elements".
    static let labelable = Traits(rawValue: 64)
  }

  /// By name.
  static let traits = table(of: [
    (Traits.void, "area br col hr img input link meta source track wbr"),
    (.preformatted, "pre textarea"),
    (
      .closesParagraph,
      """
      address article aside blockquote details dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 \
      header hgroup hr main menu nav ol p pre search section table ul
      """
    ),
    (.paragraphBarrier, "button caption html table td th template svg"),
    (.heading, "h1 h2 h3 h4 h5 h6"),
    (.textOnly, "title textarea option"),
    (.labelable, "button input meter output progress select textarea"),
  ])

  /// Elements that stand only directly in these.
  static let parents: [String: Set<String>] = [
    "li": words("ul ol menu"), "tr": words("table tbody thead tfoot"), "td": words("tr"), "th": words("tr"),
    "tbody": words("table"), "thead": words("table"), "tfoot": words("table"), "caption": words("table"),
    "colgroup": words("table"), "col": words("colgroup"), "option": words("select optgroup datalist"),
    "optgroup": words("select"), "legend": words("fieldset"), "summary": words("details"), "dt": words("dl div"),
    "dd": words("dl div"), "figcaption": words("figure"), "body": words("html"), "head": words("html"),
  ]

  /// Elements that hold only these; text in them is moved or dropped by a browser.
  static let children: [String: Set<String>] = [
    "table": words("caption colgroup thead tbody tfoot tr"), "thead": words("tr"), "tbody": words("tr"),
    "tfoot": words("tr"), "tr": words("td th"), "colgroup": words("col"), "ul": words("li"), "ol": words("li"),
    "menu": words("li"), "dl": words("dt dd div"), "select": words("option optgroup hr"),
    "optgroup": words("option"), "html": words("head body"),
    "head": words("link meta noscript script style template title"),
  ]

  /// Whether a tag is interactive content (HTML: "Interactive content"), so that no link or button may hold it.
  static func isInteractive(_ element: Element) -> Bool {
    switch element.name {
    case "button", "details", "label", "select", "textarea": true
    case "a": element.attribute("href") != nil
    case "audio", "video": element.attribute("controls") != nil
    case "input": element.attribute("type")?.literal != "hidden"
    default: element.attribute("tabindex") != nil
    }
  }
}
