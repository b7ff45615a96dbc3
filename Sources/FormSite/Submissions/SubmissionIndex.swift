import Support

/// The ids and times of the newest submissions, in bounded memory: 16 bytes each, at most 40 with free places. Older ids are in
/// a filter of fixed size, which says of an id that it was never stored, or that it may have been.
struct SubmissionIndex {
  /// Ids in memory. At this limit a table has 2^20 places of 16 bytes, and there are two.
  static let idLimit = 1_800_000

  /// Half of the limit. When `young` reaches it, `old` is dropped and `young` becomes `old`.
  private let generationLimit: Int
  private let marksForgotten: Bool
  private var young = SubmissionTable()
  private var old = SubmissionTable()
  private var forgotten: IDFilter?

  /// - `marksForgotten`: for `false`, older ids are forgotten without a trace.
  init(idLimit: Int = Self.idLimit, marksForgotten: Bool = true) {
    generationLimit = max(1, idLimit / 2)
    self.marksForgotten = marksForgotten
  }

  var count: Int { young.count + old.count }

  /// When this submission was stored; `nil` if it is not among the newest.
  func time(of id: Token) -> SubmissionTime? { young[id] ?? old[id] }

  /// Whether it may be an older id whose time is no longer here. With six million older ids, about one in a hundred answers is
  /// a false positive.
  func mayHaveForgotten(_ id: Token) -> Bool { forgotten?.mayContain(SubmissionTable.digest(of: id)) ?? false }

  mutating func insert(_ id: Token, at time: SubmissionTime) {
    if young.count >= generationLimit {
      if old.count > 0, marksForgotten {
        var filter = forgotten ?? IDFilter()
        // Keeps only one reference, so that the filter is not copied.
        forgotten = nil
        old.forEachDigest { filter.insert($0) }
        forgotten = filter
      }
      old = young
      young = SubmissionTable()
    }
    young.insert(id, time: time)
  }
}

/// Ids and times in a hash table with open addressing and 16 bytes per place. An id is stored as a 64-bit digest and its last
/// 14 bits: among a million ids, the chance of mistaking another id for one of them is about 1 in 10^17.
struct SubmissionTable {
  private struct Place {
    var digest: UInt64 = 0
    /// The id's last bits, then the time. Zero marks a free place: no time is zero.
    var rest: UInt64 = 0
  }

  private var places: [Place] = []
  private(set) var count = 0

  /// Evenly distributed even where ids are not: other programs may number theirs. The hash key differs in each process.
  static func digest(of id: Token) -> UInt64 { UInt64(bitPattern: Int64(id.hashValue)) }

  subscript(_ id: Token) -> SubmissionTime? {
    guard !places.isEmpty else { return nil }
    let place = places[position(of: id)]
    return place.rest == 0 ? nil : SubmissionTime(bits: place.rest & (1 << SubmissionTime.bitCount - 1))
  }

  /// Keeps the first time of an id.
  mutating func insert(_ id: Token, time: SubmissionTime) {
    // At seven eighths full, searches would meet too many other ids.
    if count >= places.count / 8 * 7 { grow() }
    let position = position(of: id)
    guard places[position].rest == 0 else { return }
    places[position] = Place(digest: Self.digest(of: id), rest: id.low << SubmissionTime.bitCount | time.bits)
    count += 1
  }

  func forEachDigest(_ body: (UInt64) -> Void) {
    for place in places where place.rest != 0 { body(place.digest) }
  }

  /// Where the id is, or the free place where it belongs.
  private func position(of id: Token) -> Int {
    let mask = places.count - 1
    let digest = Self.digest(of: id)
    let end = id.low & (1 << (64 - SubmissionTime.bitCount) - 1)
    var position = Int(truncatingIfNeeded: digest) & mask
    while places[position].rest != 0 {
      if places[position].digest == digest, places[position].rest >> SubmissionTime.bitCount == end { break }
      position = (position + 1) & mask
    }
    return position
  }

  private mutating func grow() {
    let old = places
    places = [Place](repeating: Place(), count: max(64, old.count * 2))
    let mask = places.count - 1
    for place in old where place.rest != 0 {
      var position = Int(truncatingIfNeeded: place.digest) & mask
      while places[position].rest != 0 { position = (position + 1) & mask }
      places[position] = place
    }
  }
}

/// The time of a submission (`2026-01-31T12:00:00.000Z`), in 50 bits.
struct SubmissionTime: Equatable {
  static let bitCount: UInt64 = 50

  let bits: UInt64

  /// Of an imported line with a time in another format.
  static let unknown = SubmissionTime(bits: 1)

  init(bits: UInt64) { self.bits = bits }

  /// The fields in the order of the text: their digits, their bits, and the character after them.
  private static let fields: [(digits: Int, bits: UInt64, end: UInt8)] = [
    (4, 14, UInt8(ascii: "-")), (2, 4, UInt8(ascii: "-")), (2, 5, UInt8(ascii: "T")), (2, 5, UInt8(ascii: ":")),
    (2, 6, UInt8(ascii: ":")), (2, 6, UInt8(ascii: ".")), (3, 10, UInt8(ascii: "Z")),
  ]

  /// The length of the text in bytes.
  static let length = 24

  /// `nil` for any other format.
  init?(_ text: String) { self.init(text.utf8.span) }

  /// `nil` for any other format.
  init?(_ text: Span<UInt8>) {
    guard text.count == Self.length else { return nil }
    var bits: UInt64 = 0
    var position = 0
    for field in Self.fields {
      var number: UInt64 = 0
      for index in position..<position + field.digits {
        let byte = text[index]
        guard ASCII.isDigit(byte) else { return nil }
        number = number * 10 + UInt64(byte - UInt8(ascii: "0"))
      }
      position += field.digits
      guard number < 1 << field.bits, text[position] == field.end else { return nil }
      position += 1
      bits = bits << field.bits | number
    }
    self.bits = bits
  }

  var text: String {
    var rest = bits
    var reversed: [UInt8] = []
    for field in Self.fields.reversed() {
      var number = rest & (1 << field.bits - 1)
      rest >>= field.bits
      reversed.append(field.end)
      for _ in 0..<field.digits {
        reversed.append(UInt8(ascii: "0") + UInt8(number % 10))
        number /= 10
      }
    }
    return String(decoding: reversed.reversed(), as: UTF8.self)
  }
}

/// A Bloom filter: says of an id that it was never inserted, or that it may have been. Its size is fixed, so the more ids it
/// has, the more often the second answer is wrong.
private struct IDFilter {
  /// 8 MiB. With six million ids, one answer in a hundred is wrong; with twenty million, one in four.
  private static let bitCountExponent: UInt64 = 26
  private static let probeCount = 4

  private var words = [UInt64](repeating: 0, count: 1 << (Self.bitCountExponent - 6))

  /// - Parameter id: a digest of the id with evenly distributed bits.
  mutating func insert(_ id: UInt64) {
    for bit in Self.bits(of: id) { words[Int(bit >> 6)] |= 1 << (bit & 63) }
  }

  func mayContain(_ id: UInt64) -> Bool {
    Self.bits(of: id).allSatisfy { words[Int($0 >> 6)] & 1 << ($0 & 63) != 0 }
  }

  /// All probes are computed from the two halves of the id (Kirsch and Mitzenmacher, "Less Hashing, Same Performance").
  private static func bits(of id: UInt64) -> some Sequence<UInt64> {
    let step = id >> 32 | 1
    return (0..<UInt64(probeCount)).lazy.map { (id &+ $0 &* step) & (1 << bitCountExponent - 1) }
  }
}
