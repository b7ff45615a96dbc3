public import Localization
public import Options
import Support

/// `matrix`: rows that are answered with the same few options, one option for each row. The value is the rows' answers, one per line in the
/// order of the rows; it is empty while no row is answered.
package struct MatrixKind: Sendable {
  package struct Row: Sendable {
    package let id: String
    package let label: Localized
  }

  package let rows: [Row]
  package let options: OptionSource
}

extension MatrixKind: InputKind {
  static let type = CellType.matrix
  var kind: Cell.Kind { .matrix(self) }
  var parts: [String] { rows.map(\.id) }
  var reading: TextReading? { .lines }
  /// The number of answered rows.
  var measure: Condition.Measure? { .count }

  /// The option chosen in each row; an empty text if there is none.
  package func answers(in text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(rows.count).map(String.init)
    return lines + repeatElement("", count: rows.count - lines.count)
  }

  private func text(of answers: [String]) -> String {
    answers.allSatisfy(\.isEmpty) ? "" : answers.joined(separator: "\n")
  }

  /// The text without answers that are not options; empty if nothing is left.
  func knownAnswers(in text: String) -> String {
    self.text(of: answers(in: text).map { options.current.row(of: $0) == nil ? "" : $0 })
  }

  /// The ids of the rows without an answer.
  package func openRows(in text: String) -> [String] {
    zip(rows, answers(in: text)).compactMap { $1.isEmpty ? $0.id : nil }
  }

  func problem(withEmpty value: CellValue, isRequired: Bool) -> Problem? { isRequired ? openProblem(of: value) : nil }

  func openProblem(of value: CellValue) -> Problem? {
    let open = openRows(in: value.text)
    return open.isEmpty ? nil : .missingRows(open)
  }

  func problem(with text: String, today: CalendarDate?) -> Problem? {
    let unknown = answers(in: text).filter { !$0.isEmpty && options.current.row(of: $0) == nil }
    return unknown.isEmpty ? nil : .unknownOptions(Array(unknown.prefix(Problem.namedLimit + 1)))
  }

  /// One line for each row, in their order.
  func value(posted: String, numbers: NumberFormat) -> CellValue? {
    .text(text(of: answers(in: posted).map { TextReading.line.read($0) }))
  }

  /// A single text is no answer to several rows.
  func value(plain texts: [String], numbers: NumberFormat) -> CellValue? {
    guard let text = texts.last,
      text.isEmpty || text.split(separator: "\n", omittingEmptySubsequences: false).count == rows.count
    else { return nil }
    return value(posted: text, numbers: numbers)
  }

  func value(hiddenFieldValue: String) -> CellValue? { .text(text(of: answers(in: hiddenFieldValue))) }

  func json(of value: CellValue) -> JSONValue? {
    .object(
      zip(rows, answers(in: value.text)).map { row, answer in
        JSONValue.Member(row.id, answer.isEmpty ? .null : .string(answer))
      })
  }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    let values = (0..<options.count).map { JSONValue.string(options.current.value(at: $0)) }
    let answer: JSONValue = ["enum": .array(values + (demand == .filled ? [] : [.null]))]
    return demand.type("object")
      + JSONValue.sentObject(
        rows.map { .init($0.id, answer) }, required: demand == .filled ? rows.map { .string($0.id) } : []
      ).dropFirst()
  }
}

extension MatrixKind {
  static let about = "Rows that are answered with the same few options, one option a row."
  static let value: Shape? = .nullable(
    .schema(["type": "object", "additionalProperties": ["type": ["string", "null"]]]))
  static let messageKeys: Set<Cell.MessageKey> = [.invalid]

  /// The number of rows that a visitor answers in one go.
  private static let rowLimit = 50
  /// The numbers of options that fit side by side in a table.
  private static let optionLimits = 2...10

  static let keys = [
    Key(
      "rows", .array(.object { .matrixRow }, atLeast: 1), required: true,
      "What is answered, at most \(rowLimit): each row has an id and a label."),
    Key(
      "options", .options, required: true,
      "The answers, \(optionLimits.lowerBound) to \(optionLimits.upperBound), or the name of a list of the form: "
        + "{ \"list\": \"agreement\" }."),
  ]

  static func refusal(of key: String) -> String? {
    switch key {
    case "source", "lists": "a matrix shows its few options above its rows; write them in “options”"
    case "other": "the rows of a matrix have no text field; ask for it with a cell of the type “text” or “note”"
    case "columns": "the columns of a matrix are its “options”"
    default: nil
    }
  }

