package import Support

/// Selects the submissions to export, by when they were sent.
package struct SubmissionFilter: Sendable {
  /// A day, or a time in UTC without its Z and without trailing zeros in its fraction; empty to accept all.
  package let since: [UInt8]

  package init(since: String?) { self.since = since.map { Array($0.utf8) } ?? [] }

  /// The length of a time up to its seconds.
  private static let secondByteCount = 19

  /// - Parameter time: as submissions write it; empty if it is unknown.
  func takes(_ time: some Collection<UInt8>) -> Bool {
    // Times in this form can be compared as text.
    let fraction = time.dropFirst(Self.secondByteCount).prefix { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
    return time.isEmpty
      || !time.prefix(Self.secondByteCount + fraction.count).lexicographicallyPrecedes(since)
  }

  /// Reads a submission's line. Returns whether it is accepted, and the version of the form that was filled in, which
  /// is empty if the line has none.
  /// - `values`: reads the object with its values.
  package func read(
    _ line: [UInt8], values: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) -> (isWanted: Bool, version: [UInt8]) {
    var reader = JSONReader(line)
    var time: [UInt8] = []
    var version: [UInt8] = []
    var keys: [String] = []
    try reader.beginDocument()
    try reader.beginObject()
    while let (key, offset) = try reader.nextKey() {
      guard !keys.contains(key) else { throw JSONError(.duplicateKey(key), at: offset) }
      keys.append(key)
      switch key {
      case "submittedAt": try reader.appendString(to: &time)
      case "version" where reader.peek == UInt8(ascii: "\""): try reader.appendString(to: &version)
      case "values": try values(&reader)
      default: try reader.skip()
      }
    }
    try reader.endDocument()
    return (takes(time), version)
  }
}
