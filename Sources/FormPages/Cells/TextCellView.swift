import FormCells
import Templates

/// One line of text, the simple property (TI14), `Templates/cells/text.html`.
struct TextCellView: LimitedTextView {
  let context: CellContext
  let input: TextPresentation
  let limited: LimitedText

  init(_ context: CellContext, input: TextPresentation) {
    self.context = context
    self.input = input
    limited = LimitedText(context.shown, limit: input.limit, in: context)
  }

  private var hasAffix: Bool { input.prefix != nil || input.suffix != nil }

  var printed: String? { LimitedText.printed(limited.text) }

  var furtherReferences: CellReferences.Shown {
    let counter: CellReferences.Shown = limited.counter == nil ? [] : .counter
    return hasAffix ? counter.union(.state) : counter
  }

  /// The scan action; `nil` if the cell has none or cannot be changed.
  private var scan: ScanPresentation? { context.state.isEditable ? input.scan : nil }

  static let needs: [Need] =
    entryNeeds + [
      .field, .slot("value", adding: #"value="{value}""#, or: "what was entered would be lost"),
      .slot(
        "counter", where: "counter", adding: #"<t:part name="parts/counter"/>"#,
        or: "the characters would not be counted"),
      .attribute("name", "photoName", where: "hasScan", or: "no code could be scanned"),
      .attribute("name", "field.scan", where: "hasScan", or: "no code could be scanned"),
    ]

  static let slots: [Slot<TextCellView>] =
    commonSlots + limitSlots
    + [
      .text("type") { $0.input.inputType },
      .optionalText("direction") { $0.input.cell.format == nil ? nil : TextDirection.leftToRight.rawValue },
      .optionalText("inputmode") { $0.input.inputMode },
      .optionalText("autocapitalize") { $0.input.autocapitalize },
      .optionalText("spellcheck") { $0.input.isCode ? "false" : nil },
      .optionalText("autocomplete") { $0.input.cell.autocomplete },
      .optionalText("placeholder") { $0.input.placeholder },
      .flag("hasAffix") { $0.hasAffix },
      .optionalText("prefix") { $0.input.prefix },
      .optionalText("suffix") { $0.input.suffix },
      .optionalText("numberModule") { $0.input.scriptFormat == nil ? nil : "currency" },
      .optionalText("numberFormat") { $0.input.scriptFormat },
      .optionalText("maxlength") { $0.input.maxLength },
      .flag("hasScan") { $0.scan != nil },
      .text("photoID") { $0.scan?.photoID ?? "" },
      .text("photoName") { $0.scan?.photoName ?? "" },
      .text("photoLabel") { $0.scan?.photoLabel ?? "" },
      .text("scanWord") { $0.context.words.scan.action },
      .text("scanHint") { $0.context.words.scan.hint },
      .text("close") { $0.context.words[.close] },
      .text("cameraRefused") { $0.context.words.scan.cameraRefused },
      .text("codeRead") { $0.scan?.codeRead ?? "" },
      .text("severalCodes") { $0.scan?.severalCodes ?? "" },
      .text("value") { $0.limited.text },
    ]
}

/// The attributes of a simple property's input, the same for every visitor.
final class TextPresentation: Sendable {
  let cell: TextKind
  let placeholder: String?
  let inputType: String
  let inputMode: String?
  /// Whether it is a code, not words of a language: browsers neither check its spelling nor capitalize its first
  /// letter.
  let isCode: Bool
  /// The capitals of touch keyboards; `nil` if sentences begin with a capital.
  let autocapitalize: String?
  /// `nil` unless input stops at the limit (TI56).
  let maxLength: String?
  let limit: CharacterLimit?
  let prefix: String?
  let suffix: String?
  /// The format in which scripts write a number; `nil` if it is not a number or its thousands are not grouped.
  let scriptFormat: String?
  let scan: ScanPresentation?

  init(_ text: TextKind, of cell: Cell, in surroundings: CellPresentation.Kind.Surroundings) {
    let words = surroundings.words
    self.cell = text
    placeholder = surroundings.text(text.placeholder)
    limit = CharacterLimit(text.maxLength, overflow: text.overflow, showsCounter: text.showsCounter, words: words)
    prefix = surroundings.text(text.prefix)
    suffix = surroundings.text(text.suffix)
    scriptFormat =
      switch text.format {
      case .integer where text.isGrouped: surroundings.numbers.scriptFormat(decimals: 0)
      case .decimal where text.isGrouped: surroundings.numbers.scriptFormat(decimals: nil)
      default: nil
      }
    let offersScan = surroundings.offersScan && text.hasScan
    scan = offersScan ? ScanPresentation(cell, label: surroundings.label, words: words) : nil
    inputType =
      switch text.format {
      // In a field of type `email`, Chromium turns the domain into punycode and shows that.
      case .email, .integer, .decimal, nil: "text"
      case .url: "url"
      case .tel: "tel"
      }
    // `nil` where a minus may be needed, because the numeric keyboards of some phones have none (B30).
    let isNeverNegative = text.minimum.map { !$0.isNegative } ?? false
    inputMode =
      switch text.format {
      case .email: "email"
      case .integer where isNeverNegative || text.isOneTimeCode: "numeric"
      case .decimal where isNeverNegative: "decimal"
      default: nil
      }
    isCode = text.pattern != nil || text.isInCapitals || text.format == .email || text.format == .url
    autocapitalize = text.isInCapitals || text.pattern?.wantsCapitals == true ? "characters" : isCode ? "none" : nil
    // The prefix and suffix beside the field may be pasted with the text, and do not count.
    let affixLength = (prefix?.utf16.count ?? 0) + (suffix?.utf16.count ?? 0)
    maxLength = text.overflow == .stop ? text.maxLength.map { String($0 + affixLength) } : nil
  }
}

extension TextPresentation {
  /// A text with the prefix and suffix beside its field, separated by a space where letters or digits would touch.
  func answerLine(_ shown: String) -> AnswerLine {
    let before = prefix.map { $0.last.map(Self.isWord) == true ? "\($0) " : $0 } ?? ""
    let behind = suffix.map { $0.first.map(Self.isWord) == true ? " \($0)" : $0 } ?? ""
    return AnswerLine(text: shown, before: before, behind: behind)
  }

  private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}

/// The scan action of a text field (TI18), the same for every visitor.
final class ScanPresentation: Sendable {
  let photoID: String
  let photoName: String
  let photoLabel: String
  /// The announcement after a script has read a code with the camera.
  let codeRead: String
  let severalCodes: String

  init(_ cell: Cell, label: String, words: Words) {
    photoID = "\(cell.id)_photo"
    photoName = PageField.photo(of: cell.id)
    photoLabel = words.scan.photoOfCode(label)
    codeRead = words.scan.read(label, isFirstOfSeveral: false)
    severalCodes = words.scan.read(label, isFirstOfSeveral: true)
  }
}
