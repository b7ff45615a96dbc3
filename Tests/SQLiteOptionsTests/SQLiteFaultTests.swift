#if SQLite
import Options
import TestSupport
import Testing

@testable import SQLiteOptions

@Suite("Mistakes about SQLite databases")
struct SQLiteFaultTests {
  private let columns = OptionColumns(value: "id", label: "name")

  private func messages(_ database: OptionDatabase) -> [String] {
    do throws(OptionFileErrors) {
      _ = try SQLiteOptions.source(database)
      return []
    } catch { return error.errors.map(\.message) }
  }

  @Test("a table without the required columns or with invalid values is reported")
  func tables() throws {
    let database = try Database(
      """
      CREATE TABLE staff (id TEXT, name TEXT); INSERT INTO staff VALUES ('1', 'Ada'), ('1', 'Grace');
      CREATE TABLE teams (id TEXT, name TEXT, photo TEXT); INSERT INTO teams VALUES ('1', 'One', 'a.webp'), ('2', 'Two', NULL);
      CREATE TABLE gaps (id TEXT UNIQUE, name TEXT); INSERT INTO gaps VALUES (NULL, 'Nobody');
      CREATE TABLE holes (id TEXT UNIQUE, name TEXT); INSERT INTO holes VALUES ('', 'Nobody');
      CREATE TABLE blanks (id TEXT UNIQUE, name TEXT); INSERT INTO blanks VALUES ('a', 'A'), (' ', 'Nobody');
      CREATE TABLE breaks (id TEXT UNIQUE, name TEXT); INSERT INTO breaks VALUES ('a', 'A'), ('b' || char(10) || 'c', 'B');
      CREATE VIEW everyone AS SELECT * FROM staff;
      """)
    #expect(messages(database.named("teams", columns)) == [])
    #expect(messages(database.named("TEAMS", OptionColumns(value: "ID", label: "Name"))) == [])
    #expect(
      messages(database.named("staf", columns)) == ["the database has no table “staf”; did you mean “staff”?"])
    #expect(
      messages(database.named("x", columns)) == [
        "the database has no table “x”; it has “blanks”, “breaks”, “gaps”, “holes”, “staff”, “teams”"
      ])
    #expect(
      messages(database.named("everyone", columns)) == [
        "“everyone” is a view, whose rows cannot be told apart; name a table"
      ])
    #expect(
      messages(database.named("staff", OptionColumns(value: "key", label: "name", list: "team"))) == [
        "there is no column “key”; the table has “id”, “name”", "there is no column “team”; the table has “id”, “name”",
      ])
    #expect(
      messages(database.named("staff", columns)) == [
        "several rows have the value “1”; values must be unique: CREATE UNIQUE INDEX over “id”"
      ])
    #expect(
      messages(database.named("breaks", columns)) == [
        "the value in “id” has a line end, which pages do not send back unchanged; remove it"
      ])
    for table in ["gaps", "holes", "blanks"] {
      #expect(
        messages(database.named(table, columns)) == ["the value in “id” is empty; every row needs a unique value"])
    }
    let photos = OptionColumns(value: "id", label: "name", image: "photo")
    #expect(messages(database.named("teams", photos)) == [])
    #expect(
      messages(database.named("teams", photos, images: ["b.webp"])) == [
        "there is no image “a.webp” under Public; did you mean “b.webp”?"
      ])
    #expect(try SQLiteOptions.source(database.named("teams", photos, images: ["a.webp"])).images == ["a.webp"])
  }

  @Test("a file that is not a usable database is reported")
  func files() throws {
    let database = try Database("CREATE TABLE staff (id TEXT, name TEXT)")
    let folder = database.folder
    func messages(_ name: String, folders: [String]? = nil) -> [String] {
      self.messages(
        OptionDatabase(
          path: "\(folder.path)/\(name)", table: "staff", columns: columns, folders: folders ?? [folder.path]))
    }
    #expect(messages("none.db") == ["there is no such file; paths are relative to the form definition"])
    folder.makeFolder("folder.db")
    #expect(messages("folder.db") == ["this is not a regular file"])
    folder.write("text.db", Array(String(repeating: "id,name\n", count: 200).utf8))
    #expect(messages("text.db") == ["the database cannot be read: file is not a database"])
    folder.write("empty.db", [])
    #expect(messages("empty.db") == ["the database has no table “staff”; it has none"])
    #expect(
      messages("options.db", folders: ["\(folder.path)/folder.db"]) == [
        "the file is outside the folder of the definitions; move it there, or allow its folder with --allow-sources"
      ])
  }

  @Test("a program that holds a lock is waited for, and reported if it does not finish")
  func locked() async throws {
    let database = try Database("CREATE TABLE staff (id TEXT UNIQUE, name TEXT)")
    let options = try database.options("staff", columns)
    try database.run("BEGIN EXCLUSIVE")
    let reason =
      "database is locked: a program is writing; give it the journal that lets others read: PRAGMA journal_mode = WAL"
    #expect(messages(database.named("staff", columns)) == ["the database cannot be read: \(reason)"])
    try database.run("COMMIT")
    #expect(try await options.page(first: 1).matchCount == 0)
  }
}
#endif
