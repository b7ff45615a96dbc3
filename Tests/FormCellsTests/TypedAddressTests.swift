import Testing

@testable import FormCells

@Suite("Addresses and telephone numbers as people type them") struct TypedAddressTests {
  @Test(
    "an e-mail address is recorded without what surrounds it, and its domain is decoded",
    arguments: [
      ("ada@example.org", "ada@example.org"), ("Ada.Lovelace+x@Example.ORG", "Ada.Lovelace+x@Example.ORG"),
      ("info@müller.de", "info@müller.de"), ("jürgen@example.org", "jürgen@example.org"), ("अजय@डाटा.भारत", "अजय@डाटा.भारत"),
      ("用户@例子.中国", "用户@例子.中国"), ("почта@пример.рф", "почта@пример.рф"), ("info@xn--mller-kva.de", "info@müller.de"),
      ("info@XN--MLLER-KVA.DE", "info@müller.DE"), ("a@mail.xn--e1afmkfd.xn--p1ai", "a@mail.пример.рф"),
      // If one label is damaged, all stay as they are.
      ("a@xn--mller-kva.xn--99999999", "a@xn--mller-kva.xn--99999999"), ("a@xn--mller-kv.de", "a@xn--mller-kv.de"),
      // Characters that keyboards, contacts and mails add.
      ("\u{200B}ada@example.org\u{FEFF}", "ada@example.org"), ("ada@exam\u{AD}ple.org", "ada@example.org"),
      ("ａｄａ＠ｅｘａｍｐｌｅ．ｏｒｇ", "ada@example.org"), ("ada@example。org", "ada@example.org"),
      ("mailto:ada@example.org", "ada@example.org"), ("MAILTO:ada@example.org", "ada@example.org"),
      ("<ada@example.org>", "ada@example.org"), ("Ada Lovelace <ada@example.org>", "ada@example.org"),
      ("\"Lovelace, Ada\" <ada@example.org>;", "ada@example.org"), ("<mailto:ada@example.org>", "ada@example.org"),
      ("ada@example.org,", "ada@example.org"), ("ada@example.org.", "ada@example.org"),
      ("Ada <ada@example.org>.", "ada@example.org"), ("a@[192.0.2.1].", "a@[192.0.2.1]"),
      ("ada@example.org.,", "ada@example.org"),
      ("ada@example.org ;", "ada@example.org"),
      // Rare, but valid.
      ("a@localhost", "a@localhost"), ("a@example.photography", "a@example.photography"),
      ("o'neil@example.ie", "o'neil@example.ie"),
      ("\"ada l\"@example.org", "\"ada l\"@example.org"), ("\"a\\\"@b\"@example.org", "\"a\\\"@b\"@example.org"),
      ("a@[192.0.2.1]", "a@[192.0.2.1]"), ("a@[IPv6:2001:db8::1]", "a@[IPv6:2001:db8::1]"), ("..a@b", "..a@b"),
    ])
  func email(typed: String, recorded: String) {
    let entered = TextFormat.entered(typed, as: .email)
    #expect(EmailAddress.recorded(entered) == recorded)
    #expect(EmailAddress.problem(entered) == nil)
    #expect(TextFormat.entered(entered, as: .email) == entered, "read again")
  }

  @Test(
    "an address that is typed in two parts is read like the whole address",
    arguments: [
      "ada.lovelace@mail.example.org", "Ada <ada@example.org>", "mailto:ada@example.org", "info@xn--mller-kva.de",
    ])
  func twoGoes(typed: String) {
    for end in typed.indices {
      let first = TextFormat.entered(String(typed[..<end]), as: .email)
      let whole = TextFormat.entered(first + typed[end...], as: .email)
      #expect(EmailAddress.recorded(whole) == EmailAddress.recorded(TextFormat.entered(typed, as: .email)), "\(first)")
    }
  }

