import FormCells

/// The attributes of a simple property's input, the same for every visitor.
final class TextPresentation: Sendable {
  let cell: TextKind
  let placeholder: String?
  let inputType: String
  let inputMode: String?
  /// Not words of a language: browsers neither check its spelling nor begin it with a capital.
  let isCode: Bool
  /// Of touch keyboards; nil: they begin sentences with capitals.
  let autocapitalize: String?
  /// Only where input stops at the limit (TI56).
  let maxLength: String?
  let limit: CharacterLimit?
  let prefix: String?
  let suffix: String?
  /// How scripts write a number; nil: it is none, or its thousands stay together.
  let scriptFormat: String?
  let scan: ScanPresentation?

  init(_ text: TextKind, of cell: Cell, _ surroundings: CellPresentation.Kind.Surroundings) {
    let words = surroundings.words
    self.cell = text
    placeholder = surroundings.text(text.placeholder)
    limit = CharacterLimit(text.maxLength, text.overflow, showsCounter: text.showsCounter, words)
    prefix = surroundings.text(text.prefix)
    suffix = surroundings.text(text.suffix)
    scriptFormat =
      switch text.format {
      case .integer where text.isGrouped: surroundings.numbers.scriptFormat(decimals: 0)
      case .decimal where text.isGrouped: surroundings.numbers.scriptFormat(decimals: nil)
      default: nil
      }
    let offersScan = surroundings.offersScan && text.hasScan
    scan = offersScan ? ScanPresentation(cell, label: surroundings.label, words) : nil
    inputType =
      switch text.format {
      // Of a field for addresses Chromium turns the domain into punycode, and shows that.
      case .email, .integer, .decimal, nil: "text"
      case .url: "url"
      case .tel: "tel"
      }
    // No `inputmode` where a minus may be needed: the numeric keyboards of some phones have none (B30).
    let isNeverNegative = text.minimum.map { !$0.isNegative } ?? false
    inputMode =
      switch text.format {
      case .email: "email"
      case .integer where isNeverNegative: "numeric"
      case .decimal where isNeverNegative: "decimal"
      default: nil
      }
    isCode = text.pattern != nil || text.format == .email || text.format == .url
    autocapitalize = text.pattern?.wantsCapitals == true ? "characters" : isCode ? "none" : nil
    maxLength = text.overflow == .stop ? text.maxLength.map(String.init) : nil
  }
}

extension TextPresentation {
  /// A text as it is read with what stands beside the field: letters and digits are kept off each other.
  func answer(_ shown: String) -> AnswerLine {
    let before = prefix.map { $0.last.map(Self.isWord) == true ? "\($0) " : $0 } ?? ""
    let behind = suffix.map { $0.first.map(Self.isWord) == true ? " \($0)" : $0 } ?? ""
    return AnswerLine(text: shown, before: before, behind: behind)
  }

  private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
