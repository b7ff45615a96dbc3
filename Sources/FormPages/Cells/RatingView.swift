import FormCells
import Templates

/// A rating on the form, `Templates/cells/rating.html`: a radio button for each number, in a row.
struct RatingView: CellView {
  let context: CellContext
  let rating: RatingPresentation
  let row: Template<RowView>

  private var chosen: Int? { rating.kind.chosen(in: context.value.text) }

  private var numbers: [RatingNumberView] {
    let chosen = chosen
    return rating.numbers.map {
      RatingNumberView(cell: context.presentation.id, number: $0, isChosen: $0.value == chosen)
    }
  }

  static let needs: [Need] =
    entryNeeds + [
      .slot("numbers", where: .not("isReadOnly"), or: "nothing could be chosen"),
      .slot("none", where: .not("isReadOnly"), adding: #"<t:slot name="none"/>"#, or: "no choice could be cleared"),
      .slot("chosen", where: "isReadOnly", or: "the number would not show"),
      .slot("fromLabel", where: "hasEnds", .not("isReadOnly"), or: "the meaning of the first number would not show"),
      .slot("toLabel", where: "hasEnds", .not("isReadOnly"), or: "the meaning of the last number would not show"),
    ]

  static let slots: [Slot<RatingView>] =
    commonSlots + [
      .text("style") { $0.rating.kind.style.rawValue },
      .list("numbers") { $0.numbers },
      .flag("hasEnds") { $0.rating.fromLabel != nil || $0.rating.toLabel != nil },
      .text("fromLabel") { $0.rating.fromLabel ?? "" },
      .text("toLabel") { $0.rating.toLabel ?? "" },
      .fragments("none") { view in
        view.context.state.isRequired
          ? []
          : RowList(
            view.rating.none, table: view.rating.noneTable, rows: RowRuns(0..<1), areTicked: view.chosen == nil
          ).fragments(view.row)
      },
      .text("chosen") { view in
        view.chosen.map { view.rating.position(of: $0, in: view.context.words) } ?? view.context.words[.none]
      },
    ]
}

/// One number of a rating.
struct RatingNumberView: View {
  let cell: String
  let number: RatingPresentation.Number
  let isChosen: Bool

  static let needs: [Need] = [
    .attribute("name", "name", or: "nothing could be chosen"),
    .attribute("value", "value", or: "nothing could be chosen"),
    .slot("text", or: "the number would have no name"),
  ]

  static let slots: [Slot<RatingNumberView>] = [
    .text("name") { $0.cell },
    .text("value") { String($0.number.value) },
    .text("numberID") { "\($0.cell)_\($0.number.value)" },
    .text("text") { $0.number.text },
    .optionalText("meaning") { view in view.number.end.map { "\(view.cell)_\($0)" } },
    .flag("isChosen") { $0.isChosen },
  ]
}

/// A rating's numbers and texts, the same for every visitor.
final class RatingPresentation: Sendable {
  struct Number: Sendable {
    let value: Int
    /// The number in the format of the visitor's locale.
    let text: String
    /// The end of the id of the text that says what the number means, appended to the cell's id; `nil` if there is no
    /// such text.
    let end: String?
  }

  let kind: RatingKind
  let numbers: [Number]
  let fromLabel: String?
  let toLabel: String?
  /// The row that removes an optional choice (C21).
  let none: RowStyle
  let noneTable: OptionTable

  init(_ kind: RatingKind, of cell: Cell, in surroundings: CellPresentation.Kind.Surroundings) {
    self.kind = kind
    let labels = (from: surroundings.text(kind.fromLabel), to: surroundings.text(kind.toLabel))
    (fromLabel, toLabel) = labels
    numbers = kind.scale.map { number in
      let isFirst = number == kind.scale.lowerBound && labels.from != nil
      let isLast = number == kind.scale.upperBound && labels.to != nil
      return Number(
        value: number, text: surroundings.numbers.text(count: number), end: isFirst ? "from" : isLast ? "to" : nil)
    }
    none = RowStyle(
      .radio, name: cell.id, idPrefix: "\(cell.id)_none", isNumbered: false, languages: surroundings.languages)
    noneTable = .none(surroundings.words[.none])
  }

  /// "4 of 5"; only the number if the scale does not begin with 0 or 1.
  func position(of number: Int, in words: Words) -> String {
    0...1 ~= kind.scale.lowerBound
      ? words.position(number, of: kind.scale.upperBound) : words.numbers.text(count: number)
  }
}