  @Test(
    "a text that is no e-mail address stays as typed, and its problem is named",
    arguments: [
      ("ada", Problem.format(.email)), ("@b", .format(.email)), ("a@", .format(.email)), ("a@b..c", .format(.email)),
      ("a@-b.c", .format(.email)), ("a@b-.c", .format(.email)), ("ada @example.org", .formatCharacter(.email, " ")),
      ("ada@ example.org", .formatCharacter(.email, " ")), ("ada l", .format(.email)),
      ("ada at example dot org", .format(.email)), ("ada@example.org (work)", .format(.email)),
      ("a@b.org c@d.org", .format(.email)), ("a @ b.org", .formatCharacter(.email, " ")),
      ("a@b, c@d", .formatCharacter(.email, ",")), ("a@b;c@d", .formatCharacter(.email, ";")),
      ("a@b@c", .formatCharacter(.email, "@")),
      ("a(b)@c.de", .formatCharacter(.email, "(")), ("a@b_c.de", .formatCharacter(.email, "_")),
      ("a@b.de/c", .formatCharacter(.email, "/")), ("\"ada@b", .format(.email)), ("a@[192.0.2]", .format(.email)),
      ("a@[192.0.2.256]", .format(.email)), ("a@[IPv6:x]", .format(.email)),
      ("a@“b”.de", .formatCharacter(.email, "“")),
      ("a@" + String(repeating: "b", count: 64), .format(.email)),
    ] as [(String, Problem)])
  func noEmail(typed: String, problem: Problem) {
    #expect(EmailAddress.problem(typed) == problem)
    #expect(TextFormat.entered(typed, as: .email) == typed)
  }

  @Test(
    "a telephone number is recorded with ASCII digits and plain blanks",
    arguments: [
      ("+44 20 7946 0958", "+44 20 7946 0958"), ("\u{202A}+44 20 7946 0958\u{202C}", "+44 20 7946 0958"),
      ("\u{2066}020\u{A0}7946\u{202F}0958\u{2069}", "020 7946 0958"), ("020‑7946–0958", "020-7946-0958"),
      ("020—7946―0958", "020-7946-0958"), ("020−7946⁃0958", "020-7946-0958"), ("03ー1234ー5678", "03-1234-5678"),
      ("٠٢٠ ٧٩٤٦ ٠٩٥٨", "020 7946 0958"), ("۰۲۱-۱۲۳۴", "021-1234"), ("०११ १२३४", "011 1234"),
      ("＋８１（３）１２３４", "+81(3)1234"), ("(+44) 20 7946 0958", "(+44) 20 7946 0958"),
      ("+44 (0)20 7946 0958", "+44 (0)20 7946 0958"),
      ("555.0100", "555.0100"), ("555·0100", "555.0100"), ("030/123456", "030/123456"), ("110", "110"),
      ("*100#", "*100#"),
      ("555 0100 ext. 89", "555 0100 ext. 89"), ("555-0100x89", "555-0100x89"), ("555 0100 X 89", "555 0100 X 89"),
      ("555-0100-x11", "555-0100-x11"), ("555 0100#89", "555 0100#89"), ("+1-555-0100;ext=89", "+1-555-0100;ext=89"),
      ("tel:+1-555-0100;ext=89", "+1-555-0100;ext=89"), ("Tel: 555 0100", "555 0100"),
      ("-30-555 0100", "30-555 0100"), ("/555 0100", "555 0100"),
      ("555 0100, ext 8", "555 0100, ext 8"),
      ("555 0100,,89", "555 0100,,89"), ("555 0100 (ext. 12)", "555 0100 (ext. 12)"),
      ("555 0100 EXTENSION 12", "555 0100 EXTENSION 12"),
      ("030 123456 Durchwahl 12", "030 123456 Durchwahl 12"), ("01 23 45 67 89 poste 12", "01 23 45 67 89 poste 12"),
      ("03-1234-5678 内線１２", "03-1234-5678 内線12"), ("010 1234 转 5", "010 1234 转 5"),
      ("02-123-4567 내선 12", "02-123-4567 내선 12"),
      ("02-1234567 שלוחה 12", "02-1234567 שלוחה 12"), ("٠١١ ١٢٣٤ تحويلة ١٢", "011 1234 تحويلة 12"),
    ])
  func telephone(typed: String, recorded: String) {
    #expect(TextFormat.entered(typed, as: .tel) == recorded)
    #expect(TelephoneNumber.problem(recorded) == nil)
    #expect(TextFormat.entered(recorded, as: .tel) == recorded, "read again")
  }

