import Support

/// The value of a cell. The case belongs to the cell's kind and never changes.
package enum CellValue: Sendable, Equatable {
  /// The text value of all other kinds: as typed or, once it can be read, in the form that is recorded. Line ends are LF.
  case text(String)
  /// `switch`
  case flag(Bool)
  /// `list-picker`, `select`, `radio-group`, `checkbox-group`
  case selection(Selection)
  /// `order-picker`, highest priority first
  case order([OrderedCriterion])
}

extension CellValue {
  /// What a page posts, and a draft holds, for a date or time that is incomplete or does not exist (HTML, `ValidityState.badInput`), since
  /// the browser gives the page no text for it. This is `incomplete` in `Public/js/controls.mjs`.
  package static let incompleteText = "…"
}

/// The value of a cell whose kind is known; another case is a programming error.
extension CellValue {
  package var text: String {
    guard case .text(let text) = self else { preconditionFailure("a text is expected, not \(self)") }
    return text
  }

  package var flag: Bool {
    guard case .flag(let flag) = self else { preconditionFailure("a flag is expected, not \(self)") }
    return flag
  }

  package var selection: Selection {
    guard case .selection(let selection) = self else { preconditionFailure("a selection is expected, not \(self)") }
    return selection
  }

  package var order: [OrderedCriterion] {
    guard case .order(let order) = self else { preconditionFailure("an order is expected, not \(self)") }
    return order
  }
}

/// Packs values for sessions, without what the cell already tells: its kind and its criteria.
extension Cell {
  /// - `tables`: collects the tables that reading needs, since a packed selection may refer to rows of a certain table.
  func pack(_ value: CellValue, into writer: inout PackedWriter, tables: inout [OptionTable]) {
    switch value {
    case .text(let text): writer.append(text)
    case .flag(let flag): writer.append(byte: flag ? 1 : 0)
    case .selection(let selection):
      if let source = optionSource, source.isProvided {
        selection.packOptions(of: source, into: &writer)
        writer.append(selection.encoded())
        break
      }
      let encoded = selection.encoded()
      writer.append(encoded)
      if Selection.namesRows(encoded), !tables.contains(where: { $0 === selection.table }) {
        tables.append(selection.table)
      }
    case .order(let order):
      let places = places(of: order)
      writer.append(places?.count { $0 != nil } ?? order.count)
      for position in order.indices {
        guard let place = places == nil ? position : places?[position] else { continue }
        let (isSelected, direction) = (order[position].isSelected, order[position].direction)
        writer.append(place << 2 | (isSelected ? 2 : 0) | (direction == .descending ? 1 : 0))
      }
    }
  }

  /// - `tables`: the tables that were collected when it was written.
  func unpack(_ reader: inout PackedReader, tables: [OptionTable]) throws(PackingError) -> CellValue {
    switch initial {
    case .text: return .text(try reader.text())
    case .flag: return .flag(try reader.number(upTo: 1) == 1)
    case .selection: return .selection(try selection(&reader, tables: tables))
    case .order:
      let criteria = criteria
      var order: [OrderedCriterion] = []
      var placed = [Bool](repeating: false, count: criteria.count)
      for _ in 0..<(try reader.number(upTo: criteria.count)) {
        let number = try reader.number(upTo: criteria.count << 2)
        guard criteria.indices.contains(number >> 2), !placed[number >> 2] else { throw .malformed }
        placed[number >> 2] = true
        order.append(
          OrderedCriterion(
            id: criteria[number >> 2].id, isSelected: number & 2 != 0,
            direction: number & 1 == 0 ? .ascending : .descending))
      }
      return .order(order)
    }
  }

  func selection(_ reader: inout PackedReader, tables: [OptionTable]) throws(PackingError) -> Selection {
    guard let choice else { throw .malformed }
    if choice.options.isProvided {
      let table = try OptionTable(unpackingChosen: &reader, of: choice.options)
      guard let selection = choice.selection(hiddenFieldValue: try reader.text(), in: table) else { throw .malformed }
      // Options that were missing may exist again.
      return selection.missing.isEmpty ? selection : selection.rebased(onto: choice.options.current)
    }
    let encoded = try reader.text()
    if let selection = choice.selection(hiddenFieldValue: encoded, in: choice.options.current) { return selection }
    // The source was read again since: the text refers to rows of an earlier table.
    for table in tables {
      if let selection = choice.selection(hiddenFieldValue: encoded, in: table) { return selection }
    }
    throw .malformed
  }

  private var criteria: [OrderPickerKind.Criterion] {
    if case .orderPicker(let picker) = kind { picker.criteria } else { [] }
  }

  /// The position of each criterion in the definition; `nil` for one that the definition lacks. The whole result is `nil` for the most
  /// common order, that of the definition.
  private func places(of order: [OrderedCriterion]) -> [Int?]? {
    let criteria = criteria
    if order.count == criteria.count, order.indices.allSatisfy({ order[$0].id == criteria[$0].id }) { return nil }
    let places = Dictionary(criteria.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    return order.map { places[$0.id] }
  }
}

/// A provider's options as they were when they were chosen, so that a choice can be kept without asking the provider.
extension Selection {
  fileprivate func packOptions(of source: OptionSource, into writer: inout PackedWriter) {
    let languages = source.translatedLanguages
    func append(_ row: Int) {
      let label = table.label(at: row, in: [])
      writer.append(table.value(at: row))
      writer.append(label)
      if languages.isEmpty { return }
      let translations = languages.map { (language: $0, label: table.label(at: row, in: [$0])) }.filter {
        $0.label != label
      }
      writer.append(translations.count)
      for translation in translations {
        writer.append(translation.language.description)
        writer.append(translation.label)
      }
    }
    writer.append(count)
    for row in rows {
      append(row)
      guard source.isTree else { continue }
      let path = table.path(to: row)
      writer.append(path.count)
      path.forEach(append)
    }
  }
}

extension OptionTable {
  fileprivate convenience init(
    unpackingChosen reader: inout PackedReader, of source: OptionSource
  ) throws(PackingError) {
    let isTranslated = !source.translatedLanguages.isEmpty
    var options: [Option] = []
    var places: [String: OptionPlace] = [:]
    for _ in 0..<(try reader.number(upTo: Int(UInt32.max))) {
      let option = try Self.option(&reader, isTranslated: isTranslated)
      options.append(option)
      guard source.isTree else { continue }
      var path: [Option] = []
      for _ in 0..<(try reader.number(upTo: Int(UInt8.max))) {
        path.append(try Self.option(&reader, isTranslated: isTranslated))
      }
      places[option.value] = OptionPlace(path: path)
    }
    self.init(chosen: options, places: source.isTree ? places : nil)
  }

  private static func option(_ reader: inout PackedReader, isTranslated: Bool) throws(PackingError) -> Option {
    let (value, label) = (try reader.text(), try reader.text())
    var translations: [LanguageTag: String] = [:]
    if isTranslated {
      for _ in 0..<(try reader.number(upTo: Int(UInt16.max))) {
        let language = LanguageTag(stringLiteral: try reader.text())
        translations[language] = try reader.text()
      }
    }
    return Option(value: value, label: Localized(label, translations: translations))
  }
}
