import TestSupport
import Testing

@testable import Localization

@Suite("Punycode") struct PunycodeTests {
  @Test(
    "labels are read as the letters that they stand for (RFC 3492, section 7.1)",
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
    "what stands for no letters stays as it is",
    arguments: [
      "muller", "xn--", "xn---", "xn--abc-", "xn--a@b", "xn--mller-kva!", "xn--mller-kv", "xn--99999999",
      "xn--zzzzzzzzzzzzzzzzzzzzzzzzzzzz", "xn--müller", "mller-kva", "xn--mller-kv€",
      // With a question mark in it; longer than a label.
      "xn--egbpdaj6bu4bxfgehfvwxn", String(repeating: "xn--a", count: 20),
    ])
  func refuses(label: String) { #expect(Punycode.letters(of: label) == nil) }

  @Test("no label stops the reader") func robustness() {
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
