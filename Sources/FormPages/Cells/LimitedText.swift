import FormCells
import Templates

/// A limit of typed texts, the same for every visitor.
struct CharacterLimit: Sendable {
  /// The number of grapheme clusters, counted as validation counts them.
  let count: Int
  let overflow: Overflow
  let showsCounter: Bool
  /// The limit as screen readers say it.
  let spoken: String
  /// The limit as scripts read it.
  let digits: String

  init?(_ count: Int?, overflow: Overflow, showsCounter: Bool, words: Words) {
    guard let count else { return nil }
    self.count = count
    self.overflow = overflow
    self.showsCounter = showsCounter
    spoken = words.characterLimit(count)
    digits = String(count)
  }
}

/// A typed text with its limit: the counter, and the helper text that appears at the limit (TI52 to TI57).
struct LimitedText {
  let text: String
  let helper: String?
  /// Whether the limit is reached and input stops there.
  let isStopped: Bool
  let counter: Counter?
  /// The limit for scripts; `nil` if nothing can be typed.
  let limit: String?
  /// The helper text that another text replaces now. Scripts show it again.
  let standingHelper: String?

  struct Counter {
    let text: String
    let spoken: String
    let isOver: Bool
  }

  init(_ text: String, limit: CharacterLimit?, in context: CellContext) {
    self.text = text
    guard let limit else {
      helper = context.helper
      isStopped = false
      counter = nil
      self.limit = nil
      standingHelper = nil
      return
    }
    let count = context.display.characterCount
    // There is nothing to count where nothing can be typed.
    counter =
      limit.showsCounter && context.state.isEditable
      ? Counter(
        text: context.words.counter(count, of: limit.count), spoken: limit.spoken, isOver: count > limit.count) : nil
    isStopped =
      limit.overflow == .stop && count >= limit.count && !context.isInvalid && context.state.isEditable
    helper = isStopped ? context.words[.characterLimitReached] : context.helper
    self.limit = context.state.isEditable ? limit.digits : nil
    standingHelper = context.state.isEditable && (isStopped || helper == nil) ? context.presentation.helper : nil
  }
}

/// The slots in templates of limited texts.
protocol LimitedTextView: CellView {
  var limited: LimitedText { get }
  /// The text for paper, if its field may not show all of it.
  var printed: String? { get }
}

extension LimitedText {
  /// The length, in bytes, up to which every one-line field shows a text completely on paper.
  private static let shownBytes = 24

  /// The text of a one-line field for paper, if it may be longer than the field.
  static func printed(_ text: String) -> String? { text.utf8.count > shownBytes ? text : nil }
}

extension LimitedTextView {
  var helper: String? { limited.helper }
  var isStopped: Bool { limited.isStopped }
  var furtherReferences: CellReferences.Shown { limited.counter == nil ? [] : .counter }

  static var limitSlots: [Slot<Self>] {
    [
      .optionalText("counterSpoken") { $0.limited.counter?.spoken },
      .optionalText("limit") { $0.limited.limit },
      .optionalText("tooLong") { $0.limited.limit == nil ? nil : $0.context.presentation.tooLong },
      .optionalText("limitModule") { $0.limited.limit == nil ? nil : "counter" },
      .optionalText("standingHelper") { $0.limited.standingHelper },
      .flag("keepsHelper") { $0.limited.limit != nil && $0.context.presentation.cell.helperOnError == .keep },
      .optionalText("printed") { $0.printed },
      .optionalText("counter") { $0.limited.counter?.text },
      .flag("isOver") { $0.limited.counter?.isOver ?? false },
    ]
  }
}
