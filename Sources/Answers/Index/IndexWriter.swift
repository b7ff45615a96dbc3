import FormSite
import Glibc
import Support

/// Why an index must be built again.
struct IndexMismatch: Error, Equatable {
  /// `nil` if there is no index yet.
  let reason: String?
}

/// The paths of an index's files.
struct IndexPaths: Sendable, Equatable {
  let folder: String
  let journal: String

  var head: String { folder + "/head" }
  var rows: String { folder + "/rows" }
  var times: String { folder + "/times" }
  /// The end of each row's texts.
  var ends: String { folder + "/ends" }
  var texts: String { folder + "/texts" }
  var lists: String { folder + "/lists" }
  var ids: String { folder + "/ids" }
  func column(_ number: Int) -> String { "\(folder)/column-\(number)" }
}

/// Writes the files of an index. Rows are only appended; erased values are overwritten with zeros. The head is replaced
/// last. If the process ends before that, the new rows do not count and are cut off at the next start.
struct IndexWriter: Sendable {
  let paths: IndexPaths
  private(set) var head: IndexHead
  private var reader: IndexedLineReader
  /// Replacements of rows, collected while the index is built and has no table of ids yet.
  private var replacements: [(id: Token, by: Int)] = []
  private var block = IndexRowBlock()

  private init(_ paths: IndexPaths, head: IndexHead) {
    self.paths = paths
    self.head = head
    reader = IndexedLineReader(columns: ColumnNames(head.columns), key: head.key)
  }

  // MARK: Beginning

  /// Creates an empty index in place of the present one.
  static func create(_ paths: IndexPaths) throws(AnswerError) -> IndexWriter? {
    guard let journal = JournalState(path: paths.journal) else { return nil }
    try makeFolder(paths)
    try remove(paths)
    var generator = SystemRandomNumberGenerator()
    let writer = IndexWriter(paths, head: IndexHead(key: generator.next(), journal: journal))
    for path in [paths.rows, paths.times, paths.ends, paths.texts, paths.lists] {
      try IndexFile(path, writes: true).resize(to: 0)
    }
    try IndexFile.replace(paths.head, with: writer.head.bytes, syncs: false)
    return writer
  }

  /// Removes the files of an index, if there are any, beginning with the head.
  static func remove(_ paths: IndexPaths) throws(AnswerError) {
    guard JournalState(path: paths.folder) != nil else { return }
    unlink(paths.head)
    for name in try names(paths) { unlink("\(paths.folder)/\(name)") }
  }

  private static func names(_ paths: IndexPaths) throws(AnswerError) -> [String] {
    do throws(FileError) { return try FolderContent(of: paths.folder).entries.map(\.name) } catch {
      throw .unreadable("\(paths.folder): \(error)")
    }
  }

  private static func makeFolder(_ paths: IndexPaths) throws(AnswerError) {
    for folder in [String(paths.folder[..<(paths.folder.lastIndex(of: "/") ?? paths.folder.startIndex)]), paths.folder]
    where mkdir(folder, 0o750) != 0 && errno != EEXIST {
      throw .unreadable("\(folder): cannot create the folder: \(String(cString: strerror(errno)))")
    }
  }

  /// Continues the present index, if its files are complete.
  /// - Throws: an `IndexMismatch` if it must be built again; an `AnswerError`.
  static func open(_ paths: IndexPaths) throws -> IndexWriter {
    guard var head = IndexHead(path: paths.head) else {
      throw IndexMismatch(reason: JournalState(path: paths.head) == nil ? nil : "its head is damaged")
    }
    guard let journal = JournalState(path: paths.journal), journal.isSameFile(as: head.journal),
      journal.byteCount >= head.extent.covered
    else { throw IndexMismatch(reason: "it belongs to another file") }
    guard head.idCapacity > 0 else { throw IndexMismatch(reason: "it was not finished") }
    let hasRestarted = head.boot != IndexHead.currentBoot
    // After a restart of the machine, the parts that were not synced may contain anything.
    if hasRestarted { (head.extent, head.boot) = (head.synced, IndexHead.currentBoot) }
    var writer = IndexWriter(paths, head: head)
    try writer.cutOff()
    if hasRestarted { try writer.makeIDTable() }
    return writer
  }

