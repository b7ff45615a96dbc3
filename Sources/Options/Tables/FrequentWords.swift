import Support
import Localization

/// Words that many rows of a table have, each stored once with its rows: a search looks at the word once instead of at each row.
///
/// A sample decides which words are frequent. Other words stay in the texts of their rows.
struct FrequentWords: Sendable {
  /// The maximum number of words.
  private static let limit = 1024
  /// Rows in the sample, and the minimum of these that must have a frequent word: about one in a thousand.
  private static let sampleCount = 4096
  private static let leastSampled = 4
  /// The number of rows from which it is worthwhile.
  private static let leastRows = 4 * sampleCount

  /// The words, each followed by a row end, in groups of 64 like the rows of an index; zeros after the last one.
  private var text: [UInt8] = []
  private var starts: [UInt32] = [0]
  /// The place of each word.
  private var places: [Range<Int>] = []
  /// Open addressing: the number of a word plus 1.
  private var slots = [UInt16](repeating: 0, count: 4 * limit)
  /// The rows of each word, each as the distance from the previous one: bytes are added up until the first one below 255.
  private var rows: [[UInt8]] = []
  private var lastRows: [Int] = []

  /// - Parameter words: calls the function with each folded word of a row.
  init(count: Int, words: (_ row: Int, _ found: (UnsafeBufferPointer<UInt8>) -> Void) -> Void) {
    guard count >= Self.leastRows else { return }
    var sampled: [[UInt8]: (count: Int, last: Int)] = [:]
    let stride = count / Self.sampleCount
    for sample in 0..<Self.sampleCount {
      // Not at equal distances, as rows may repeat at such.
      words(sample * stride + sample * 0x9E37 % stride) { word in
        let known = sampled[Array(word), default: (0, -1)]
        if known.last != sample { sampled[Array(word)] = (known.count + 1, sample) }
      }
    }
    let frequent = sampled.filter { $0.value.count >= Self.leastSampled }.map { (word: $0.key, count: $0.value.count) }
      .sorted { $0.count != $1.count ? $0.count > $1.count : $0.word.lexicographicallyPrecedes($1.word) }
    for (word, _) in frequent.prefix(Self.limit) { add(word) }
    starts.append(UInt32(text.count))
    text.append(contentsOf: repeatElement(0, count: SearchWord.padding))
  }

  private mutating func add(_ word: [UInt8]) {
    if places.count & 63 == 0, !places.isEmpty { starts.append(UInt32(text.count)) }
    places.append(text.count..<text.count + word.count)
    text += word
    text.append(SearchIndex.rowEnd)
    rows.append([])
    lastRows.append(0)
    var slot = word.withUnsafeBufferPointer(slot(of:))
    while slots[slot] != 0 { slot = (slot + 1) % slots.count }
    slots[slot] = UInt16(places.count)
  }

  private func slot(of word: UnsafeBufferPointer<UInt8>) -> Int {
    Int(truncatingIfNeeded: ByteHash.hash(word)) & (slots.count - 1)
  }

  /// Records which of these words a row has, and removes them from its text. Rows must come in order.
  /// - Parameter start: where the row begins; each of its words is followed by its end.
  mutating func take(from text: inout [UInt8], _ start: Int, of row: Int) {
    guard !places.isEmpty else { return }
    let end = text.withUnsafeMutableBufferPointer { text in
      var kept = start
      var begin = start
      for index in start..<text.count where text[index] == SearchIndex.wordEnd {
        let word = UnsafeBufferPointer(rebasing: text[begin..<index])
        if !word.isEmpty, !note(word, in: row) {
          for byte in begin...index {
            text[kept] = text[byte]
            kept += 1
          }
        }
        begin = index + 1
      }
      return kept
    }
    text.removeLast(text.count - end)
  }

  /// - Returns: false if the word is not one of these.
  private mutating func note(_ word: UnsafeBufferPointer<UInt8>, in row: Int) -> Bool {
    var slot = slot(of: word)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if word.elementsEqual(text[places[number]]) {
        note(number, in: row)
        return true
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return false
  }

  private mutating func note(_ number: Int, in row: Int) {
    var distance = row - lastRows[number]
    guard distance > 0 || rows[number].isEmpty else { return }
    while distance >= 0xFF {
      rows[number].append(0xFF)
      distance -= 0xFF
    }
    rows[number].append(UInt8(distance))
    lastRows[number] = row
  }

  /// Adds the rows of all words that contain this one.
  func insertRows(holding word: SearchWord, into found: inout Bitmap) {
    for group in 0..<starts.count - 1 {
      let range = Int(starts[group])..<Int(starts[group + 1])
      var holding = text.withUnsafeBytes { $0.baseAddress.map { word.rows(in: $0, at: range) } ?? 0 }
      while holding != 0 {
        insertRows(of: group << 6 + holding.trailingZeroBitCount, into: &found)
        holding &= holding - 1
      }
    }
  }

  private func insertRows(of number: Int, into found: inout Bitmap) {
    var row = 0
    for distance in rows[number] {
      row += Int(distance)
      if distance != 0xFF { found.insert(row) }
    }
  }
}
