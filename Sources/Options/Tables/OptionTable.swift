package import Localization
import Support
import Synchronization

/// The options of one picker at one moment: immutable, and shared by all visitors. A source file that is read again makes a new table.
///
/// Each column is one buffer of bytes with 32-bit offsets, so that a million options take a hundred megabytes and no
/// objects. If the texts of a definition's options differ by language, these (few) options are kept as written.
package final class OptionTable: Sendable {
  /// The value lists, which cover the rows without gaps, in order. Options that are not grouped have one list without a title.
  package let lists: [OptionList]
  /// A number that is unique in the process; never 0.
  package let serial: UInt64
  private static let lastSerial = Atomic<UInt64>(0)
  /// The values of the first rows as pages contain them.
  let firstValues = AppendOnlyTable<Int, EncodedRun>(entryLimit: 1)
  /// 16 hex digits over the values in row order: two tables with the same digest have the same values in the same rows.
  package let digest: String
  /// Whether any row has a description or a footnote (object cells).
  package let hasObjects: Bool
  /// Whether any row has initials or an image beside a description (contact cells).
  package let hasContacts: Bool
  /// Rows whose value an earlier row has; always empty for a file, where repeated values are errors.
  package let repeatedRows: [Int]
  /// The only enabled row, if there is exactly one.
  package let onlyEnabledRow: Int?

  let columns: StoredColumns
  /// `nil` if no row is disabled.
  let disabled: Bitmap?
  /// Rows without places left; `nil` if there are none.
  let full: Bitmap?
  /// Rows that are disabled or full: "Select All" leaves them out.
  let unavailable: Bitmap?
  /// The options as written, if any of their texts differs by language.
  let localized: [Option]?
  /// Whether texts of its rows are given per language.
  package var isLocalized: Bool { localized != nil }
  private let index: ValueIndex
  /// `nil` if the table has all options.
  let part: OptionPart?
  let filters: OptionFilters
  /// `nil` if the texts are in one language.
  let translations: OptionTranslations?
  /// `nil` if the options are not a tree.
  package let tree: OptionTree?
  let searches = Lock(SearchIndexes())
  let searchMemory = Lock(SearchMemory())

  init(
    rows: consuming OptionRows, lists: [OptionList], filters: [String] = [], calculated: [String] = [],
    localized: [Option]? = nil,
    index: ValueIndex? = nil, full: Bitmap? = nil, tree: OptionTree? = nil,
    translations: [OptionTranslations.Name] = [],
    part: OptionPart? = nil
  ) {
    self.translations = OptionTranslations(translations, columns: rows.translations)
    self.part = part
    self.full = full
    self.tree = tree
    self.filters = OptionFilters(filters, calculated: calculated, columns: rows.filters)
    serial = Self.lastSerial.wrappingAdd(1, ordering: .relaxed).newValue
    let index = index ?? ValueIndex(rows[.value], count: rows.count)
    self.lists = lists
    self.localized = localized
    self.index = index
    repeatedRows = index.repeated.map(\.row)
    let digits = String(index.digest, radix: 16)
    digest = String(repeating: "0", count: 16 - digits.count) + digits
    if rows.disabled.isEmpty {
      disabled = nil
    } else {
      var bitmap = Bitmap(count: rows.count)
      for row in rows.disabled { bitmap.insert(Int(row)) }
      disabled = bitmap
    }
    if var unavailable = disabled, let full {
      unavailable.formUnion(full)
      self.unavailable = unavailable
    } else {
      unavailable = disabled ?? full
    }
    onlyEnabledRow = Self.only(rows.count, but: disabled)
    columns = StoredColumns(rows)
    let hasDescriptions = !columns[.description].isEmpty || localized?.contains { $0.description != nil } == true
    hasObjects = hasDescriptions || !columns[.footnote].isEmpty || localized?.contains { $0.footnote != nil } == true
    hasContacts =
      hasDescriptions && (!columns[.initials].isEmpty || !columns[.image].isEmpty)
      && Self.hasContact(columns, localized: localized)
  }

  deinit {
    columns.deallocate()
    filters.deallocate()
    translations?.deallocate()
  }

  /// The row that is not disabled, if there is only one among this number of rows.
  private static func only(_ count: Int, but disabled: Bitmap?) -> Int? {
    guard let disabled else { return count == 1 ? 0 : nil }
    let first = disabled.first(false, in: 0..<count)
    return first < count && disabled.first(false, in: first + 1..<count) == count ? first : nil
  }

  private static func hasContact(_ columns: StoredColumns, localized: [Option]?) -> Bool {
    (0..<columns.count).contains { row in
      let isDescribed = columns[.description].has(row) || localized?[row].description != nil
      return isDescribed && (columns[.initials].has(row) || columns[.image].has(row))
    }
  }

  package var count: Int { columns.count }

  package func value(at row: Int) -> String { columns[.value].text(at: row) ?? "" }

  /// The row's label, or its value if it has none.
  package func label(at row: Int, in languages: [LanguageTag]) -> String {
    if let localized { return localized[row].label.text(in: languages) }
    if let text = translation(.label, at: row, in: languages) { return text }
    return columns[.label].text(at: row) ?? value(at: row)
  }

  package func description(at row: Int, in languages: [LanguageTag]) -> String? {
    if let localized { return localized[row].description?.text(in: languages) }
    if let text = translation(.description, at: row, in: languages) { return text }
    return columns[.description].text(at: row)
  }

  package func footnote(at row: Int, in languages: [LanguageTag]) -> String? {
    if let localized { return localized[row].footnote?.text(in: languages) }
    if let text = translation(.footnote, at: row, in: languages) { return text }
    return columns[.footnote].text(at: row)
  }

  package func status(at row: Int, in languages: [LanguageTag]) -> String? {
    if let localized { return localized[row].status?.text(in: languages) }
    if let text = translation(.status, at: row, in: languages) { return text }
    return columns[.status].text(at: row)
  }

  package func image(at row: Int) -> String? { columns[.image].text(at: row) }

  /// The images of all rows.
  package var images: Set<String> { columns[.image].isEmpty ? [] : Set((0..<count).compactMap(image(at:))) }

  package func initials(at row: Int) -> String? { columns[.initials].text(at: row) }

  package func isDisabled(at row: Int) -> Bool { disabled?.contains(row) ?? false }

  /// Whether no places are left: visitors who chose it before may keep it, and get a message when they send it.
  package func isFull(at row: Int) -> Bool { full?.contains(row) ?? false }

  /// The row with this value, or `nil`. Compares bytes: values are identifiers, not words.
  package func row(of value: String) -> Int? {
    let row = row(ofExactly: value) ?? (value.isPlainLine ? nil : row(ofExactly: TextReading.line.read(value)))
    if row == nil, let wishes = part?.wishes { wishes.add(value, label: nil) }
    return row
  }

  private func row(ofExactly value: String) -> Int? {
    value.withBytes { index.row(of: $0, in: columns[.value]) }
  }

  /// The row with the same value as a row of another table.
  func row(ofValueAt row: Int, of other: OptionTable) -> Int? {
    let found = withExtendedLifetime(other) { index.row(of: other.columns[.value][row], in: columns[.value]) }
    if found == nil, let wishes = part?.wishes { wishes.add(other.value(at: row), label: other.label(at: row, in: [])) }
    return found
  }

  /// The number of these rows that can be chosen, as in "Select All".
  package func enabledCount(in rows: RowSet) -> Int {
    guard let unavailable else { return rows.count }
    switch rows.storage {
    case .run(let run): return run.count - unavailable.count(in: run.clamped(to: 0..<count))
    case .scattered(let rows): return rows.reduce(0) { $0 + (unavailable.contains(Int($1)) ? 0 : 1) }
    }
  }
}

