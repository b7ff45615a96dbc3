/// Reads zone files (TZif, RFC 9636, formerly RFC 8536), from anyone.
extension TimeZone {
  /// More than any zone has.
  private static let transitionLimit = 4_096
  private static let headByteCount = 44

  /// Nil where the bytes are not a zone file.
  package init?(name: String, file bytes: [UInt8]) {
    guard let head = Head(bytes, at: 0) else { return nil }
    // From version 2 on, a second block with times of eight bytes follows the first.
    guard head.version >= UInt8(ascii: "2") else {
      self.init(name: name, head, bytes, at: Self.headByteCount, timeByteCount: 4, rule: nil)
      return
    }
    let second = Self.headByteCount + head.byteCount(timeByteCount: 4)
    guard let head = Head(bytes, at: second) else { return nil }
    let footer = second + Self.headByteCount + head.byteCount(timeByteCount: 8)
    guard footer < bytes.count, bytes[footer] == UInt8(ascii: "\n") else { return nil }
    let text = bytes[(footer + 1)...].prefix { $0 != UInt8(ascii: "\n") }
    guard footer + 1 + text.count < bytes.count else { return nil }
    let rule = TimeZoneRule(text)
    guard rule != nil || text.isEmpty else { return nil }
    self.init(name: name, head, bytes, at: second + Self.headByteCount, timeByteCount: 8, rule: rule)
  }

  /// A zone of a rule alone, as the variable `TZ` may have it.
  package init?(rule: String) {
    guard let read = TimeZoneRule(rule.utf8) else { return nil }
    self.init(name: rule, transitions: [], periods: [], first: read.standard, rule: read)
  }

  private init?(name: String, _ head: Head, _ bytes: [UInt8], at start: Int, timeByteCount: Int, rule: TimeZoneRule?) {
    let types = start + head.timeCount * (timeByteCount + 1)
    let letters = types + head.typeCount * 6
    var kinds: [Period] = []
    for place in stride(from: types, to: letters, by: 6) {
      let offset = Self.number(bytes, at: place, 4)
      let from = letters + Int(bytes[place + 5])
      let end = letters + head.letterCount
      // RFC 9636, 3.2: a local time differs from UTC by less than 26 hours.
      guard -89_999...93_599 ~= offset, from < end, let stop = bytes[from..<end].firstIndex(of: 0),
        let text = String(validating: bytes[from..<stop], as: UTF8.self)
      else { return nil }
      kinds.append(Period(offset: offset, abbreviation: text))
    }
    guard let first = kinds.first else { return nil }
    var transitions: [Int] = []
    var periods: [Period] = []
    for index in 0..<head.timeCount {
      let time = Self.number(bytes, at: start + index * timeByteCount, timeByteCount)
      let kind = Int(bytes[start + head.timeCount * timeByteCount + index])
      guard kinds.indices.contains(kind), transitions.last.map({ $0 < time }) ?? true else { return nil }
      transitions.append(time)
      periods.append(kinds[kind])
    }
    self.init(name: name, transitions: transitions, periods: periods, first: first, rule: rule)
  }

  /// Big-endian, with a sign. The place has been checked.
  private static func number(_ bytes: [UInt8], at place: Int, _ count: Int) -> Int {
    let bits = bytes[place..<place + count].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return count == 4 ? Int(Int32(truncatingIfNeeded: bits)) : Int(Int64(bitPattern: bits))
  }

  /// A block's head, whose block is there as a whole.
  private struct Head {
    let version: UInt8
    let timeCount: Int
    let typeCount: Int
    let letterCount: Int
    private let leapCount: Int
    private let standardCount: Int
    private let universalCount: Int

    init?(_ bytes: [UInt8], at start: Int) {
      guard start >= 0, bytes.count - start >= TimeZone.headByteCount,
        bytes[start..<start + 4].elementsEqual("TZif".utf8)
      else { return nil }
      version = bytes[start + 4]
      let counts = (0..<6).map { TimeZone.number(bytes, at: start + 20 + $0 * 4, 4) }
      // Each count is small, so that no sum of them is too large.
      guard counts.allSatisfy({ 0...TimeZone.transitionLimit ~= $0 }), 1...256 ~= counts[4] else { return nil }
      (universalCount, standardCount, leapCount) = (counts[0], counts[1], counts[2])
      (timeCount, typeCount, letterCount) = (counts[3], counts[4], counts[5])
      let timeByteCount = start == 0 ? 4 : 8
      guard bytes.count - start - TimeZone.headByteCount >= byteCount(timeByteCount: timeByteCount) else { return nil }
    }

    func byteCount(timeByteCount: Int) -> Int {
      timeCount * (timeByteCount + 1) + typeCount * 6 + letterCount + leapCount * (timeByteCount + 4) + standardCount
        + universalCount
    }
  }
}
