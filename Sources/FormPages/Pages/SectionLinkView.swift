import Templates

/// A line of the list of sections, which wide windows show beside the cells.
struct SectionLinkView: View {
  enum State {
    /// Cells that hold an answer, of those that can be filled in.
    case open(answers: (given: Int, of: Int))
    /// Nothing is left to do.
    case complete
    /// Cells with a message.
    case wrong(Int)
  }

  let headingID: String
  let title: String
  let state: State
  let words: Words

  static let needs: [Need] = [
    .attribute("href", "link", or: "the line would not lead to its section"),
    .slot("title", or: "the line would be empty"),
  ]

  static let slots: [Slot<SectionLinkView>] = [
    .url("link") { "#" + $0.headingID },
    .text("title") { $0.title },
    .optionalText("answered") {
      guard case .open(let answers) = $0.state, answers.of > 0 else { return nil }
      return $0.words.answered(answers.given, of: answers.of)
    },
    .optionalText("complete") {
      guard case .complete = $0.state else { return nil }
      return $0.words.complete
    },
    .optionalText("problems") {
      guard case .wrong(let count) = $0.state else { return nil }
      return $0.words.problemCount(count)
    },
  ]
}
