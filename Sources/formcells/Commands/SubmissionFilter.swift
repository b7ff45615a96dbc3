import Support

/// Which submissions are exported, by when they were made.
struct SubmissionFilter {
  /// A day, or a time in UTC without its Z and without zeros at the end of its fraction; empty: all.
  let since: [UInt8]

  init(since: String?) { self.since = since.map { Array($0.utf8) } ?? [] }

  /// A time to the second.
  private static let secondByteCount = 19

  /// - Parameter time: as submissions write it; empty: it is not known.
  func takes(_ time: some Collection<UInt8>) -> Bool {
    // As texts of one form they compare as what they say.
    let fraction = time.dropFirst(Self.secondByteCount).prefix { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
    return time.isEmpty
      || !time.prefix(Self.secondByteCount + fraction.count).lexicographicallyPrecedes(since)
  }

  /// Reads a submission's line, and answers whether it is wanted, and the version of the form that was filled in; empty: it
  /// names none.
  /// - `values`: reads the object of its values.
  func read(
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
