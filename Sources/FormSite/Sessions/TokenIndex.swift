import Support

/// The tokens of slots, and the slot of a token: open addressing with linear probing, half full at most. Tokens are random,
/// so that their own bits are the hash.
struct TokenIndex {
  /// By slot.
  private var tokens: ContiguousArray<Token> = []
  /// Slots; negative: free.
  private var places = [Int32](repeating: -1, count: 8)
  private(set) var count = 0

  func slot(of token: Token) -> Int32? {
    var place = home(of: token)
    while places[place] >= 0 {
      if tokens[Int(places[place])] == token { return places[place] }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  /// In no order.
  var entries: [(token: Token, slot: Int32)] { places.filter { $0 >= 0 }.map { (tokens[Int($0)], $0) } }

  /// - `token`: one that has no slot.
  mutating func insert(_ token: Token, at slot: Int32) {
    while tokens.count <= slot { tokens.append(.zero) }
    tokens[Int(slot)] = token
    if (count + 1) * 2 > places.count {
      let slots = places.filter { $0 >= 0 }
      places = [Int32](repeating: -1, count: places.count * 2)
      for slot in slots { put(slot) }
    }
    put(slot)
    count += 1
  }

  /// - Parameter slot: one that has a token.
  mutating func remove(_ slot: Int32) {
    let mask = places.count - 1
    var hole = home(of: tokens[Int(slot)])
    while places[hole] != slot { hole = (hole + 1) & mask }
    // Those behind it close up, as far as they belong there.
    var place = (hole + 1) & mask
    while places[place] >= 0 {
      let home = home(of: tokens[Int(places[place])])
      if (place - home) & mask >= (place - hole) & mask {
        places[hole] = places[place]
        hole = place
      }
      place = (place + 1) & mask
    }
    places[hole] = -1
    count -= 1
  }

  private mutating func put(_ slot: Int32) {
    var place = home(of: tokens[Int(slot)])
    while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
    places[place] = slot
  }

  private func home(of token: Token) -> Int {
    Int(truncatingIfNeeded: token.high ^ token.low >> 8) & (places.count - 1)
  }
}
