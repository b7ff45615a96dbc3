import FormCells

/// A limit of typed texts, the same for every visitor.
struct CharacterLimit: Sendable {
  /// Grapheme clusters, counted as validation counts them.
  let count: Int
  let overflow: Overflow
  let showsCounter: Bool
  /// The limit as it is spoken.
  let spoken: String
  /// The limit as scripts read it.
  let digits: String

  init?(_ count: Int?, _ overflow: Overflow, showsCounter: Bool, _ words: Words) {
    guard let count else { return nil }
    self.count = count
    self.overflow = overflow
    self.showsCounter = showsCounter
    spoken = words.characterLimit(count)
    digits = String(count)
  }
}

/// A typed text beside its limit: the counter, and what the helper text becomes at the limit (features TI-h).
struct LimitedText {
  let text: String
  let helper: String?
  /// Whether the limit is reached where input stops at it.
  let isStopped: Bool
  let counter: Counter?

  struct Counter {
    let text: String
    let spoken: String
    let limit: String
    let isOver: Bool
  }

  init(_ text: String, limit: CharacterLimit?, in context: CellContext) {
    self.text = text
    guard let limit else {
      helper = context.helper
      isStopped = false
      counter = nil
      return
    }
    let count = context.presentation.cell.characterCount(of: text)
    counter =
      limit.showsCounter
      ? Counter(
        text: context.words.counter(count, of: limit.count), spoken: limit.spoken, limit: limit.digits,
        isOver: count > limit.count) : nil
    isStopped =
      limit.overflow == .stop && count >= limit.count && !context.isInvalid && context.state.isEditable
    helper = isStopped ? context.words.characterLimitReached : context.helper
  }
}

/// What the templates of limited texts name.
protocol LimitedTextView: CellView {
  var limited: LimitedText { get }
}

extension LimitedTextView {
  var helper: String? { limited.helper }
  var isStopped: Bool { limited.isStopped }
  var furtherReferences: CellReferences.Shown { limited.counter == nil ? [] : .counter }
}