/// A column of an option table.
package enum OptionField: Int, CaseIterable, Sendable {
  case value, label, description, footnote, status, image, initials
}

/// The texts that a row may have besides its label.
package struct OptionTexts: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let description = OptionTexts(rawValue: 1)
  package static let footnote = OptionTexts(rawValue: 2)
  package static let status = OptionTexts(rawValue: 4)
}

/// Reading a row's texts without making strings.
extension OptionTable {
  /// Passes on the text as UTF-8; empty if the row has none. The default label is the value.
  package func withText(
    _ field: OptionField, at row: Int, in languages: [LanguageTag], body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    if localized != nil, withLocalizedText(field, at: row, in: languages, body: body) { return }
    if let text = translations?.text(field, at: row, in: languages) { return body(text) }
    let text = columns[field][row]
    body(text.isEmpty && field == .label ? columns[.value][row] : text)
  }

  /// Returns false if the field's texts do not differ by language.
  @inline(never)
  private func withLocalizedText(
    _ field: OptionField, at row: Int, in languages: [LanguageTag], body: (UnsafeBufferPointer<UInt8>) -> Void
  ) -> Bool {
    guard let text = localized?[row].text(field)?.text(in: languages) else { return false }
    text.withBytes(body)
    return true
  }

  /// The texts that this row has besides the label.
  package func texts(at row: Int) -> OptionTexts { texts { has($0, at: row) } }

