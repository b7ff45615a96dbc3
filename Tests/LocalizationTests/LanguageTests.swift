import Localization
import Testing

@Suite("Languages: validity, matching and direction")
struct LanguageTests {
  @Test(
    "a language matches itself and its regions, and never another script",
    arguments: [
      ("de", ["de", "en"], "de"), ("de-AT", ["en", "de"], "de"), ("de", ["de-DE", "en"], "de-DE"),
      ("de-AT", ["de-CH", "de-DE"], "de-CH"), ("de-DE", ["de-CH", "de-DE"], "de-DE"), ("de-AT", ["de-CH", "de"], "de"),
      ("pt-PT", ["pt"], "pt"), ("zh-CN", ["zh"], "zh"), ("zh-Hans", ["zh"], "zh"), ("zh-SG", ["zh-Hans"], "zh-Hans"),
      ("zh-TW", ["zh"], nil), ("zh-HK", ["zh", "zh-TW"], "zh-TW"), ("zh-Hant", ["zh-Hant-HK", "zh"], "zh-Hant-HK"),
      ("zh", ["zh-TW"], nil), ("sr-Latn", ["sr"], nil), ("sr-ME", ["sr-Latn"], "sr-Latn"), ("iw", ["he"], "he"),
      ("no", ["nb"], "nb"), ("nn", ["nb"], nil), ("fr", ["en", "de"], nil), ("en-x-private", ["en"], "en"),
    ] as [(String, [String], String?)])
  func match(wanted: String, among: [String], expected: String?) throws {
    let wanted = try #require(LanguageTag(parsing: wanted))
    let found = wanted.match(among: try among.map { try #require(LanguageTag(parsing: $0)) })
    #expect(found?.description == expected)
  }

  @Test(
    "a visitor's language in another script, or a close language, is preferred to a foreign one",
    arguments: [
      ("sr", ["en", "sr-Latn"], "sr-Latn"), ("sr-Latn-RS", ["en", "sr"], "sr"), ("sr", ["sr-Latn", "sr"], "sr"),
      ("zh-TW", ["en", "zh"], "zh"), ("zh", ["en", "zh-Hant"], "zh-Hant"), ("zh-HK", ["zh", "zh-Hant"], "zh-Hant"),
      ("nn", ["en", "no"], "no"), ("nn-NO", ["nb", "nn"], "nn"), ("nb", ["en", "no"], "no"),
      ("nb", ["en", "nn"], "nn"),
      ("no", ["en", "nn"], "nn"), ("pt-BR", ["en", "pt-PT"], "pt-PT"), ("pt", ["en", "pt-BR"], "pt-BR"),
      ("gsw", ["en", "de"], "de"), ("de", ["en", "gsw"], nil), ("bs", ["sr", "hr"], "hr"), ("arz", ["ar"], "ar"),
      ("pa-PK", ["pa"], "pa"), ("id", ["en", "ms"], "ms"), ("ja", ["en", "zh"], nil), ("fr", ["en", "de"], nil),
    ] as [(String, [String], String?)])
  func nearest(wanted: String, among: [String], expected: String?) throws {
    let wanted = try #require(LanguageTag(parsing: wanted))
    let found = wanted.nearest(among: try among.map { try #require(LanguageTag(parsing: $0)) })
    #expect(found?.description == expected)
  }

  @Test(
    "Arabic, Hebrew and related languages are written from right to left, but not in Latin letters",
    arguments: [
      ("ar", "rtl"), ("ar-EG", "rtl"), ("he", "rtl"), ("iw", "rtl"), ("fa", "rtl"), ("ur-PK", "rtl"), ("pa", "ltr"),
      ("pa-PK", "rtl"), ("ar-Latn", "ltr"), ("en", "ltr"), ("zh-TW", "ltr"), ("uz", "ltr"), ("uz-AF", "rtl"),
      ("dv", "rtl"), ("yi", "rtl"), ("en-Arab", "rtl"), ("qps", "ltr"),
    ])
  func direction(tag: String, direction: String) throws {
    #expect(try #require(LanguageTag(parsing: tag)).direction.rawValue == direction)
  }

  @Test(
    "an unknown language is refused, with the tag that is meant",
    arguments: [
      ("german", "did you mean “de”?"), ("English", "did you mean “en”?"), ("Deutsch", "did you mean “de”?"),
      ("français", "did you mean “fr”?"), ("norwegian", "did you mean “no”?"),
      ("jp", "did you mean “ja”?"), ("cn", "did you mean “zh”?"), ("us", "did you mean “en”?"),
      ("de_DE", "did you mean “de-DE”?"), ("german-AT", "did you mean “de-AT”?"), ("en-UK", "did you mean “en-GB”?"),
      ("en-EN", "there is no region “EN”"), ("qq", "write one such as “en” or “de-AT”"),
      ("", "write one such as “en” or “de-AT”"), ("e", "write one such as “en” or “de-AT”"),
    ])
  func refused(text: String, told: String) {
    do throws(LanguageTag.Refusal) {
      let tag = try LanguageTag(checking: text)
      Issue.record("\(text) is \(tag)")
    } catch {
      #expect(error.message.hasPrefix("“\(text)” is not a language tag") && error.message.hasSuffix(told), "\(error)")
    }
  }

  @Test(
    "a known language tag is converted to its usual form",
    arguments: [
      ("en", "en"), ("DE-at", "de-AT"), ("zh-hant-tw", "zh-Hant-TW"), ("es-419", "es-419"), ("fil", "fil"),
      ("iw", "iw"), ("sr-latn-rs", "sr-Latn-RS"), ("de-1996", "de-1996"), ("gsw-CH", "gsw-CH"),
    ])
  func checked(text: String, tag: String) throws { #expect(try LanguageTag(checking: text).description == tag) }

  @Test("a text is given in the first of the visitor's languages that it has, in any region")
  func texts() {
    let text = Localized(["en": "Purpose", "de-DE": "Zweck", "zh-TW": "目的"])
    #expect(text.text(in: ["de", "en"]) == "Zweck")
    #expect(text.text(in: ["zh", "en"]) == "Purpose", "other characters")
    #expect(text.text(in: ["zh-Hant"]) == "目的")
    #expect(text.text(in: ["fr", "en-US"]) == "Purpose")
  }
}
