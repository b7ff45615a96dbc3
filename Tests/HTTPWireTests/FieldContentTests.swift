import Testing

@testable import HTTPWire

@Suite("Field content")
struct FieldContentTests {
  @Test("eight octets at once are judged as each would be alone")
  func blocks() {
    for length in 1...17 {
      for position in 0..<length {
        for octet in UInt8.min...UInt8.max {
          for rest in [UInt8(ascii: " "), 0xFF, 0x09] {
            var line = [UInt8](repeating: rest, count: length)
            line[position] = octet
            #expect(Grammar.isFieldContent(line.span, line.indices) == line.allSatisfy { Grammar.isFieldContent($0) })
          }
        }
      }
    }
  }

  @Test("a token ends with its last character, wherever it stands")
  func tokens() {
    for length in 1...17 {
      for position in 0..<length {
        for octet in UInt8.min...UInt8.max {
          for rest in [UInt8(ascii: "-"), UInt8(ascii: "Z"), UInt8(ascii: "0")] {
            var line = [UInt8](repeating: rest, count: length)
            line[position] = octet
            let end = line.firstIndex { !Grammar.isToken([$0].span, 0..<1) } ?? length
            #expect(Grammar.tokenEnd(line.span, from: 0) == end)
          }
        }
      }
    }
  }
}
