import HTTPCore
import Testing

@Suite("Ranges of bytes")
struct ByteRangeTests {
  private static let tag = EntityTag("abc")

  @Test(
    "a single byte range gives a part, and other fields the whole content (RFC 9110 §14.2)",
    arguments: [
      ("bytes=0-0", .part(0..<1)), ("bytes=0-9", .part(0..<10)), ("bytes=5-", .part(5..<10)),
      ("bytes=9-9", .part(9..<10)), ("bytes=5-99", .part(5..<10)), ("bytes=-3", .part(7..<10)),
      ("bytes=-99", .part(0..<10)), ("BYTES=2-3", .part(2..<4)),
      ("bytes= 2-3", .part(2..<4)), ("bytes=5-99999999999999999999", .part(5..<10)),
      ("bytes=10-", .unsatisfiable), ("bytes=10-12", .unsatisfiable), ("bytes=-0", .unsatisfiable),
      ("bytes=99999999999999999999-", .unsatisfiable), ("bytes=99-100", .unsatisfiable),
      ("bytes=3-2", .whole), ("bytes=0-1,3-4", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes=a-b", .whole),
      ("bytes=+1-2", .whole), ("bytes=1--2", .whole), ("bytes 0-1", .whole), ("lines=0-1", .whole), ("", .whole),
    ] as [(String, ByteRange)])
  func ranges(field: String, expected: ByteRange) {
    #expect(ByteRange(field, if: nil, tag: Self.tag, byteCount: 10) == expected)
  }

  @Test("empty content has no satisfiable range, and without the field all content is sent")
  func edges() {
    #expect(ByteRange("bytes=0-", if: nil, tag: Self.tag, byteCount: 0) == .unsatisfiable)
    #expect(ByteRange("bytes=-5", if: nil, tag: Self.tag, byteCount: 0) == .unsatisfiable)
    #expect(ByteRange(nil, if: nil, tag: Self.tag, byteCount: 10) == .whole)
  }

  @Test(
    "a range with If-Range applies only to the same content (RFC 9110 §13.1.5)",
    arguments: [
      ("\"abc\"", true), ("\"other\"", false), ("W/\"abc\"", false), ("Thu, 01 Jan 2026 00:00:00 GMT", false),
    ])
  func condition(field: String, isSame: Bool) {
    let range = ByteRange("bytes=1-2", if: field, tag: Self.tag, byteCount: 10)
    #expect(range == (isSame ? .part(1..<3) : .whole))
  }
}
