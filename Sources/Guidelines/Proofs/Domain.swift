import FormCells
import Support

/// The values of one cell that a proof tries. Everything in the form treats any other value like one of these.
struct Domain {
  /// The first value is the cell's initial value.
  let values: [CellValue]
  /// Why there may be values that none of these represents; `nil` if there are none.
  let gap: String?

  /// A set of all values, with a bit for each.
  var all: UInt64 { values.count == 64 ? .max : (1 << UInt64(values.count)) - 1 }

  /// There is one bit for each value.
  static let limit = 64
}

/// Finds values that represent all values of a cell.
struct DomainFinder {
  let form: Form
  let comparands: Comparands
  let days: CountedDays
  /// The number of a table's rows that are considered.
  private static let rowLimit = 40

  func domain(of cell: Cell) -> Domain {
    let domain = domainOfDay(cell)
    guard days.areCounted(in: cell.index), !days.moveTogether(with: cell.index) else { return domain }
    return Domain(values: domain.values, gap: domain.gap ?? "the days of “\(cell.id)” are counted from today")
  }

  private func domainOfDay(_ cell: Cell) -> Domain {
    if cell.isReadOnly || cell.isDisabled || cell.isCalculated || !cell.hasValue {
      return Domain(values: [cell.initial], gap: nil)
    }
    let found: (values: [CellValue], gap: String?)
    switch cell.kind {
    case .switch: found = ([.flag(true), .flag(false)], nil)
    case .radioGroup, .checkboxGroup, .listPicker, .select: found = choices(cell)
    case .orderPicker(let picker): found = (orders(picker), nil)
    case .matrix(let matrix): found = (answers(of: matrix), nil)
    case .attachment(let kind): found = (files(of: kind), nil)
    case .text, .currency, .date, .time, .dateTime, .duration, .number, .slider, .rating, .note, .password, .dateRange:
      found = cell.measure == nil ? writings(cell) : quantities(cell)
    case .content: found = ([], nil)
    }
    var values = [cell.initial]
    if !cell.isEmpty(cell.initial), !found.values.contains(cell.empty) { values.append(cell.empty) }
    var gap = found.gap
    for value in found.values where !values.contains(value) {
      guard cell.problem(with: value, isRequired: false, today: nil) == nil else { continue }
      if values.count == Domain.limit {
        gap = "“\(cell.id)” is compared with too many values"
        break
      }
      values.append(value)
    }
    return Domain(values: values, gap: gap)
  }

  // MARK: Choices

  private func choices(_ cell: Cell) -> (values: [CellValue], gap: String?) {
    guard let source = cell.optionSource else { return ([], nil) }
    if source.isProvided { return ([], "the options of “\(cell.id)” come from a program") }
    let table = source.current
    let named = namedTexts(of: cell)
    var rows: [Int] = []
    for row in named.compactMap(table.row(of:)) where !table.isDisabled(at: row) && !rows.contains(row) {
      rows.append(row)
    }
    var gap: String?
    if source.isData, let gone = comparands.texts[cell.index]?.first(where: { table.row(of: $0) == nil }) {
      gap = "the file of “\(cell.id)” may contain “\(gone)” later"
    }
    let followers = comparands.followers[cell.index] ?? []
    let isLookedInto = !followers.isEmpty || !cell.filters.isEmpty || comparands.operands.contains(cell.index)
    let further = isLookedInto ? Self.rowLimit : cell.allowsSeveral ? 3 : 1
    let isNamed = Set(rows)
    rows += (0..<table.count).lazy.filter { !table.isDisabled(at: $0) && !isNamed.contains($0) }.prefix(further)
    if isLookedInto, table.count > rows.count { gap = gap ?? "“\(cell.id)” has too many options" }
    if cell.allowsSeveral {
      let several = severalChoices(cell, named: Array(rows.prefix(isNamed.count)), table: table)
      return (several.values, gap ?? several.gap)
    }
    var values = rows.map { row -> CellValue in
      var selection = Selection(in: table)
      selection.insert(row)
      return .selection(selection)
    }
    if cell.other != nil {
      var selection = Selection(in: table)
      selection.setOther("Other")
      values.append(.selection(selection))
    }
    return (values, gap)
  }

  /// Sets of options: each subset of the named options, filled up with others to each count that matters.
  private func severalChoices(_ cell: Cell, named: [Int], table: OptionTable) -> (values: [CellValue], gap: String?) {
    let isNamed = Set(named)
    let others = (0..<table.count).lazy.filter { !table.isDisabled(at: $0) && !isNamed.contains($0) }
    var counts: Set<Int> = [cell.bounds.most.flatMap(\.whole) ?? 1]
    for bound in (comparands.bounds[cell.index] ?? []).compactMap(\.whole) {
      counts.formUnion([bound - 1, bound, bound + 1])
    }
    for partner in comparands.group(of: cell.index) where partner != cell.index {
      counts.formUnion((comparands.bounds[partner] ?? []).compactMap(\.whole).flatMap { [$0 - 1, $0, $0 + 1] })
      counts.formUnion(0...3)
    }
    counts.formUnion(cell.fewestValues.map { [$0] } ?? [])
    let known = named.prefix(4)
    var values: [CellValue] = []
    for set in 0..<(1 << known.count) {
      let chosen = known.enumerated().filter { set & (1 << $0.offset) != 0 }.map(\.element)
      for count in (counts.union([chosen.count, chosen.count + 1]).sorted()) where count >= chosen.count {
        for typed in cell.other == nil ? [0] : [0, 1] where count >= chosen.count + typed {
          let filling = others.prefix(count - chosen.count - typed)
          guard chosen.count + filling.count + typed == count else { continue }
          var selection = Selection(in: table)
          for row in chosen + filling { selection.insert(row) }
          if typed > 0 { selection.setOther("Other") }
          values.append(.selection(selection))
        }
      }
    }
    return (values, named.count > known.count ? "more than \(known.count) options of “\(cell.id)” are named" : nil)
  }

