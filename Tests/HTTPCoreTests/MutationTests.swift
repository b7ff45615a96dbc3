import HTTPCore
import Testing

@Suite("Mutations")
struct MutationTests {
  /// Xorshift: the same octets in every run.
  struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }

  @Test("changed cases are read the same at once, in pieces and byte by byte", arguments: 1...8)
  func alike(_ seed: Int) throws {
    var generator = Generator(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
    let cases = try WireCase.all().filter { $0.octets.count < 400 && !$0.octets.isEmpty }
    for _ in 0..<400 {
      guard let wireCase = cases.randomElement(using: &generator) else { return }
      let octets = mutated(wireCase.octets, &generator)
      let ends = Bool.random(using: &generator)
      let cut = Int.random(in: 0...octets.count, using: &generator)
      let whole = outcome(Replay([octets[...]], endsInput: ends))
      let halves = outcome(Replay([octets[..<cut], octets[cut...]], endsInput: ends))
      let single = outcome(Replay(octets.indices.map { octets[$0...$0] }, endsInput: ends))
      if whole != halves || whole != single {
        Issue.record("\(octets.debugDescription): \(whole), cut at \(cut): \(halves), octet by octet: \(single)")
        return
      }
    }
  }

  /// If there are several faults, the pieces may decide which one is reported first, but not whether one is.
  private func outcome(_ replay: Replay) -> [String] {
    replay.lines.filter { $0 != "continue" }.map { $0.hasPrefix("fault") ? "fault" : $0 }
  }

  private func mutated(_ octets: [UInt8], _ generator: inout Generator) -> [UInt8] {
    var octets = octets
    let telling: [UInt8] = [0, 9, 10, 13, 32, 34, 44, 48, 58, 59, 61, 127, 128, 255]
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !octets.isEmpty {
      let position = Int.random(in: 0..<octets.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: octets[position] = telling.randomElement(using: &generator) ?? 0
      case 1: octets.insert(telling.randomElement(using: &generator) ?? 0, at: position)
      case 2: octets.remove(at: position)
      default: octets.insert(contentsOf: octets[position...].prefix(8), at: position)
      }
    }
    return octets
  }
}