  /// Cuts off what was written after the last head, and removes the marks made for these rows.
  private func cutOff() throws {
    let extent = head.extent
    var sizes = [(paths.rows, extent.rows * IndexRow.byteCount), (paths.times, extent.rows * 8)]
    sizes += [(paths.ends, extent.rows * 8), (paths.texts, extent.textByteCount), (paths.lists, extent.listCount * 8)]
    sizes += head.columns.indices.map { (paths.column($0), extent.rows * 8) }
    for (path, size) in sizes {
      guard JournalState(path: path).map({ $0.byteCount >= size }) ?? false else {
        throw IndexMismatch(reason: "\(path) was cut off")
      }
      try IndexFile(path, writes: true).resize(to: size)
    }
    // Removes columns that were new.
    for name in try Self.names(paths) where name.hasPrefix("column-") {
      if Int(name.dropFirst("column-".count)).map({ $0 >= head.columns.count }) ?? true {
        unlink("\(paths.folder)/\(name)")
      }
    }
    guard JournalState(path: paths.ids)?.byteCount == head.idCapacity * 4 else {
      throw IndexMismatch(reason: "\(paths.ids) was cut off")
    }
    let times = try IndexFile(paths.times, writes: true)
    let rows = try IndexFile(paths.rows)
    for first in stride(from: 0, to: extent.rows, by: IndexRowBlock.rowLimit) {
      let words = try times.words(first..<min(extent.rows, first + IndexRowBlock.rowLimit))
      for (place, word) in words.enumerated() where IndexTime(bits: word).isReplaced {
        guard try Self.row(first + place, in: rows).replacement > extent.rows else { continue }
        var time = IndexTime(bits: word)
        time.isReplaced = false
        try times.write([time.bits], at: (first + place) * 8)
      }
    }
  }

  // MARK: Reading on

  /// The bytes of the journal that are not in the index yet.
  /// - Throws: if the journal is another file now.
  func lag() throws -> Int {
    guard let journal = JournalState(path: paths.journal), journal.isSameFile(as: head.journal),
      journal.byteCount >= head.extent.covered
    else { throw IndexMismatch(reason: "the file of submissions has been replaced") }
    return journal.byteCount - head.extent.covered
  }

  /// Reads further lines.
  /// - Returns: whether there are more.
  mutating func readOn(lineLimit: Int) throws -> Bool {
    guard try lag() > 0 || head.idCapacity == 0, let journal = JournalState(path: paths.journal) else { return false }
    try checkLastRow()
    var lines = try LineReader(paths.journal, from: head.extent.covered)
    var isAtEnd = false
    var count = 0
    let firstRow = head.extent.rows
    while count < lineLimit {
      // A line without a line break is still being written.
      guard let line = try lines.next(), line.hasEnd else {
        isAtEnd = true
        break
      }
      count += 1
      head.extent.covered = line.next
      // Damaged lines are reported when the server starts.
      guard !line.isBlank, let indexed = try? reader.read(line.bytes), let id = indexed.id else { continue }
      if let replaced = indexed.replaces { replacements.append((replaced, head.extent.rows + block.count)) }
      block.append(
        indexed,
        row: IndexRow(id: id, offset: line.offset, length: line.bytes.count, checksum: CRC32.checksum(line.bytes)),
        extent: head.extent)
      if block.isFull { try flush() }
    }
    try flush()
    if head.idCapacity == 0 {
      guard isAtEnd else {
        try commit(journal)
        return true
      }
      try makeIDTable()
    } else {
      try enterIDs(from: firstRow)
    }
    try resolveReplacements()
    let isLarge = head.extent.rows - head.synced.rows > Self.unsyncedRowLimit || head.synced.rows == 0
    try commit(journal, syncs: isLarge && isAtEnd)
    return !isAtEnd
  }

  /// The number of rows that may be lost, and read again, after the machine has stopped.
  private static let unsyncedRowLimit = 50_000

  /// Checks that the journal still has the last row's line. After a disk failure, the end of the journal may have been
  /// cut off and written anew.
  private mutating func checkLastRow() throws {
    guard head.extent.rows > 0 else { return }
    let row = try Self.row(head.extent.rows - 1, in: IndexFile(paths.rows))
    let line = try line(of: row)
    if CRC32.checksum(line) == row.checksum { return }
    guard let read = try? reader.read(line), read.isErased, read.id == row.id else {
      throw IndexMismatch(reason: "the file of submissions has other lines")
    }
  }

  private mutating func flush() throws(AnswerError) {
    guard block.count > 0 else { return }
    try block.write(to: paths, at: head.extent)
    head.extent.textByteCount += block.texts.count
    head.extent.listCount += block.lists.count
    head.extent.rows += block.count
    head.columns = reader.columns.names
    block.removeAll()
  }

  /// Makes everything written so far count.
  private mutating func commit(_ journal: JournalState, syncs: Bool = false) throws(AnswerError) {
    for column in head.columns.indices {
      try IndexFile(paths.column(column), writes: true).resize(to: head.extent.rows * 8)
    }
    head.journal = journal
    if syncs {
      for path in [paths.rows, paths.times, paths.ends, paths.texts, paths.lists, paths.ids]
        + head.columns.indices.map(paths.column)
      { try IndexFile(path, writes: true).sync() }
      head.synced = head.extent
    }
    try IndexFile.replace(paths.head, with: head.bytes, syncs: syncs)
  }

