import FormCells

/// The attributes of a simple property's input, the same for every visitor.
final class TextPresentation: Sendable {
  let cell: TextCell
  let inputType: String
  let inputMode: String?
  /// Not words of a language: browsers neither check its spelling nor begin it with a capital.
  let isCode: Bool
  /// Only where input stops at the limit (features TI56).
  let maxLength: String?
  let limit: CharacterLimit?
  let scan: ScanPresentation?

  init(_ cell: TextCell, scan: ScanPresentation?, words: Words) {
    self.cell = cell
    limit = CharacterLimit(cell.maxLength, cell.overflow, showsCounter: cell.showsCounter, words)
    self.scan = scan
    inputType =
      switch cell.format {
      case .email: "email"
      case .url: "url"
      case .tel: "tel"
      case .integer, .decimal, nil: "text"
      }
    // No `inputmode` where a minus may be needed: the numeric keyboards of some phones have none (anchors B30).
    let isNeverNegative = cell.minimum.map { !$0.hasPrefix("-") } ?? false
    inputMode =
      switch cell.format {
      case .integer where isNeverNegative: "numeric"
      case .decimal where isNeverNegative: "decimal"
      default: nil
      }
    isCode = cell.pattern != nil || cell.format == .email || cell.format == .url
    maxLength = cell.overflow == .stop ? cell.maxLength.map(String.init) : nil
  }
}
