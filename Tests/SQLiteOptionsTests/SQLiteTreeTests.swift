#if SQLite
import Localization
import Options
import TestSupport
import Testing

@testable import SQLiteOptions

@Suite("A table of an SQLite database as a tree")
struct SQLiteTreeTests {
  private static let places = """
    CREATE TABLE places (id TEXT PRIMARY KEY, name TEXT, parent TEXT);
    INSERT INTO places VALUES ('m', 'Munich', 'by'), ('de', 'Germany', NULL), ('by', 'Bavaria', 'de'), ('fr', 'France', ''),
      ('n', 'Nuremberg', 'by'), ('b', 'Berlin', 'de'), ('mc', 'Monaco', NULL);
    CREATE INDEX places_parent ON places (parent);
    """

  private var columns: OptionColumns {
    var columns = OptionColumns(value: "id", label: "name")
    columns.parent = "parent"
    return columns
  }

  private func tree(_ database: Database, _ table: String = "places") throws -> any TreeOptionProvider {
    try #require(try database.options(table, columns) as? any TreeOptionProvider)
  }

  private func messages(_ sql: String) throws -> [String] {
    let database = try Database(sql)
    do throws(OptionFileErrors) {
      _ = try SQLiteOptions.source(database.named("places", columns))
      return []
    } catch { return error.errors.map(\.message) }
  }

  @Test("each level has its rows in the order of insertion, and their number")
  func levels() async throws {
    let database = try Database(Self.places)
    let tree = try tree(database)
    #expect(try await tree.page(below: nil, in: "parent", first: 9).values == ["de", "fr", "mc"])
    #expect(try await tree.page(below: "de", in: "parent", first: 9).values == ["by", "b"])
    #expect(try await tree.page(below: "m", in: "parent", first: 9).values == [])
    let first = try await tree.page(below: nil, in: "parent", first: 2)
    #expect(first.values == ["de", "fr"] && first.matchCount == 3)
    #expect(try await tree.search(for: "n", first: 9).values == ["m", "de", "fr", "n", "b", "mc"])
  }

