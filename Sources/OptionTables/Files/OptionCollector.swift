import Support
import TextAndNumbers

/// Takes the rows of a source file one after the other, with all that is wrong with them, and makes the table of them.
struct OptionCollector {
  private struct Fault {
    var reason: OptionFileError.Reason
    var offset: Int
  }

  private let columns: OptionColumns
  private let images: Set<String>?
  /// Those of them that messages may name, in order.
  private lazy var imageNames = (images ?? []).sorted()
  private var rows = OptionRows()
  /// For each row the place of its value, in bytes.
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
  }

  var count: Int { rows.count }
  var hasFaults: Bool { !faults.isEmpty }
  /// Whether nothing more should be read.
  private(set) var isFull = false

  mutating func report(_ reason: OptionFileError.Reason, at offset: Int) {
    faults.append(Fault(reason: reason, offset: offset))
    if faults.count >= OptionFileErrors.limit { isFull = true }
  }

  /// - Returns: false where the file has more rows than it may.
  mutating func beginRow(at offset: Int) -> Bool {
    guard rows.count < OptionFile.rowLimit else {
      report(.tooManyRows(limit: OptionFile.rowLimit), at: offset)
      isFull = true
      return false
    }
    return true
  }

  @inline(__always)
  mutating func append(_ text: UnsafeBufferPointer<UInt8>, to target: OptionTarget) {
    switch target {
    case .field(let field): rows.append(text, to: field)
    case .list: listBytes.append(contentsOf: text)
    }
  }

  /// - `offset`: of the row.
  /// - `valueOffset`: of its value; nil where its absence is reported already.
  mutating func endRow(at offset: Int, valueOffset: Int?, isDisabled: Bool = false) {
    for field in rows.fields(longerThan: OptionFile.fieldByteLimit) {
      report(.fieldTooLong(columns.name(of: field), byteLimit: OptionFile.fieldByteLimit), at: offset)
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

  /// - `bytes`: the file's, for the lines of what is wrong.
  consuming func checked(path: String, bytes: [UInt8]) throws(OptionFileErrors) -> CheckedRows {
    let order = rowOrder()
    if let order {
      rows = rows.reordered(order)
      listOfRow = order.map { listOfRow[Int($0)] }
    }
    let index = ValueIndex(rows[.value], count: rows.count)
    if !index.repeated.isEmpty || !faults.isEmpty {
      throw errors(path: path, bytes: bytes, repeated: index.repeated, order: order)
    }
    return CheckedRows(rows: rows, lists: lists(), index: index)
  }

  /// Rows list by list, each in the order of the file; nil where they stand like that already.
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
    let offset = { (row: Int) in Int(valueOffsets[order.map { Int($0[row]) } ?? row]) }
    var all = faults
    for (row, first) in repeated {
      guard all.count < OptionFileErrors.limit else { break }
      guard let value = rows[.value].text(at: row) else { continue }
      let line = text.position(of: min(offset(row), offset(first))).line
      all.append(Fault(reason: .duplicateValue(value, firstLine: line), offset: max(offset(row), offset(first))))
    }
    all.sort { $0.offset < $1.offset }
    return OptionFileErrors(
      zip(all, text.places(of: all.map(\.offset))).map { fault, place in
        OptionFileError(fault.reason, path: path, position: place.position, excerpt: place.excerpt)
      },
      isCutShort: all.count >= OptionFileErrors.limit)
  }
}

/// The rows of a file in which nothing is wrong. The file is wanted no more: let go of it before the table is made.
struct CheckedRows {
  fileprivate var rows: OptionRows
  fileprivate let lists: [OptionList]
  fileprivate let index: ValueIndex

  consuming func table() -> OptionTable {
    // Nobody else has the columns then: each is let go where the table has it.
    var rows = OptionRows()
    swap(&rows, &self.rows)
    return OptionTable(rows: consume rows, lists: lists, index: index)
  }
}

/// Where a column of a file goes.
enum OptionTarget: Equatable {
  case field(OptionField)
  case list
}
