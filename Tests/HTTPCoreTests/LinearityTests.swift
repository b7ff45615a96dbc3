import HTTPCore
import Testing

@Suite("Cost of reading")
struct LinearityTests {
  @Test("a line that arrives in small pieces is searched once", arguments: [1, 2, 7, 1000])
  func searchedOnce(_ pieceLength: Int) {
    // Searching from the start of the line after each octet would read 2 × 10^8 octets.
    let limits = MessageLimits(requestLineByteLimit: 20_000)
    let octets =
      Array("GET /".utf8) + [UInt8](repeating: 0x61, count: 19_000) + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    let pieces = stride(from: 0, to: octets.count, by: pieceLength).map {
      octets[$0..<min($0 + pieceLength, octets.count)]
    }
    let replay = Replay(pieces, endsInput: false, limits: limits)
    #expect(replay.lines.count == 2)
    #expect(replay.lines.last == "more")
    // Each octet is searched twice: for the line's end and for forbidden octets. A CR at the end of a piece is read again.
    #expect(replay.connection.searchedBytes <= 2 * octets.count + 8)
  }

  @Test("content is not searched, however it arrives")
  func content() {
    let head = Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 20000\r\n\r\n".utf8)
    let octets = head + [UInt8](repeating: 0x61, count: 20_000)
    let replay = Replay(octets.indices.map { octets[$0...$0] }, endsInput: false)
    #expect(replay.lines.count == 2)
    #expect(replay.connection.searchedBytes <= 2 * head.count + 8)
  }

  @Test("an announced length takes no memory before content arrives")
  func reservation() {
    let head = Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n".utf8)
    let replay = Replay([head[...]], endsInput: false, limits: MessageLimits(bodyByteLimit: 2_000_000_000))
    #expect(replay.connection.contentBytes == 0)
    #expect(replay.lines == ["more"])
  }
}
