import Localization
import Support

/// The folded texts of all rows. A row's text has the words of its label, description and value, in all their spellings. Between rows
/// is a byte below any folded one, so that no match can extend over words or rows. Two things are stored separately, so that a search
/// looks at each only once: words that many rows have, and the texts of a column that repeats its texts.
///
/// Rows are searched in groups of 64, with one bit for each in a 64-bit number. Further words are searched only in the rows left.
struct SearchIndex: Sendable {
  /// Separates the words of a row.
  static let wordEnd = Folding.wordEnd
  /// Separates rows.
  static let rowEnd: UInt8 = 0x0A
  /// Groups that are searched at once; this takes about ten microseconds.
  private static let groupsAtOnce = 128
  private static let sampleByteCount = 64 << 10
  /// Bytes of words in other spellings; beyond them rows have only the plain ones. Eight for each row of the largest table
  /// are 40 MB; with everything that ``OptionFile/byteLimit`` allows, offsets still fit into 32 bits.
  private static let spellingByteLimit = 128 << 20

  /// A column that stores each text once, and its folded texts.
  private struct Shared {
    let column: StoredColumn
    let texts: [[UInt8]]
  }

  /// Ends in zeros after the last row, so that a vector can be read at any place.
  private let text: [UInt8]
  /// The start of each group of rows, and the end of the last one.
  private let starts: [UInt32]
  private let shared: [Shared]
  private let frequentWords: FrequentWords
  private let grams: GroupGrams
  /// How often each byte occurs in the first rows, to find rare ones.
  private let frequencies: [Int]
  private let count: Int

