/// HTML's rules for attributes, by name.
enum HTMLAttribute {
  /// HTML: "Boolean attributes"; `hidden` is nearly one and is written like one.
  static let boolean = HTMLElement.words(
    """
    alpha async autofocus autoplay checked controls default defer disabled formnovalidate hidden inert ismap itemscope \
    loop multiple muted nomodule novalidate open playsinline readonly required reversed selected
    """)

  /// Attributes that may be empty or have a value, so that a flag can switch them too.
  static let optionallyEmpty = HTMLElement.words("download popover")

  /// A browser loads from these, sends to these, or goes there.
  static let urls = HTMLElement.words(
    "action cite data formaction href imagesrcset itemid itemtype manifest ping poster src srcset usemap xlink:href")

  /// Those of them that name one file, which may be one of the site's assets.
  static let files = HTMLElement.words("data href poster src xlink:href")

  /// Those of them that name several images to choose from.
  static let imageLists = HTMLElement.words("imagesrcset srcset")

  /// Attributes that name one other element by its id.
  static let references = HTMLElement.words(
    "aria-activedescendant commandfor form list popovertarget")

  /// Attributes that name other elements, their ids separated by spaces; `for` is a list on `output`.
  static let referenceLists = HTMLElement.words(
    """
    aria-controls aria-describedby aria-details aria-errormessage aria-flowto aria-labelledby aria-owns for headers \
    itemref
    """)

  /// Content in these would run or style, which the content security policy forbids.
  static func isForbidden(_ name: String) -> Bool {
    name == "style" || name == "srcdoc" || name.hasPrefix("on")
  }

  /// Schemes that a link may have; a URL without a scheme is always fine.
  static let schemes: [StaticString] = ["http", "https", "mailto", "tel"]
}
