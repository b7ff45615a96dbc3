import Testing

@testable import FormCells

@Suite("Bitmaps of rows")
struct OptionsBitmapTests {
  @Test("Ranges are set, taken back, counted and found like single bits")
  func agreesWithSet() {
    var generator = SeededGenerator(seed: 11)
    let count = 300
    var bitmap = Bitmap(count: count)
    var model: Set<Int> = []
    for _ in 0..<500 {
      let bounds = [Int.random(in: 0...count, using: &generator), Int.random(in: 0...count, using: &generator)].sorted()
      let range = bounds[0]..<bounds[1]
      if Bool.random(using: &generator) {
        bitmap.insert(range)
        model.formUnion(range)
      } else {
        bitmap.remove(range)
        model.subtract(range)
      }
      let probe = Int.random(in: 0..<count, using: &generator)
      #expect(bitmap.contains(probe) == model.contains(probe))
      let window = min(probe, bounds[1])..<max(probe, bounds[1])
      #expect(bitmap.count(in: window) == window.count { model.contains($0) })
      #expect(bitmap.first(true, in: window) == window.first { model.contains($0) } ?? window.upperBound)
      #expect(bitmap.first(false, in: window) == window.first { !model.contains($0) } ?? window.upperBound)
    }
  }
}

@Suite("Text forms of bytes")
struct OptionsTextFormTests {
  @Test("Base64url has the vectors of RFC 4648 and one way to write each")
  func base64() {
    for (plain, text) in [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
      var encoded: [UInt8] = []
      Base64URL.append(Array(plain.utf8), to: &encoded)
      #expect(encoded == Array(text.utf8))
      #expect(Base64URL.decode(Array(text.utf8)) == Array(plain.utf8))
    }
    for text in ["Z", "Zh", "Zm9", "Zg==", "Zm+v", "Z m9", "Zm9vY"] {
      #expect(Base64URL.decode(Array(text.utf8)) == nil)
    }
    #expect(Base64URL.decode(Array("-_8".utf8)) == [0xFB, 0xFF])
  }

  @Test("Numbers come back, unfinished and endless ones do not")
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

  @Test("Percent-encoding keeps only the unreserved and reads only what it writes")
  func percent() {
    var bytes: [UInt8] = []
    PercentEncoding.append("a-Z_0.~ ,!=+%\"&<ü", to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "a-Z_0.~%20%2C%21%3D%2B%25%22%26%3C%C3%BC")
    #expect(PercentEncoding.decode(bytes[...]) == "a-Z_0.~ ,!=+%\"&<ü")
    for text in ["a b", "%", "%4", "%zz", "%C3", "%FF", "a+b", "ü"] {
      #expect(PercentEncoding.decode(Array(text.utf8)[...]) == nil)
    }
  }
}
