import HTTPCore

/// Feeds octets to a connection in pieces and records what it reports. Each request is answered at once.
struct Replay {
  private(set) var lines: [String] = []
  private(set) var connection: Connection
  private var isOver = false

  init(_ pieces: some Sequence<ArraySlice<UInt8>>, endsInput: Bool, limits: MessageLimits = MessageLimits()) {
    connection = Connection(limits: limits)
    for piece in pieces {
      piece.withUnsafeBytes { connection.receive($0) }
      drain()
    }
    if endsInput {
      connection.receiveEnd()
      drain()
    }
    if !isOver { lines.append("more") }
  }

  private mutating func drain() {
    while !isOver {
      switch connection.next() {
      case .needMore:
        return
      case .block:
        // These tests do not request content in blocks.
        lines.append("block")
        isOver = true
      case .head:
        // Whether it is reported depends on how the octets arrive. Other tests check it.
        break
      case .continueExpected:
        lines.append("continue")
      case .request:
        let request = connection.request()
        let persists = connection.persists
        lines.append(Replay.line(request, persists: persists))
        connection.answered(persists: persists)
      case .fault(let fault):
        lines.append("fault \(fault.rawValue) \(fault.status.rawValue)")
        connection.answered(persists: false)
        isOver = true
      case .end:
        lines.append("end")
        isOver = true
      }
    }
  }

  private static func line(_ request: Request, persists: Bool) -> String {
    let body = request.body.isEmpty ? "" : " body=\"\(escaped(request.body))\""
    let scheme = request.scheme == "https" ? " https" : ""
    return "request \(request.method) \(escaped(Array(request.target.utf8))) host=\(request.host ?? "-")\(scheme) "
      + "fields=\(request.fields.count)\(body) \(persists ? "persists" : "closes")"
  }

  private static func escaped(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes {
      switch byte {
      case 0x0D: text += "\\r"
      case 0x0A: text += "\\n"
      case 0x22: text += "\\\""
      case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
