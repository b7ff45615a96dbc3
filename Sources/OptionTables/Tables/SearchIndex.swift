import Glibc
import TextAndNumbers

/// The folded texts of all rows in one buffer: what `strstr` runs over. A row is its label, description and value, with
/// a separator below any folded byte between them, so that no word can match across texts or rows. Rows stand in blocks, each
/// closed by 0, at which `strstr` stops: between two of them a long search can give way to others.
struct SearchIndex: Sendable {
  /// Separates the texts of a row.
  private static let textEnd: UInt8 = 0x1F
  /// Separates rows.
  private static let rowEnd: UInt8 = 0x0A
  /// Bytes from which on a block is closed: `strstr` takes some ten microseconds for them, a tenth of a millisecond where
  /// every row is found.
  private static let blockByteCount = 256 << 10

  private var text: [UInt8] = []
  /// The row behind each block.
  private var blockEnds: [Int] = []
  /// Where each row begins, and where the last one ends.
  private var starts: [UInt32] = [0]
  /// Rows from all over the text, to count words in; ends with 0. Empty where the text is short: the order of words
  /// does not matter then.
  private let sample: [UInt8]

  private var count: Int { starts.count - 1 }

  /// - Parameter appendTexts: appends the folded texts of a row, each closed by the function that it is given.
  private init(count: Int, bytes: Int, appendTexts: (Int, inout [UInt8]) -> Void) {
    var text: [UInt8] = []
    text.reserveCapacity(bytes + bytes / Self.blockByteCount + 1)
    starts.reserveCapacity(count + 1)
    var blockStart = 0
    for row in 0..<count {
      appendTexts(row, &text)
      text.append(Self.rowEnd)
      if text.count - blockStart >= Self.blockByteCount || row == count - 1 {
        text.append(0)
        blockStart = text.count
        blockEnds.append(row + 1)
      }
      starts.append(UInt32(text.count))
    }
    self.text = text.capacity > text.count + text.count / 8 ? text.withUnsafeBufferPointer { Array($0) } : text
    sample = Self.sample(text, starts)
  }

  /// Over plain columns.
  init(_ rows: StoredColumns) {
    let columns = [rows[.label], rows[.description], rows[.value]].filter { !$0.isEmpty }
    self.init(count: rows.count, bytes: columns.reduce(0) { $0 + $1.bytes.count + rows.count } + rows.count + 1) {
      row, text in
      for column in columns where column.has(row) {
        Folding.append(column[row], to: &text)
        text.append(Self.textEnd)
      }
    }
  }

  /// Over options whose texts differ by language, in one variant.
  init(_ options: [Option], in languages: [LanguageTag]) {
    self.init(count: options.count, bytes: options.count * 32) { row, text in
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
  ///   - betweenBlocks: called again and again while it searches, some ten microseconds apart.
  func rows(holding words: [[UInt8]], betweenBlocks: () -> Void = {}) -> RowSet {
    let words = words.count == 1 ? words : rarestFirst(words)
    var found: [UInt32] = []
    text.withUnsafeBufferPointer { text in
      (words[0] + [0]).withUnsafeBufferPointer { needle in
        guard let text = text.baseAddress, let needle = needle.baseAddress else { return }
        var first = 0
        for end in blockEnds {
          if first > 0 { betweenBlocks() }
          search(text, first..<end, for: needle, others: words.dropFirst(), into: &found)
          first = end
        }
      }
    }
    return RowSet(rows: found)
  }

  /// `strstr` finds the next place of the rarest word, its row is looked up, the other words are tried within that row.
  /// - Parameter block: its rows.
  private func search(
    _ text: UnsafePointer<UInt8>, _ block: Range<Int>, for needle: UnsafePointer<UInt8>, others: ArraySlice<[UInt8]>,
    into found: inout [UInt32]
  ) {
    var row = block.lowerBound
    while row < block.upperBound {
      let from = UnsafeRawPointer(text + Int(starts[row])).assumingMemoryBound(to: CChar.self)
      guard let hit = strstr(from, UnsafeRawPointer(needle).assumingMemoryBound(to: CChar.self)) else { return }
      row = self.row(at: UnsafeRawPointer(hit) - UnsafeRawPointer(text), from: row)
      if others.allSatisfy({ holds(row, $0, in: text) }) { found.append(UInt32(row)) }
      row += 1
    }
  }

  private func holds(_ row: Int, _ word: [UInt8], in text: UnsafePointer<UInt8>) -> Bool {
    var from = text + Int(starts[row])
    let last = text + Int(starts[row + 1]) - word.count
    while from <= last, let hit = memchr(from, Int32(word[0]), last - from + 1) {
      if memcmp(hit, word, word.count) == 0 { return true }
      from = UnsafePointer(hit.assumingMemoryBound(to: UInt8.self)) + 1
    }
    return false
  }

  /// The row of this offset, at or after `row`: steps that double, then halve, so that near rows are found at once.
  @inline(__always)
  private func row(at offset: Int, from row: Int) -> Int {
    var low = row
    var step = 1
    while low + step < count, Int(starts[low + step]) <= offset {
      low += step
      step *= 2
    }
    var high = min(low + step, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The word with the fewest places in the sample leads; the longer one of two.
  private func rarestFirst(_ words: [[UInt8]]) -> [[UInt8]] {
    words.map { (word: $0, places: places(of: $0)) }
      .sorted { ($0.places, $1.word.count) < ($1.places, $0.word.count) }
      .map(\.word)
  }

  private func places(of word: [UInt8]) -> Int {
    var places = 0
    sample.withUnsafeBytes { sample in
      (word + [0]).withUnsafeBytes { needle in
        guard var from = sample.baseAddress, let needle = needle.baseAddress else { return }
        let word = needle.assumingMemoryBound(to: CChar.self)
        while let hit = strstr(from.assumingMemoryBound(to: CChar.self), word) {
          places += 1
          from = UnsafeRawPointer(hit) + 1
        }
      }
    }
    return places
  }

  /// Counting in 128 kB takes some 20 microseconds a word; what it saves is milliseconds, from a megabyte on.
  private static func sample(_ text: [UInt8], _ starts: [UInt32]) -> [UInt8] {
    let (pieces, pieceBytes) = (64, 2048)
    guard text.count > 1 << 20 else { return [] }
    var sample: [UInt8] = []
    for piece in 0..<pieces {
      let start = Int(starts[starts.count / pieces * piece])
      let rows = text[start..<min(start + pieceBytes, text.count - 1)]
      sample += rows.map { $0 == 0 ? rowEnd : $0 }
      sample.append(rowEnd)
    }
    return sample + [0]
  }
}
