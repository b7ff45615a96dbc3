import HTTPCore
import Support
import Testing

@Suite("Forms")
struct FormDataTests {
  private func pairs(_ text: String) throws -> [[String]] {
    try FormData(urlEncoded: text.utf8).pairs.map { [$0.name, $0.value] }
  }

  @Test(
    "urlencoded bodies are decoded",
    arguments: [
      ("", []), ("a=b", [["a", "b"]]), ("a=b&a=c", [["a", "b"], ["a", "c"]]), ("a", [["a", ""]]), ("a=", [["a", ""]]),
      ("=b", [["", "b"]]), ("=", [["", ""]]), ("&&a=b&", [["a", "b"]]), ("a=b=c", [["a", "b=c"]]),
      ("a+b=c+d", [["a b", "c d"]]), ("a%2Bb=%26%3D", [["a+b", "&="]]), ("a=%C3%A9", [["a", "é"]]),
      ("a=%", [["a", "%"]]), ("a=%4", [["a", "%4"]]), ("a=%zz", [["a", "%zz"]]), ("a=%00%0D%0A", [["a", "\u{0}\r\n"]]),
      ("a=\u{1F600}", [["a", "\u{1F600}"]]),
    ] as [(String, [[String]])])
  func urlEncoded(_ text: String, _ expected: [[String]]) throws { #expect(try pairs(text) == expected) }

  @Test(
    "values and names that are not UTF-8 are refused",
    arguments: [
      "a=%FF", "a=%C3", "a=%C3&b=%A9", "%E9=a", "a=%ED%A0%80", "a=%C0%80", "a=%f4%90%80%80", "a=x%E2%82", "a=%e2%28%a1",
      "a=%b%95c",
    ])
  func notUTF8(_ body: String) {
    #expect(throws: FormError.notUTF8) { try FormData(urlEncoded: body.utf8) }
    let raw = PercentEncoding.decodeBytes(Array(body.utf8))
    #expect(throws: FormError.notUTF8) { try FormData(urlEncoded: raw) }
    let part = Array("--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".utf8) + raw + Array("\r\n--x--".utf8)
    #expect(throws: FormError.notUTF8) {
      try FormData.decode(contentType: "multipart/form-data; boundary=x", body: part)
    }
  }

  @Test("names of parts and files that are not UTF-8 are refused; the bytes of a file are not checked")
  func partNames() throws {
    func decode(_ name: [UInt8], _ filename: [UInt8]?, _ content: [UInt8]) throws -> FormData {
      var body = Array("--x\r\nContent-Disposition: form-data; name=\"".utf8) + name + Array("\"".utf8)
      if let filename { body += Array("; filename=\"".utf8) + filename + Array("\"".utf8) }
      return try FormData.decode(
        contentType: "multipart/form-data; boundary=x",
        body: body + Array("\r\n\r\n".utf8) + content + Array("\r\n--x--".utf8))
    }
    #expect(throws: FormError.notUTF8) { try decode([0xE9], nil, [0x61]) }
    #expect(throws: FormError.notUTF8) { try decode([0x61], [0xE9], [0x61]) }
    #expect(try decode([0x61], [0x62], [0xE9, 0xFF]).files.first?.content == .bytes([0xE9, 0xFF]))
  }

  @Test(
    "another character encoding is refused, wherever it is named",
    arguments: [
      ("application/x-www-form-urlencoded; charset=ISO-8859-1", "a=b"),
      ("application/x-www-form-urlencoded;charset=\"windows-1252\"", "a=b"),
      ("application/x-www-form-urlencoded; charset=utf-8; charset=latin1", "a=b"),
      ("application/x-www-form-urlencoded", "_charset_=iso-8859-1&a=b"),
      ("multipart/form-data; boundary=x; charset=utf-16", "--x--"),
      (
        "multipart/form-data; boundary=x",
        "--x\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Type: text/plain; charset=Shift_JIS\r\n\r\nb\r\n--x--"
      ),
      (
        "multipart/form-data; boundary=x",
        "--x\r\nContent-Disposition: form-data; name=\"_charset_\"\r\n\r\nwindows-1251\r\n--x--"
      ),
    ])
  func otherCharset(_ type: String, _ body: String) {
    let error = #expect(throws: FormError.self) { try FormData.decode(contentType: type, body: Array(body.utf8)) }
    if case .otherCharset? = error { return }
    Issue.record("\(type): \(body)")
  }

  @Test(
    "UTF-8 may be named as the encoding",
    arguments: [
      ("application/x-www-form-urlencoded; charset=UTF-8", "a=b"),
      ("application/x-www-form-urlencoded", "_charset_=UTF-8&a=b"),
      ("application/x-www-form-urlencoded; charset=\"utf8\"", "a=b"),
      ("application/x-www-form-urlencoded", "_charset_=&a=b"),
    ])
  func utf8(_ type: String, _ body: String) throws {
    #expect(try FormData.decode(contentType: type, body: Array(body.utf8))["a"] == "b")
  }

  @Test("a lookup gives the first value or all values")
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

  @Test("an encoded form is decoded to the same form")
  func roundTrip() throws {
    var form = FormData()
    for value in ["", " ", "a&b=c+d%", "é\u{1F600}", "\r\n\u{0}", "*-._~"] { form.append("n " + value, value) }
    #expect(try FormData(urlEncoded: form.urlEncoded) == form)
    #expect(
      String(decoding: FormData([.init(name: "a b", value: "é~*")]).urlEncoded, as: UTF8.self) == "a+b=%C3%A9%7E*")
  }

  @Test("a body is decoded by its content type")
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
