import Support

/// Texts as search compares them, without differences of case, accents and compatible forms: Unicode's compatibility decomposition
/// and case folding, without the marks. Letters that do not decompose become what people type without the key (ß ss, ø o, æ ae);
/// typographic quotes and dashes become ASCII; all white space and controls become a space, and "&" the word "and". ``Spelling`` adds
/// other spellings ("oe" for "ø", "ue" for "ü").
///
/// Vowel signs, viramas, tone and voicing marks are kept: they are letters of their scripts.
package enum Folding {
  /// The folded text in UTF-8. It has no controls, so that bytes below a space can separate texts.
  package static func fold(_ text: String) -> [UInt8] {
    var folded: [UInt8] = []
    text.withBytes { append($0, to: &folded) }
    return folded
  }

  /// The byte that ends a word.
  package static let wordEnd: UInt8 = 0x20

  /// Appends the text that a search looks through: the folded text, then its words in their other spellings, each ended by ``wordEnd``.
  /// - Returns: the number of bytes of the other spellings.
  @discardableResult
  package static func appendSearched(_ utf8: UnsafeBufferPointer<UInt8>, to folded: inout [UInt8]) -> Int {
    let start = folded.count
    append(utf8, to: &folded)
    folded.append(wordEnd)
    let end = folded.count
    let spellings = Spelling(in: utf8).combinations.dropFirst()
    if spellings.isEmpty { return 0 }
    var words = folded[start...].split(separator: wordEnd).map { [Array($0)] }
    for spelling in spellings {
      var spelled: [UInt8] = []
      append(utf8, to: &spelled, spelling: spelling)
      for (index, part) in spelled.split(separator: wordEnd).enumerated() {
        let word = Array(part)
        if words[index].contains(word) { continue }
        words[index].append(word)
        folded += word
        folded.append(wordEnd)
      }
    }
    return folded.count - end
  }

  /// Whether these bytes are ASCII; looks at eight at a time.
  package static func isASCII(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(utf8)
    var index = 0
    while index + 8 <= raw.count {
      if raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
      index += 8
    }
    return raw[index...].allSatisfy { $0 < 0x80 }
  }

  /// - Parameters:
  ///   - utf8: well-formed.
  ///   - spelling: for letters that have another spelling.
  package static func append(
    _ utf8: UnsafeBufferPointer<UInt8>, to folded: inout [UInt8], spelling: Spelling = []
  ) {
    let table = FoldingTable.shared
    var index = 0
    while index < utf8.count {
      let byte = utf8[index]
      if byte == UInt8(ascii: "&") {
        index += 1
        folded.append(contentsOf: " and ".utf8)
      } else if byte < 0x80 {
        let end = endOfPlain(utf8, from: index)
        appendPlain(UnsafeBufferPointer(rebasing: utf8[index..<end]), to: &folded)
        index = end
      } else {
        let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        guard index + length <= utf8.count else { return }
        var scalar = UInt32(byte) & (0xFF >> UInt32(length + 1))
        for i in 1..<length { scalar = scalar << 6 | UInt32(utf8[index + i] & 0x3F) }
        if !appendHangul(scalar, to: &folded), !table.append(scalar, to: &folded) {
          for i in 0..<length { folded.append(utf8[index + i]) }
        }
        if !spelling.isEmpty, let letter = spelling.letter(of: scalar, after: folded.last) { folded.append(letter) }
        index += length
      }
    }
  }

  /// The end of a run of ASCII without "&".
  @inline(__always)
  private static func endOfPlain(_ utf8: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var end = start
    while end < utf8.count, utf8[end] < 0x80, utf8[end] != UInt8(ascii: "&") { end += 1 }
    return end
  }

  /// Copies a run of ASCII at once and folds it in place, as most texts are only ASCII.
  private static func appendPlain(_ ascii: UnsafeBufferPointer<UInt8>, to folded: inout [UInt8]) {
    let start = folded.count
    folded.append(contentsOf: ascii)
    folded.withUnsafeMutableBufferPointer { folded in
      for index in start..<folded.count { folded[index] = asciiFolded(folded[index]) }
    }
  }

  @inline(__always)
  private static func asciiFolded(_ byte: UInt8) -> UInt8 {
    if byte &- 0x41 < 26 { return byte | 0x20 }
    // A grave accent is often typed for an apostrophe.
    if byte == UInt8(ascii: "`") { return UInt8(ascii: "'") }
    return byte < 0x20 || byte == 0x7F ? 0x20 : byte
  }

  /// Decomposes Hangul syllables into their letters (Unicode, section 3.12) as they are typed, so that an unfinished syllable is found
  /// too.
  private static func appendHangul(_ scalar: UInt32, to folded: inout [UInt8]) -> Bool {
    guard scalar &- 0xAC00 < 11_172 else { return false }
    let syllable = scalar - 0xAC00
    append(jamo: 0x1100 + syllable / 588, to: &folded)
    append(jamo: 0x1161 + syllable % 588 / 28, to: &folded)
    if syllable % 28 != 0 { append(jamo: 0x11A7 + syllable % 28, to: &folded) }
    return true
  }

  private static func append(jamo scalar: UInt32, to folded: inout [UInt8]) {
    guard !FoldingTable.shared.append(scalar, to: &folded) else { return }
    folded.append(0xE0 | UInt8(scalar >> 12))
    folded.append(0x80 | UInt8(scalar >> 6 & 0x3F))
    folded.append(0x80 | UInt8(scalar & 0x3F))
  }
}

