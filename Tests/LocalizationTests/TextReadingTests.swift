import TestSupport
import Testing

@_spi(_Unicode) import Swift
@testable import Localization

@Suite("How texts are read")
struct TextReadingTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test(
    "line ends are unified, control characters are removed, and ends are trimmed",
    arguments: [
      ("a\r\nb", "a b", "a\nb"), ("a\rb\nc", "a b c", "a\nb\nc"), ("a\n\rb", "a  b", "a\n\nb"),
      ("a\u{B}b\u{C}c", "a b c", "a\nb\nc"), ("a\u{85}b\u{2028}c\u{2029}d", "a b c d", "a\nb\nc\nd"),
      ("a\u{0}\u{3}\u{1B}\u{7F}\u{80}\u{9F}b", "ab", "ab"), ("a\tb", "a\tb", "a\tb"), (" a  b ", "a  b", " a  b "),
      ("\u{3000}a\u{A0}", "a", "\u{3000}a\u{A0}"), ("\u{FFFD}", "\u{FFFD}", "\u{FFFD}"), ("", "", ""),
      ("\u{FDCF}\u{FDF0}\u{FFFC}", "\u{FDCF}\u{FDF0}\u{FFFC}", "\u{FDCF}\u{FDF0}\u{FFFC}"),
      (" \n", "", " \n"),
    ])
  func lines(_ text: String, _ line: String, _ lines: String) {
    #expect(bytes(TextReading.line.read(text)) == bytes(line))
    #expect(bytes(TextReading.lines.read(text)) == bytes(lines))
    #expect(bytes(TextReading.code.read(text)) == bytes(line))
  }

  @Test("control characters and noncharacters are removed without a replacement, except tabs and line ends")
  func controls() {
    let noncharacters = [0xFDD0...0xFDEF, 0xFFFE...0xFFFF, 0x1FFFE...0x1FFFF, 0x10FFFE...0x10FFFF]
    for value in ([0...0x1F, 0x7F...0x9F] + noncharacters).joined() {
      guard let scalar = Unicode.Scalar(UInt32(value)), scalar != "\t" else { continue }
      let isEnd = [0xA, 0xB, 0xC, 0xD, 0x85].contains(value)
      for (reading, end) in [(TextReading.line, " "), (.code, " "), (.lines, "\n")] {
        #expect(bytes(reading.read("a\(Character(scalar))b")) == bytes(isEnd ? "a\(end)b" : "ab"))
      }
    }
  }

  @Test(
    "a text of invisible characters only is empty",
    arguments: [
      "\u{200B}", "\u{3164}", "\u{2800}", "\u{AD}", "\u{0}", "\u{FE0F}", "\u{E0041}", "\u{FEFF}", "\u{115F}\u{1160}",
      "\u{FFA0}",
      "\u{180E}", "\u{2060}\u{2064}", "\u{17B4}", "\u{34F}", "\u{1D159}", " \u{200B}\t\u{202E} ", "\u{13441}",
      "\u{E0100}",
    ])
  func invisible(_ text: String) {
    for reading in [TextReading.line, .lines, .code] { #expect(reading.read(text).isEmpty) }
    #expect(text.isBlank && text.characterCount == 0)
  }

  @Test(
    "invisible characters are removed from codes, but not from texts",
    arguments: [
      ("\u{FEFF}AB\u{200B}12\u{AD}34\u{2060}", "AB1234"), ("a\u{200C}b\u{200D}c", "abc"),
      ("\u{202A}+49 30\u{202C}", "+49 30"),
      ("a@b.org \u{200E}", "a@b.org"), ("AB\u{FE0F}", "AB"), ("a\u{3164}b\u{115F}", "ab"), ("x\u{2800}", "x"),
    ])
  func codes(_ text: String, _ code: String) {
    #expect(bytes(TextReading.code.read(text)) == bytes(code))
    #expect(TextReading.line.read(text).unicodeScalars.contains { $0.isInvisible } || text.hasSuffix("\u{2800}"))
  }

  @Test(
    "visible characters stay whole, also in codes",
    arguments: [
      "👨‍👩‍👧‍👦", "🏳️‍🌈", "❤️", "1️⃣", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "👩🏽‍🔧", "می‌خواهم", "क्‍ष", "葛\u{E0100}",
      "5¢ – “x”", "Ａ１",
    ])
  func seen(_ text: String) {
    for reading in [TextReading.line, .lines, .code] { #expect(bytes(reading.read(text)) == bytes(text)) }
  }

  @Test(
    "canonically equivalent texts are read as one",
    arguments: [
      ("e\u{301}", "é"), ("\u{1112}\u{1161}\u{11AB}", "한"), ("\u{212B}", "Å"), ("a\u{301}\u{323}", "ạ\u{301}"),
      ("e\u{200B}\u{301}", "é"),
      ("\u{1E9B}\u{323}", "\u{1E9B}\u{323}"), ("\u{FB01}", "\u{FB01}"),
    ])
  func composed(_ text: String, _ composed: String) { #expect(bytes(TextReading.code.read(text)) == bytes(composed)) }

  @Test("a letter with very many marks is read, and stays the same when it is read again")
  func marks() {
    let pile = "a" + String(repeating: "\u{301}\u{327}\u{0F73}", count: 100_000)
    #expect(bytes(TextReading.lines.read(pile)) == bytes(pile))
    let many = String(repeating: "a" + String(repeating: "\u{301}\u{327}", count: 100), count: 2_000)
    #expect(bytes(TextReading.lines.read(TextReading.lines.read(many))) == bytes(TextReading.lines.read(many)))
  }

  @Test("scalars listed as composed are in NFC and are not marks") func composed() {
    let known = (0x300...0x10FFFF).compactMap(Unicode.Scalar.init).filter(\.isComposed)
    #expect(known.count > 20_000)
    for scalar in known {
      #expect(Array(String(scalar)._nfc) == [scalar] && scalar.properties.canonicalCombiningClass == .notReordered)
    }
    #expect(known.allSatisfy { ![.nonspacingMark, .spacingMark].contains($0.properties.generalCategory) })
    #expect(bytes("بِلۡقيس ٱلـأمٓ".nfc) == bytes(String(String.UnicodeScalarView("بِلۡقيس ٱلـأمٓ"._nfc))))
    #expect(bytes("\u{627}\u{653} e\u{301}".nfc) == bytes("\u{622} é"))
  }

  /// Scalars that have caused trouble somewhere.
  private static let hostile: [Unicode.Scalar] = [
    "a", "Z", "1", " ", "\t", "\n", "\r", "\u{0}", "\u{B}", "\u{C}", "\u{1B}", "\u{7F}", "\u{85}", "\u{A0}", "\u{AD}",
    "é", "e", "\u{301}",
    "\u{323}", "\u{345}", "\u{0F73}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{200E}", "\u{202E}", "\u{2028}",
    "\u{2029}",
    "\u{2060}", "\u{20E3}",
    "\u{2800}", "\u{3000}", "\u{3164}", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{FE0F}", "\u{FEFF}", "\u{FFFD}",
    "\u{FFFF}", "\u{1F468}", "\u{1F3FD}",
    "\u{1F1E9}", "\u{1F3F4}", "\u{E0067}", "\u{E007F}", "\u{E0100}", "\u{924}", "\u{94D}", "\u{93F}", "\u{17D2}",
    "\u{1780}", "\u{633}", "\u{212B}",
    "\u{F900}", "\u{10FFFF}",
  ]

  @Test("a text that was read stays the same when it is read again, and is in Normalization Form C", arguments: 0..<20)
  func settled(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<12, using: &random) {
        scalars.append(Self.hostile.randomElement(using: &random) ?? "a")
      }
      let text = String(scalars)
      for reading in [TextReading.line, .lines, .code] {
        let read = reading.read(text)
        let comment = Comment(rawValue: "\(reading) \(text.unicodeScalars.map(\.value))")
        #expect(bytes(reading.read(read)) == bytes(read), comment)
        #expect(bytes(read.nfc) == bytes(read), comment)
        #expect(read.firstUntypeable { reading == .lines && $0 == "\n" } == nil, comment)
        #expect(read.isEmpty || reading == .lines || !read.isBlank, comment)
        #expect(read.characterCount <= read.unicodeScalars.count, comment)
      }
    }
  }
}

