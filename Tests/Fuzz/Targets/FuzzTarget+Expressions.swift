import Support

@testable import FormCells

extension FuzzTarget {
  static let expressions = [
    FuzzTarget(
      name: "expression",
      invariant:
        "An expression is refused at a place in it, or its cell has a value of its kind for any others, the same in brackets."
    ) { bytes in
      let cells = ["number", "amount", "day", "duration", "text"]
      let kind = Int(bytes.first ?? 0)
      let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
      do throws(ExpressionError) { _ = try ExpressionParser.parse(text) } catch {
        try expect(0...text.utf8.count ~= error.offset, "refused at \(error.offset): \(error.message)")
        try expect(!error.message.isEmpty, "no reason")
      }
      for member in ExpressionParser.members(in: text) { try expect(!member.cell.isEmpty, "a column of no cell") }
      guard let form = try calculated(text, cells[kind % cells.count]) else { return }
      let inBrackets = try calculated("(\(text))", cells[kind % cells.count])
      for values in answers {
        let value = try result(of: form, values)
        // With the brackets, the expression may exceed a limit.
        guard let inBrackets else { continue }
        let other = try result(of: inBrackets, values)
        try expect(value == other, "\(value) alone, \(other) in brackets")
      }
    }
  ]

  /// A form with a cell that has this expression; `nil` if the form is refused, which needs a reason at the expression's line.
  private static func calculated(_ expression: String, _ kind: String) throws -> Form? {
    let cell: JSONValue = ["id": "result", "label": "R", "calculate": .string(expression)]
    guard case .object(let members) = cell, case .object(let keys)? = kinds[kind] else { return nil }
    let last = String(decoding: JSONValue.object(members + keys).compactBytes, as: UTF8.self)
    let definition = "{ \"title\": \"T\", \"sections\": [{ \"cells\": [\(others),\n\(last)] }] }"
    do throws(DefinitionErrors) {
      return try FormDefinition.decode(bytes: Array(definition.utf8), path: "fuzz.json", directory: "")
    } catch {
      let line = others.split(separator: "\n").count + 1
      try expect(
        !error.diagnostics.isEmpty && error.diagnostics.allSatisfy { !$0.message.isEmpty && $0.position.line == line },
        "\(error.diagnostics.map { "\($0.position): \($0.message)" })")
      return nil
    }
  }

  private static func result(of form: Form, _ answers: String) throws -> CellValue {
    let values: [CellValue]
    do throws(DefinitionErrors) {
      values = try form.values(decoding: Array(answers.utf8), path: "values.json")
    } catch { throw BrokenInvariant(description: "\(error)") }
    let state = FormState(form: form, values: values)
    let (cell, value) = (form.cells[form.cells.count - 1], state.values[form.cells.count - 1])
    if ["", CellValue.incalculableText, CellValue.negativeText].contains(value.text) { return value }
    let problem = cell.problem(with: value, isRequired: false, today: nil)
    switch problem {
    // A result may be larger than what can be typed; the form says so.
    case .longerThan, .tooManyDigits, .tooManyWholeDigits: return value
    default: break
    }
    try expect(problem == nil, "\(value) of \(answers): \(String(describing: problem))")
    return value
  }

  private static let kinds: [String: JSONValue] = [
    "number": ["type": "number", "decimals": 4], "amount": ["type": "currency", "currency": "EUR"],
    "day": ["type": "date"], "duration": ["type": "duration"], "text": ["type": "text"],
  ]

  private static let others = """
    { "id": "a", "type": "number", "label": "A", "decimals": 3 },
    { "id": "b", "type": "number", "label": "B" },
    { "id": "eur", "type": "currency", "label": "E", "currency": "EUR" },
    { "id": "from", "type": "date", "label": "F" },
    { "id": "stay", "type": "date-range", "label": "S" },
    { "id": "work", "type": "duration", "label": "W" },
    { "id": "name", "type": "text", "label": "N" },
    { "id": "kind", "type": "radio-group", "label": "K", "options": ["guest", "staff"] },
    { "id": "many", "type": "checkbox-group", "label": "M", "options": ["x", "y"] },
    { "id": "member", "type": "switch", "label": "M" }
    """

  /// No answers, ordinary ones, the largest and the smallest.
  private static let answers = [
    "{}",
    """
    { "a": 1.5, "b": 3, "eur": { "amount": "9.99", "currency": "EUR" }, "from": "2026-01-31", "name": "Ada",
      "stay": { "from": "2026-02-01", "to": "2026-02-03" }, "work": "PT1H30M", "kind": "guest", "many": ["x"], "member": true }
    """,
    """
    { "a": 999999999999.999, "b": 999999999999999, "eur": { "amount": "9999999999999999.99", "currency": "EUR" },
      "from": "9999-12-31", "stay": { "from": "1900-01-01", "to": "9999-12-31" }, "work": "PT9999H59M", "name": "'" }
    """,
    """
    { "a": -999999999999.999, "b": 0, "eur": { "amount": "-0.01", "currency": "EUR" }, "from": "1900-01-01", "work": "PT0M",
      "stay": { "from": "1900-01-01", "to": "1900-01-01" } }
    """,
  ]
}