  @Test("a place has the path from the top level, and whether rows are below it")
  func places() async throws {
    let database = try Database(Self.places)
    let tree = try tree(database)
    let places = try await tree.places(of: ["m", "by", "fr", "x"], in: "parent")
    let germany = Option(value: "de", label: "Germany")
    #expect(
      places == [
        "m": OptionPlace(path: [germany, Option(value: "by", label: "Bavaria")]),
        "by": OptionPlace(path: [germany], hasOptionsBelow: true), "fr": OptionPlace(),
      ])
    // Rows that are written later are seen, even if their parent does not exist.
    try database.run("INSERT INTO places VALUES ('p', 'Paris', 'fr'), ('x', 'X', 'gone')")
    #expect(
      try await tree.places(of: ["fr", "x"], in: "parent") == [
        "fr": OptionPlace(hasOptionsBelow: true), "x": OptionPlace(),
      ])
    try database.run("UPDATE places SET parent = 'm' WHERE id = 'de'")
    await #expect {
      _ = try await tree.places(of: ["n"], in: "parent")
    } throws: {
      "\($0)" == "places: the row “n” is below more than 16 others, or below itself"
    }
  }

  @Test(
    "a number matches only its decimal text, whatever the type of the column",
    arguments: ["INTEGER", "TEXT", ""])
  func numbers(type: String) async throws {
    let database = try Database(
      """
      CREATE TABLE places (id \(type) UNIQUE, name TEXT, parent \(type));
      INSERT INTO places VALUES (1, 'One', NULL), ('2', 'Two', 1), (3, 'Three', '1'), (4, 'Four', 3), (10, 'Ten', '');
      """)
    let tree = try tree(database)
    #expect(try await tree.page(below: nil, in: "parent", first: 9).values == ["1", "10"])
    let level = try await tree.page(below: "1", in: "parent", first: 9)
    #expect(level.values == ["2", "3"] && level.matchCount == 2)
    #expect(try await tree.page(below: "01", in: "parent", first: 9).matchCount == 0)
    let places = try await tree.places(of: ["1", "4"], in: "parent")
    #expect(places["1"]?.hasOptionsBelow == true && places["4"]?.path.map(\.value) == ["1", "3"])
  }

  @Test("values that differ in case are different, also in a case-insensitive column")
  func cases() async throws {
    let database = try Database(
      """
      CREATE TABLE places (id TEXT UNIQUE, name TEXT, parent TEXT COLLATE NOCASE);
      INSERT INTO places VALUES ('a', 'Small', NULL), ('A', 'Large', NULL), ('b', 'B', 'a'), ('c', 'C', 'A');
      """)
    let tree = try tree(database)
    #expect(try await tree.page(below: "A", in: "parent", first: 9).values == ["c"])
    #expect(try await tree.places(of: ["b"], in: "parent")["b"]?.path.map(\.value) == ["a"])
  }

  @Test("rows that form no tree are reported by their numbers")
  func mistakes() throws {
    let table =
      "CREATE TABLE places (id TEXT PRIMARY KEY, name TEXT, parent TEXT); INSERT INTO places (id, parent) VALUES "
    #expect(
      try messages(table + "('a', ''), ('b', 'x'), ('c', 'b'), ('d', 'x')") == [
        "row 2 and 1 more: no row has the value “x”, which “parent” names as the row above; add it, or leave “parent” empty for "
          + "the top level"
      ])
    #expect(
      try messages(table + "('a', 'c'), ('b', 'a'), ('c', 'b'), ('d', 'b'), ('e', 'd'), ('f', 'f')") == [
        "row 1: the row is below itself: “a” is below “c” is below “b” is below “a”; leave the column empty in one of them",
        "row 6: the row is below itself: “f” is below “f”; leave the column empty in one of them",
      ])
    func chain(_ count: Int) -> String {
      table + (1...count).map { "('\($0)', '\($0 == 1 ? "" : "\($0 - 1)")')" }.joined(separator: ", ")
    }
    #expect(try messages(chain(16)) == [])
    #expect(try messages(chain(17)) == ["row 17: the row is below 16 others; a tree has at most 16 levels"])
    let long = String(repeating: "x", count: 257)
    #expect(
      try messages(table + "('\(long)', ''), ('a', '\(long)')") == [
        "row 1: the value is longer than 256 bytes, and with rows below it part of an address; shorten it"
      ])
    #expect(
      try messages("CREATE TABLE places (id TEXT PRIMARY KEY, name TEXT)") == [
        "there is no column “parent”; the table has “id”, “name”"
      ])
  }

  @Test("a level is read from an index without sorting; a large table without an index gives a warning")
  func indexes() async throws {
    let rows = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
      INSERT INTO places SELECT 'p-' || i, 'Place ' || i, CASE WHEN i > 1 THEN 'p-1' END FROM n;
      """
    // Another connection may count the levels at the same time.
    let database = try Database(
      "PRAGMA busy_timeout = 10000; CREATE TABLE places (id TEXT PRIMARY KEY, name TEXT, parent TEXT);" + rows)
    #expect(
      try SQLiteOptions.source(database.named("places", columns)).warnings.map(\.message) == [
        "each look for rows by “parent” reads all 60000 of “places”; give the column an index: CREATE INDEX"
      ])
    try database.run("CREATE INDEX places_parent ON places (parent)")
    #expect(try SQLiteOptions.source(database.named("places", columns)).warnings.isEmpty)
    let connection = try SQLiteConnection(path: database.path)
    let table = try SQLiteTable(database.named("places", columns), in: connection)
    #expect(try table.rows(below: "p-1", first: 2, in: connection).map(\.option.value) == ["p-2", "p-3"])
    #expect(try table.largeLevels(in: connection) == ["p-1": 59999])
    _ = try table.places(of: ["p-2"], in: connection)
    for sql in connection.statements.keys
    where sql.contains("LIMIT ?") || sql.contains("EXISTS") || sql.contains("count(*)") {
      guard sql.contains("parent"), !sql.contains("GROUP BY") else { continue }
      var plan: [String] = []
      try connection.rows("EXPLAIN QUERY PLAN \(sql)") { plan.append($0.text(3) ?? "") }
      let looks = plan.filter { $0.contains(" t") }
      #expect(
        !looks.isEmpty && looks.allSatisfy { $0.hasPrefix("SEARCH t USING") && $0.contains("(parent=?)") }, "\(plan)")
      // Only the rows found may be sorted.
      #expect(plan.count { $0.contains("TEMP B-TREE") } <= 1, "\(plan)")
    }
  }
}
#endif
