import FormCells
import Templates

/// A matrix on the form, `Templates/cells/matrix.html`: a table with a group of radio buttons in each row.
struct MatrixView: CellView {
  let context: CellContext
  let matrix: MatrixPresentation

  private var rows: [MatrixRowView] {
    let answers = matrix.kind.answers(in: context.value.text)
    let open = context.problem.map(\.openRows) ?? []
    return zip(matrix.rows, answers).map { row, answer in
      MatrixRowView(
        row: row, context: context, matrix: matrix, answer: answer,
        isInvalid: open.contains(row.id) || !answer.isEmpty && !matrix.options.contains { $0.value == answer })
    }
  }

  static let needs: [Need] =
    entryNeeds + [
      .slot("rows", where: .not("isReadOnly"), or: "nothing could be chosen"),
      .slot("options", where: .not("isReadOnly"), or: "the columns would have no name"),
      .slot("answers", where: "isReadOnly", or: "the answers would not show"),
    ]

  static let slots: [Slot<MatrixView>] =
    commonSlots + [
      .flag("isLong") { $0.matrix.isLong },
      .flag("isNarrow") { $0.matrix.isNarrow },
      .list("rows") { $0.rows },
      .list("options") { view in
        view.matrix.options.filter { !$0.value.isEmpty || !view.context.state.isRequired }.map(MatrixColumnView.init)
      },
      .list("answers") { view in
        let answers = view.matrix.answers(in: view.context.value.text, view.context.words)
        return (answers.isEmpty ? [view.context.words[.none]] : answers).map(MatrixAnswerView.init)
      },
    ]
}

/// The header of a column.
struct MatrixColumnView: View {
  let option: MatrixPresentation.Choice

  static let needs: [Need] = [.slot("option", or: "the column would have no name")]
  static let slots: [Slot<MatrixColumnView>] = [.text("option") { $0.option.label }]
}

/// The answer to a row that cannot be changed.
struct MatrixAnswerView: View {
  let text: String

  static let needs: [Need] = [.slot("answer", or: "the answer would not show")]
  static let slots: [Slot<MatrixAnswerView>] = [.text("answer") { $0.text }]
}

/// One row with its radio buttons.
struct MatrixRowView: View {
  let row: MatrixPresentation.Row
  let context: CellContext
  let matrix: MatrixPresentation
  let answer: String
  let isInvalid: Bool

  private var choices: [MatrixChoiceView] {
    matrix.options.enumerated().compactMap { position, option in
      // A required answer cannot be removed.
      if option.value.isEmpty, context.state.isRequired { return nil }
      return MatrixChoiceView(
        option: option, name: row.choiceNames[position], field: row.field, id: "\(row.elementID)_\(position)",
        isChosen: option.value == answer)
    }
  }

  static let needs: [Need] = [
    .slot("row", or: "the row would have no name"),
    .slot("choices", or: "nothing could be chosen"),
    .attribute("id", "rowID", or: "links to the row would lead nowhere"),
  ]

  static let slots: [Slot<MatrixRowView>] = [
    .text("rowID") { $0.row.elementID },
    .text("row") { $0.row.label },
    .text("columns") { String($0.matrix.options.count - ($0.context.state.isRequired ? 1 : 0)) },
    .flag("isRowRequired") { $0.context.state.isRequired },
    .flag("isRowInvalid") { $0.isInvalid },
    .optionalText("rowErrorID") { $0.isInvalid ? $0.context.presentation.errorID : nil },
    .list("choices") { $0.choices },
  ]
}

/// One radio button: an option of a row.
struct MatrixChoiceView: View {
  let option: MatrixPresentation.Choice
  /// "Quality, Good"
  let name: String
  let field: String
  let id: String
  let isChosen: Bool

  static let needs: [Need] = [
    .attribute("name", "field", or: "nothing could be chosen"),
    .attribute("value", "value", or: "nothing could be chosen"),
    .attribute("aria-label", "name", or: "screen readers would not say which row is answered"),
    .slot("option", or: "the option would have no name on narrow windows"),
  ]

  static let slots: [Slot<MatrixChoiceView>] = [
    .text("choiceID") { $0.id },
    .text("field") { $0.field },
    .text("value") { $0.option.value },
    .text("name") { $0.name },
    .text("option") { $0.option.label },
    .flag("isChosen") { $0.isChosen },
  ]
}

extension Problem {
  /// The rows of a matrix that still need an answer.
  var openRows: [String] {
    if case .missingRows(let rows) = self { rows } else { [] }
  }
}

/// The texts of a matrix, the same for every visitor.
final class MatrixPresentation: Sendable {
  struct Choice: Sendable {
    /// Empty for the choice that removes the answer (C21).
    let value: String
    let label: String
  }

  struct Row: Sendable {
    let id: String
    let label: String
    let elementID: String
    /// The name of its radio buttons.
    let field: String
    /// The names of its radio buttons.
    let choiceNames: [String]
  }

  let kind: MatrixKind
  let options: [Choice]
  /// Whether an option is too long for a column that is half as wide as a phone.
  let isLong: Bool
  /// Whether the options have too many or too long words to fit side by side in any window.
  let isNarrow: Bool
  let rows: [Row]

  /// In characters.
  private static let shortLabel = 12
  /// The number of characters that fit, if each column is as wide as the longest word.
  private static let headWidth = 55

  init(_ kind: MatrixKind, of cell: Cell, in surroundings: CellPresentation.Kind.Surroundings) {
    self.kind = kind
    let (table, words, languages) = (kind.options.current, surroundings.words, surroundings.languages)
    let options =
      (0..<table.count).map { Choice(value: table.value(at: $0), label: table.label(at: $0, in: languages)) }
      + [Choice(value: "", label: words[.none])]
    self.options = options
    isLong = options.contains { $0.label.count > Self.shortLabel }
    let longestWord = options.flatMap { $0.label.split(separator: " ").map(\.count) }.max() ?? 0
    isNarrow = longestWord * options.count > Self.headWidth
    rows = kind.rows.map { row in
      let label = row.label.text(in: languages)
      return Row(
        id: row.id, label: label, elementID: "\(cell.id)_\(row.id)", field: PageField.part(row.id, of: cell.id),
        choiceNames: options.map { words.direction($0.label, of: label) })
    }
  }

  /// The rows that have an answer, with their answers: "Quality: Good".
  func answers(in text: String, _ words: Words) -> [String] {
    zip(rows, kind.answers(in: text)).compactMap { row, answer in
      if answer.isEmpty { return nil }
      return words.entry(row.label, options.first { $0.value == answer }?.label ?? answer)
    }
  }
}
