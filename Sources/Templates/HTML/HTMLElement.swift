import Support

/// HTML's rules for one element, for the checks of templates. Source: HTML Living Standard, "The elements of HTML"
/// and "The HTML syntax"; SVG 2 for the drawing elements.
struct HTMLElement: Sendable {
  /// The element's attributes besides the global ones.
  let attributes: Set<String>
}

extension HTMLElement {
  /// Elements that a template may use. Obsolete elements are left out, and `base` (it changes every URL of the page),
  /// and those that run or embed foreign content (`iframe`, `object`, `embed`).
  static let known: [String: HTMLElement] = table(
    """
    a: download href hreflang ping referrerpolicy rel target type
    abbr address article aside b bdi bdo
    area: alt coords download href ping referrerpolicy rel shape target
    audio: autoplay controls crossorigin loop muted preload src
    blockquote: cite
    body br
    button: command commandfor disabled form formaction formenctype formmethod formnovalidate formtarget name \
    popovertarget popovertargetaction type value
    canvas: height width
    caption cite code
    col: span
    colgroup: span
    data: value
    datalist dd
    del: cite datetime
    details: name open
    dfn
    dialog: closedby open
    div dl dt em
    fieldset: disabled form name
    figcaption figure footer
    form: accept-charset action autocomplete enctype method name novalidate rel target
    h1 h2 h3 h4 h5 h6 head header hgroup hr
    html
    i
    img: alt crossorigin decoding fetchpriority height ismap loading referrerpolicy sizes src srcset usemap width
    input: accept alpha alt autocomplete capture checked colorspace dirname disabled form formaction formenctype \
    formmethod formnovalidate formtarget height list max maxlength min minlength multiple name pattern placeholder \
    popovertarget popovertargetaction readonly required size src step type value width
    ins: cite datetime
    kbd
    label: for
    legend
    li: value
    link: as blocking color crossorigin disabled fetchpriority href hreflang imagesizes imagesrcset integrity media \
    referrerpolicy rel sizes type
    main map: name
    mark menu
    meta: charset content http-equiv media name
    meter: high low max min optimum value
    nav noscript
    ol: reversed start type
    optgroup: disabled label
    option: disabled label selected value
    output: for form name
    p picture pre
    progress: max value
    q: cite
    rp rt ruby s samp
    script: async blocking crossorigin defer fetchpriority integrity nomodule referrerpolicy src type
    search section
    select: autocomplete disabled form multiple name required size
    slot: name
    small
    source: height media sizes src srcset type width
    span strong
    style: blocking media
    sub summary sup table tbody
    td: colspan headers rowspan
    template
    textarea: autocomplete cols dirname disabled form maxlength minlength name placeholder readonly required rows wrap
    tfoot
    th: abbr colspan headers rowspan scope
    thead
    time: datetime
    title tr
    track: default kind label src srclang
    u ul var
    video: autoplay controls crossorigin height loop muted playsinline poster preload src width
    wbr
    """)

  /// SVG elements that draw. Those that animate, link or embed are left out.
  static let drawing: [String: HTMLElement] = table(
    """
    svg: height preserveAspectRatio viewBox width x y
    circle: cx cy r
    clipPath: clipPathUnits
    defs
    desc
    ellipse: cx cy rx ry
    g
    line: x1 x2 y1 y2
    linearGradient: gradientTransform gradientUnits x1 x2 y1 y2
    path: d pathLength
    polygon: points
    polyline: points
    rect: height rx ry width x y
    stop: offset
    symbol: height preserveAspectRatio viewBox width x y
    text: dx dy textLength x y
    title
    tspan: dx dy x y
    use: height href width x y
    """)

  /// Attributes that every drawing element may have.
  static let drawingAttributes = words(
    """
    class clip-path clip-rule color dominant-baseline fill fill-opacity fill-rule focusable font-size id lang opacity role \
    stop-color stop-opacity stroke stroke-dasharray stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity \
    stroke-width tabindex text-anchor transform vector-effect
    """)

  /// Attributes that every HTML element may have.
  static let globalAttributes = words(
    """
    accesskey autocapitalize autocorrect autofocus class contenteditable dir draggable enterkeyhint exportparts hidden id \
    inert inputmode is itemid itemprop itemref itemscope itemtype lang nonce part popover role slot spellcheck tabindex \
    title translate writingsuggestions
    """)

  /// The traits of each word of the lists.
  static func table<Traits: OptionSet>(of lists: [(trait: Traits, words: String)]) -> [String: Traits]
  where Traits.Element == Traits {
    var table: [String: Traits] = [:]
    for (trait, words) in lists {
      for word in words.pieces(at: " ") { table[String(word), default: []].insert(trait) }
    }
    return table
  }

  static func words(_ text: String) -> Set<String> {
    Set(text.pieces(at: " ").map(String.init))
  }

  /// Reads lines of `name: attribute attribute`. Names of elements without attributes may share a line, and precede one
  /// that has attributes.
  private static func table(_ text: String) -> [String: HTMLElement] {
    var elements: [String: HTMLElement] = [:]
    for line in text.pieces(at: "\n") {
      let halves = line.halves(at: ":")
      let names = (halves?.0 ?? line).pieces(at: " ").map(String.init)
      for name in names { elements[name] = HTMLElement(attributes: []) }
      if let halves, let last = names.last { elements[last] = HTMLElement(attributes: words(String(halves.1))) }
    }
    return elements
  }
}

/// HTML's rules of nesting. If one is broken, a browser's parser builds another tree than the one written, or assistive
/// technology finds controls inside controls.
extension HTMLElement {
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    /// HTML: "Void elements".
    static let void = Traits(rawValue: 1)
    /// White space inside is significant.
    static let preformatted = Traits(rawValue: 2)
    /// A start tag of these closes an open `p` (HTML: "The rules for parsing tokens in HTML content").
    static let closesParagraph = Traits(rawValue: 4)
    /// The search for an open `p` to close stops at these elements (HTML: "button scope").
    static let paragraphBarrier = Traits(rawValue: 8)
    static let heading = Traits(rawValue: 16)
    /// Elements that contain text only.
    static let textOnly = Traits(rawValue: 32)
    /// HTML: "labelable elements".
    static let labelable = Traits(rawValue: 64)
  }

  /// The traits of each element, by its name.
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

  /// Elements that are allowed only as children of these.
  static let parents: [String: Set<String>] = [
    "li": words("ul ol menu"), "tr": words("table tbody thead tfoot"), "td": words("tr"), "th": words("tr"),
    "tbody": words("table"), "thead": words("table"), "tfoot": words("table"), "caption": words("table"),
    "colgroup": words("table"), "col": words("colgroup"), "option": words("select optgroup datalist"),
    "optgroup": words("select"), "legend": words("fieldset"), "summary": words("details"), "dt": words("dl div"),
    "dd": words("dl div"), "figcaption": words("figure"), "body": words("html"), "head": words("html"),
  ]

  /// Elements that may have only these children; a browser moves or drops text in them.
  static let children: [String: Set<String>] = [
    "table": words("caption colgroup thead tbody tfoot tr"), "thead": words("tr"), "tbody": words("tr"),
    "tfoot": words("tr"), "tr": words("td th"), "colgroup": words("col"), "ul": words("li"), "ol": words("li"),
    "menu": words("li"), "dl": words("dt dd div"), "select": words("option optgroup hr"),
    "optgroup": words("option"), "html": words("head body"),
    "head": words("link meta noscript script style template title"),
  ]

  /// Whether an element is interactive content (HTML: "Interactive content"), which links and buttons must not contain.
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
