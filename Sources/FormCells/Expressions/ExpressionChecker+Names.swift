import Support

/// What the names in an expression refer to: cells, ends of ranges, columns of files.
extension ExpressionChecker {
  /// The values of a cell in all entries; `nil` if the name is something else.
  func entries(_ syntax: ExpressionSyntax) throws(ExpressionError) -> Part? {
    guard case .name(let id, let member) = syntax.kind,
      let section = repeated.sections.first(where: { $0.id == id })
    else { return nil }
    guard let member else {
      throw error("name one of its cells, as in \(id).CELL; count(\(id)) counts the entries", at: syntax)
    }
    let cell = try cell(member, of: section, at: syntax)
    guard let kind = cell.kind else {
      return Part(expression: .number(.zero), type: ExpressionType(base: .number), isKnown: false)
    }
    let (operand, type) = try Self.operand(kind, id: member, at: syntax)
    return Part(expression: .entries(of: cell.index, cells: [], operand), type: type)
  }

  func cell(
    _ id: String, of section: (position: Int, id: String, cells: Range<Int>, maximum: Int), at syntax: ExpressionSyntax
  ) throws(ExpressionError) -> Subject {
    guard let subject = subjects[id], section.cells.contains(subject.index) else {
      let ids = subjects.filter { section.cells.contains($0.value.index) }.map(\.key).sorted()
      let meant = Suggestion.nearest(to: id, among: ids).map { "; did you mean “\(section.id).\($0)”?" } ?? ""
      throw error("an entry of “\(section.id)” has no cell “\(id)”\(meant)", at: syntax)
    }
    if subject.index == own { throw error("the expression refers to its own cell; name other cells", at: syntax) }
    return subject
  }

  func subject(_ id: String, at syntax: ExpressionSyntax) throws(ExpressionError) -> Subject {
    if repeated.sections.contains(where: { $0.id == id }) {
      throw error("these are several values: use them in sum(…), count(…), min(…), max(…) or average(…)", at: syntax)
    }
    guard let subject = subjects[id] else {
      if id == "true" || id == "false" {
        throw error("a switch is written alone, as in if(member, a, b), or after “not”", at: syntax)
      }
      if let subtraction = subtraction(in: id) {
        throw error("no cell has the id “\(id)”; a minus needs blanks around it: “\(subtraction)”", at: syntax)
      }
      let mistake = repeated.mistake(
        inUnknown: id, among: subjects.keys, instead: "count its entries, or sum up a cell")
      throw error(mistake ?? "no cell has the id “\(id)”", at: syntax)
    }
    if subject.index == own {
      throw error("the expression refers to its own cell; name other cells", at: syntax)
    }
    if let refusal = repeated.refusal(of: subject.index, id: id, from: own) {
      throw error(
        "\(refusal.message); write sum(\(refusal.section).\(id)), or another function of several values", at: syntax)
    }
    if let kind = subject.kind {
      if Swift.type(of: kind).place == .withheld {
        throw error("a password cannot be used in calculations", at: syntax)
      }
      if !Swift.type(of: kind).hasValue { throw error("“\(id)” is a text of the form, which has no value", at: syntax) }
    }
    return subject
  }

  /// The subtraction that an id probably means: two ids joined by a minus.
  private func subtraction(in id: String) -> String? {
    id.indices.filter { id[$0] == "-" }.lazy.compactMap { place -> String? in
      let (first, second) = (String(id[..<place]), String(id[id.index(after: place)...]))
      func isOperand(_ text: String) -> Bool { subjects[text] != nil || !text.isEmpty && text.allSatisfy(\.isNumber) }
      return isOperand(first) && isOperand(second) ? "\(first) - \(second)" : nil
    }.first
  }

  /// Refuses a number that is also the id of a cell or of a repeated section.
  func refuseID(_ number: String, at syntax: ExpressionSyntax) throws(ExpressionError) {
    let isCell = subjects[number] != nil
    guard isCell || repeated.sections.contains(where: { $0.id == number }) else { return }
    throw error(
      "“\(number)” is a number here, and the id of a \(isCell ? "cell" : "section") too: give that an id with a letter, such as "
        + "“q\(number)”, or write \(number).0 for the number", at: syntax)
  }

  func name(_ id: String, member: String?, at syntax: ExpressionSyntax) throws(ExpressionError) -> Part {
    let subject = try subject(id, at: syntax)
    guard let kind = subject.kind else {
      return Part(expression: .cell(subject.index, .text), type: .text, isKnown: false)
    }
    if let member { return try self.member(member, of: id, kind: kind, index: subject.index, at: syntax) }
    let (operand, type) = try Self.operand(kind, id: id, at: syntax)
    return Part(expression: .cell(subject.index, operand), type: type)
  }