  @Test(
    "a full stop after a telephone number is kept while typing, and not recorded",
    arguments: [
      ("030 123456.", "030 123456"), ("555 0100 ext. 89.", "555 0100 ext. 89"), ("+44 20 7946.", "+44 20 7946"),
    ])
  func telephoneInASentence(typed: String, recorded: String) {
    let entered = TextFormat.entered(typed, as: .tel)
    #expect(TelephoneNumber.problem(entered) == nil)
    #expect(entered == typed)
    #expect(TelephoneNumber.recorded(entered) == recorded)
  }

  @Test(
    "a slash between two telephone numbers is refused; a slash after an area code is accepted",
    arguments: [
      ("030 12345-67/68", true), ("030 12345/030 67890", true), ("(11) 4444-5555/6666", true),
      ("+49 30 1234567/68", true), ("0049 30 1234567/68", true), ("030/123456/57", true), ("٠٣٠ ١٢٣٤٥-٦٧/٦٨", true),
      ("030/123456", false), ("033638/12345", false), ("+49 (0)30 / 123-456", false), ("+49 33638/12345", false),
      ("0049 2151/123456", false), ("0 30/1 23 45-0", false),
    ])
  func slashes(typed: String, isTwo: Bool) {
    #expect(TelephoneNumber.problem(typed) == (isTwo ? .oneTelephone : nil))
  }

