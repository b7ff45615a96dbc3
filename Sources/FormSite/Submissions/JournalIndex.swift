import FormDesk
import Glibc

/// Reads which submissions a journal holds, and mends its end.
enum JournalIndex {
  /// Bytes read at once.
  private static let blockSize = 1 << 20

  /// Ids and times of the last `limit` submissions. A last line without its end was never acknowledged: a crash cut it.
  /// It is moved to `{form}.jsonl.torn`, so that the next line does not follow half of one.
  static func read(_ path: String, limit: Int) throws(SubmissionError) -> [Token: String] {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw SubmissionError(path: path, reason: "cannot open", errno: errno) }
    defer { close(descriptor) }
    var times: [Token: String] = [:]
    var order: [Token] = []
    var line: [UInt8] = []
    var whole: off_t = 0
    var block = [UInt8](repeating: 0, count: blockSize)
    while true {
      let count = Glibc.read(descriptor, &block, blockSize)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw SubmissionError(path: path, reason: "cannot read", errno: errno) }
      if count == 0 { break }
      var rest = block[..<count]
      while let end = rest.firstIndex(of: 10) {
        line += rest[..<end]
        whole += off_t(line.count + 1)
        if let (id, time) = head(of: line) {
          if times.updateValue(time, forKey: id) == nil { order.append(id) }
        }
        line.removeAll(keepingCapacity: true)
        rest = rest[(end + 1)...]
      }
      line += rest
    }
    if !line.isEmpty { try mend(path, descriptor, keeping: whole, torn: line) }
    for id in order.dropLast(limit) { times[id] = nil }
    return times
  }

  private static func mend(
    _ path: String, _ descriptor: Int32, keeping length: off_t, torn: [UInt8]
  ) throws(SubmissionError) {
    var aside = Journal(path: path + ".torn")
    try aside.append(torn + [10])
    guard ftruncate(descriptor, length) == 0, fsync(descriptor) == 0 else {
      throw SubmissionError(path: path, reason: "cannot cut the torn last line", errno: errno)
    }
  }

  /// `{"id":"…","form":"…","version":"…","submittedAt":"…"`: the keys stand in this order, as they were written here.
  private static func head(of line: [UInt8]) -> (Token, String)? {
    let opening = Array("{\"id\":\"".utf8)
    guard line.starts(with: opening), line.count > opening.count + 32,
      let id = Token(String(decoding: line[opening.count..<opening.count + 32], as: UTF8.self))
    else { return nil }
    let key = Array("\"submittedAt\":\"".utf8)
    let window = line.prefix(512)
    guard let start = window.indices.first(where: { window[$0...].starts(with: key) }) else { return nil }
    let time = window[(start + key.count)...].prefix { $0 != UInt8(ascii: "\"") }
    return (id, String(decoding: time, as: UTF8.self))
  }
}
