import Glibc

/// Code that reads input from outside, and what holds for every input.
struct FuzzTarget: Sendable {
  /// The name, which is also the name of its corpus folder.
  let name: String
  /// One sentence that is checked for every input. The code must also not trap, hang or access memory out of bounds.
  let invariant: String
  /// - Throws: if the invariant does not hold.
  let check: @Sendable ([UInt8]) throws -> Void

  static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// Why an invariant does not hold.
struct BrokenInvariant: Error, CustomStringConvertible {
  let description: String
}

func expect(_ holds: Bool, _ reason: @autoclosure () -> String) throws {
  if !holds { throw BrokenInvariant(description: reason()) }
}

extension [UInt8] {
  /// Whether the bytes contain this text. It uses `strstr`, because pages are long and searched for each input.
  func holds(_ text: String) -> Bool {
    let terminated = map { $0 == 0 ? 1 : $0 } + [0]
    return strstr(terminated.map(CChar.init(bitPattern:)), text) != nil
  }
}
