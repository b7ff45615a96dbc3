/// A breach of XML's grammar that libxml2 names, in words that say how to mend it. The raw values are libxml2's
/// (`xmlParserErrors`).
enum XMLFault: UInt32 {
  case documentEmpty = 4
  case documentEnd = 5
  case hexadecimalReference = 6
  case decimalReference = 7
  case characterReference = 8
  case character = 9
  case semicolonMissing = 23
  case undeclaredEntity = 26
  case lessThanInAttribute = 38
  case attributeNotStarted = 39
  case attributeNotFinished = 40
  case attributeWithoutValue = 41
  case attributeRedefined = 42
  case commentNotFinished = 45
  case sectionEndInText = 62
  case spaceMissing = 65
  case nameMissing = 68
  case bracketMissing = 73
  case tagMismatch = 76
  case tagNotFinished = 77
  case hyphensInComment = 80
  case encoding = 81
  case undeclaredPrefix = 201

  /// Whether a tag cannot be read, so that its element is never opened and its end tag looks like another's.
  var breaksTag: Bool {
    switch self {
    case .lessThanInAttribute, .attributeNotStarted, .attributeNotFinished, .attributeWithoutValue, .spaceMissing,
      .nameMissing, .bracketMissing:
      true
    default: false
    }
  }

  /// Whether it is said at the place where an element was opened that is never closed.
  var isUnclosed: Bool { self == .tagMismatch || self == .tagNotFinished }

  /// The text whose last place before libxml2's is the one to point at; nil: libxml2's own.
  var beginning: StaticString? {
    switch self {
    case .undeclaredEntity, .semicolonMissing, .characterReference, .decimalReference, .hexadecimalReference: "&"
    case .attributeRedefined, .nameMissing, .bracketMissing: "<"
    default: nil
    }
  }

  /// - Parameter name: that libxml2 gives with it, or an empty text.
  func message(_ name: String) -> String {
    switch self {
    case .documentEmpty: "the template begins with no element; begin it with <t:template …>"
    case .documentEnd: "there is more after the end of <t:template>; move it inside"
    case .hexadecimalReference, .decimalReference, .characterReference:
      "this is the number of no character; write it like &#160; or &#xA0;"
    case .character, .encoding: "this is not UTF-8; save the file as UTF-8"
    case .semicolonMissing: "this “&” begins a reference without “;”; write &amp; for the sign"
    case .undeclaredEntity:
      "there is no &\(name); in a template, but &amp; &lt; &gt; &quot; &apos;; write "
        + (Self.numbers[name].map { "&#\($0);" } ?? "the character itself or its number")
    case .lessThanInAttribute: "“<” in an attribute's value: a quote is missing before it, or write &lt;"
    case .attributeNotStarted: "an attribute's value needs quotes"
    case .attributeNotFinished: "an attribute's value is not closed; end it with a quote"
    case .attributeWithoutValue: "the attribute “\(name)” has no value; write \(name)=\"\""
    case .attributeRedefined: "the attribute “\(name)” is there twice; remove one"
    case .commentNotFinished: "this comment is not closed; end it with “-->”"
    case .sectionEndInText: "“]]>” is not allowed in text; write ]]&gt;"
    case .spaceMissing: "a space is missing between two attributes"
    case .nameMissing, .bracketMissing:
      "this tag cannot be read; an attribute is a name, “=” and a value in quotes, and “>” ends the tag"
    case .tagMismatch, .tagNotFinished: "<\(name)> is never closed"
    case .hyphensInComment: "a comment cannot have “--” in it; write another dash"
    case .undeclaredPrefix: "the prefix “\(name)” is not known; names have none but t:, of directives"
    }
  }

  /// Those of HTML's entities that are written most.
  private static let numbers = [
    "nbsp": 160, "copy": 169, "laquo": 171, "shy": 173, "reg": 174, "deg": 176, "middot": 183, "raquo": 187,
    "times": 215, "ndash": 8211, "mdash": 8212, "lsquo": 8216, "rsquo": 8217, "ldquo": 8220, "rdquo": 8221,
    "bull": 8226, "hellip": 8230, "euro": 8364, "trade": 8482, "larr": 8592, "rarr": 8594,
  ]
}
