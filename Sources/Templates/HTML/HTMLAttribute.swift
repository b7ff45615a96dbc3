/// HTML's rules for attributes, by name.
enum HTMLAttribute {
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    /// HTML: "Boolean attributes"; `hidden` is nearly one and is written like one.
    static let boolean = Traits(rawValue: 1)
    /// It may be empty or have a value, so that a flag can switch it too.
    static let optionallyEmpty = Traits(rawValue: 2)
    /// A browser loads from it, sends to it, or goes there.
    static let url = Traits(rawValue: 4)
    /// A URL of one file, which may be one of the site's assets.
    static let file = Traits(rawValue: 8)
    /// URLs of several images to choose from.
    static let imageList = Traits(rawValue: 16)
    /// It names one other element by its id.
    static let reference = Traits(rawValue: 32)
    /// It names other elements, their ids separated by spaces; `for` is a list on `output`.
    static let referenceList = Traits(rawValue: 64)
  }

  /// By name.
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

  /// Content in these would run or style, which the content security policy forbids.
  static func isForbidden(_ name: String) -> Bool {
    name == "style" || name == "srcdoc" || name.hasPrefix("on")
  }

  /// Schemes that a link may have; a URL without a scheme is always fine.
  static let schemes: [StaticString] = ["http", "https", "mailto", "tel"]
}