  /// The texts that any row may have besides the label.
  package var texts: OptionTexts { texts { localized != nil || !columns[$0].isEmpty } }

  /// Whether any row has something to show besides its text.
  package var hasPictures: Bool { hasContacts || !columns[.image].isEmpty || !columns[.initials].isEmpty }

  private func texts(_ has: (OptionField) -> Bool) -> OptionTexts {
    var texts: OptionTexts = []
    if has(.description) { texts.insert(.description) }
    if has(.footnote) { texts.insert(.footnote) }
    if has(.status) { texts.insert(.status) }
    return texts
  }

  private func has(_ field: OptionField, at row: Int) -> Bool {
    localized?[row].text(field) != nil || columns[field].has(row)
  }
}

extension Option {
  fileprivate func text(_ field: OptionField) -> Localized? {
    switch field {
    case .label: label
    case .description: description
    case .footnote: footnote
    case .status: status
    case .value, .image, .initials: nil
    }
  }
}

extension OptionTable {
  /// A table of a definition's options.
  package convenience init(options: [Option]) { self.init(lists: [OptionSource.List(options: options)]) }

  /// A table of a definition's options in value lists.
  /// - Parameter full: the values of options without places left.
  package convenience init(lists: [OptionSource.List], full: Set<String> = []) {
    self.init(lists: lists, behind: [], full: full, part: nil)
  }

  /// - `others`: options that are in no list.
  /// - `places`: the places of the options in a tree.
  convenience init(
    lists: [OptionSource.List], behind others: [Option], full: Set<String> = [], tree places: OptionPlaces? = nil,
    part: OptionPart?
  ) {
    let lists = others.isEmpty ? lists : lists + [OptionSource.List(options: others)]
    let isLocalized = lists.contains { $0.options.contains(where: \.isLocalized) }
    var rows = OptionRows()
    var ranges: [OptionList] = []
    for list in lists {
      let first = rows.count
      for option in list.options {
        rows.append(option.value, to: .value)
        rows.append(option.image, to: .image)
        rows.append(option.initials, to: .initials)
        if !isLocalized {
          let label = option.label.text(in: [])
          if label != option.value { rows.append(label, to: .label) }
          rows.append(option.description?.text(in: []), to: .description)
          rows.append(option.footnote?.text(in: []), to: .footnote)
          rows.append(option.status?.text(in: []), to: .status)
        }
        rows.endRow(isDisabled: option.isDisabled)
      }
      ranges.append(
        OptionList(title: list.title, action: list.action, actionLabel: list.actionLabel, rows: first..<rows.count))
    }
    if !others.isEmpty { ranges.removeLast() }
    let tree = places.map { OptionTree($0.places, of: lists.flatMap(\.options).map(\.value)) }
    if let tree, places?.choosesParents == false { rows.disable((0..<rows.count).lazy.filter(tree.isParent)) }
    var fullRows: Bitmap?
    if !full.isEmpty {
      var bitmap = Bitmap(count: rows.count)
      for (row, option) in lists.flatMap(\.options).enumerated() where full.contains(option.value) {
        bitmap.insert(row)
      }
      fullRows = bitmap
    }
    self.init(
      rows: rows, lists: ranges, localized: isLocalized ? lists.flatMap(\.options) : nil, full: fullRows, tree: tree,
      part: part)
  }
}

extension Option {
  fileprivate var texts: [Localized] { [label] + [description, footnote, status].compactMap { $0 } }
  fileprivate var isLocalized: Bool { texts.contains { !$0.languages.isEmpty } }
}

/// A table has fewer enabled rows than have to be chosen.
package struct OptionShortage: Sendable, Equatable {
  /// The number of all rows.
  package let count: Int
  /// The number of rows that can be chosen.
  package let enabledCount: Int
  package let needed: Int

  /// The finding as the beginning of a sentence.
  package var finding: String {
    if count == 0 { return "the file has no options" }
    if enabledCount == 0 { return "all options are disabled" }
    return "\(enabledCount) of the \(needed) that must be chosen can be"
  }
}

extension OptionTable {
  /// `nil` if this number of rows can be chosen.
  package func shortage(of needed: Int) -> OptionShortage? {
    let enabled = enabledCount(in: RowSet(0..<count))
    return enabled < needed ? OptionShortage(count: count, enabledCount: enabled, needed: needed) : nil
  }
}
