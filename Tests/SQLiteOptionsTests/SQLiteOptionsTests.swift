#if SQLite
import Glibc
import Options
import Support
import TestSupport
import Testing
import Localization

@testable import SQLiteOptions

@Suite("Options in an SQLite database")
struct SQLiteOptionsTests {
  private static let machines = """
    CREATE TABLE machines (id TEXT PRIMARY KEY, name TEXT, hall TEXT, note TEXT, state TEXT, kind TEXT);
    INSERT INTO machines VALUES
      ('m-1', 'Drill', 'Hall 1', 'since 2020', 'free', 'Tools'), ('m-2', 'Crane', 'Halle Süd', NULL, NULL, 'Lifts'),
      ('m-3', 'Saw', '', '', '', 'Tools'), ('m-4', NULL, 'Hall 1', NULL, NULL, NULL), ('m-5', 'Hoist', NULL, NULL, NULL, 'Lifts');
    """
  private static let columns = OptionColumns(
    value: "id", label: "name", description: "hall", footnote: "note", status: "state", list: "kind")

  @Test("a page has the first rows by list, with their texts and the number of all rows")
  func page() async throws {
    let database = try Database(Self.machines)
    let options = try database.options("machines", Self.columns)
    let page = try await options.page(first: 4)
    #expect(page.matchCount == 5 && page.values == ["m-4", "m-2", "m-5", "m-1"])
    #expect(page.lists.map { $0.title?.text(in: []) } == [nil, "Lifts", "Tools"])
    #expect(page.lists[0].options == [Option(value: "m-4", description: "Hall 1")])
    #expect(
      page.lists[2].options == [
        Option(value: "m-1", label: "Drill", description: "Hall 1", footnote: "since 2020", status: "free")
      ])
    #expect(try await options.page(first: 50).values == ["m-4", "m-2", "m-5", "m-1", "m-3"])
    let plain = try database.options("machines", OptionColumns(value: "id", label: "name"))
    #expect(try await plain.page(first: 50).values == ["m-1", "m-2", "m-3", "m-4", "m-5"])
  }

  @Test("a search covers label, second line and value, and counts all matches")
  func search() async throws {
    let database = try Database(Self.machines)
    let options = try database.options("machines", Self.columns)
    #expect(try await options.search(for: "HALL", first: 50).values == ["m-4", "m-2", "m-1"])
    #expect(try await options.search(for: "sud crane", first: 50).values == ["m-2"])
    #expect(try await options.search(for: "m-3", first: 50).values == ["m-3"])
    #expect(try await options.search(for: "lifts", first: 50).values == [])
    let first = try await options.search(for: "hall", first: 1)
    #expect(first.values == ["m-4"] && first.matchCount == 3)
  }

  @Test("rows are filtered by exact texts, whatever the type and collation of the column")
  func subsets() async throws {
    let database = try Database(
      """
      CREATE TABLE machines (id TEXT PRIMARY KEY, name TEXT, hall TEXT COLLATE NOCASE, floor INTEGER, room);
      INSERT INTO machines VALUES ('a', 'Drill', 'North', 1, 7), ('b', 'Saw', 'north', 1, '7'), ('c', 'Drill 2', 'North', 2, 8),
        ('d', 'Drill 3', NULL, NULL, NULL);
      """)
    var columns = OptionColumns(value: "id", label: "name")
    columns.filters = ["hall", "floor", "room"]
    let options = try #require(try database.options("machines", columns) as? SQLiteOptions)
    func values(_ wanted: [String: String]) async throws -> [String] {
      try await options.page(where: wanted, first: 9).values
    }
    #expect(try await values(["hall": "North"]) == ["a", "c"])
    #expect(try await values(["floor": "1"]) == ["a", "b"])
    #expect(try await values(["room": "7"]) == ["a", "b"])
    #expect(try await values(["hall": "North", "floor": "2", "room": "8"]) == ["c"])
    #expect(try await values(["hall": ""]) == [])
    #expect(try await values(["floor": "01"]) == [])
    let first = try await options.page(where: ["hall": "North"], first: 1)
    #expect(first.values == ["a"] && first.matchCount == 2)
    let found = try await options.search(for: "drill", where: ["hall": "North"], first: 1)
    #expect(found.values == ["a"] && found.matchCount == 2)
    #expect(try await options.labels(for: ["a", "b", "d"], where: ["hall": "North"]).map(\.value) == ["a"])
    columns.filters = ["halls"]
    #expect(throws: OptionFileErrors.self) { _ = try database.options("machines", columns) }
  }

  @Test("translated texts are read, and searched in the visitor's languages")
  func translations() async throws {
    let database = try Database(
      """
      CREATE TABLE goods (id TEXT UNIQUE, name TEXT, note TEXT, "name@de" TEXT, "note@de" TEXT, "name@fr" TEXT, "other@zz" TEXT);
      INSERT INTO goods VALUES ('s', 'Saw', 'Wood', 'Säge', NULL, 'Scie', 'x'), ('t', 'Tape', NULL, '', '', NULL, NULL),
        ('n', NULL, NULL, 'Nagel', NULL, NULL, NULL);
      """)
    let columns = OptionColumns(value: "id", label: "name", description: "note")
    let source = try SQLiteOptions.source(database.named("goods", columns))
    #expect(source.translatedLanguages == ["de", "fr"])
    let options = try #require(try database.options("goods", columns) as? SQLiteOptions)
    let page = try await options.page(first: 9).lists[0].options
    #expect(page.map { $0.label.text(in: ["de-AT", "en"]) } == ["Säge", "Tape", "Nagel"])
    #expect(page.map { $0.label.text(in: ["en"]) } == ["Saw", "Tape", "n"])
    #expect(page[0].description?.text(in: ["de"]) == "Wood")
    func found(_ words: String, _ languages: LanguageTag...) async throws -> [String] {
      try await options.search(for: words, in: languages, where: [:], first: 9).values
    }
    #expect(try await found("sage", "de", "en") == ["s"])
    #expect(try await found("saw", "de", "en") == ["s"])
    #expect(try await found("sage", "en") == [])
    #expect(try await found("scie", "de") == [])
  }

  @Test("a search finds the same rows as in a file")
  func sameAsFiles() async throws {
    var generator = SeededGenerator(seed: 20)
    let parts = [
      "Drill", "drill", "DRÍLL", "Straße", "strasse", "Ærø", "café", "CAFE\u{301}", "カタログ", "かたろぐ", "ｶﾀﾛｸﾞ", "한국", "R&D",
      "R and D", "“quoted”", "(x)", "100%", "a_b", "A\\B", "O’Neil", "é", " ", "\t", "ﬁ", "Ⅳ", "ไทย", "हिन्दी", "İstanbul",
      "x\u{0}y", "Müller", "Mu\u{308}ller", "mueller", "Ångström", "aangstroem", "Đorđe", "djo", "간", "가나",
    ]
    func text() -> String { (0...Int.random(in: 0...2, using: &generator)).map { _ in pick() }.joined(separator: " ") }
    func pick() -> String { parts[Int.random(in: parts.indices, using: &generator)] }
    let rows = (0..<300).map { (value: "v\($0)", label: text(), description: text()) }
    let table = OptionTable(
      options: rows.map { Option(value: $0.value, label: Localized($0.label), description: Localized($0.description)) })
    let values = rows.map { row in
      // A NUL in a text is inserted as `char(0)`.
      "("
        + [row.value, row.label, row.description].map { quoted($0).replacing("\u{0}", with: "' || char(0) || '") }
        .joined(separator: ", ") + ")"
    }
    let database = try Database(
      "CREATE TABLE o (value, label, description); INSERT INTO o VALUES \(values.joined(separator: ", "))")
    let options = try database.options("o", OptionColumns(description: "description"))
    for _ in 0..<300 {
      let query = text()
      let scalars = Array(query.unicodeScalars)
      let start = Int.random(in: scalars.indices, using: &generator)
      var piece = String.UnicodeScalarView()
      piece.append(contentsOf: scalars[start...])
      for query in [query, String(piece)] {
        guard let expected = table.search(query, in: []) else { continue }
        let found = try await options.search(for: query, first: 1000)
        #expect(found.values == expected.map { table.value(at: $0) }, "\(query)")
        #expect(found.matchCount == expected.count)
      }
    }
  }

  @Test("labels are found whatever the type of the column; unknown values are left out")
  func labels() async throws {
    let database = try Database(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE b (id, name);
      CREATE TABLE c (id TEXT COLLATE NOCASE UNIQUE, name TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO a SELECT i, 'Row ' || i FROM n;
      INSERT INTO b SELECT * FROM a;
      INSERT INTO c SELECT 'v' || id, name FROM a;
      """)
    for table in ["a", "b"] {
      let options = try database.options(table, OptionColumns(value: "id", label: "name"))
      #expect(try await options.labels(for: ["7", "07", "x", "201"]) == [Option(value: "7", label: "Row 7")])
      let all = (1...200).map { "\($0)" }
      #expect(try await Set(options.labels(for: all).map(\.value)) == Set(all))
      #expect(try await options.labels(for: []) == [])
    }
    let options = try database.options("c", OptionColumns(value: "id", label: "name"))
    #expect(try await options.labels(for: ["v3", "V4"]).map(\.value) == ["v3"])
  }

  @Test("tables may have any names, no row numbers, or a column named rowid")
  func names() async throws {
    let database = try Database(
      #"""
      CREATE TABLE "my ""own"" table" ("a b" TEXT PRIMARY KEY, "select" TEXT) WITHOUT ROWID;
      INSERT INTO "my ""own"" table" VALUES ('2', 'Two'), ('1', 'One');
      CREATE TABLE r (rowid TEXT, name TEXT);
      INSERT INTO r VALUES ('z', 'First'), ('a', 'Second');
      """#)
    let own = try database.options(#"my "own" table"#, OptionColumns(value: "A B", label: "select"))
    #expect(try await own.page(first: 10).values == ["1", "2"])
    #expect(try await own.search(for: "o", first: 10).values == ["1", "2"])
    let rows = try database.options("r", OptionColumns(value: "rowid", label: "name"))
    #expect(try await rows.page(first: 10).values == ["z", "a"])
    #expect(try await rows.search(for: "s", first: 10).values == ["z", "a"])
  }

  @Test(
    "a changed or replaced database is noticed at the next query",
    arguments: ["DELETE", "WAL"])
  func changes(_ journal: String) async throws {
    let database = try Database("PRAGMA journal_mode = \(journal); " + Self.machines)
    let options = try database.options("machines", Self.columns)
    #expect(try await options.page(first: 1).matchCount == 5)
    #expect(try await options.search(for: "drill", first: 50).values == ["m-1"])
    try database.run(
      "INSERT INTO machines (id, name) VALUES ('m-6', 'Drill press'); DELETE FROM machines WHERE id = 'm-1'")
    #expect(try await options.search(for: "drill", first: 50).values == ["m-6"])
    #expect(try await options.page(first: 50).values.contains("m-6"))
    #expect(try await options.labels(for: ["m-1", "m-6"]).map(\.value) == ["m-6"])
    // A row whose value is NULL is not an option.
    try database.run("INSERT INTO machines (name) VALUES ('Drill stand')")
    #expect(try await options.search(for: "drill", first: 50).matchCount == 1)
    database.close()
    database.folder.write("options.db", [])
    await #expect(throws: SQLiteError.self) { try await options.page(first: 1) }
    unlink(database.path)
    await #expect(throws: SQLiteError.self) { try await options.search(for: "drill", first: 50) }
    try database.open()
    try database.run("CREATE TABLE machines (id, name, hall, note, state, kind)")
    try database.run("INSERT INTO machines (id, name) VALUES ('n-1', 'Lathe')")
    #expect(try await options.page(first: 50).values == ["n-1"])
  }

  @Test("a search is repeated only if more rows are needed than were kept")
  func memory() async throws {
    let database = try Database(
      """
      CREATE TABLE o (value TEXT PRIMARY KEY, label TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO o SELECT i, 'Row ' || i FROM n;
      """)
    var session = try SQLiteSession(database.named("o", OptionColumns()))
    let terms = SearchTerm.terms(of: "row")
    #expect(try session.page(holding: terms, first: 50).values.count == 50)
    // Clears the count, so that it shows whether the next page searches again.
    session.connection.search.begin([])
    #expect(try session.page(holding: terms, first: 200).values.count == 200)
    #expect(session.connection.search.count == 0)
    let more = try session.page(holding: terms, first: 250)
    #expect(more.values.count == 250 && more.matchCount == 500 && session.connection.search.count == 500)
  }

  @Test("a statement is stopped soon after nobody waits for it")
  func stopping() throws {
    let database = try Database("CREATE TABLE o (value, label)")
    let connection = try SQLiteConnection(path: database.path)
    let mark = StopMark()
    mark.set()
    #expect(throws: SQLiteError.self) {
      try connection.stopping(where: mark) { () throws(SQLiteError) in
        try connection.rows(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000) SELECT count(*) FROM n"
        ) { _ in }
      }
    }
    try connection.rows("SELECT 1") { #expect($0.text(0) == "1") }
  }

  @Test("the connection cannot write")
  func readOnly() throws {
    let database = try Database("CREATE TABLE o (value, label)")
    let connection = try SQLiteConnection(path: database.path)
    #expect(throws: SQLiteError.self) { try connection.rows("INSERT INTO o VALUES (1, 2)") { _ in } }
  }
}
#endif
