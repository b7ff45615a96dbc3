import Support
import Localization

/// Collects the rows of a source file and the mistakes in them, and makes the table.
struct OptionCollector {
  private struct Fault {
    var reason: OptionFileError.Reason
    var offset: Int
    /// Further places of the same mistake: the first few of them, and their number.
    var further: [Int] = []
    var furtherCount = 0

    /// The number of lines that a message names.
    private static let namedLimit = 3

    mutating func add(at offset: Int) {
      if further.count < Self.namedLimit { further.append(offset) }
      furtherCount += 1
    }
  }

  private let columns: OptionColumns
  private let images: Set<String>?
  /// The images by name, for messages, in order.
  private lazy var imageNames = (images ?? []).sorted()
  private var rows: OptionRows
  /// Columns of texts in further languages, with their names in the file.
  private var translations: [(column: String, name: OptionTranslations.Name)] = []
  /// The place of each row's value, in bytes.
  private var valueOffsets: [UInt32] = []
  private var faults: [Fault] = []

  /// Bytes of the list of the row being written.
  private var listBytes: [UInt8] = []
  private var lastListBytes: [UInt8] = []
  private var listTitles: [String] = []
  private var listByTitle: [String: UInt32] = [:]
  private var listOfRow: [UInt32] = []

  init(columns: OptionColumns, images: Set<String>? = nil) {
    self.columns = columns
    self.images = images
    rows = OptionRows(filterCount: columns.keptTexts.count)
  }

  var count: Int { rows.count }
  var hasFaults: Bool { faults.contains { !$0.reason.isWarning } }
  /// Whether reading should stop.
  private(set) var isFull = false

  /// Reports a mistake. The same mistake in several lines makes one message.
  mutating func report(_ reason: OptionFileError.Reason, at offset: Int) {
    if let known = faults.firstIndex(where: { $0.reason == reason }) { return faults[known].add(at: offset) }
    faults.append(Fault(reason: reason, offset: offset))
    if faults.count(where: { !$0.reason.isWarning }) >= OptionFileErrors.limit { isFull = true }
  }

  /// - Returns: false if the file has too many rows.
  mutating func beginRow(at offset: Int) -> Bool {
    guard rows.count < OptionFile.rowLimit else {
      report(.tooManyRows(limit: OptionFile.rowLimit), at: offset)
      isFull = true
      return false
    }
    return true
  }

  /// Appends a text of the row, read as a line.
  @inline(__always)
  mutating func append(_ text: UnsafeBufferPointer<UInt8>, to targets: [OptionTarget], at offset: Int) {
    if TextReading.line.surelyKeeps(text.span) {
      for target in targets { append(text, to: target) }
    } else {
      read(text, of: targets, at: offset).withBytes { kept in for target in targets { append(kept, to: target) } }
    }
  }

  @inline(__always)
  private mutating func append(_ text: UnsafeBufferPointer<UInt8>, to target: OptionTarget) {
    switch target {
    case .field(let field): rows.append(text, to: field)
    case .list: listBytes.append(contentsOf: text)
    case .filter(let column): rows.append(text, toFilter: column)
    case .parent: rows.appendParent(text)
    case .translation(let column): rows.append(text, toTranslation: column)
    }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, of targets: [OptionTarget], at offset: Int) -> String
  {
    let text = String(decoding: bytes, as: UTF8.self)
    let kept = TextReading.line.read(text)
    if kept == text { return kept }
    let name = columns.targets.first { targets.contains($0.target) }?.name ?? ""
    // A blank value is reported as missing.
    if kept.isEmpty, targets.contains(.field(.value)) { return kept }
    if let scalar = text.firstUntypeable() {
      report(
        targets.contains(.field(.value)) ? .untypeable(name, scalar.isLineEnd ? "\n" : scalar) : .lineEndInText(name),
        at: offset)
    } else if !kept.isEmpty {
      report(.blankAround(name), at: offset)
    }
    return kept
  }

  /// The name of a column.
  mutating func name(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let name = TextReading.line.read(text)
    if name != text, columns.targets.contains(where: { $0.name == name }) { report(.blankInHeader(name), at: offset) }
    return name
  }

  /// Reads a column such as `label@de`, with translations of a text that one of `targets` has.
  /// - Returns: `nil` if it is no such column; an inner `nil` if its language is refused.
  mutating func translation(
    _ column: String, of targets: [(name: String, target: OptionTarget)], at offset: Int
  ) -> OptionTarget?? {
    do throws(LanguageTag.Refusal) {
      guard let name = try OptionTranslations.Name(column, of: targets) else { return nil }
      if translations.contains(where: { $0.name == name }) {
        report(.repeatedColumn(column), at: offset)
        return .some(nil)
      }
      translations.append((column, name))
      rows.addTranslation()
      return .translation(translations.count - 1)
    } catch {
      report(.unknownLanguage(column, error.message), at: offset)
      return .some(nil)
    }
  }

