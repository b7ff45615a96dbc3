import Glibc

/// A reader of what comes from outside, and what holds for every input.
struct FuzzTarget: Sendable {
  /// Names the folder of its corpus.
  let name: String
  /// One sentence, checked for every input beside that the reader neither traps, hangs nor touches foreign memory.
  let invariant: String
  /// - Throws: where the invariant does not hold.
  let check: @Sendable ([UInt8]) throws -> Void

  static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// The reason why an invariant does not hold.
struct BrokenInvariant: Error, CustomStringConvertible {
  let description: String
}

func expect(_ holds: Bool, _ reason: @autoclosure () -> String) throws {
  if !holds { throw BrokenInvariant(description: reason()) }
}

extension [UInt8] {
  /// Whether these bytes stand anywhere in it. A page has many, and is looked at for each input.
  func holds(_ text: String) -> Bool {
    let terminated = map { $0 == 0 ? 1 : $0 } + [0]
    return strstr(terminated.map(CChar.init(bitPattern:)), text) != nil
  }
}
