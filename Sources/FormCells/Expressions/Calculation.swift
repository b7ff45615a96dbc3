import Support

/// How the value of a cell is calculated from other cells (`calculate`).
package struct Calculation: Sendable {
  let expression: Expression
  let writing: Expression.Writing?

  /// The cells that it refers to, by index.
  package var cells: [Int] { expression.cells }
  /// The sections whose entries it counts, by position.
  package var countedSections: [Int] { expression.countedSections }

  /// The value of the cell.
  /// - Parameter value: returns another cell by its index, and its value; `nil` if that cell is hidden or disabled.
  /// - Parameter isEntry: whether a section is an entry, by position.
  /// - Throws: if a value that it needs cannot be read.
  package func value(
    _ value: (Int) throws(UnreadOperand) -> (cell: Cell, value: CellValue)?, isEntry: (Int) -> Bool
  ) throws(UnreadOperand) -> CellValue {
    do {
      switch try expression.value(value, isEntry: isEntry) {
      case nil, .flag: return .text("")
      case .text(let text): return .text(text)
      case .number(let number) where writing == .duration && number.isNegative: return .text(CellValue.negativeText)
      case .number(let number): return .text(writing?.text(of: number) ?? CellValue.incalculableText)
      }
    } catch let error as UnreadOperand {
      throw error
    } catch {
      return .text(CellValue.incalculableText)
    }
  }
}

extension CellValue {
  /// The text of a calculated cell whose value has too many digits, or is no day or duration.
  static let incalculableText = "####"
  /// The text of a duration below 0.
  static let negativeText = "-" + incalculableText
}

extension Cell {
  /// Whether its value is calculated from other cells.
  package var isCalculated: Bool { calculation != nil }

  /// Whether its values are numbers, which columns align at their ends.
  package var isQuantity: Bool { behaviour.measure == .number || behaviour.measure == .duration }
}

extension Key {
  static let calculate = Key(
    "calculate", .string, "An expression: the cell is read-only, and its value follows other cells.")
}

/// Reads an expression of a definition.
extension FormDecoder {
  /// The names after a point in the expressions of a definition. They are needed before the files whose columns they name are read.
  static func calculatedColumns(in root: JSONNode) -> [String: [String]] {
    var columns: [String: [String]] = [:]
    for section in root.elements("sections") {
      for cell in section.elements("cells") {
        guard let text = cell.member("calculate")?.text else { continue }
        for (id, member) in ExpressionParser.members(in: text) where columns[id]?.contains(member) != true {
          columns[id, default: []].append(member)
        }
      }
    }
    return columns
  }

  /// The keys about what a visitor enters.
  private static let inputKeys = [
    "required", "requiredWhen", "readOnly", "readOnlyWhen", "disabled", "value", "placeholder", "quick", "parts",
    "scan", "autocomplete", "pattern", "capitals", "maxLength", "overflow", "counter", "step", "stepper",
  ]

  /// Reads the calculation of a cell once the cells that it names can be found. `nil` if there is none, or it is wrong, which is reported.
  func calculation(of draft: CellDraft, own: Int, in drafts: CellDrafts) -> Calculation? {
    guard let node = draft.reader.given("calculate"), let text = draft.reader.string("calculate") else { return nil }
    for key in Self.inputKeys where draft.reader.given(key) != nil {
      draft.reader.addNoEffect(of: key, "“\(key)” has no effect: the cell is calculated, and nothing is entered")
    }
    guard let kind = draft.behaviour else { return nil }
    var checker = ExpressionChecker(subjects: drafts.subjects, repeated: drafts.repeated, own: own)
    var sources: [FileColumn: OptionSource] = [:]
    for (cell, name) in ExpressionParser.members(in: text) {
      let column = FileColumn(cell: cell, name: name)
      guard sources[column] == nil, let source = drafts.subjects[cell]?.kind?.choice?.options else { continue }
      sources[column] = source
      checker.columns[column] = source.current.kind(ofColumn: name)
    }
    do {
      let syntax = try ExpressionParser.parse(text)
      guard let (expression, type) = try checker.check(syntax, isText: Self.wanted(of: kind) == .text) else {
        return nil
      }
      let writing = try Self.writing(type, in: kind)
      if !sources.isEmpty {
        let decimals = Self.decimalsOfColumns(in: syntax, checker, for: kind)
        // A column that is only copied as the file has it may hold anything.
        let calculated = expression.numberColumns
        for (column, source) in sources {
          guard calculated.contains(column.name), case .numbers(let own)? = checker.columns[column] else { continue }
          source.requireNumbers(inColumn: column.name, decimalLimit: max(own, decimals))
        }
      }
      return Calculation(expression: expression, writing: writing)
    } catch {
      report.add(error, of: node, text: text, path: draft.reader.path(of: "calculate"))
      return nil
    }
  }