  /// - Parameter appendTexts: appends the folded texts of a row, each ended by ``wordEnd``.
  private init(count: Int, bytes: Int, shared: [Shared], appendTexts: (Int, inout [UInt8]) -> Void) {
    var sample: [UInt8] = []
    var frequentWords = FrequentWords(count: count) { number, found in
      sample.removeAll(keepingCapacity: true)
      appendTexts(number, &sample)
      sample.withUnsafeBufferPointer { row in
        var start = 0
        for index in row.indices where row[index] == Self.wordEnd {
          if index > start { found(UnsafeBufferPointer(rebasing: row[start..<index])) }
          start = index + 1
        }
      }
    }
    var text: [UInt8] = []
    text.reserveCapacity(bytes + SearchWord.padding)
    var starts: [UInt32] = []
    starts.reserveCapacity(count / 64 + 2)
    for number in 0..<count {
      if number & 63 == 0 { starts.append(UInt32(text.count)) }
      let start = text.count
      appendTexts(number, &text)
      frequentWords.take(from: &text, start, of: number)
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
    self.frequentWords = frequentWords
    grams = text.withUnsafeBytes { GroupGrams(of: $0, starts) }
    self.count = count
  }

  /// An index over plain columns, which must stay in memory as long as the index exists.
  /// - Parameter further: columns of texts in other languages.
  init(_ rows: StoredColumns, and further: [StoredColumn] = []) {
    let columns = ([rows[.label], rows[.description], rows[.value]] + further).filter { !$0.isEmpty }
    let plain = columns.filter { !$0.isShared }
    let shared = columns.filter(\.isShared).map { column in
      Shared(
        column: column,
        texts: column.distinctTexts { text in
          var folded: [UInt8] = []
          Folding.appendSearched(text, to: &folded)
          return folded
        })
    }
    var spellingBytes = 0
    let bytes = plain.reduce(0) { $0 + $1.bytes.count + rows.count } + rows.count
    self.init(count: rows.count, bytes: bytes, shared: shared) { row, text in
      for column in plain where column.has(row) {
        if spellingBytes < Self.spellingByteLimit {
          spellingBytes += Folding.appendSearched(column[row], to: &text)
        } else {
          Folding.append(column[row], to: &text)
          text.append(Self.wordEnd)
        }
      }
    }
  }

  /// An index over options whose texts differ by language, for one variant.
  init(_ options: [Option], in languages: [LanguageTag]) {
    self.init(count: options.count, bytes: options.count * 32, shared: []) { row, text in
      let option = options[row]
      for part in [option.label.text(in: languages), option.description?.text(in: languages), option.value] {
        (part ?? "").withBytes { _ = Folding.appendSearched($0, to: &text) }
      }
    }
  }

  /// The rows that contain every one of these terms.
  /// - Parameters:
  ///   - terms: at least one.
  ///   - inBetween: called again and again during the search, about every ten microseconds.
  func rows(holding terms: [SearchTerm], _ inBetween: () -> Void = {}) -> RowSet {
    var found = Bitmap(count: count)
    found.insert(0..<count)
    // The longest term is most often the rarest.
    for term in terms.sorted(by: { $0.byteCount > $1.byteCount }) {
      let columns = shared.map { column in
        let holds = column.texts.map { text in term.spellings.contains { text.firstRange(of: $0) != nil } }
        return (codes: column.column.codes, holds: holds)
      }.filter { $0.holds.contains(true) }
      let words = term.spellings.map { SearchWord($0, frequencies: frequencies) }
      let probes = term.spellings.map(GroupGrams.probes)
      var frequent = Bitmap(count: count)
      for word in words { frequentWords.insertRows(holding: word, into: &frequent) }
      inBetween()
      var searchedGroups = 0
      text.withUnsafeBytes { text in
        guard let text = text.baseAddress else { return }
        for group in found.words.indices where found.words[group] != 0 {
          searchedGroups += 1
          if searchedGroups % Self.groupsAtOnce == 0 { inBetween() }
          let rows = found.words[group]
          var held = frequent.words[group]
          for column in columns { held |= Self.rows(of: group, coded: column.codes, where: column.holds) }
          for index in words.indices where held & rows != rows && grams.mayHold(probes[index], inGroup: group) {
            held |= words[index].rows(in: text, at: Int(starts[group])..<Int(starts[group + 1]))
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

/// The pairs and triples of adjacent bytes in each group of rows, by hashes (a Bloom filter): a group that lacks some of
/// a word's does not contain the word. The reverse is not certain.
private struct GroupGrams: Sendable {
  /// 64-bit words for each group: 1,024 bits.
  private static let stride = 16
  /// Bits that are tested for a word; more would add little.
  private static let probeLimit = 8

  private let bits: [UInt64]

  /// - Parameters:
  ///   - text: all rows, with padding.
  ///   - starts: the start of each group, and the end of the last one.
  init(of text: UnsafeRawBufferPointer, _ starts: [UInt32]) {
    bits = [UInt64](unsafeUninitializedCapacity: (starts.count - 1) * Self.stride) { bits, count in
      count = bits.count
      bits.initialize(repeating: 0)
      for group in 0..<starts.count - 1 {
        guard let bits = bits.baseAddress.map({ $0 + group * Self.stride }), let text = text.baseAddress else { return }
        for place in Int(starts[group])..<Int(starts[group + 1]) {
          let four = text.loadUnaligned(fromByteOffset: place, as: UInt32.self).littleEndian
          let (two, three) = (Self.bit(four & 0xFFFF), Self.bit(four & 0xFF_FFFF))
          bits[Int(two >> 6)] |= 1 &<< UInt64(two & 63)
          bits[Int(three >> 6)] |= 1 &<< UInt64(three & 63)
        }
      }
    }
  }

  /// The bits to test for a word; if there are none, every group may contain it.
  static func probes(of word: [UInt8]) -> [UInt32] {
    switch word.count {
    case ...1: []
    case 2: [bit(number(of: word))]
    default: (0..<min(word.count - 2, probeLimit)).map { bit(number(of: word[$0..<$0 + 3])) }
    }
  }

  @inline(__always)
  func mayHold(_ probes: [UInt32], inGroup group: Int) -> Bool {
    for probe in probes {
      let word = bits[group * Self.stride + Int(probe >> 6)]
      if word >> UInt64(probe & 63) & 1 == 0 { return false }
    }
    return true
  }

  private static func number(of bytes: some BidirectionalCollection<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  @inline(__always)
  private static func bit(_ number: UInt32) -> UInt32 { (number &* 0x9E37_79B1) >> 22 }
}
