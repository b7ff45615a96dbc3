import FormCells

/// A typed text beside its limit: the counter, and what the helper text becomes at the limit (features TI-h).
struct LimitedText {
  let text: String
  let helper: String?
  let counter: Counter?

  struct Counter {
    let text: String
    let spoken: String
    let isOver: Bool
  }

  /// - Parameter limit: grapheme clusters, counted as validation counts them.
  init(_ text: String, limit: Int?, overflow: Overflow, showsCounter: Bool, in context: CellContext) {
    self.text = text
    guard let limit else {
      helper = context.helper
      counter = nil
      return
    }
    let count = context.presentation.cell.characterCount(of: text)
    counter =
      showsCounter
      ? Counter(
        text: context.words.counter(count, of: limit), spoken: context.words.characterLimit(limit),
        isOver: count > limit) : nil
    let isStopped = overflow == .stop && count >= limit && !context.isInvalid && context.state.isEditable
    helper = isStopped ? context.words.characterLimitReached : context.helper
  }
}

/// What the templates of limited texts name.
protocol LimitedTextView: CellView {
  var limited: LimitedText { get }
}

extension LimitedTextView {
  var helper: String? { limited.helper }
  var furtherReferences: CellReferences.Shown { limited.counter == nil ? [] : .counter }
}