  /// The values in conditions on this cell or on cells with which it is compared.
  private func namedTexts(of cell: Cell) -> [String] {
    var texts: [String] = []
    for partner in comparands.group(of: cell.index) {
      texts += comparands.texts[partner] ?? []
      guard partner != cell.index, let table = form.cells[partner].optionSource?.current else { continue }
      texts += (0..<min(table.count, Self.rowLimit)).map { table.value(at: $0) }
    }
    // Adds the values that a picker's file compares with this cell.
    for follower in comparands.followers[cell.index] ?? [] {
      let picker = form.cells[follower]
      guard let table = picker.optionSource?.current,
        let column = picker.filters.first(where: { $0.cell == cell.index })?.column
      else { continue }
      let rows = (comparands.texts[follower] ?? []).compactMap(table.row(of:)) + Array(0..<min(table.count, 10))
      texts += rows.compactMap { table.text(column: column, at: $0) }
    }
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  private func orders(_ picker: OrderPickerKind) -> [CellValue] {
    (0...picker.criteria.count).map { count in
      .order(
        picker.criteria.enumerated().map {
          OrderedCriterion(id: $1.id, isSelected: $0 < count, direction: $1.direction)
        })
    }
  }

  /// Examples of files: the largest number that the cell accepts, and smaller numbers.
  private func files(of kind: AttachmentKind) -> [CellValue] {
    let counts = Set([1, kind.minimum ?? 1, kind.maximum] + Array(1...min(kind.maximum, 10))).sorted()
    return counts.map { count in .text(AttachmentKind.adding(kind.examples(count), to: "")) }
  }

  private func answers(of matrix: MatrixKind) -> [CellValue] {
    let answer = matrix.options.current.value(at: 0)
    return (0...matrix.rows.count).reversed().map { count in
      .text(matrix.rows.indices.map { $0 < count ? answer : "" }.joined(separator: "\n"))
    }
  }

  // MARK: Numbers, days and times

  private func quantities(_ cell: Cell) -> (values: [CellValue], gap: String?) {
    let group = comparands.group(of: cell.index)
    let bounds = group.flatMap { self.bounds(of: form.cells[$0]) }
    let decimals = bounds.map(\.decimals).max() ?? 0
    guard decimals <= 9, let axis = ValueAxis(of: cell, decimals: decimals) else {
      return ([], "the numbers of “\(cell.id)” have too many decimals")
    }
    var positions = bounds.compactMap(axis.position)
    for shift in group.flatMap({ comparands.shifts[$0] ?? [] }) {
      positions += bounds.flatMap { $0.shifted(by: shift) }.compactMap(axis.position)
    }
    // If nothing is named, any value will do.
    if positions.isEmpty { positions = [axis.usual] }
    var texts: [String] = []
    var seen: Set<Int128> = []
    let near = positions.map { axis.neighbours(of: $0, min(3, group.count)) }
    // The named values come first.
    for distance in 0..<(near.map(\.count).max() ?? 0) {
      for neighbours in near where distance < neighbours.count && seen.insert(neighbours[distance]).inserted {
        axis.text(at: neighbours[distance]).map { texts.append($0) }
      }
    }
    // Texts keep the zeros of a number as written, and conditions compare texts.
    if case .text(let kind) = cell.kind {
      texts += (namedTexts(of: cell) + [kind.pattern?.example].compactMap(\.self)).filter { !texts.contains($0) }
    }
    let values = texts.map(CellValue.text)
    let hasForm =
      values.contains {
        switch cell.problem(with: $0, isRequired: false, today: nil) {
        case .tooLong?, .pattern?, .capitals?: true
        default: false
        }
      }
    // Values of two cells with steps may coincide anywhere.
    let hasSteps = group.count > 1 && group.contains { form.cells[$0].hasSteps }
    return (
      values,
      hasForm
        ? "“\(cell.id)” accepts only numbers of a certain form"
        : hasSteps ? "“\(cell.id)” is compared with another cell, and one of them has steps" : nil
    )
  }

  private func bounds(of cell: Cell) -> [Condition.Bound] {
    let (least, most) = cell.bounds
    let named = (comparands.texts[cell.index] ?? []).compactMap { cell.measured(.text($0)) }
    var days: [Condition.Bound] = []
    if case .date(let kind) = cell.kind {
      days = [kind.minimum, kind.maximum].compactMap { $0?.date(today: nil) }.map(Condition.Bound.day)
    }
    let initial = cell.measure == .count ? nil : cell.measured(cell.initial)
    return (comparands.bounds[cell.index] ?? []) + named
      + [cell.measure == .count ? nil : least, most, initial].compactMap(\.self) + days
  }

  // MARK: Texts

  private func writings(_ cell: Cell) -> (values: [CellValue], gap: String?) {
    let group = comparands.group(of: cell.index)
    let named = namedTexts(of: cell).flatMap { [$0, $0.uppercased()] }.map(CellValue.text)
    if case .dateRange = cell.kind { return (ranges(cell), nil) }
    if case .slider(let slider) = cell.kind {
      return ([.text("\(slider.minimum)\n\(slider.maximum)")], nil)
    }
    let isTaken = { (value: CellValue) in cell.problem(with: value, isRequired: false, today: nil) == nil }
    let samples = SampleTexts.of(cell).lazy.map(CellValue.text).filter { isTaken($0) && !named.contains($0) }.prefix(2)
    let cannot =
      if case .text(let kind) = cell.kind { kind.leastCount > kind.maxLength ?? .max } else { false }
    // Texts of two different forms may be equal in a case that no example shows.
    let isOfForms = group.count > 1 && group.contains { form.cells[$0].hasForm }
    return (
      named + samples,
      samples.isEmpty && !cannot
        ? "no text that “\(cell.id)” accepts is known"
        : isOfForms
          ? "“\(cell.id)” is compared with another cell, and one of them accepts only texts of a certain form" : nil
    )
  }

  private func ranges(_ cell: Cell) -> [CellValue] {
    guard case .dateRange(let kind) = cell.kind else { return [] }
    let first =
      kind.minimum?.date(today: nil) ?? kind.maximum?.date(today: nil)?.adding(days: -400)
      ?? Witness.usualDay
    let days = [kind.fewestDays ?? 1, kind.mostDays ?? 2, 1, 2, 5]
    return [first, first.adding(days: 1)].compactMap(\.self).flatMap { day in
      days.compactMap { count in day.adding(days: count - 1).map { .text("\(day)\n\($0)") } }
    }
  }
}

extension Cell {
  /// Whether only some of the numbers or times between its bounds can be entered.
  fileprivate var hasSteps: Bool {
    switch kind {
    case .number(let kind): kind.step != nil
    case .slider, .rating: true
    case .time(let kind): kind.step > 1
    case .dateTime(let kind): kind.step > 1
    case .duration(let kind): kind.step > 1
    default: false
    }
  }

