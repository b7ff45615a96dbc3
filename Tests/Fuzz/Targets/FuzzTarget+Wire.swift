import HTTPCore

extension FuzzTarget {
  static let wire = [
    FuzzTarget(
      name: "head",
      invariant: "A connection says the same however its octets come, and looks at each a bounded number of times."
    ) { try checkConnection([], $0) },
    FuzzTarget(
      name: "chunked",
      invariant: "A chunked body is the same however its octets come, and never longer than they are."
    ) { try checkConnection(Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8), $0) },
  ]

  /// Small limits, so that short inputs reach them.
  private static let limits = MessageLimits(
    requestLineByteLimit: 256, fieldByteLimit: 1024, fieldLimit: 8, bodyByteLimit: 512, chunkExtensionByteLimit: 64,
    trailerByteLimit: 128)

  private static func checkConnection(_ start: [UInt8], _ octets: [UInt8]) throws {
    let all = start + octets
    let whole = Dialogue(all, piece: all.count, limits)
    let halves = Dialogue(all, piece: all.count / 2 + 1, limits)
    let single = Dialogue(all, piece: 1, limits)
    try expect(whole.said == halves.said, "whole: \(whole.said), in halves: \(halves.said)")
    try expect(whole.said == single.said, "whole: \(whole.said), octet by octet: \(single.said)")
    try expect(whole.contentBytes <= all.count, "\(whole.contentBytes) octets of content in \(all.count)")
    for dialogue in [whole, halves, single] {
      try expect(dialogue.searchedBytes <= 2 * all.count + 64, "\(dialogue.searchedBytes) searched of \(all.count)")
    }
  }
}

/// Records what a connection reports for octets that arrive in pieces. Each request is answered at once.
private struct Dialogue {
  private(set) var said: [String] = []
  private(set) var contentBytes = 0
  private(set) var searchedBytes = 0

  init(_ octets: [UInt8], piece: Int, _ limits: MessageLimits) {
    var connection = Connection(limits: limits)
    var start = 0
    while start < octets.count {
      let end = min(start + piece, octets.count)
      octets[start..<end].withUnsafeBytes { connection.receive($0) }
      start = end
      guard listen(to: &connection) else { break }
    }
    connection.receiveEnd()
    _ = listen(to: &connection)
    searchedBytes = connection.searchedBytes
  }

  /// - Returns: whether more may follow.
  private mutating func listen(to connection: inout Connection) -> Bool {
    while said.last != "fault", said.last != "end" {
      switch connection.next() {
      case .needMore: return true
      // Whether these are reported depends on how much has arrived.
      case .head, .continueExpected: continue
      case .request:
        let request = connection.request()
        let persists = connection.persists
        let fields = request.fields.map { "\($0.name): \($0.value)" }
        said.append("\(request.method) \(request.target) \(request.host ?? "-") \(fields) \(request.body)")
        contentBytes += request.body.count
        connection.answered(persists: true)
        if !persists, said.count > 10_000 { return false }
      // If there are several faults, the pieces may decide which one is reported first, but not whether one is.
      case .fault:
        said.append("fault")
        connection.answered(persists: false)
      case .end: said.append("end")
      // Only reported if content is requested in blocks.
      case .block:
        said.append("block")
        return false
      }
    }
    return false
  }
}
