import Glibc
import Support
import Localization

extension OptionFile {
  /// What the keys of a row mean. If `value` and `label` have their default names, the file is an array of options, and all keys of an
  /// option are read; otherwise only the named columns.
  private struct Keys {
    var targets: [(name: String, target: OptionTarget)]
    var areOptions: Bool
    /// Columns named by the definition that no row has had yet.
    var unseen: Set<String>
    /// The keys of the first row.
    var present: [String] = []
    /// The text being read.
    var text: [UInt8] = []

    init(_ columns: OptionColumns) {
      let standard = OptionColumns()
      areOptions = columns.value == standard.value && columns.label == standard.label
      unseen = Set(columns.targets.map(\.name)).subtracting([columns.value])
      if areOptions {
        unseen.remove(columns.label)
        var columns = columns
        columns.description = columns.description ?? "description"
        columns.footnote = columns.footnote ?? "footnote"
        columns.status = columns.status ?? "status"
        columns.image = columns.image ?? "image"
        targets = columns.targets + [("initials", .field(.initials))]
      } else {
        targets = columns.targets
      }
    }

    /// All keys that an option may have.
    var known: [String] { targets.map(\.name) + ["disabled"] }

    /// A bit for each target of this key; the first is the value's.
    func mask(of key: String) -> UInt64 {
      var mask: UInt64 = 0
      for index in targets.indices where targets[index].name == key { mask |= 1 << UInt64(index) }
      return mask
    }
  }

  func readJSON(_ reader: consuming JSONReader, into collector: inout OptionCollector) {
    var reader = reader
    var keys = Keys(columns)
    do throws(JSONError) {
      reader.skipWhiteSpace()
      guard reader.peek != nil else { return collector.report(.syntax(.init(error: JSONError(.empty, at: 0))), at: 0) }
      guard reader.peek == UInt8(ascii: "[") else { return collector.report(.notAnArray, at: reader.offset) }
      try reader.beginArray()
      while try reader.nextElement() {
        guard collector.beginRow(at: reader.offset) else { return }
        try readRow(&reader, keys: &keys, into: &collector)
        if collector.isFull { return }
      }
      try reader.endDocument()
    } catch {
      collector.report(.syntax(.init(error: error)), at: error.offset)
    }
    reportUnseen(keys, into: &collector)
  }

  func readJSONLines(_ bytes: [UInt8], from start: Int, into collector: inout OptionCollector) {
    var keys = Keys(columns)
    var start = start
    /// Whether the previous line ended within an option: then a line that does not begin as an object is the rest of it.
    var isRest = false
    while start < bytes.count, !collector.isFull {
      let end = Self.lineEnd(bytes, from: start)
      var reader = JSONReader(bytes, in: start..<end)
      reader.skipWhiteSpace()
      if let byte = reader.peek, !isRest || byte == UInt8(ascii: "{") {
        guard collector.beginRow(at: reader.offset) else { return }
        isRest = !readLine(&reader, keys: &keys, into: &collector)
        if isRest, byte == UInt8(ascii: "[") { return }
      }
      start = end + 1
    }
    reportUnseen(keys, into: &collector)
  }

  /// - Returns: false if the line ends before its option does.
  private func readLine(_ reader: inout JSONReader, keys: inout Keys, into collector: inout OptionCollector) -> Bool {
    let count = collector.count
    let start = reader.offset
    let isArray = reader.peek == UInt8(ascii: "[")
    do throws(JSONError) {
      try readRow(&reader, keys: &keys, into: &collector)
      try reader.endDocument()
      return true
    } catch {
      let isTorn =
        switch error.reason {
        case .unclosed, .unexpectedEnd: true
        // An open quote takes in the rest of the line.
        case .unclosedString: true
        default: false
        }
      collector.report(
        isArray ? .arrayInLines : isTorn ? .tornLine : .syntax(.init(error: error)),
        at: isTorn || isArray ? start : error.offset)
      if collector.count == count { collector.endRow(at: start, valueOffset: nil) }
      return !isTorn
    }
  }