  private static func operand(
    _ kind: any CellKind, id: String, at syntax: ExpressionSyntax
  ) throws(ExpressionError) -> (Expression.Operand, ExpressionType) {
    func refuse(_ message: String) -> ExpressionError { ExpressionError(message: message, offset: syntax.offset) }
    switch kind.kind {
    case .currency(let cell):
      return (.number, ExpressionType(base: .amount(cell.currency), decimals: cell.decimals))
    case .number, .rating:
      return (.number, ExpressionType(base: .number, decimals: kind.input?.numberRules?.decimalLimit))
    case .slider(let cell):
      if cell.isRange { throw refuse("“\(id)” holds two numbers, which are not calculated with") }
      return (.number, ExpressionType(base: .number, decimals: kind.input?.numberRules?.decimalLimit))
    case .text(let cell) where cell.format == .integer: return (.number, ExpressionType(base: .number))
    case .text(let cell) where cell.format == .decimal: return (.number, ExpressionType(base: .number, decimals: nil))
    case .text, .note: return (.text, .text)
    case .date: return (.day, .day)
    case .duration: return (.duration, ExpressionType(base: .duration))
    case .switch: return (.flag, .flag)
    case .radioGroup: return (.text, .text)
    case .listPicker, .select, .checkboxGroup:
      if kind.choice?.selection == .single { return (.text, .text) }
      throw refuse("“\(id)” holds several values; write count(\(id))")
    case .orderPicker: throw refuse("“\(id)” holds several values; write count(\(id))")
    case .dateRange: throw refuse("“\(id)” holds two days; write \(id).from and \(id).to")
    case .time, .dateTime: throw refuse("times are not calculated with; ask for a duration")
    case .attachment: throw refuse("“\(id)” holds files, which are not calculated with")
    case .matrix: throw refuse("“\(id)” has one answer per row, which cannot be used in calculations")
    case .password, .content: throw refuse("“\(id)” cannot be used in calculations")
    }
  }

  private func member(
    _ member: String, of id: String, kind: any CellKind, index: Int, at syntax: ExpressionSyntax
  ) throws(ExpressionError) -> Part {
    if case .dateRange = kind.kind {
      guard let end = RangeTexts.End(rawValue: member) else {
        throw error("a date range has \(id).from and \(id).to", at: syntax)
      }
      return Part(expression: .cell(index, .end(end)), type: .day)
    }
    guard let choice = kind.choice else {
      throw error("“\(id)” has no part “\(member)”; write \(id) alone", at: syntax)
    }
    let type = try column(member, of: id, choice: choice, at: syntax)
    guard choice.selection == .single else {
      let hint = type.base == .number ? "; write sum(\(id).\(member))" : ""
      throw error("“\(id)” holds several values\(hint)", at: syntax)
    }
    return Part(expression: .column(cell: index, member, isNumber: type.base == .number), type: type)
  }

  /// A column of the chosen row as text, with the exact digits of the file; `nil` if it is something else.
  func columnText(_ part: Part) -> Part? {
    guard case .column(let cell, let name, _) = part.expression else { return nil }
    return Part(expression: .column(cell: cell, name, isNumber: false), type: .text)
  }

  /// A column of several chosen rows, as an argument of `sum`; `nil` if it is something else.
  func columnSum(_ syntax: ExpressionSyntax) throws(ExpressionError) -> Part? {
    guard case .name(let id, let member?) = syntax.kind, let choice = subjects[id]?.kind?.choice,
      choice.selection == .multiple
    else { return nil }
    let index = try subject(id, at: syntax).index
    let type = try column(member, of: id, choice: choice, at: syntax)
    guard type.base == .number else {
      throw error("the column “\(member)” has texts, which are not added; write numbers in it", at: syntax)
    }
    return Part(expression: .columnSum(cell: index, member), type: type)
  }

  /// The type of a column of a file.
  private func column(
    _ name: String, of id: String, choice: any ChoiceKind, at syntax: ExpressionSyntax
  ) throws(ExpressionError) -> ExpressionType {
    let source = choice.options
    if source.isProvided {
      throw error("the options of “\(id)” are not in a file: only columns of a “file” are calculated with", at: syntax)
    }
    guard source.path != nil else {
      throw error(
        "the options of “\(id)” are in the form and have no columns; write them in a file with the column “\(name)”, and name that "
          + "as its “source”", at: syntax)
    }
    switch columns[FileColumn(cell: id, name: name)] {
    case .numbers(let decimals)?:
      return ExpressionType(base: .number, decimals: max(decimals, leastColumnDecimals), isOfColumn: true)
    case .texts?: return .text
    case nil: throw error("the file of “\(id)” has no column “\(name)”", at: syntax)
    }
  }
}
