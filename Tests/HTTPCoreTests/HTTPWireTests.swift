import HTTPCore
import Testing

@Suite("Wire cases")
struct WireCaseTests {
  @Test("each case that arrives at once has the recorded events", arguments: try WireCase.all())
  func whole(_ wireCase: WireCase) {
    let replay = Replay([wireCase.octets[...]], endsInput: wireCase.endsInput)
    expect(replay.lines, wireCase, withContinue: false)
  }

  @Test("each case that arrives byte by byte has the recorded events", arguments: try WireCase.all())
  func octetByOctet(_ wireCase: WireCase) {
    let pieces = wireCase.octets.indices.map { wireCase.octets[$0...$0] }
    expect(Replay(pieces, endsInput: wireCase.endsInput).lines, wireCase, withContinue: true)
  }

  @Test("each case that arrives in two pieces has the recorded events", arguments: try WireCase.all())
  func split(_ wireCase: WireCase) {
    let count = wireCase.octets.count
    for position in stride(from: 0, to: count, by: max(1, count / 500)) {
      let pieces = [wireCase.octets[..<position], wireCase.octets[position...]]
      guard expect(Replay(pieces, endsInput: wireCase.endsInput).lines, wireCase, withContinue: false) else { return }
    }
  }

  @Test("each case ends correctly if another request follows", arguments: try WireCase.all())
  func trailing(_ wireCase: WireCase) {
    guard !wireCase.endsInput else { return }
    let alone = Replay([wireCase.octets[...]], endsInput: false)
    let next = Array("GET /next HTTP/1.1\r\nHost: next\r\n\r\n".utf8)
    let lines = Replay([(wireCase.octets + next)[...]], endsInput: false).lines
    if alone.lines.last != "more" {
      // Nothing after a fault or after the last request is read.
      #expect(lines.last?.prefix(5) == alone.lines.last?.prefix(5))
      #expect(lines.count == alone.lines.count)
    } else if alone.connection.phase == .start && alone.connection.bufferedBytes == 0 {
      #expect(lines == alone.lines.dropLast() + ["request GET /next host=next fields=1 persists", "more"])
    }
  }

  @Test("there are wire cases, and a changed one gives other events")
  func canary() throws {
    let cases = try WireCase.all()
    #expect(cases.count >= 150)
    #expect(Set(cases.map(\.title)).count == cases.count)
    let plain = try #require(cases.first { $0.title == "a plain GET" })
    let changed = Array(String(decoding: plain.octets, as: UTF8.self).replacing("Host:", with: "Host :").utf8)
    #expect(Replay([changed[...]], endsInput: false).lines != plain.events.map { $0[0] })
  }

  @discardableResult
  private func expect(_ lines: [String], _ wireCase: WireCase, withContinue: Bool) -> Bool {
    // The client waits only if its content did not arrive together with the head.
    let expected = wireCase.events.filter { withContinue || $0 != ["continue"] }
    let seen = lines.filter { withContinue || $0 != "continue" }
    let same = seen.count == expected.count && zip(seen, expected).allSatisfy { $1.contains($0) }
    if !same { Issue.record("\(wireCase.title): \(seen) instead of \(expected)") }
    return same
  }
}