  init?(_ reader: ObjectReader, isRequired: Bool) {
    let options = reader.decoder.options(reader)
    var rows: [Row] = []
    var ids: Set<String> = []
    for (node, path) in reader.elements("rows") ?? [] {
      guard let element = ObjectReader(node, as: .matrixRow, at: path, decoder: reader.decoder) else { continue }
      let (id, label) = (element.id("id"), element.text("label"))
      guard let id, let label else { continue }
      if ids.insert(id).inserted {
        rows.append(Row(id: id, label: label))
      } else {
        element.add(.duplicate, key: "id", message: "another row already has the id “\(id)”; each needs its own")
      }
    }
    if rows.count > Self.rowLimit {
      reader.add(
        .badValue, key: "rows",
        message: "\(rows.count) rows are too many; the limit is \(Self.rowLimit): write several cells")
    }
    guard let options, !rows.isEmpty else { return nil }
    (self.rows, self.options) = (rows, options)
    check(reader)
  }

  /// Reports options that do not fit in a table.
  private func check(_ reader: ObjectReader) {
    let (table, count) = (options.current, options.count)
    if !Self.optionLimits.contains(count) {
      reader.add(
        .badValue, key: "options",
        message: count < Self.optionLimits.lowerBound
          ? "a matrix has at least \(Self.optionLimits.lowerBound) options"
          : "\(count) options do not fit beside one another; the limit is \(Self.optionLimits.upperBound): use a “list-picker” for each row"
      )
    }
    for row in 0..<count
    where !table.texts(at: row).isEmpty || table.isDisabled(at: row) || table.image(at: row) != nil
      || table.initials(at: row) != nil || options.places[table.value(at: row)] != nil
    {
      reader.add(
        .noEffect, key: "options",
        message:
          "the option “\(table.value(at: row))” has more than a label, and a matrix shows only labels; remove the rest"
      )
      return
    }
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    guard case .object(let members) = node.content else {
      if case .null = node.content { return .text("") }
      return decoder.wrongType(
        node, at: path, expected: "an object of rows, {\"\(rows[0].id)\": \"\(options.current.value(at: 0))\"}, or null"
      )
    }
    var answers = rows.map { _ in "" }
    var isSound = true
    for member in members {
      let path = "\(path).\(member.key)"
      guard let place = rows.firstIndex(where: { $0.id == member.key }) else {
        let meant = Suggestion.nearest(to: member.key, among: rows.map(\.id)).map { "; did you mean “\($0)”?" } ?? ""
        decoder.report.add(
          .unknownKey, at: member.keyOffset, path: path, message: "there is no row “\(member.key)”\(meant)")
        isSound = false
        continue
      }
      if case .null = member.value.content { continue }
      guard let answer = decoder.string(member.value, at: path)?.nfc else {
        isSound = false
        continue
      }
      guard let row = options.current.row(of: answer) else {
        decoder.report.add(.unknownReference, at: member.value.offset, path: path, message: mistake(ofUnknown: answer))
        isSound = false
        continue
      }
      // Store the option's own spelling, not the one that was sent.
      answers[place] = options.current.value(at: row)
    }
    return isSound ? .text(text(of: answers)) : nil
  }

  private func mistake(ofUnknown answer: String) -> String {
    let known = (0..<options.count).map { options.current.value(at: $0) }
    let meant = Suggestion.nearest(to: answer, among: known).map { "; did you mean “\($0)”?" } ?? ""
    return "“\(answer)” is not among the options\(meant)"
  }

  /// What is wrong with the answers of single rows, each after the id of its row, for authors of programs.
  package func mistakes(in text: String) -> [String] {
    zip(rows, answers(in: text)).compactMap { row, answer in
      answer.isEmpty || options.current.row(of: answer) != nil ? nil : "\(row.id): \(mistake(ofUnknown: answer))"
    }
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    decoder.noOperand(node, at: path, of: id, kind: self)
  }
}

extension KeyTable {
  fileprivate static let matrixRow = KeyTable(
    name: "matrix-row", about: "A row of a matrix.",
    keys: [
      Key("id", .id, required: true, "Its name in submissions; unique in the matrix."),
      Key("label", .text, required: true, "What is answered."),
    ])
}

/// `matrix` in a form written in Swift: rows that are answered with the same few options.
public struct Matrix: FormCell {
  /// What is answered.
  public struct Row: Sendable {
    fileprivate let definition: JSONValue

    /// - Parameters:
    ///   - id: its name in submissions; unique in the matrix.
    ///   - label: what is answered.
    public init(_ id: String, label: Localized) {
      definition = .object(said("id", .string(id)) + said("label", label))
    }
  }

  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - rows: what is answered, each with one option.
  ///   - options: the answers.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(
    _ id: String, label: Localized, rows: [Row], options: [Option], file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(
      .matrix, id: id, label: label, line: SwiftLine(file: file, line: line),
      said("rows", .array(rows.map(\.definition))) + said("options", options.definition))
  }
}

extension Matrix {
  /// The initial answers: the value of an option by the id of its row.
  public func value(_ answers: [String: String]) -> Self {
    with("value", .object(answers.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }))
  }
}