  /// Whether it accepts only certain texts.
  fileprivate var hasForm: Bool {
    if case .text(let kind) = self.kind { kind.pattern != nil || kind.maxLength != nil } else { false }
  }
}

/// Texts that a cell might accept.
enum SampleTexts {
  static func of(_ cell: Cell) -> [String] {
    switch cell.kind {
    case .text(let kind):
      let placeholders = kind.placeholder?.texts ?? []
      let pattern = kind.pattern.flatMap(\.example).map { [$0, $0.uppercased()] } ?? []
      return pattern + usual + placeholders.sorted()
    case .password: return ["Correct-Horse-9-Battery", "Abcdef-12345"] + usual
    default: return usual
    }
  }

  private static let usual = [
    "Ada", "Text", "A", "B", "a", "1", "2", "ada@example.org", "eve@example.org", "https://example.org",
    "https://example.com", "+44 20 7946 0000", "+44 20 7946 0001", "12345", "54321", "AB-1234",
    "a@b", "http://a", "123",
  ]
}

extension ValueAxis {
  /// The position of an ordinary value.
  fileprivate var usual: Int128 {
    position(of: .day(Witness.usualDay)) ?? position(of: .number(DecimalNumber(units: 1, decimals: 0)))
      ?? TimeOfDay(parsing: "09:00").flatMap { position(of: .time($0)) }
      ?? LocalDateTime(Witness.usualDay, minute: 9 * 60).flatMap { position(of: .moment($0)) } ?? 60
  }
}

extension Condition.Bound {
  var whole: Int? {
    guard case .number(let number) = self, let units = number.units(decimals: 0) else { return nil }
    return Int(exactly: units)
  }

  var decimals: Int { if case .number(let number) = self { number.significantDecimals } else { 0 } }

  /// The days that a bound relative to another cell makes of this day, and the days from which it makes this day.
  fileprivate func shifted(by shift: DayBound) -> [Condition.Bound] {
    func days(from day: CalendarDate) -> [CalendarDate] {
      guard let there = shift.date(today: day) else { return [] }
      let distance = there.daysSince1970 - day.daysSince1970
      return [there] + [day.adding(days: -distance), there.adding(days: distance)].compactMap(\.self)
    }
    switch self {
    case .day(let day): return days(from: day).map(Condition.Bound.day)
    case .moment(let time):
      return days(from: time.day).compactMap { LocalDateTime($0, minute: time.minute) }.map(Condition.Bound.moment)
    case .number, .time, .duration: return []
    }
  }
}
