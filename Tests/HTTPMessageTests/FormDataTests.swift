import HTTPMessage
import Testing

@Suite("Forms")
struct FormDataTests {
  private func pairs(_ text: String) throws -> [[String]] {
    try FormData(urlEncoded: text.utf8).pairs.map { [$0.name, $0.value] }
  }

  @Test(
    "urlencoded bodies",
    arguments: [
      ("", []), ("a=b", [["a", "b"]]), ("a=b&a=c", [["a", "b"], ["a", "c"]]), ("a", [["a", ""]]), ("a=", [["a", ""]]),
      ("=b", [["", "b"]]), ("=", [["", ""]]), ("&&a=b&", [["a", "b"]]), ("a=b=c", [["a", "b=c"]]),
      ("a+b=c+d", [["a b", "c d"]]), ("a%2Bb=%26%3D", [["a+b", "&="]]), ("a=%C3%A9", [["a", "é"]]),
      ("a=%", [["a", "%"]]), ("a=%4", [["a", "%4"]]), ("a=%zz", [["a", "%zz"]]), ("a=%00%0D%0A", [["a", "\u{0}\r\n"]]),
      ("a=%FF", [["a", "\u{FFFD}"]]), ("a=%C3", [["a", "\u{FFFD}"]]), ("a=\u{1F600}", [["a", "\u{1F600}"]]),
    ] as [(String, [[String]])])
  func urlEncoded(_ text: String, _ expected: [[String]]) throws { #expect(try pairs(text) == expected) }

  @Test("octets that are no UTF-8 are repaired")
  func repaired() throws {
    #expect(try FormData(urlEncoded: [0x61, 0x3D, 0x80, 0xFE]).pairs.first?.value == "\u{FFFD}\u{FFFD}")
  }

  @Test("lookup takes the first, or all")
  func lookup() throws {
    let form = try FormData(urlEncoded: "a=1&b=2&a=3".utf8)
    #expect(form["a"] == "1")
    #expect(form.values(of: "a") == ["1", "3"])
    #expect(form["c"] == nil)
    #expect(form["b"] != nil)
  }

  @Test("too many pairs are refused")
  func limit() throws {
    let limits = FormLimits(pairLimit: 3)
    #expect(try FormData(urlEncoded: "a&b&c".utf8, limits: limits).pairs.count == 3)
    #expect(throws: FormError.tooManyPairs(limit: 3)) { try FormData(urlEncoded: "a&b&c&d".utf8, limits: limits) }
  }

  @Test("what is encoded decodes to itself")
  func roundTrip() throws {
    var form = FormData()
    for value in ["", " ", "a&b=c+d%", "é\u{1F600}", "\r\n\u{0}", "*-._~"] { form.append("n " + value, value) }
    #expect(try FormData(urlEncoded: form.urlEncoded) == form)
    #expect(
      String(decoding: FormData([.init(name: "a b", value: "é~*")]).urlEncoded, as: UTF8.self) == "a+b=%C3%A9%7E*")
  }

  @Test("a body is decoded by its type")
  func types() throws {
    let body = Array("a=b".utf8)
    #expect(
      try FormData.decode(contentType: "Application/X-WWW-Form-Urlencoded; charset=UTF-8", body: body)["a"] == "b")
    #expect(throws: FormError.unsupportedMediaType("text/plain")) {
      try FormData.decode(contentType: "text/plain", body: body)
    }
    #expect(throws: FormError.unsupportedMediaType(nil)) { try FormData.decode(contentType: nil, body: body) }
    #expect(try FormData.decode(contentType: nil, body: []) == FormData())
    #expect(throws: FormError.invalidBoundary) { try FormData.decode(contentType: "multipart/form-data", body: body) }
    #expect(FormError.unsupportedMediaType(nil).status == .unsupportedMediaType)
    #expect(FormError.tooManyPairs(limit: 1).status == .contentTooLarge)
    #expect(FormError.invalidBoundary.status == .badRequest)
  }
}