  @Test(
    "two telephone numbers in one field are refused; one number in groups is accepted",
    arguments: [
      ("555-010-0123 555-010-0124", true), ("030 1234567\n030 7654321", true), ("+49 30 1234567 +49 30 7654321", true),
      ("0049 170 1234567 0049 170 7654321", true), ("555-010-0123, 5550100124", true),
      ("555-010-0123; 555-010-0124", true),
      ("011 44 20 7946 0958", false), ("0011 44 207 946 0958", false), ("00358 401 2345678", false),
      ("+358 40 123 4567", false), ("1 800 555 0100", false), ("555-010-0123, 89", false),
      ("555-010-0123;ext=1234567", false),
      ("06 12 34 56 78", false), ("+971 50 123 4567", false),
    ])
  func severalNumbers(typed: String, areSeveral: Bool) {
    let problem = TelephoneNumber.problem(TextFormat.entered(TextReading.code.read(typed), as: .tel))
    #expect(
      areSeveral ? problem != nil && !"\(problem!)".contains("telephoneDigits") : problem == nil, "\(problem as Any)")
  }

  @Test(
    "a text that is no telephone number stays as typed, and its problem is named",
    arguments: [
      ("٥٥", Problem.telephoneDigits(count: 2)), ("55", .telephoneDigits(count: 2)),
      ("123456789012345678901", .telephoneDigits(count: 21)), ("1-800-FLOWERS", .formatCharacter(.tel, "F")),
      ("+49 7775abc2219", .formatCharacter(.tel, "a")), ("0944567890abc", .formatCharacter(.tel, "a")),
      ("555 0100 ext.", .formatCharacter(.tel, "e")), ("555 0100 ext. 12345678901", .formatCharacter(.tel, "e")),
      ("555 0100 cow20", .formatCharacter(.tel, "c")),
      ("44+20 7946", .formatCharacter(.tel, "+")), ("++44 20", .formatCharacter(.tel, "+")),
      ("555_0100", .formatCharacter(.tel, "_")),
      ("555 0100 ext 12 x", .formatCharacter(.tel, "x")), ("", .telephoneDigits(count: 0)),
      ("１ ２", .telephoneDigits(count: 2)),
      ("ext. 89", .telephoneDigits(count: 0)), ("555〜0100", .formatCharacter(.tel, "〜")),
    ] as [(String, Problem)])
  func noTelephone(typed: String, problem: Problem) {
    #expect(TelephoneNumber.problem(typed) == problem)
    #expect(TextFormat.entered(typed, as: .tel) == typed)
  }

  @Test(
    "a web address is recorded without what surrounds it, and the problem of a wrong one is named",
    arguments: [
      ("https://example.com", "https://example.com", nil),
      ("HTTPS://Example.com/ä?q#f", "HTTPS://Example.com/ä?q#f", nil),
      ("https://https://example.com", "https://example.com", nil),
      ("http://HTTPS://example.com/a", "HTTPS://example.com/a", nil),
      ("https://http://https://example.com", "https://example.com", nil),
      ("https://https//example.com", "https://https//example.com", .format(.url)),
      ("https://example.comhttps://example.com", "https://example.comhttps://example.com", .format(.url)),
      ("https://example.com/?to=https://example.org", "https://example.com/?to=https://example.org", nil),
      ("https://web.archive.org/web/https://example.org", "https://web.archive.org/web/https://example.org", nil),
      ("https://müller.de", "https://müller.de", nil), ("https://例子.中国/路", "https://例子.中国/路", nil),
      ("https://example.com/a\u{200B}", "https://example.com/a", nil),
      ("\u{FEFF}https://example.com", "https://example.com", nil),
      ("<https://example.com>", "https://example.com", nil), (" https://example.com ", "https://example.com", nil),
      ("example.com", "example.com", .missingScheme(address: "https://example.com")),
      ("www.example.com/a?b", "www.example.com/a?b", .missingScheme(address: "https://www.example.com/a?b")),
      ("//example.com/a", "//example.com/a", .format(.url)),
      ("example.com:8080", "example.com:8080", .missingScheme(address: "https://example.com:8080")),
      ("ada@example.com", "ada@example.com", .format(.url)), ("example", "example", .format(.url)),
      ("example.", "example.", .format(.url)),
      ("https://a b.com", "https://a b.com", .formatCharacter(.url, " ")),
      ("https://a b.com/c d", "https://a b.com/c d", .formatCharacter(.url, " ")),
      ("https://a.com https://b.com", "https://a.com https://b.com", .format(.url)),
      ("https://a.com www.b.com", "https://a.com www.b.com", .format(.url)),
      ("see https://a.com", "see https://a.com", .format(.url)),
      // The message names the character, the port or the scheme.
      ("https://example.org/?q=a|b", "https://example.org/?q=a|b", .formatCharacter(.url, "|")),
      ("https://example.org/<x>", "https://example.org/<x>", .formatCharacter(.url, "<")),
      ("https://example.org/\"a", "https://example.org/\"a", .formatCharacter(.url, "\"")),
      ("https://exa,mple.org/a", "https://exa,mple.org/a", .formatCharacter(.url, ",")),
      ("https://(example).org", "https://(example).org", .formatCharacter(.url, "(")),
      ("http://a.example:65536/", "http://a.example:65536/", .port),
      ("https://a.example:80a", "https://a.example:80a", .port),
      ("https://[::1]:x", "https://[::1]:x", .port), ("https://a.example:65535", "https://a.example:65535", nil),
      ("ftp://a.example", "ftp://a.example", .scheme), ("htp://a.example", "htp://a.example", .scheme),
      ("mailto:ada@example.org", "mailto:ada@example.org", .scheme), ("tel:+1", "tel:+1", .format(.url)),
      ("C:\\a", "C:\\a", .format(.url)), ("https:a.example", "https:a.example", .format(.url)),
      ("https", "https", .format(.url)), ("localhost:8080", "localhost:8080", .format(.url)),
    ] as [(String, String, Problem?)])
  func url(typed: String, recorded: String, problem: Problem?) {
    #expect(TextFormat.entered(typed, as: .url) == recorded)
    #expect(TextFormat.problemOfURL(recorded) == problem)
  }
}
