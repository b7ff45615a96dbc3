import Support
import Testing

@Suite("QR codes")
struct QRCodeTests {
  /// The expected size is that of the smallest code of ISO/IEC 18004 that holds this number of bytes.
  @Test(
    "a code has the smallest possible size",
    arguments: [(0, 21), (14, 21), (15, 25), (84, 37), (180, 53), (181, 57), (213, 57)])
  func size(_ count: Int, _ size: Int) throws {
    let code = try #require(QRCode([UInt8](repeating: 120, count: count)))
    #expect(code.size == size)
  }

  @Test("too many bytes give no code") func limit() { #expect(QRCode([UInt8](repeating: 120, count: 214)) == nil) }

  @Test("finder patterns are in three corners, with the timing pattern between them")
  func patterns() throws {
    let code = try #require(QRCode(Array("https://forms.example.org/".utf8)))
    for (row, column) in [(0, 0), (0, code.size - 7), (code.size - 7, 0)] {
      for dy in 0..<7 {
        for dx in 0..<7 {
          let distance = max(abs(dy - 3), abs(dx - 3))
          #expect(code[row: row + dy, column: column + dx] == (distance != 2))
        }
      }
    }
    for index in 8..<code.size - 8 { #expect(code[row: 6, column: index] == index.isMultiple(of: 2)) }
  }

  @Test("the path draws each dark module once")
  func path() throws {
    let code = try #require(QRCode(Array("abc".utf8)))
    var dark = 0
    for row in 0..<code.size { for column in 0..<code.size where code[row: row, column: column] { dark += 1 } }
    let lengths = code.path.matches(of: /h(\d+)v1/).map { Int($0.output.1) ?? 0 }
    #expect(lengths.reduce(0, +) == dark)
  }
}
