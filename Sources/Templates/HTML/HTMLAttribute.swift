/// HTML's rules for attributes, by name.
enum HTMLAttribute {
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    /// HTML: "Boolean attributes". `hidden` is an enumerated attribute but is used like a boolean one.
    static let boolean = Traits(rawValue: 1)
    /// An attribute that may be empty or have a value; a flag can switch it too.
    static let optionallyEmpty = Traits(rawValue: 2)
    /// A URL that a browser loads, posts to or navigates to.
    static let url = Traits(rawValue: 4)
    /// A URL of one file, which may be one of the site's assets.
    static let file = Traits(rawValue: 8)
    /// URLs of several images to choose from.
    static let imageList = Traits(rawValue: 16)
    /// An attribute that names one other element by its id.
    static let reference = Traits(rawValue: 32)
    /// An attribute that names other elements, with their ids separated by spaces; on `output`, `for` is such a list.
    static let referenceList = Traits(rawValue: 64)
  }

  /// The traits of each attribute, by its name.
  static let traits = HTMLElement.table(of: [
    (
      Traits.boolean,
      """
      alpha async autofocus autoplay checked controls default defer disabled formnovalidate hidden inert ismap itemscope \
      loop multiple muted nomodule novalidate open playsinline readonly required reversed selected
      """
    ),
    (.optionallyEmpty, "download popover"),
    (
      .url,
      "action cite data formaction href imagesrcset itemid itemtype manifest ping poster src srcset usemap xlink:href"
    ),
    (.file, "data href poster src xlink:href"),
    (.imageList, "imagesrcset srcset"),
    (.reference, "aria-activedescendant commandfor form list popovertarget"),
    (
      .referenceList,
      """
      aria-controls aria-describedby aria-details aria-errormessage aria-flowto aria-labelledby aria-owns for headers \
      itemref
      """
    ),
  ])

  /// Attributes whose content is script, style or a document; the content security policy forbids these.
  static func isForbidden(_ name: String) -> Bool {
    name == "style" || name == "srcdoc" || name.hasPrefix("on")
  }

  /// Schemes that a link may have; a URL without a scheme is always allowed.
  static let schemes: [StaticString] = ["http", "https", "mailto", "tel"]
}

/// WAI-ARIA 1.2 and 1.3 draft: "Definitions of States and Properties", "Definition of Roles".
enum ARIA {
  static let attributes = HTMLElement.words(
    """
    aria-activedescendant aria-atomic aria-autocomplete aria-braillelabel aria-brailleroledescription aria-busy \
    aria-checked aria-colcount aria-colindex aria-colindextext aria-colspan aria-controls aria-current \
    aria-describedby aria-description aria-details aria-disabled aria-errormessage aria-expanded aria-flowto \
    aria-haspopup aria-hidden aria-invalid aria-keyshortcuts aria-label aria-labelledby aria-level aria-live \
    aria-modal aria-multiline aria-multiselectable aria-orientation aria-owns aria-placeholder aria-posinset \
    aria-pressed aria-readonly aria-relevant aria-required aria-roledescription aria-rowcount aria-rowindex \
    aria-rowindextext aria-rowspan aria-selected aria-setsize aria-sort aria-valuemax aria-valuemin aria-valuenow \
    aria-valuetext
    """)

  /// Attributes that are true or false, and false if they are missing ("Definitions of States and Properties").
  static let falseByDefault = HTMLElement.words(
    """
    aria-atomic aria-busy aria-disabled aria-invalid aria-modal aria-multiline aria-multiselectable aria-readonly \
    aria-required
    """)

  static let roles = HTMLElement.words(
    """
    alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox \
    complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid \
    gridcell group heading img image insertion link list listbox listitem log main mark marquee math menu menubar \
    menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio \
    radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong \
    subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree \
    treegrid treeitem
    """)
}

/// The value of a `srcset`, by HTML's rules ("parsing a srcset attribute"): addresses, each with a width or a density.
struct ImageList {
  struct Image: Equatable {
    let address: String
    /// In bytes from the start of the value.
    let offset: Int
    /// A descriptor such as `200w` or `2x`; empty means `1x`.
    let descriptor: String
  }

  private(set) var images: [Image] = []

  init(_ text: String) {
    var rest = text.utf8[...]
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    let comma = UInt8(ascii: ",")
    while true {
      rest = rest.drop { isSpace($0) || $0 == comma }
      guard !rest.isEmpty else { return }
      let offset = text.utf8.distance(from: text.utf8.startIndex, to: rest.startIndex)
      var address = rest.prefix { !isSpace($0) }
      rest = rest[address.endIndex...]
      var descriptor = rest.prefix(0)
      if address.last == comma {
        // A comma within an address is part of it; one at its end separates the image from the next one.
        while address.last == comma { address.removeLast() }
      } else {
        descriptor = rest.prefix { $0 != comma }
        rest = rest[descriptor.endIndex...]
        descriptor = descriptor.drop(while: isSpace)
        while let last = descriptor.last, isSpace(last) { descriptor.removeLast() }
      }
      images.append(
        Image(address: String(Substring(address)), offset: offset, descriptor: String(Substring(descriptor))))
    }
  }
}
