import HTTPMessage
import HTTPWire
import Testing

@Suite("Cost")
struct LinearityTests {
  @Test("a line that comes an octet at a time is searched once")
  func searchedOnce() {
    // Searching from the line's start at every octet would look at 2 × 10^10 octets here and take a minute, not a moment.
    let limits = MessageLimits(requestLineByteLimit: 200_000)
    let octets =
      Array("GET /".utf8) + [UInt8](repeating: 0x61, count: 199_000) + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    let replay = Replay(octets.indices.map { octets[$0...$0] }, endsInput: false, limits: limits)
    #expect(replay.lines.count == 2)
    #expect(replay.lines.last == "more")
  }

  @Test("an announced length reserves little before content comes")
  func reservation() {
    let head = Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n".utf8)
    let replay = Replay([head[...]], endsInput: false, limits: MessageLimits(bodyByteLimit: 2_000_000_000))
    #expect(replay.connection.contentBytes == 0)
    #expect(replay.lines == ["more"])
  }
}
