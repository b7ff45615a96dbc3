import Testing

@testable import Localization

@Suite("Folding for search")
struct FoldingTests {
  private func fold(_ text: String) -> String { String(decoding: Folding.fold(text), as: UTF8.self) }

  @Test(
    "Case, accents and forms of writing do not count",
    arguments: [
      ("", ""),
      ("Purchase ORDER 12", "purchase order 12"),
      ("\u{C5}", "a"), ("A\u{30A}", "a"), ("\u{212B}", "a"),
      ("Caf\u{E9}", "cafe"), ("Cafe\u{301}", "cafe"),
      ("Straße", "strasse"), ("STRASSE", "strasse"), ("GROẞ", "gross"),
      ("İstanbul", "istanbul"), ("ISPARTA", "isparta"), ("ısı", "isi"),
      ("ﬁle ﬀ ﬆ", "file ff st"),
      ("Łódź", "lodz"), ("Ørsted", "orsted"), ("Þórður", "thordur"), ("Ærø", "aero"), ("œuvre", "oeuvre"),
      ("Đà Nẵng", "da nang"), ("Ħal", "hal"),
      ("ΟΔΟΣ", "οδοσ"), ("οδός", "οδοσ"), ("Ὀδυσσεύς", "οδυσσευσ"),
      ("ЁЛКА", "елка"), ("Київ", "ки\u{456}в"),
      ("Ｆｕｌｌ　Ｗｉｄｔｈ", "full width"), ("ｶﾞ", "か\u{3099}"), ("ガ", "か\u{3099}"),
      ("が", "か\u{3099}"), ("ヴィラ", "う\u{3099}ぃら"), ("サーバー", "さーは\u{3099}ー"),
      ("㎏ ½ x²", "kg 1/2 x2"), ("№ 5", "no 5"), ("Ⅷ", "viii"), ("𝐁𝐨𝐥𝐝", "bold"),
      ("“Q” ‘s’ – —", "\"q\" 's' - -"), ("O´Brien O`Brien OʼBrien O＇Brien", "o'brien o'brien o'brien o'brien"),
      ("צה״ל ג׳ירפה תל־אביב", "צה\"ל ג'ירפה תל-אביב"), ("ہاتھ", "هاته"),
      ("R&D", "r and d"), ("＆", " and "),
      ("a\tb\nc\u{0}d\u{A0}e\u{2028}f\u{3000}g\u{85}h", "a b c d e f g h"),
      ("co\u{AD}op\u{200B}era\u{FEFF}te", "cooperate"),
      ("❤️ 👩🏽‍🔧", "❤ 👩🏽🔧"), ("1️⃣", "1"), ("🏴\u{E0067}\u{E007F}", "🏴"),
      ("हिन्दी", "हिन्दी"), ("ไทย", "ไทย"), ("שָׁלוֹם", "שלומ"), ("مُحَمَّد", "محمد"), ("محـــمد", "محمد"),
      ("أحمد إسلام آدم", "احمد اسلام ادم"), ("مؤسسة", "موسسه"), ("مصطفى علی", "مصطفي علي"), ("٢٠٢٦ १२ ３", "2026 12 3"),
      ("日本語", "日本語"),
      ("\u{10400}", "\u{10428}"), ("\u{F900}", "\u{8C48}"), ("\u{10FFFF}", "\u{10FFFF}"),
    ])
  func folds(text: String, expected: String) {
    #expect(Array(fold(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test("A Hangul syllable is folded to its letters, so that a partly typed one is found")
  func hangul() {
    #expect(Array(fold("한").unicodeScalars) == ["\u{1112}", "\u{1161}", "\u{1102}"])
    #expect(Array(fold("가").unicodeScalars) == ["\u{1100}", "\u{1161}"])
    #expect(Array(fold("힣").unicodeScalars) == ["\u{1112}", "\u{1175}", "\u{1112}"])
    #expect(Folding.fold("\u{1112}\u{1161}\u{11AB}") == Folding.fold("한"))
    #expect(Folding.fold("한국").starts(with: Folding.fold("하")))
  }

  @Test(
    "Each state of a Hangul word while it is typed finds the word",
    arguments: [
      ("가나", ["ㄱ", "가", "간", "가나"]), ("화장", ["ㅎ", "호", "화", "홪", "화자", "화장"]),
      ("값이", ["갑", "값", "값이"]), ("갑시", ["갑", "값", "갑시"]), ("의사", ["으", "의", "읫", "의사"]),
      ("뒤뜰", ["두", "뒤", "뒤ㄸ", "뒤뜨", "뒤뜰"]), ("왜관", ["오", "왜", "왝", "왜고", "왜과", "왜관"]),
    ])
  func hangulBeingTyped(word: String, seen: [String]) {
    let folded = Folding.fold(word)
    for text in seen { #expect(folded.starts(with: Folding.fold(text)), "\(text)") }
  }

  @Test("Folded text folds to itself, is valid UTF-8, and has no byte below a space")
  func everyScalar() {
    var rough: [Unicode.Scalar] = []
    for value in (0...UInt32(0x323AF)).lazy.compactMap(Unicode.Scalar.init) {
      let folded = Folding.fold(String(value))
      let text = String(validating: folded, as: UTF8.self)
      let isSmall = folded.count <= 5 * UTF8.width(value)
      if text == nil || folded.contains(where: { $0 < 0x20 }) || !isSmall || Folding.fold(text!) != folded {
        rough.append(value)
      }
    }
    #expect(rough.isEmpty)
  }

  @Test("Canonically equivalent letters with marks are folded alike")
  func canonicalEquivalence() {
    for (composed, decomposed) in [("ǖ", "u\u{308}\u{304}"), ("ệ", "e\u{323}\u{302}"), ("ệ", "e\u{302}\u{323}")] {
      #expect(composed == decomposed)
      #expect(Folding.fold(composed) == Folding.fold(decomposed))
    }
  }
}
