extension JSONValue {
  /// One line, no spaces.
  public var compactBytes: [UInt8] {
    var bytes: [UInt8] = []
    appendCompact(to: &bytes)
    return bytes
  }

  public func appendCompact(to bytes: inout [UInt8]) {}

  /// Two spaces a level, members in their own order, a line end at the end.
  public var prettyBytes: [UInt8] { [] }
}
