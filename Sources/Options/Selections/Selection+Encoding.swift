import Support

/// A selection as text for a hidden input: letters, digits and `-._~%,!=+*`, nothing that needs escaping in an attribute.
///
///     v,EQ-1,EQ%202!EQ-9=Old%20pump         up to 200 values, each after a comma; for a provider, all values
///     rDIGEST.RUNS!EQ-9=Old%20pump+3        more values: the runs of rows of the table with that digest
///     bDIGEST.RUNS.BITS.RUNS                if shorter: the longest ascending part with one bit per row
///     v,EQ-1*Hand%20drill                   after any of these: a custom text
///
/// Values remain valid when a source file is read again; runs are then refused, since they would mean other rows. `!` begins
/// a missing value with its label, `+` the number of further missing values. RUNS is base64url of LEB128 numbers: for each run
/// `zigzag(start - end of the previous run) << 1 | isLonger`, and `length - 2` if it is longer than one row.
extension Selection {
  /// The number of ticks that someone makes by hand, so that pages stay small.
  static let encodedValuesLimit = 200
  /// Long identifiers are shorter as rows.
  static let encodedValuesByteLimit = 16 << 10
  /// Far beyond any selection that people make in a table of `OptionFile.rowLimit` rows; a request body is smaller anyway.
  static let encodedByteLimit = 8 << 20

  /// The mark before the text of `other`.
  private static let otherMark = UInt8(ascii: "*")

  /// Whether this text names rows, so that only their own table can read it.
  package static func namesRows(_ encoded: String) -> Bool { encoded.utf8.first != UInt8(ascii: "v") }