  private static func lineEnd(_ bytes: [UInt8], from start: Int) -> Int {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let hit = memchr(base + start, 0x0A, bytes.count - start) else {
        return bytes.count
      }
      return UnsafeRawPointer(hit) - base
    }
  }

  /// Only if there is no other mistake: the column may be in a row that was not read.
  private func reportUnseen(_ keys: Keys, into collector: inout OptionCollector) {
    guard collector.count > 0, !collector.hasFaults else { return }
    for name in keys.unseen.sorted() { collector.report(.missingColumn(name, present: keys.present), at: 0) }
  }

  private func readRow(
    _ reader: inout JSONReader, keys: inout Keys, into collector: inout OptionCollector
  ) throws(JSONError) {
    reader.skipWhiteSpace()
    let start = reader.offset
    switch reader.peek {
    case UInt8(ascii: "\""):
      keys.text.removeAll(keepingCapacity: true)
      try reader.appendString(to: &keys.text)
      check(keys, of: columns.value, at: start, collector: &collector)
      keys.text.withUnsafeBufferPointer { collector.append($0, to: [.field(.value)], at: start) }
      collector.endRow(at: start, valueOffset: start)
    case UInt8(ascii: "{"): try readObject(&reader, keys: &keys, into: &collector)
    default:
      let node = try reader.node()
      collector.report(.notAnOption(found: node.typeName), at: start)
      collector.endRow(at: start, valueOffset: nil)
    }
  }

  private func readObject(
    _ reader: inout JSONReader, keys: inout Keys, into collector: inout OptionCollector
  ) throws(JSONError) {
    let start = reader.offset
    let isFirst = collector.count == 0
    var row = Row()
    try reader.beginObject()
    while let (key, keyOffset) = try reader.nextKey() {
      if isFirst, keys.present.count < Self.namedKeyLimit { keys.present.append(key) }
      if !keys.unseen.isEmpty { keys.unseen.remove(key) }
      reader.skipWhiteSpace()
      var targets = keys.mask(of: key)
      if targets == 0, keys.targets.count < UInt64.bitWidth,
        let target = collector.translation(key, of: keys.targets, at: keyOffset)
      {
        guard let target else {
          try reader.skip()
          continue
        }
        keys.targets.append((key, target))
        targets = keys.mask(of: key)
      }
      if targets & row.seen != 0 {
        collector.report(.repeatedKey(key), at: keyOffset)
        try reader.skip()
      } else if targets != 0 {
        row.seen |= targets
        try readText(&reader, of: key, to: targets, keys: &keys, row: &row, into: &collector)
      } else if keys.areOptions, key == "disabled" {
        let node = try reader.node()
        if case .bool(let flag) = node.content {
          row.isDisabled = flag
        } else {
          collector.report(.wrongType(key, found: node.typeName, expected: "true or false"), at: node.offset)
        }
      } else {
        if keys.areOptions {
          collector.report(.unknownKey(key, known: keys.known), at: keyOffset)
        }
        try reader.skip()
      }
    }
    if row.seen & 1 == 0 { collector.report(.missingKey(columns.value), at: start) }
    if keys.areOptions, row.seen & 2 == 0 { collector.report(.missingKey(columns.label), at: start) }
    collector.endRow(at: start, valueOffset: row.valueOffset, isDisabled: row.isDisabled)
  }

  /// - Parameter targets: one or more, as a key may give for example both the value and the label.
  private func readText(
    _ reader: inout JSONReader, of key: String, to targets: UInt64, keys: inout Keys, row: inout Row,
    into collector: inout OptionCollector
  ) throws(JSONError) {
    let offset = reader.offset
    guard reader.peek == UInt8(ascii: "\"") else {
      let node = try reader.node()
      let isCalculated = columns.calculated.contains(key) && targets.nonzeroBitCount == 1
      if isCalculated, case .number(let digits) = node.content {
        digits.withBytes { digits in
          for target in keys.targets where target.name == key {
            collector.append(digits, to: [target.target], at: offset)
          }
        }
        return
      }
      if isCalculated, node.content == .null { return }
      // In data, a missing text is no mistake, but a missing value is. An option leaves the key out.
      // Rows on the top level of a tree may also have no parent.
      let isParent = key == columns.parent
      if node.content != .null || targets & 1 == 1 || keys.areOptions && !isParent {
        collector.report(.wrongType(key, found: node.typeName, expected: "a string"), at: offset)
      }
      return
    }
    keys.text.removeAll(keepingCapacity: true)
    try reader.appendString(to: &keys.text)
    check(keys, of: key, at: offset, collector: &collector)
    if targets & 1 == 1 { row.valueOffset = offset }
    let wanted = keys.targets.indices.filter { targets >> UInt64($0) & 1 == 1 }.map { keys.targets[$0].target }
    keys.text.withUnsafeBufferPointer { collector.append($0, to: wanted, at: offset) }
  }

  /// Refuses what a definition refuses in texts of its options.
  private func check(_ keys: Keys, of key: String, at offset: Int, collector: inout OptionCollector) {
    guard keys.areOptions else { return }
    let text = keys.text
    if text.isEmpty {
      // For a value, this is found when the row ends.
      if key != columns.value, key != columns.parent { collector.report(.blankText(key), at: offset) }
      return
    }
    // White space and controls begin with bytes that most characters do not begin with.
    let mayBeBlank = text[0] <= 0x20 || 0xC2...0xE3 ~= text[0]
    guard mayBeBlank || text.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return }
    let whole = String(decoding: text, as: UTF8.self)
    // For a value, both are found when it is appended.
    if key == columns.value { return }
    if let control = whole.firstControl {
      collector.report(.control(control), at: offset)
    } else if whole.isBlank {
      collector.report(.blankText(key), at: offset)
    }
  }

  private struct Row {
    /// The targets whose keys have been read, one bit each.
    var seen: UInt64 = 0
    /// `nil` if there is no value, which is reported.
    var valueOffset: Int?
    var isDisabled = false
  }

  /// The number of keys that a message names.
  private static let namedKeyLimit = 20
}