/// The characters that fold to something else, as a two-stage table: pages of 256 characters, each with the number of its
/// replacement. Unpacked at first use, in well under a millisecond, to about 100 kB.
struct FoldingTable: Sendable {
  static let shared = FoldingTable()

  /// Beyond this only ignorable characters (U+E0000…U+E0FFF) fold.
  private static let limit: UInt32 = 0x2FB00
  /// The start in `codes` of the page of each 256 characters.
  private var pages = [UInt32](repeating: 0, count: Int(Self.limit >> 8))
  /// The number of each character's replacement; 0: unchanged. The first page is shared by all ranges without changes.
  private var codes = [UInt16](repeating: 0, count: 256)
  /// The place in `pool` where replacement `code` ends; it begins where the previous one ends.
  private var ends: [UInt32] = [0]
  private var pool: [UInt8] = []

  /// Appends the replacement of this character.
  /// - Returns: false if it does not change.
  @inline(__always)
  func append(_ scalar: UInt32, to folded: inout [UInt8]) -> Bool {
    guard scalar < Self.limit else { return scalar &- 0xE0000 < 0x1000 }
    let code = Int(codes[Int(pages[Int(scalar >> 8)] + scalar & 0xFF)])
    guard code > 0 else { return false }
    folded.append(contentsOf: pool[Int(ends[code - 1])..<Int(ends[code])])
    return true
  }

  private init() {
    let packed = Base64.url.decode(
      UnsafeBufferPointer(start: Self.packed.utf8Start, count: Self.packed.utf8CodeUnitCount))
    guard var reader = packed.map({ VarintReader($0[...]) }) else {
      preconditionFailure("the folding table is damaged")
    }
    var key = 0
    while let distance = reader.next() {
      guard let shape = reader.next(), let length = reader.next(), let first = reader.bytes(Int(length)) else {
        preconditionFailure("the folding table is damaged")
      }
      let (keyStep, targetStep) = shape & 3 == 0 ? (1, 1) : shape & 3 == 1 ? (2, 2) : (1, 0)
      key += Int(distance)
      for i in 0..<Int(shape >> 2) {
        // Characters of a run that all fold to the same one share its replacement.
        if i == 0 || targetStep > 0 {
          appendReplacement(first, advancedBy: i * targetStep)
          ends.append(UInt32(pool.count))
        }
        set(UInt16(ends.count - 1), for: key + i * keyStep)
      }
    }
  }

  private mutating func set(_ code: UInt16, for scalar: Int) {
    let page = scalar >> 8
    if pages[page] == 0 {
      pages[page] = UInt32(codes.count)
      codes.append(contentsOf: repeatElement(0, count: 256))
    }
    codes[Int(pages[page]) + scalar & 0xFF] = code
  }

  private mutating func appendReplacement(_ utf8: ArraySlice<UInt8>, advancedBy distance: Int) {
    guard distance > 0 else { return pool.append(contentsOf: utf8) }
    let scalar = String(decoding: utf8, as: UTF8.self).unicodeScalars.first?.value ?? 0
    if let advanced = Unicode.Scalar(scalar + UInt32(distance)) { pool.append(contentsOf: advanced.utf8) }
  }
}
