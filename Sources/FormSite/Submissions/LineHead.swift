import Support

/// The id and the time of a stored line.
struct LineHead {
  let id: Token
  let time: SubmissionTime

  private static let opening = Array("{\"id\":\"".utf8)
  private static let timeKey = Array("\"submittedAt\":\"".utf8)
  /// Where a time is looked for: behind the id, the form's id and the version.
  private static let headByteLimit = 512

  /// `{"id":"…","form":"…","version":"…","submittedAt":"…"`: the keys stand in this order, as they are written. Nil for any
  /// other line.
  init?(of line: [UInt8]) {
    let start = Self.opening.count
    guard line.starts(with: Self.opening), line.count > start + 32 else { return nil }
    guard let id = Token(String(decoding: line[start..<start + 32], as: UTF8.self)) else { return nil }
    let window = line[start + 32..<min(line.count, Self.headByteLimit)]
    let time = Self.position(in: window).flatMap { key in
      let end = key + SubmissionTime.length
      return end <= line.count ? SubmissionTime(line.span.extracting(key..<end)) : nil
    }
    (self.id, self.time) = (id, time ?? .unknown)
  }

  /// Of the first byte behind the time's key.
  private static func position(in window: ArraySlice<UInt8>) -> Int? {
    window.indices.first { window[$0] == timeKey[0] && window[$0...].starts(with: timeKey) }.map { $0 + timeKey.count }
  }
}
