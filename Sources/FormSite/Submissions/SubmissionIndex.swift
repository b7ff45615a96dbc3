import Support

/// The ids of the newest submissions with their times, in bounded memory: 16 bytes each, at most 40 with the room between
/// them. Older ones leave a mark in a filter of fixed size, which says of an id that it was never there, or may have been.
struct SubmissionIndex {
  /// Ids at once. With it a table has 2^20 places of 16 bytes, and there are two.
  static let idLimit = 1_800_000

  /// Half of the limit: when the young are so many, the old ones go, and the young are the old.
  private let generationLimit: Int
  private let marksForgotten: Bool
  private var young = SubmissionTable()
  private var old = SubmissionTable()
  private var forgotten: IDFilter?

  /// - `marksForgotten`: false: of older ones nothing stays, not even a mark.
  init(idLimit: Int = Self.idLimit, marksForgotten: Bool = true) {
    generationLimit = max(1, idLimit / 2)
    self.marksForgotten = marksForgotten
  }

  var count: Int { young.count + old.count }

  /// When this submission was stored; nil: it is not among the newest.
  func time(of id: Token) -> SubmissionTime? { young[id] ?? old[id] }

  /// Whether it may be among those whose time is not here any more. Says so of about one in a hundred others too, once six
  /// millions are.
  func mayHaveForgotten(_ id: Token) -> Bool { forgotten?.mayContain(SubmissionTable.digest(of: id)) ?? false }