  package func encoded() -> String {
    var text: [UInt8] = []
    // Row numbers of a provider's part are valid for one request only.
    let namesValues = !table.isWhole
    if namesValues || count <= Self.encodedValuesLimit {
      text.reserveCapacity(64)
      text.append(UInt8(ascii: "v"))
      for run in runs {
        for row in run.range {
          text.append(UInt8(ascii: ","))
          table.withText(.value, at: row, in: []) { PercentEncoding.append($0, to: &text) }
        }
      }
    }
    if !namesValues, count > Self.encodedValuesLimit || text.count > Self.encodedValuesByteLimit {
      text = encodedRows()
    }
    for value in missing {
      text.append(UInt8(ascii: "!"))
      PercentEncoding.append(value.value, to: &text)
      text.append(UInt8(ascii: "="))
      PercentEncoding.append(value.label, to: &text)
    }
    if furtherMissing > 0 { text += Array("+\(furtherMissing)".utf8) }
    if let other {
      text.append(Self.otherMark)
      PercentEncoding.append(other, to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads what `encoded()` wrote; the text may come from anyone. Nothing is allocated beyond the size of the text and of the table.
  /// Values are accepted unchecked; validation decides whether they may be chosen.
  /// - Returns: `nil` if the text is malformed, names a row twice, or names rows of another table.
  package static func decoded(_ text: String, in table: OptionTable) -> Selection? {
    guard text.utf8.count <= encodedByteLimit else { return nil }
    var bytes = Array(text.utf8)
    var selection = Selection(in: table)
    if let mark = bytes.firstIndex(of: otherMark) {
      guard let other = PercentEncoding.decodeStrictly(bytes[(mark + 1)...]) else { return nil }
      selection.setOther(other)
      bytes.removeSubrange(mark...)
    }
    let tailStart = bytes.firstIndex { $0 == UInt8(ascii: "!") || $0 == UInt8(ascii: "+") } ?? bytes.count
    let body = bytes[..<tailStart].dropFirst()
    switch bytes.first {
    case UInt8(ascii: "v"): guard selection.readValues(body) else { return nil }
    case UInt8(ascii: "r"), UInt8(ascii: "b"): guard selection.readRows(body) else { return nil }
    default: return nil
    }
    return selection.readMissing(bytes[tailStart...]) ? selection : nil
  }

  /// A search over a million rows may choose every second one: half a megabyte as runs, 167 kB as bits whatever
  /// was chosen. Both follow the order of selection; bits represent an ascending part of it.
  private func encodedRows() -> [UInt8] {
    let packed = Self.packed(runs[...])
    let ascent = longestAscent()
    let (before, after) = (Self.packed(runs[..<ascent.lowerBound]), Self.packed(runs[ascent.upperBound...]))
    let bits = (table.count + 7) / 8
    var text = [UInt8(ascii: "r")] + Array(table.digest.utf8) + [UInt8(ascii: ".")]
    guard before.count + bits + after.count < packed.count else {
      Base64.url.append(packed, to: &text)
      return text
    }
    text[0] = UInt8(ascii: "b")
    Base64.url.append(before, to: &text)
    text.append(UInt8(ascii: "."))
    var bitmap = Bitmap(count: table.count)
    for run in runs[ascent] { bitmap.insert(run.range) }
    Base64.url.append(bitmap.bytes(bits), to: &text)
    text.append(UInt8(ascii: "."))
    Base64.url.append(after, to: &text)
    return text
  }

  /// The longest sequence of runs that each begin after the end of the previous one.
  private func longestAscent() -> Range<Int> {
    var longest = 0..<0
    var start = 0
    for index in runs.indices {
      if index > 0, runs[index].start < runs[index - 1].range.upperBound { start = index }
      if index + 1 - start > longest.count { longest = start..<index + 1 }
    }
    return longest
  }

  private static func packed(_ runs: ArraySlice<Run>) -> [UInt8] {
    var packed: [UInt8] = []
    var end: Int64 = 0
    for run in runs {
      let distance = Int64(run.start) - end
      let zigzag = UInt64(bitPattern: distance << 1 ^ distance >> 63)
      Varint.append(zigzag << 1 | (run.length > 1 ? 1 : 0), to: &packed)
      if run.length > 1 { Varint.append(UInt64(run.length - 2), to: &packed) }
      end = Int64(run.range.upperBound)
    }
    return packed
  }

  private mutating func readRows(_ body: ArraySlice<UInt8>) -> Bool {
    let parts = body.split(separator: UInt8(ascii: "."), maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 4, parts[0].elementsEqual(table.digest.utf8) else { return false }
    var taken = Bitmap(count: table.count)
    guard readRuns(parts[1], into: &taken) else { return false }
    if parts.count == 4 {
      guard readBits(parts[2], into: &taken), readRuns(parts[3], into: &taken) else { return false }
    }
    recount()
    return true
  }

  private mutating func readBits(_ text: ArraySlice<UInt8>, into taken: inout Bitmap) -> Bool {
    guard let bytes = Base64.url.decode(text), bytes.count == (table.count + 7) / 8 else { return false }
    let bitmap = Bitmap(count: table.count, bytes: bytes)
    var row = 0
    while true {
      let start = bitmap.first(true, in: row..<table.count)
      // Bits after the last row must not be set.
      if start >= table.count {
        return bitmap.count(in: 0..<bitmap.words.count * 64) == bitmap.count(in: 0..<table.count)
      }
      let end = bitmap.first(false, in: start..<table.count)
      guard taken.first(true, in: start..<end) == end else { return false }
      taken.insert(start..<end)
      append(UInt32(start), length: UInt32(end - start))
      row = end
    }
  }

  private mutating func readRuns(_ text: ArraySlice<UInt8>, into taken: inout Bitmap) -> Bool {
    guard let packed = Base64.url.decode(text) else { return false }
    var reader = VarintReader(packed[...])
    var end: Int64 = 0
    while !reader.isAtEnd {
      guard let head = reader.next() else { return false }
      var length: UInt64 = 1
      if head & 1 == 1 {
        guard let more = reader.next(), more <= UInt64(table.count) else { return false }
        length = more + 2
      }
      let distance = Int64(head >> 2) ^ -Int64(head >> 1 & 1)
      let start = end + distance
      guard start >= 0, start < table.count, length <= UInt64(table.count) - UInt64(start) else { return false }
      let range = Int(start)..<Int(start) + Int(length)
      guard taken.first(true, in: range) == range.upperBound else { return false }
      taken.insert(range)
      append(UInt32(start), length: UInt32(length))
      end = Int64(range.upperBound)
    }
    return true
  }

  private mutating func readValues(_ body: ArraySlice<UInt8>) -> Bool {
    guard !body.isEmpty else { return true }
    let limit = table.isWhole ? Self.encodedValuesLimit + 1 : Int.max
    let items = body.split(separator: UInt8(ascii: ","), maxSplits: limit, omittingEmptySubsequences: false)
    guard items[0].isEmpty, items.count <= limit else { return false }
    var unknown: Set<String> = []
    for item in items.dropFirst() {
      guard let value = PercentEncoding.decodeStrictly(item) else { return false }
      if let row = table.row(of: value) {
        guard insert(row) else { return false }
      } else {
        guard unknown.insert(value).inserted else { return false }
        addMissing(Missing(value: value, label: value))
      }
    }
    return true
  }

  /// Reads `!value=label` for each missing value, then `+number`.
  private mutating func readMissing(_ tail: ArraySlice<UInt8>) -> Bool {
    let parts = tail.split(separator: UInt8(ascii: "+"), maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard parts[1].first != UInt8(ascii: "+"), let further = Int(String(decoding: parts[1], as: UTF8.self)),
        further > 0, further <= Int(UInt32.max)
      else { return false }
      furtherMissing = further
    }
    guard let items = parts.first, !items.isEmpty else { return true }
    var seen = Set(missing.map(\.value))
    let limit = Self.missingLimit + 1
    let values = items.split(separator: UInt8(ascii: "!"), maxSplits: limit, omittingEmptySubsequences: false)
    guard values[0].isEmpty, values.count <= limit else { return false }
    for item in values.dropFirst() {
      let pair = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let value = PercentEncoding.decodeStrictly(pair[0]),
        let label = PercentEncoding.decodeStrictly(pair[1]),
        seen.insert(value).inserted
      else { return false }
      if let row = table.row(of: value) {
        guard insert(row) else { return false }
      } else {
        addMissing(Missing(value: value, label: label))
      }
    }
    return true
  }
}