  /// How many decimals each number in its columns can have so that the result still fits its cell. The files may change later.
  private static func decimalsOfColumns(
    in syntax: ExpressionSyntax, _ checker: ExpressionChecker, for kind: any CellKind
  ) -> Int {
    func fits(_ decimals: Int) -> Bool {
      var checker = checker
      checker.leastColumnDecimals = decimals
      do {
        guard let checked = try checker.check(syntax, isText: Self.wanted(of: kind) == .text) else { return false }
        _ = try writing(checked.type, in: kind)
        return true
      } catch {
        return false
      }
    }
    return (0..<DecimalNumber.digitLimit).first { !fits($0 + 1) } ?? DecimalNumber.digitLimit
  }

  /// The type of a cell's value.
  private static func wanted(of kind: any CellKind) -> ExpressionType {
    switch kind.kind {
    case .currency(let cell): ExpressionType(base: .amount(cell.currency))
    case .text(let cell) where cell.format != .integer && cell.format != .decimal: .text
    case .date: .day
    case .duration: ExpressionType(base: .duration)
    default: ExpressionType(base: .number)
    }
  }

  /// How a result of this type is written into a cell.
  private static func writing(
    _ type: ExpressionType, in kind: any CellKind
  ) throws(ExpressionError) -> Expression.Writing? {
    func refuse(_ message: String) -> ExpressionError { ExpressionError(message: message, offset: 0) }
    let wanted = wanted(of: kind)
    // A number can be used as an amount, and an amount as a number.
    let isQuantity = [type, wanted].allSatisfy { $0.base == .number || $0.base.isAmount }
    let isOtherAmount = type.base.isAmount && wanted.base.isAmount && type.base != wanted.base
    guard type.base == wanted.base || isQuantity && !isOtherAmount else {
      throw refuse("the result is \(type.name), and the cell holds \(wanted.name)\(hint(type, for: wanted))")
    }
    switch wanted.base {
    case .text: return nil
    case .day: return .day
    case .duration:
      if type.decimals != 0 { throw refuse("the result may have parts of minutes; write round(…, 0)") }
      return .duration
    default:
      let limit = kind.input?.numberRules?.decimalLimit ?? .max
      guard let decimals = type.decimals, decimals <= limit else {
        let many = type.decimals.map { $0 == 1 ? "1 decimal" : "\($0) decimals" } ?? "endless decimals"
        throw refuse(
          "the result may have \(many), and the cell has \(limit == .max ? "no endless ones" : "\(limit)"); write "
            + "round(…, \(limit == .max ? 2 : limit))")
      }
      return .number(minimumDecimals: kind.input?.numberRules?.minimumDecimals ?? 0)
    }
  }

  private static func hint(_ type: ExpressionType, for wanted: ExpressionType) -> String {
    switch (type.base, wanted.base) {
    case (.flag, _): "; write if(condition, then, else)"
    case (.duration, .number): "; write hours(…)"
    case (_, .text): "; write join('', …)"
    default: ""
    }
  }
}

extension JSONNode {
  /// The value of a key of an object; the first one if there are several.
  fileprivate func member(_ key: String) -> JSONNode? {
    if case .object(let members) = content { members.first { $0.key == key }?.value } else { nil }
  }

  fileprivate func elements(_ key: String) -> [JSONNode] {
    if case .array(let elements)? = member(key)?.content { elements } else { [] }
  }

  /// The text of a string.
  var text: String? { if case .string(let text) = content { text } else { nil } }
}

extension ExpressionType.Base {
  fileprivate var isAmount: Bool { if case .amount = self { true } else { false } }
}

extension DefinitionReport {
  /// Reports an error at its place in a string of the document.
  /// - Parameter text: the text of the node.
  func add(_ error: ExpressionError, of node: JSONNode, text: String, path: String) {
    let before = text.utf8.prefix(error.offset)
    if let place = place(behind: Array(before), in: node) {
      add(.badValue, at: place, path: path, message: error.message)
    } else {
      let characters = String(decoding: before, as: UTF8.self).count
      add(.badValue, at: node.offset, path: path, message: "at character \(characters + 1): \(error.message)")
    }
  }
}