  // MARK: Ids

  private mutating func makeIDTable() throws(AnswerError) {
    let table = IDTable(rows: head.extent.rows)
    let rows = try IndexFile(paths.rows)
    let new = paths.ids + ".new"
    do {
      let file = try IndexFile(new, writes: true)
      try file.resize(to: 0)
      for slice in 0..<table.sliceCount {
        var places = table.emptySlice
        for first in stride(from: 0, to: head.extent.rows, by: IndexRowBlock.rowLimit) {
          let block = first..<min(head.extent.rows, first + IndexRowBlock.rowLimit)
          for (row, known) in zip(block, try Self.rows(block, in: rows)) where table.slice(of: known.id) == slice {
            table.insert(known.id, row: row, into: &places)
          }
        }
        try file.write(places, at: slice * places.count * 4)
      }
    }
    guard rename(new, paths.ids) == 0 else { throw .unreadable("\(new): cannot rename") }
    head.idCapacity = table.capacity
  }

  private mutating func enterIDs(from first: Int) throws(AnswerError) {
    let table = IDTable(capacity: head.idCapacity)
    guard table.hasRoom(for: head.extent.rows) else { return try makeIDTable() }
    let rows = try IndexFile(paths.rows)
    let ids = try IndexFile(paths.ids, writes: true)
    for row in first..<head.extent.rows { try table.insert(Self.row(row, in: rows).id, row: row, into: ids) }
  }

  private mutating func resolveReplacements() throws(AnswerError) {
    guard !replacements.isEmpty else { return }
    let table = IDTable(capacity: head.idCapacity)
    let rows = try IndexFile(paths.rows, writes: true)
    let ids = try IndexFile(paths.ids)
    let times = try IndexFile(paths.times, writes: true)
    let count = head.extent.rows
    for (id, replacement) in replacements {
      let found = try table.row(of: id, in: ids) { row throws(AnswerError) in
        if row >= count { return false }
        return try Self.row(row, in: rows).id == id
      }
      guard let found, found != replacement else { continue }
      var row = try Self.row(found, in: rows)
      row.replacement = UInt32(replacement + 1)
      try rows.write(row.words, at: found * IndexRow.byteCount)
      var time = IndexTime(bits: try times.words(found..<found + 1)[0])
      time.isReplaced = true
      try times.write([time.bits], at: found * 8)
    }
    replacements = []
  }

  // MARK: Comparing and erasing

  /// The clocks of file systems advance in steps of some milliseconds, so two changes in quick succession may have the
  /// same time.
  private static let clockStepNanoseconds = 100_000_000

  /// Whether the journal is unchanged since this index was written; if not, its lines must be compared.
  var isOfSeenJournal: Bool {
    guard let written = JournalState(path: paths.head), JournalState(path: paths.journal) == head.journal else {
      return false
    }
    return written.changed - head.journal.changed > Self.clockStepNanoseconds
  }

  /// Compares some rows with the lines of the journal. Rows whose lines were erased meanwhile are erased.
  /// - Throws: an `IndexMismatch` if another line is in a row's place.
  mutating func compare(_ range: Range<Int>) throws {
    let journal = try IndexFile(paths.journal)
    var erased: [(row: Int, checksum: UInt32)] = []
    for (number, row) in zip(range, try Self.rows(range, in: IndexFile(paths.rows))) {
      let line = try journal.bytes(row.offset..<row.offset + row.length)
      let checksum = CRC32.checksum(line)
      if checksum == row.checksum { continue }
      guard let read = try? reader.read(line), read.isErased, read.id == row.id else {
        throw IndexMismatch(reason: "the file of submissions has other lines")
      }
      erased.append((number, checksum))
    }
    try wipe(erased)
  }

  /// Records that the index belongs to the present journal.
  mutating func noteJournal() throws(AnswerError) {
    guard let journal = JournalState(path: paths.journal) else { return }
    try commit(journal)
  }

  /// Removes the values of submissions whose lines were erased.
  mutating func erase(_ ids: Set<Token>) throws(AnswerError) {
    let rows = try IndexFile(paths.rows)
    var erased: [(row: Int, checksum: UInt32)] = []
    for first in stride(from: 0, to: head.extent.rows, by: IndexRowBlock.rowLimit) {
      let block = first..<min(head.extent.rows, first + IndexRowBlock.rowLimit)
      for (number, row) in zip(block, try Self.rows(block, in: rows)) where ids.contains(row.id) {
        erased.append((number, CRC32.checksum(try line(of: row))))
      }
    }
    try wipe(erased)
    try noteJournal()
  }

