import TextAndNumbers

/// The folded texts of all rows: a row is its label, description and value, with a separator below any folded byte between
/// them, so that no word can match across texts or rows. A column whose texts repeat is not among them: each of its texts is
/// looked at once.
///
/// Rows are searched in groups of 64, a bit for each in one word. A further word is looked for only where rows are left.
struct SearchIndex: Sendable {
  /// Separates the texts of a row.
  private static let textEnd: UInt8 = 0x1F
  /// Separates rows.
  static let rowEnd: UInt8 = 0x0A
  /// Groups that are searched at once: some ten microseconds.
  private static let groupsAtOnce = 128
  private static let sampleByteCount = 64 << 10

  /// A column that has its texts once, and these folded.
  private struct Shared {
    let column: StoredColumn
    let texts: [[UInt8]]
  }

  /// Zeros behind the last row, so that a vector can be read from any place.
  private let text: [UInt8]
  /// Where each group of rows begins, and where the last one ends.
  private let starts: [UInt32]
  private let shared: [Shared]
  /// How often each byte is in the first rows, to look for rare ones.
  private let frequencies: [Int]
  private let count: Int

  /// - Parameter appendTexts: appends the folded texts of a row, each closed by the function that it is given.
  private init(count: Int, bytes: Int, shared: [Shared], appendTexts: (Int, inout [UInt8]) -> Void) {
    var text: [UInt8] = []
    text.reserveCapacity(bytes + SearchWord.padding)
    var starts: [UInt32] = []
    starts.reserveCapacity(count / 64 + 2)
    for row in 0..<count {
      if row & 63 == 0 { starts.append(UInt32(text.count)) }
      appendTexts(row, &text)
      text.append(Self.rowEnd)
    }
    starts.append(UInt32(text.count))
    text.append(contentsOf: repeatElement(0, count: SearchWord.padding))
    var frequencies = [Int](repeating: 0, count: 256)
    for byte in text.prefix(Self.sampleByteCount) { frequencies[Int(byte)] += 1 }
    self.frequencies = frequencies
    self.text = text.capacity > text.count + text.count / 8 ? text.withUnsafeBufferPointer { Array($0) } : text
    self.starts = starts
    self.shared = shared
    self.count = count
  }

  /// Over plain columns, which stay where they are as long as it is there.
  init(_ rows: StoredColumns) {
    let columns = [rows[.label], rows[.description], rows[.value]].filter { !$0.isEmpty }
    let plain = columns.filter { !$0.isShared }
    let shared = columns.filter(\.isShared).map { column in
      Shared(column: column, texts: column.distinctTexts { Folding.fold(String(decoding: $0, as: UTF8.self)) })
    }
    let bytes = plain.reduce(0) { $0 + $1.bytes.count + rows.count } + rows.count
    self.init(count: rows.count, bytes: bytes, shared: shared) { row, text in
      for column in plain where column.has(row) {
        Folding.append(column[row], to: &text)
        text.append(Self.textEnd)
      }
    }
  }

  /// Over options whose texts differ by language, in one variant.
  init(_ options: [Option], in languages: [LanguageTag]) {
    self.init(count: options.count, bytes: options.count * 32, shared: []) { row, text in
      let option = options[row]
      for part in [option.label.text(in: languages), option.description?.text(in: languages), option.value] {
        text += Folding.fold(part ?? "")
        text.append(Self.textEnd)
      }
    }
  }

  /// The rows that hold every one of these words.
  /// - Parameters:
  ///   - words: folded, none empty, at least one.
  ///   - inBetween: called again and again while it searches, some ten microseconds apart.
  func rows(holding words: [[UInt8]], _ inBetween: () -> Void = {}) -> RowSet {
    var found = Bitmap(count: count)
    found.insert(0..<count)
    // The longest is the rarest, most often.
    for word in words.sorted(by: { $0.count > $1.count }) {
      let columns = shared.map { column in
        (codes: column.column.codes, holds: column.texts.map { $0.firstRange(of: word) != nil })
      }.filter { $0.holds.contains(true) }
      let searched = SearchWord(word, frequencies: frequencies)
      var searchedGroups = 0
      text.withUnsafeBytes { text in
        guard let text = text.baseAddress else { return }
        for group in found.words.indices where found.words[group] != 0 {
          searchedGroups += 1
          if searchedGroups % Self.groupsAtOnce == 0 { inBetween() }
          let rows = found.words[group]
          var held: UInt64 = 0
          for column in columns { held |= Self.rows(of: group, coded: column.codes, where: column.holds) }
          if held & rows != rows {
            held |= searched.rows(in: text, at: Int(starts[group])..<Int(starts[group + 1]))
          }
          found.words[group] = rows & held
        }
      }
    }
    return RowSet(found)
  }

  /// The rows of a group whose text is one of these.
  @inline(__always)
  private static func rows(
    of group: Int, coded codes: UnsafeBufferPointer<UInt16>, where isOneOf: [Bool]
  ) -> UInt64 {
    var held: UInt64 = 0
    let first = group << 6
    for row in first..<max(first, min(first + 64, codes.count)) where isOneOf[Int(codes[row])] {
      held |= 1 << UInt64(row - first)
    }
    return held
  }
}
