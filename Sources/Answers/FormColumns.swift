package import FormCells

/// A column of a form's answers, with its labels.
package struct FormColumn: Sendable {
  package let column: AnswerColumn
  /// The label of the cell or the repeated section.
  package let label: String
  /// The label of a row of a matrix, or of a cell of entries; `nil` for parts of a cell that have no label.
  package let partLabel: String?
  /// The options of a choice.
  package internal(set) var options: AnswerOptions?
  /// The cell by which typed numbers are read.
  let numberCell: Cell?
  /// Whether it is a cell of an earlier version that the form no longer has.
  package internal(set) var isEarlier = false
  /// Whether a newer column has its name in addresses, because its cell has another type now.
  var isNameTaken = false
  /// Whether a newer column's filter has the name of a field in its filter.
  var isFilterTaken = false
  /// Whether its values come from a repeated section's entries; a submission may have any number of them.
  package let isOfEntries: Bool

  package init(
    _ column: AnswerColumn, label: String, partLabel: String? = nil, options: AnswerOptions? = nil,
    numberCell: Cell? = nil, isOfEntries: Bool = false
  ) {
    self.column = column
    self.label = label
    self.partLabel = partLabel
    self.options = options
    self.numberCell = numberCell
    self.isOfEntries = isOfEntries
  }
}

/// The options of a column with their labels.
package struct AnswerOptions: Sendable {
  private enum Storage: Sendable {
    case listed([(value: String, label: String)])
    case table(OptionTable)
  }

  /// The number of options up to which `all` lists them; nobody reads a longer list.
  package static let listLimit = 500

  private let storage: Storage
  private let languages: [LanguageTag]
  /// Options of earlier versions of the form that are no longer options.
  package internal(set) var earlier: [(value: String, label: String)] = []

  init(_ table: OptionTable, in languages: [LanguageTag]) { (storage, self.languages) = (.table(table), languages) }

  package init(_ options: [(value: String, label: String)]) { (storage, languages) = (.listed(options), []) }

  package var count: Int {
    switch storage {
    case .listed(let options): options.count
    case .table(let table): table.count
    }
  }

  /// All options in their order; `nil` if there are more than `listLimit`.
  package var all: [(value: String, label: String)]? {
    switch storage {
    case .listed(let options): options
    case .table(let table):
      table.count > Self.listLimit
        ? nil : (0..<table.count).map { (table.value(at: $0), table.label(at: $0, in: languages)) }
    }
  }

  /// The label of an option, present or from a known earlier version; `nil` if the value is neither.
  package func label(of value: String) -> String? {
    let label: String? =
      switch storage {
      case .listed(let options): options.first { $0.value == value }?.label
      case .table(let table): table.row(of: value).map { table.label(at: $0, in: languages) }
      }
    return label ?? earlier.first { $0.value == value }?.label
  }

  /// The values of the options whose labels contain this word.
  /// - Throws: if there are more than the limit.
  func values(holding word: String, limit: Int) throws(AnswerError) -> [String] {
    let terms = SearchTerm.terms(of: word)
    func found(_ options: [(value: String, label: String)]) -> [String] {
      options.filter { option in terms.allSatisfy { !SearchTerm.matches(of: [$0], in: option.label).isEmpty } }
        .map(\.value)
    }
    switch storage {
    case .listed(let options): return found(options + earlier)
    case .table(let table):
      guard let rows = table.search(word, in: languages) else { return found(earlier) }
      guard rows.count <= limit else { throw .tooManyOptions(word: word, limit: limit) }
      return rows.map { table.value(at: $0) } + found(earlier)
    }
  }
}

extension FormColumn {
  /// The columns of a form in the order of its cells. After the count of a repeated section come the columns of its
  /// entries.
  package static func all(of form: Form, in languages: [LanguageTag]) -> [FormColumn] {
    form.sections.filter { $0.entry == nil }.flatMap { section -> [FormColumn] in
      let cells = section.cells.flatMap { columns(of: $0, of: form, in: languages) }
      guard let repeated = section.repeated else { return cells }
      let title = form.named(section.title ?? repeated.item, in: languages)
      return [FormColumn(AnswerColumn(repeated.id, kind: .count), label: title)]
        + cells.map { $0.asEntries(of: repeated.id, titled: title) }
    }
  }

  func asEntries(of section: String, titled title: String) -> FormColumn {
    FormColumn(
      AnswerColumn(section, part: column.name, kind: column.kind), label: title,
      partLabel: partLabel.map { "\(label): \($0)" } ?? label, options: options, numberCell: numberCell,
      isOfEntries: true)
  }

  private static func columns(of cell: Cell, of form: Form, in languages: [LanguageTag]) -> [FormColumn] {
    let label = form.named(cell.label, in: languages)
    func column(
      _ kind: AnswerColumn.Kind, part: String? = nil, label partLabel: String? = nil, options: AnswerOptions? = nil
    ) -> FormColumn {
      FormColumn(
        AnswerColumn(cell.id, part: part, kind: kind), label: label, partLabel: partLabel, options: options,
        numberCell: kind == .number ? cell : nil)
    }
    func ends(_ kind: AnswerColumn.Kind) -> [FormColumn] {
      RangeTexts.End.allCases.map { column(kind, part: $0.rawValue) }
    }
    switch cell.kind {
    case .text(let text) where text.format == .integer || text.format == .decimal:
      return [column(.number, part: AnswerColumn.digits)]
    case .text, .note: return [column(.text)]
    case .currency(let currency):
      let options = AnswerOptions([(currency.currency, currency.currency)])
      return [column(.number, part: "amount"), column(.choice, part: "currency", options: options)]
    case .switch: return [column(.flag)]
    case .radioGroup, .checkboxGroup, .listPicker, .select:
      let options = cell.optionSource.map { AnswerOptions($0.current, in: languages) }
      return [column(.choice, options: options)] + (cell.other == nil ? [] : [column(.text, part: "other")])
    case .date: return [column(.day)]
    case .dateRange: return ends(.day)
    case .time: return [column(.time)]
    case .dateTime: return [column(.moment)]
    case .duration: return [column(.duration)]
    case .number, .rating: return [column(.number)]
    case .slider(let slider): return slider.isRange ? ends(.number) : [column(.number)]
    case .matrix(let matrix):
      let options = AnswerOptions(matrix.options.current, in: languages)
      return matrix.rows.map { column(.choice, part: $0.id, label: $0.label.text(in: languages), options: options) }
    case .orderPicker(let picker):
      return [column(.choice, options: AnswerOptions(picker.criteria.map { ($0.id, $0.label.text(in: languages)) }))]
    case .attachment: return [column(.count)]
    case .password, .content: return []
    }
  }
}
