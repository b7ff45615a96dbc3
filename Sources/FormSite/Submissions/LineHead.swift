import Support

/// The id and the time of a stored line.
struct LineHead {
  let id: Token
  let time: SubmissionTime

  private static let opening = Array("{\"id\":\"".utf8)
  private static let timeKey = Array("\"submittedAt\":\"".utf8)
  /// Where a time is looked for: behind the id, the form's id and the version.
  private static let headByteLimit = 512

  /// `{"id":"…","form":"…","version":"…","submittedAt":"…"`: the keys stand in this order, as they are written. A line that
  /// another program wrote is read whole. Nil: there is no id in it.
  init?(of line: [UInt8]) {
    let start = Self.opening.count
    guard line.starts(with: Self.opening), line.count > start + 32 else {
      guard let head = Self.read(line) else { return nil }
      self = head
      return
    }
    guard let id = Token(String(decoding: line[start..<start + 32], as: UTF8.self)) else { return nil }
    let window = line[start + 32..<min(line.count, Self.headByteLimit)]
    let time = Self.position(in: window).flatMap { key in
      let end = key + SubmissionTime.length
      return end <= line.count ? SubmissionTime(line.span.extracting(key..<end)) : nil
    }
    self.init(id: id, time: time)
  }

  private init(id: Token, time: SubmissionTime?) { (self.id, self.time) = (id, time ?? .unknown) }

  private static func read(_ line: [UInt8]) -> LineHead? {
    guard let submission = try? JSONReader.document(line).value, case .string(let id)? = submission["id"],
      let id = Token(id)
    else { return nil }
    guard case .string(let time)? = submission["submittedAt"] else { return LineHead(id: id, time: nil) }
    return LineHead(id: id, time: SubmissionTime(time))
  }

  /// Of the first byte behind the time's key.
  private static func position(in window: ArraySlice<UInt8>) -> Int? {
    window.indices.first { window[$0] == timeKey[0] && window[$0...].starts(with: timeKey) }.map { $0 + timeKey.count }
  }
}