  mutating func insert(_ id: Token, at time: SubmissionTime) {
    if young.count >= generationLimit {
      if old.count > 0, marksForgotten {
        var filter = forgotten ?? IDFilter()
        // One reference, so that the filter is not copied.
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

/// Ids and times in places of 16 bytes, found by open addressing. An id is kept as a digest of 64 bits and its last 14 bits: among
/// a million, another one is mistaken for it once in 10^17 times.
struct SubmissionTable {
  private struct Place {
    var digest: UInt64 = 0
    /// The id's last bits, then the time. Zero only where nothing is: no time is zero.
    var rest: UInt64 = 0
  }

  private var places: [Place] = []
  private(set) var count = 0

  /// Spread evenly also where ids are not: other programs count theirs. It has a key of its own in each process.
  static func digest(of id: Token) -> UInt64 { UInt64(bitPattern: Int64(id.hashValue)) }

  subscript(_ id: Token) -> SubmissionTime? {
    guard !places.isEmpty else { return nil }
    let place = places[position(of: id)]
    return place.rest == 0 ? nil : SubmissionTime(bits: place.rest & (1 << SubmissionTime.bitCount - 1))
  }

  /// Of an id that is there, the first time stays.
  mutating func insert(_ id: Token, time: SubmissionTime) {
    // Seven of eight: beyond that a search meets too many others first.
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

/// A time as submissions have it (`2026-01-31T12:00:00.000Z`), in 50 bits.
struct SubmissionTime: Equatable {
  static let bitCount: UInt64 = 50

  let bits: UInt64

  /// Of a line that was imported with a time of another form.
  static let unknown = SubmissionTime(bits: 1)

  init(bits: UInt64) { self.bits = bits }

  /// The fields in the order of the text: their digits, their bits, and the character behind them.
  private static let fields: [(digits: Int, bits: UInt64, end: UInt8)] = [
    (4, 14, UInt8(ascii: "-")), (2, 4, UInt8(ascii: "-")), (2, 5, UInt8(ascii: "T")), (2, 5, UInt8(ascii: ":")),
    (2, 6, UInt8(ascii: ":")), (2, 6, UInt8(ascii: ".")), (3, 10, UInt8(ascii: "Z")),
  ]

  /// The length of the text in bytes.
  static let length = 24

  /// Nil for any other form.
  init?(_ text: String) { self.init(text.utf8.span) }

  /// The same.
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

/// Says of an id that it was never put in, or that it may have been (a Bloom filter). Its size is fixed: the more it holds, the
/// more often the second answer is wrong.
private struct IDFilter {
  /// 8 MiB. With six million ids one answer in a hundred is wrong, with twenty million one in three.
  private static let bitCountExponent: UInt64 = 26
  private static let probeCount = 4

  private var words = [UInt64](repeating: 0, count: 1 << (Self.bitCountExponent - 6))

  /// - Parameter id: a digest of it: bits that are evenly spread.
  mutating func insert(_ id: UInt64) {
    for bit in Self.bits(of: id) { words[Int(bit >> 6)] |= 1 << (bit & 63) }
  }

  func mayContain(_ id: UInt64) -> Bool {
    Self.bits(of: id).allSatisfy { words[Int($0 >> 6)] & 1 << ($0 & 63) != 0 }
  }

  /// Two halves of the id give all probes (Kirsch and Mitzenmacher, "Less Hashing, Same Performance").
  private static func bits(of id: UInt64) -> some Sequence<UInt64> {
    let step = id >> 32 | 1
    return (0..<UInt64(probeCount)).lazy.map { (id &+ $0 &* step) & (1 << bitCountExponent - 1) }
  }
}

/// The submissions that the sink has taken, and those that it is taking: the same filled-in form sent twice, at once or one after
/// the other, reaches it once, also where the sink remembers nothing.
final class TakenSubmissions: Sendable {
  private struct State {
    /// By the form's id.
    var taken: [String: SubmissionIndex] = [:]
    /// The submissions on their way.
    var coming: [Token: Coming] = [:]
  }

  private struct Coming {
    let content: Token
    /// The requests that wait for it.
    var waiting: [(content: Token, continuation: CheckedContinuation<Turn, Never>)] = []
  }

  /// What a request has to do.
  private enum Turn {
    case take
    /// Another request has brought the same.
    case end(Result<Void, any Error>)
    /// Another request has brought something else under this id.
    case other(isTaken: Bool)
  }

  /// Of one form; in all 40 bytes each at most.
  static let idLimit = 20_000

  private let state = Lock(State())

  /// When this submission was taken; nil: it was not, or so many others were since.
  func time(of id: Token, in form: String) -> String? { state.withLock { $0.taken[form]?.time(of: id)?.text } }

  func insert(_ id: Token, of form: String, at time: String) {
    guard let time = SubmissionTime(time) else { return }
    state.withLock {
      $0.taken[form, default: SubmissionIndex(idLimit: Self.idLimit, marksForgotten: false)].insert(id, at: time)
    }
  }

  /// Takes a submission, unless another request is at it: then waits for what comes of that.
  /// - Parameter content: tells it from others that have been given the same id.
  /// - Returns: false: another one was taken under this id meanwhile.
  func once(_ id: Token, content: Token, take: () async throws -> Void) async throws -> Bool {
    while true {
      switch await turn(id, content: content) {
      case .end(let result):
        try result.get()
        return true
      case .other(isTaken: true): return false
      // The id is free again.
      case .other(isTaken: false): continue
      case .take:
        let result: Result<Void, any Error>
        do { result = .success(try await take()) } catch { result = .failure(error) }
        finish(id, result: result)
        try result.get()
        return true
      }
    }
  }

  /// Waits for the request that is at this submission, if there is one.
  func waitForRecording(of id: Token) async {
    _ = await withCheckedContinuation { (continuation: CheckedContinuation<Turn, Never>) in
      let isComing = state.withLock { state in
        state.coming[id]?.waiting.append((.zero, continuation))
        return state.coming[id] != nil
      }
      if !isComing { continuation.resume(returning: .take) }
    }
  }

  private func turn(_ id: Token, content: Token) async -> Turn {
    await withCheckedContinuation { continuation in
      let isFirst = state.withLock { state in
        if state.coming[id] == nil {
          state.coming[id] = Coming(content: content)
          return true
        }
        state.coming[id]?.waiting.append((content, continuation))
        return false
      }
      if isFirst { continuation.resume(returning: .take) }
    }
  }

  private func finish(_ id: Token, result: Result<Void, any Error>) {
    guard let coming = state.withLock({ $0.coming.removeValue(forKey: id) }) else { return }
    let isTaken = if case .success = result { true } else { false }
    for (content, continuation) in coming.waiting {
      continuation.resume(returning: content == coming.content ? .end(result) : .other(isTaken: isTaken))
    }
  }
}