  private func wipe(_ erased: [(row: Int, checksum: UInt32)]) throws(AnswerError) {
    guard !erased.isEmpty else { return }
    let times = try IndexFile(paths.times, writes: true)
    let rows = try IndexFile(paths.rows, writes: true)
    let texts = try IndexFile(paths.texts, writes: true)
    let ends = try IndexFile(paths.ends)
    let lists = try IndexFile(paths.lists, writes: true)
    for (number, checksum) in erased {
      var time = IndexTime(bits: try times.words(number..<number + 1)[0])
      time.isErased = true
      try times.write([time.bits], at: number * 8)
      var row = try Self.row(number, in: rows)
      row.checksum = checksum
      try rows.write(row.words, at: number * IndexRow.byteCount)
      let start = number == 0 ? 0 : Int(try ends.words(number - 1..<number)[0])
      try texts.wipe(start..<Int(try ends.words(number..<number + 1)[0]))
    }
    for column in head.columns.indices {
      let file = try IndexFile(paths.column(column), writes: true)
      for (number, _) in erased {
        let slot = IndexSlot(bits: try file.words(number..<number + 1)[0])
        if slot.tag == .list { try lists.wipe(slot.elements.lowerBound * 8..<slot.elements.upperBound * 8) }
        if slot != .none { try file.write([IndexSlot.none.bits], at: number * 8) }
      }
      try file.sync()
    }
    try times.sync()
    try rows.sync()
    try texts.sync()
    try lists.sync()
  }

  private func line(of row: IndexRow) throws(AnswerError) -> [UInt8] {
    try IndexFile(paths.journal).bytes(row.offset..<row.offset + row.length)
  }

  static func row(_ number: Int, in file: borrowing IndexFile) throws(AnswerError) -> IndexRow {
    try rows(number..<number + 1, in: file)[0]
  }

  static func rows(_ range: Range<Int>, in file: borrowing IndexFile) throws(AnswerError) -> [IndexRow] {
    let bytes = try file.bytes(range.lowerBound * IndexRow.byteCount..<range.upperBound * IndexRow.byteCount)
    var rows: [IndexRow] = []
    for start in stride(from: 0, to: bytes.count, by: IndexRow.byteCount) {
      guard let row = IndexRow(bytes[start..<start + IndexRow.byteCount]) else {
        throw .unreadable("the rows of an index are damaged")
      }
      rows.append(row)
    }
    return rows
  }
}

/// Rows that are written together.
private struct IndexRowBlock: Sendable {
  static let rowLimit = 4096
  private static let textByteLimit = 4 << 20

  private(set) var count = 0
  private var rows: [UInt64] = []
  private var times: [UInt64] = []
  private var ends: [UInt64] = []
  private(set) var texts: [UInt8] = []
  private(set) var lists: [UInt64] = []
  /// The values by column number; each array ends with the last row that has a value.
  private var columns: [Int: [UInt64]] = [:]

  var isFull: Bool { count >= Self.rowLimit || texts.count >= Self.textByteLimit }

  mutating func append(_ line: IndexedLine, row: IndexRow, extent: IndexHead.Extent) {
    rows += row.words
    var time = IndexTime(milliseconds: line.milliseconds)
    time.isErased = line.isErased
    times.append(time.bits)
    texts += line.texts
    ends.append(UInt64(extent.textByteCount + texts.count))
    var several: [Int: [UInt64]] = [:]
    for (column, slot) in line.values {
      let values = columns[column, default: []].count
      if values <= count {
        columns[column, default: []].append(contentsOf: repeatElement(0, count: count - values))
        columns[column, default: []].append(slot.bits)
      } else if let first = columns[column]?[count] {
        several[column, default: [first]].append(slot.bits)
      }
    }
    for (column, slots) in several {
      let start = extent.listCount + lists.count
      lists += slots
      columns[column]?[count] = IndexSlot(list: start..<start + slots.count).bits
    }
    count += 1
  }

  func write(to paths: IndexPaths, at extent: IndexHead.Extent) throws(AnswerError) {
    try IndexFile(paths.rows, writes: true).write(rows, at: extent.rows * IndexRow.byteCount)
    try IndexFile(paths.times, writes: true).write(times, at: extent.rows * 8)
    try IndexFile(paths.ends, writes: true).write(ends, at: extent.rows * 8)
    try IndexFile(paths.texts, writes: true).write(texts, at: extent.textByteCount)
    try IndexFile(paths.lists, writes: true).write(lists, at: extent.listCount * 8)
    for (column, slots) in columns {
      try IndexFile(paths.column(column), writes: true).write(slots, at: extent.rows * 8)
    }
  }

  mutating func removeAll() {
    let names = columns.keys
    count = 0
    rows.removeAll(keepingCapacity: true)
    times.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    lists.removeAll(keepingCapacity: true)
    for name in names { columns[name]?.removeAll(keepingCapacity: true) }
  }
}
