import Support

/// Ids and times in places of 16 bytes, found by open addressing. An id is kept as its first 64 and its last 14 bits: among a
/// million, another one is mistaken for it once in 10^17 times.
struct SubmissionTable {
  private struct Place {
    var high: UInt64 = 0
    /// The id's last bits, then the time. With `high`, zero only where nothing is: no time is zero.
    var rest: UInt64 = 0
  }

  private var places: [Place] = []
  private(set) var count = 0

  subscript(_ id: Token) -> SubmissionTime? {
    guard !places.isEmpty else { return nil }
    let place = places[position(of: id)]
    return place.rest == 0 ? nil : SubmissionTime(bits: place.rest & (1 << SubmissionTime.bitCount - 1))
  }

  /// Of an id that is there, the first time stays.
  mutating func insert(_ id: Token, _ time: SubmissionTime) {
    // Seven of eight: beyond that a search meets too many others first.
    if count >= places.count / 8 * 7 { grow() }
    let position = position(of: id)
    guard places[position].rest == 0 else { return }
    places[position] = Place(high: id.high, rest: id.low << SubmissionTime.bitCount | time.bits)
    count += 1
  }

  func forEachHighHalf(_ body: (UInt64) -> Void) {
    for place in places where place.rest != 0 { body(place.high) }
  }

  /// Where the id is, or the free place where it belongs.
  private func position(of id: Token) -> Int {
    let mask = places.count - 1
    let end = id.low & (1 << (64 - SubmissionTime.bitCount) - 1)
    var position = Int(truncatingIfNeeded: id.high) & mask
    while places[position].rest != 0 {
      if places[position].high == id.high, places[position].rest >> SubmissionTime.bitCount == end { break }
      position = (position + 1) & mask
    }
    return position
  }

  private mutating func grow() {
    let old = places
    places = [Place](repeating: Place(), count: max(64, old.count * 2))
    let mask = places.count - 1
    for place in old where place.rest != 0 {
      var position = Int(truncatingIfNeeded: place.high) & mask
      while places[position].rest != 0 { position = (position + 1) & mask }
      places[position] = place
    }
  }
}
