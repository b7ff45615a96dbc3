import FormCells

/// The attributes of a simple property's input, the same for every visitor.
final class TextPresentation: Sendable {
  let cell: TextCell
  let placeholder: String?
  let inputType: String
  let inputMode: String?
  /// Not words of a language: browsers neither check its spelling nor begin it with a capital.
  let isCode: Bool
  /// Only where input stops at the limit (TI56).
  let maxLength: String?
  let limit: CharacterLimit?
  let scan: ScanPresentation?

  init(_ text: TextCell, of cell: Cell, _ surroundings: CellPresentation.Kind.Surroundings) {
    let words = surroundings.words
    self.cell = text
    placeholder = surroundings.text(text.placeholder)
    limit = CharacterLimit(text.maxLength, text.overflow, showsCounter: text.showsCounter, words)
    let offersScan = surroundings.offersScan && text.hasScan
    scan = offersScan ? ScanPresentation(cell, label: surroundings.label, words) : nil
    inputType =
      switch text.format {
      case .email: "email"
      case .url: "url"
      case .tel: "tel"
      case .integer, .decimal, nil: "text"
      }
    // No `inputmode` where a minus may be needed: the numeric keyboards of some phones have none (B30).
    let isNeverNegative = text.minimum.map { !$0.isNegative } ?? false
    inputMode =
      switch text.format {
      case .integer where isNeverNegative: "numeric"
      case .decimal where isNeverNegative: "decimal"
      default: nil
      }
    isCode = text.pattern != nil || text.format == .email || text.format == .url
    maxLength = text.overflow == .stop ? text.maxLength.map(String.init) : nil
  }
}
