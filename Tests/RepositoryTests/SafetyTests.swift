import Testing

/// Code that ends the program if an assumption is wrong. It is forbidden except in listed places, each with the reason why
/// it is safe there.
@Suite("Safety")
struct SafetyTests {
  /// A way of writing that traps or turns off a check.
  struct Rule: Sendable, CustomTestStringConvertible {
    let name: String
    /// Searched in lines of code, without comments and the text of literals.
    let pattern: String
    /// The files, or folders that end in a slash, in which it may be, and why it is safe there.
    var reasons: [String: String] = [:]

    var testDescription: String { name }
  }

  static let rules = [
    Rule(name: "nothing is unwrapped, cast or tried by force", pattern: #"[])}>"?[:alnum:]_]!([^=]|$)"#),
    Rule(
      name: "no way round the type checker",
      pattern: #"\b(unsafelyUnwrapped|unsafeBitCast|unsafeDowncast)\b|\((unsafe)\)"#,
      reasons: [
        "Sources/Templates/Rendering/Escaping.swift": "vectors of the same sixteen bytes",
        "Sources/Options/Tables/SearchWord.swift": "vectors of the same sixteen bytes",
        "Sources/FormSite/Passwords/PasswordHasher.swift": "functions of a library, by the types of its header",
        "Sources/ValkeySessions/OpenSSL.swift": "functions of a library, by the types of its header",
      ]),
    Rule(
      name: "one kind of lock", pattern: #"\b(Mutex|pthread_mutex_\w+|NSLock)\b"#,
      reasons: [
        "Sources/Support/Lock.swift": "it is made of one",
        "Sources/Snapshots/Snapshot.swift": "snapshots depend on no other target",
      ]),
    Rule(
      name: "a number is read digit by digit where something bounds it",
      pattern: #"\* (10|16|radix|base) ?\+|<< [34] \||[&]\* 10\b"#,
      reasons: [
        "Sources/Support/Token.swift": "a token has 32 digits, which are counted before",
        "Sources/Support/JSON/JSONReader+String.swift": "an escape has four digits",
        "Sources/Support/Bytes/PercentEncoding.swift": "an escape has two digits",
        "Sources/HTTPCore/Grammar.swift": "beyond the largest number it stays the largest number",
        "Sources/Localization/Dates/CalendarDate.swift": "a date has ten characters",
        "Sources/Localization/Pattern/PatternParser.swift": "two or four digits, or held below a limit at each digit",
        "Sources/Localization/Numbers/DecimalNumber.swift": "the digits are counted before",
        "Sources/FormCells/Cells/TimeCell.swift": "hours and minutes have two digits",
        "Sources/FormSite/Submissions/SubmissionIndex.swift": "the digits of a time are counted before",
      ]),
    Rule(
      name: "nothing is taken from a byte that may be less", pattern: #"[[:alnum:]_)] - (0x|UInt8\(ascii)"#,
      reasons: [
        "Sources/Support/JSON/JSONReader+String.swift": "in the range of surrogates",
        "Sources/HTTPCore/AcceptList.swift": "behind the check for a digit",
        "Sources/Localization/Dates/CalendarDate.swift": "behind the check for a digit",
        "Sources/Localization/Pattern/PatternParser.swift": "behind the check for a digit, in the range of surrogates",
        "Sources/Localization/Numbers/NumberFormat.swift": "digits of a number that was read",
        "Sources/Localization/Numbers/DecimalNumber.swift": "behind the check for digits",
        "Sources/Localization/Texts/Punycode.swift": "in the range of letters, or of digits",
        "Sources/Localization/Texts/TextReading.swift": "in the range of digits, or of full-width characters",
        "Sources/Localization/Folding/Folding.swift": "in the range of syllables",
        "Sources/FormCells/Cells/TimeCell.swift": "behind the check for digits",
        "Sources/FormSite/Submissions/SubmissionIndex.swift": "behind the check for digits",
      ]),
    Rule(
      name: "memory is touched without a check only where that is measured, or the system asks for it",
      pattern: #"\bUnsafe\w+|\bUnmanaged\b|\bassumingMemoryBound\b"#,
      reasons: [
        "Sources/Answers/Index/": "pread(2), pwrite(2); the texts of a million submissions: memchr(3), memcmp(3)",
        "Sources/FormController/Route.swift": "each request: the names of a path where they stand",
        "Sources/FormPages/Selection/": "texts of the table, as it gives them",
        "Sources/FormSite/Passwords/PasswordHasher.swift": "crypt(3)",
        "Sources/FormSite/Scanning/ChildProcess.swift": "posix_spawn(3), read(2)",
        "Sources/FormSite/Submissions/": "read(2), write(2)",
        "Sources/FormSite/Attachments/AttachmentStore.swift": "pieces of a file, as its store takes them",
        "Sources/FormSite/Attachments/PhotoPosition.swift": "a whole photo: memchr(3), memcmp(3)",
        "Sources/Gzip/": "each page: the bytes, and memory that is kept for the next",
        "Sources/HTTPServer/": "sockets, epoll and addresses",
        "Sources/formcells/Serving/HandoverSocket.swift": "sendmsg(2), recvmsg(2) and addresses",
        "Sources/HTTPCore/": "each request: bytes where they stand, and memchr(3)",
        "Sources/Templates/Rendering/": "each page: the output, and escaping by words of eight bytes",
        "Sources/Templates/Source/TemplateParser.swift": "libxml2",
        "Sources/Templates/Views/": "a view's slots, reached without its type",
        "Sources/Options/Files/": "files of millions of rows: memchr(3)",
        "Sources/Options/Tables/": "tables of millions of rows, allocated once: vectors of sixteen bytes",
        "Sources/PostgreSQLSubmissions/": "libpq",
        "Sources/SQLiteOptions/": "libsqlite3",
        "Sources/Support/Bytes/": "bytes of the caller's, walked from their beginning to their end",
        "Sources/Support/Files.swift": "read(2), readdir(3)",
        "Sources/Support/Spool.swift": "read(2), write(2)",
        "Sources/Support/Lock.swift": "a lock of the C library has a place of its own",
        "Sources/Support/JSON/JSONWriter.swift": "each text of a document, walked from its beginning to its end",
        "Sources/Support/Thread.swift": "pthread_create(3)",
        "Sources/Localization/Folding/": "the bytes of a static string; texts of the table",
        "Sources/ValkeySessions/": "libhiredis, OpenSSL and sockets",
      ]),
  ]

  private static let files = Repository.here.files(in: "Sources").filter { $0.suffix == "swift" }

  @Test("code that may trap is only in the listed files", arguments: rules)
  func sources(_ rule: Rule) throws {
    let pattern = try LinePattern(rule.pattern)
    var places: Set<String> = []
    #expect(Self.files.count > 300)
    for file in Self.files {
      let place = rule.reasons.keys.first { $0.hasSuffix("/") ? file.path.hasPrefix($0) : file.path == $0 }
      if let place, places.contains(place) { continue }
      // Extracting the code takes time, so only for files with a match.
      guard pattern.matches(file.text) else { continue }
      for (number, line) in SwiftCode(file.text).lines.enumerated() where pattern.matches(line) {
        if let place { places.insert(place) } else { Issue.record("\(file.path):\(number + 1): \(line)") }
      }
    }
    let idle = Set(rule.reasons.keys).subtracting(places).sorted()
    #expect(idle.isEmpty, "nothing of the kind stands in \(idle) any more")
  }

  @Test(
    "the rules find what they forbid, and nothing else",
    arguments: [
      ("let a = b!", 0), ("f(x)!.y", 0), ("a[0]! + 1", 0), ("try" + "! f()", 0), ("x as! Y", 0), ("var a: Int!", 0),
      (#"print("\(a!)")"#, 0), ("a != b", nil), ("if !a { }", nil), ("f(!a)", nil), (#"let a = "b!""#, nil),
      ("// a!", nil), ("/* a! */ let b = 1", nil), (##"let a = #"b! "c!"#"##, nil), ("let a = #/b!/#", nil),
      ("\"\"\"\n  a!\n  \"\"\"", nil), ("unsafeBitCast(a, to: B.self)", 1), ("nonisolated(unsafe) var a", 1),
      ("let a = Mutex(1)", 2), ("value = value * 10 + digit", 3), ("value << 4 | digit", 3), ("width * 10", nil),
      ("byte - 0x30", 4), ("byte &- 0x30", nil), ("UnsafeRawPointer(a)", 5),
    ] as [(String, Int?)])
  func check(_ text: String, _ rule: Int?) throws {
    let lines = SwiftCode(text).lines
    for (index, other) in Self.rules.enumerated() {
      let pattern = try LinePattern(other.pattern)
      #expect(lines.contains(where: pattern.matches) == (index == rule), "\(other.name): \(lines)")
    }
  }
}
