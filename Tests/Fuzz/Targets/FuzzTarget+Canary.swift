extension FuzzTarget {
  /// A planted mistake that exists only in builds for libFuzzer. A run that does not find it would not find others either.
  static let canary = FuzzTarget(name: "canary", invariant: "Nobody asks for the bird.") { bytes in
    #if FUZZING
    guard bytes.count > 4, bytes[0] == UInt8(ascii: "B"), bytes[1] == UInt8(ascii: "I") else { return }
    guard bytes[2] == UInt8(ascii: "R"), bytes[3] == UInt8(ascii: "D") else { return }
    try expect(bytes[4] != UInt8(ascii: "?"), "the planted mistake is found")
    #endif
  }
}