@Suite("Punycode") struct PunycodeTests {
  @Test(
    "labels are decoded to their letters (RFC 3492, section 7.1)",
    arguments: [
      ("xn--mller-kva", "müller"), ("xn--bcher-kva", "bücher"), ("XN--MLLER-KVA", "müller"),
      ("xn--fuball-cta", "fußball"),
      ("xn--e1afmkfd", "пример"), ("xn--p1ai", "рф"), ("xn--fsqu00a", "例子"), ("xn--fiqs8s", "中国"),
      ("xn--ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
      ("xn--4dbcagdahymbxekheh6e0a7fei0b", "למההםפשוטלאמדבריםעברית"), ("xn--c2bd1gb", "डाटा"),
      ("xn--proprostnemluvesky-uyb24dma41a", "pročprostěnemluvíčesky"), ("xn--h2brj9c", "भारत"),
      ("xn--n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa", "なぜみんな日本語を話してくれないのか"),
    ])
  func reads(label: String, letters: String) { #expect(Punycode.letters(of: label) == letters) }

  @Test(
    "a label that encodes no letters is refused",
    arguments: [
      "muller", "xn--", "xn---", "xn--abc-", "xn--a@b", "xn--mller-kva!", "xn--mller-kv", "xn--99999999",
      "xn--zzzzzzzzzzzzzzzzzzzzzzzzzzzz", "xn--müller", "mller-kva", "xn--mller-kv€",
      // One stands for a text with a question mark; the other is longer than a label.
      "xn--egbpdaj6bu4bxfgehfvwxn", String(repeating: "xn--a", count: 20),
    ])
  func refuses(label: String) { #expect(Punycode.letters(of: label) == nil) }

  @Test("random labels never stop the decoder") func robustness() {
    var generator = SeededGenerator(seed: 3492)
    let alphabet = Array("abcxyz0123456789-")
    for _ in 0..<20_000 {
      let length = Int.random(in: 0...60, using: &generator)
      let label = "xn--" + String((0..<length).map { _ in alphabet.randomElement(using: &generator)! })
      guard let letters = Punycode.letters(of: label) else { continue }
      #expect(!letters.isEmpty && !letters.allSatisfy(\.isASCII), "\(label)")
    }
  }
}