  /// - `offset`: the row's place.
  /// - `valueOffset`: its value's place; `nil` if its absence was already reported.
  mutating func endRow(at offset: Int, valueOffset: Int?, isDisabled: Bool = false) {
    for field in rows.fields(longerThan: OptionFile.fieldByteLimit) {
      report(.fieldTooLong(columns.name(of: field), byteLimit: OptionFile.fieldByteLimit), at: offset)
    }
    for (index, column) in rows.translations.enumerated() where column.openBytes > OptionFile.fieldByteLimit {
      report(.fieldTooLong(translations[index].column, byteLimit: OptionFile.fieldByteLimit), at: offset)
    }
    if let valueOffset, rows[.value].openBytes == 0 { report(.emptyValue(columns.value), at: valueOffset) }
    if let images, rows[.image].openBytes > 0 {
      let path = rows[.image].openText
      if !images.contains(path) { report(.missingImage(path, known: imageNames), at: offset) }
    }
    rows.endRow(isDisabled: isDisabled)
    valueOffsets.append(UInt32(valueOffset ?? offset))
    if columns.list != nil { endList(at: offset) }
  }

  private mutating func endList(at offset: Int) {
    if listBytes.count > OptionFile.fieldByteLimit {
      report(.fieldTooLong(columns.list ?? "", byteLimit: OptionFile.fieldByteLimit), at: offset)
    }
    if listTitles.isEmpty || listBytes != lastListBytes {
      let title = String(decoding: listBytes, as: UTF8.self)
      if listByTitle[title] == nil {
        listByTitle[title] = UInt32(listTitles.count)
        listTitles.append(title)
        if listTitles.count == OptionFile.listLimit + 1 {
          report(.tooManyLists(columns.list ?? "", limit: OptionFile.listLimit), at: offset)
          isFull = true
        }
      }
      lastListBytes = listBytes
      listOfRow.append(listByTitle[title] ?? 0)
    } else {
      listOfRow.append(listOfRow.last ?? 0)
    }
    listBytes.removeAll(keepingCapacity: true)
  }

  /// - `bytes`: the file's, to find the lines of mistakes.
  consuming func checked(path: String, bytes: [UInt8]) throws(OptionFileErrors) -> CheckedRows {
    let order = rowOrder()
    if let order {
      rows = rows.reordered(order)
      listOfRow = order.map { listOfRow[Int($0)] }
    }
    let index = ValueIndex(rows[.value], count: rows.count)
    if !index.repeated.isEmpty || hasFaults {
      throw errors(path: path, bytes: bytes, repeated: index.repeated, order: order)
    }
    let tree = tree(index)
    if hasFaults { throw errors(path: path, bytes: bytes, repeated: [], order: nil) }
    reportAlike(order)
    let warnings = described(faults, path: path, text: SourceText(bytes))
    return CheckedRows(
      rows: rows, lists: lists(), filters: columns.filters, calculated: columns.calculated, index: index, tree: tree,
      translations: translations.map(\.name), warnings: warnings)
  }

  /// The rows as a tree, if a column names the parents. They stay in the order of the file: a tree has no lists.
  private mutating func tree(_ index: ValueIndex) -> OptionTree? {
    guard let column = columns.parent else { return nil }
    let values = rows[.value]
    var faults: [OptionTree.Fault] = []
    let tree = OptionTree(rows.parents, values: values, index: index, count: rows.count) { faults.append($0) }
    for fault in faults where !isFull {
      report(fault.reason(column, parents: rows.parents, values: values), at: Int(valueOffsets[fault.row]))
    }
    if !columns.choosesParents { rows.disable((0..<rows.count).lazy.filter(tree.isParent)) }
    return tree
  }

  /// The rows ordered by list, within each list in the order of the file; `nil` if they already are in this order.
  private func rowOrder() -> [UInt32]? {
    guard !zip(listOfRow, listOfRow.dropFirst()).allSatisfy({ $0 <= $1 }) else { return nil }
    var next = [Int](repeating: 0, count: listTitles.count + 1)
    for list in listOfRow { next[Int(list) + 1] += 1 }
    for list in listTitles.indices { next[list + 1] += next[list] }
    var order = [UInt32](repeating: 0, count: listOfRow.count)
    for (row, list) in listOfRow.enumerated() {
      order[next[Int(list)]] = UInt32(row)
      next[Int(list)] += 1
    }
    return order
  }

  private func lists() -> [OptionList] {
    guard !listTitles.isEmpty else { return [OptionList(rows: 0..<rows.count)] }
    var counts = [Int](repeating: 0, count: listTitles.count)
    for list in listOfRow { counts[Int(list)] += 1 }
    var start = 0
    return zip(listTitles, counts).map { title, count in
      defer { start += count }
      return OptionList(title: title.isEmpty ? nil : Localized(title), rows: start..<start + count)
    }
  }

