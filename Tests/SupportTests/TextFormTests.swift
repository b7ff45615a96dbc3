import Support
import Testing

@Suite("Text forms of bytes")
struct TextFormTests {
  @Test("Base64url matches RFC 4648, and each value has one encoding")
  func base64() {
    for (plain, text) in [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
      var encoded: [UInt8] = []
      Base64.url.append(Array(plain.utf8), to: &encoded)
      #expect(encoded == Array(text.utf8))
      #expect(Base64.url.decode(Array(text.utf8)) == Array(plain.utf8))
    }
    for text in ["Z", "Zh", "Zm9", "Zg==", "Zm+v", "Z m9", "Zm9vY"] {
      #expect(Base64.url.decode(Array(text.utf8)) == nil)
    }
    #expect(Base64.url.decode(Array("-_8".utf8)) == [0xFB, 0xFF])
  }

  @Test("Varints are read back; unfinished and endless ones are not")
  func varints() {
    let numbers: [UInt64] = [0, 1, 127, 128, 300, 16_383, 16_384, 1 << 32, (1 << 35) - 1]
    var bytes: [UInt8] = []
    for number in numbers { Varint.append(number, to: &bytes) }
    var reader = VarintReader(bytes[...])
    for number in numbers { #expect(reader.next() == number) }
    #expect(reader.isAtEnd && reader.next() == nil)
    var unfinished = VarintReader([0x80, 0x80])
    #expect(unfinished.next() == nil)
    var endless = VarintReader([UInt8](repeating: 0xFF, count: 40)[...])
    #expect(endless.next() == nil)
  }

  @Test("Percent-encoding keeps only unreserved characters and reads only what it writes")
  func percent() {
    var bytes: [UInt8] = []
    PercentEncoding.append("a-Z_0.~ ,!=+%\"&<ü", to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "a-Z_0.~%20%2C%21%3D%2B%25%22%26%3C%C3%BC")
    #expect(PercentEncoding.decodeStrictly(bytes[...]) == "a-Z_0.~ ,!=+%\"&<ü")
    for text in ["a b", "%", "%4", "%zz", "%C3", "%FF", "a+b", "ü"] {
      #expect(PercentEncoding.decodeStrictly(Array(text.utf8)[...]) == nil)
    }
  }

  @Test("Percent-decoding of addresses leaves invalid escapes unchanged")
  func addresses() {
    #expect(PercentEncoding.encode("a b/é~") == "a%20b%2F%C3%A9~")
    #expect(PercentEncoding.decode("a%20b%2f%C3%A9~%") == "a b/é~%")
    #expect(PercentEncoding.decode("a+b") == "a+b")
  }

  @Test("Base64 in lines is decoded without line ends and padding")
  func lines() {
    #expect(Base64.standard.decodeLines(Array("Zm9v\r\nYmE=\n".utf8)[...]) == Array("fooba".utf8))
    #expect(Base64.standard.decodeLines(Array("+/8=".utf8)[...]) == [0xFB, 0xFF])
  }

  @Test("the token characters are exactly those of the grammar")
  func token() {
    let tokens = Set("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    for byte in UInt8.min...UInt8.max { #expect(ASCII.isTokenCharacter(byte) == tokens.contains(byte)) }
  }
}