  private func errors(
    path: String, bytes: [UInt8], repeated: [(row: Int, first: Int)], order: [UInt32]?
  ) -> OptionFileErrors {
    let text = SourceText(bytes)
    let offset = { (row: Int) in self.offset(of: row, order) }
    var all = faults.filter { !$0.reason.isWarning }
    for (row, first) in repeated {
      guard let value = rows[.value].text(at: row) else { continue }
      let reason = OptionFileError.Reason.duplicateValue(
        value, firstLine: text.line(of: min(offset(row), offset(first))))
      let place = max(offset(row), offset(first))
      if let known = all.firstIndex(where: { $0.reason == reason }) {
        all[known].add(at: place)
      } else if all.count < OptionFileErrors.limit {
        all.append(Fault(reason: reason, offset: place))
      }
    }
    return OptionFileErrors(described(all, path: path, text: text), isCutShort: all.count >= OptionFileErrors.limit)
  }

  /// The mistakes in the order of their places.
  private func described(_ faults: [Fault], path: String, text: SourceText) -> [OptionFileError] {
    if faults.isEmpty { return [] }
    let faults = faults.sorted { $0.offset < $1.offset }
    return zip(faults, text.places(of: faults.map(\.offset))).map { fault, place in
      OptionFileError(
        fault.reason, path: path, position: place.position, excerpt: place.excerpt,
        furtherLines: fault.further.map(text.line), furtherCount: fault.furtherCount)
    }
  }

  /// The place of a row's value, in bytes.
  private func offset(of row: Int, _ order: [UInt32]?) -> Int { Int(valueOffsets[order.map { Int($0[row]) } ?? row]) }

  /// Reports values that differ only in blanks or in the width of their characters.
  private mutating func reportAlike(_ order: [UInt32]?) {
    let values = rows[.value]
    // In most files, no value has a likeness.
    if values.bytes.allSatisfy(String.isLikeItself) { return }
    /// The row of each value that differs from its likeness, by that likeness.
    var rowByLikeness: [String: Int] = [:]
    var pairs: [(row: Int, other: Int)] = []
    for row in 0..<rows.count {
      guard let likeness = values.text(at: row)?.likeness else { continue }
      if let other = rowByLikeness[likeness] { pairs.append((row, other)) } else { rowByLikeness[likeness] = row }
    }
    if rowByLikeness.isEmpty { return }
    for row in 0..<rows.count {
      guard let value = values.text(at: row), let other = rowByLikeness[value], other != row else { continue }
      pairs.append((row, other))
    }
    let places = pairs.map { (pair: $0, offset: max(offset(of: $0.row, order), offset(of: $0.other, order))) }
    let sorted = places.sorted { $0.offset < $1.offset }
    guard let first = sorted.first?.pair, let value = values.text(at: first.other),
      let other = values.text(at: first.row)
    else { return }
    for place in sorted { report(.alikeValues(value, other), at: place.offset) }
  }
}

/// The rows of a file without mistakes. They do not need the file's bytes: free these before making the table.
struct CheckedRows {
  fileprivate var rows: OptionRows
  fileprivate let lists: [OptionList]
  fileprivate let filters: [String]
  fileprivate let calculated: [String]
  fileprivate let index: ValueIndex
  fileprivate let tree: OptionTree?
  fileprivate let translations: [OptionTranslations.Name]
  let warnings: [OptionFileError]

  consuming func table() -> OptionTable {
    // Moves the columns out, so that nothing else refers to them: each is freed once the table has it.
    var rows = OptionRows()
    swap(&rows, &self.rows)
    return OptionTable(
      rows: consume rows, lists: lists, filters: filters, calculated: calculated, index: index, tree: tree,
      translations: translations)
  }
}

/// The target of a file's column.
enum OptionTarget: Equatable {
  case field(OptionField)
  case list
  /// A filter column, by its index in `OptionColumns.keptTexts`.
  case filter(Int)
  /// The value of the parent row.
  case parent
  /// A translation, by its index among the columns with texts in further languages.
  case translation(Int)
}

extension String {
  /// The text without blanks and invisible characters, and with full-width characters as ASCII; `nil` if that changes nothing.
  package var likeness: String? {
    if utf8.allSatisfy(Self.isLikeItself) { return nil }
    var likeness = String.UnicodeScalarView()
    for scalar in unicodeScalars where !scalar.properties.isWhitespace && !scalar.isInvisible {
      likeness.append(scalar.inASCIIWidth)
    }
    return String(likeness).utf8.elementsEqual(utf8) ? nil : String(likeness)
  }

  /// Whether the byte is a character that stays unchanged in every likeness.
  fileprivate static func isLikeItself(_ byte: UInt8) -> Bool { 0x21...0x7E ~= byte }
}
