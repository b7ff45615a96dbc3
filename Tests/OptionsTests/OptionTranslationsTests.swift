import Localization
import Support
import Testing

@testable import Options

@Suite("Texts of rows in several languages")
struct OptionTranslationsTests {
  private func table(_ text: String, _ name: String = "o.csv") throws -> OptionTable {
    let columns =
      name == "o.csv" ? OptionColumns(value: "id", label: "name", description: "note", list: "kind") : OptionColumns()
    return try OptionFile(path: name, columns: columns).table(Array(text.utf8))
  }

  @Test("a row is shown in the first language that it has, or else in the file's own")
  func reads() throws {
    // The table groups rows by list, so their order differs from the file.
    let table = try table(
      "id,name,note,kind,name@de,name@pt-BR,note@de\na,One,N,x,Eins,Um,Notiz\nb,Two,,y,,Dois,\nc,Three,,x,Drei,,\n")
    func labels(_ languages: LanguageTag...) -> [String] { (0..<3).map { table.label(at: $0, in: languages) } }
    #expect(labels("en") == ["One", "Three", "Two"] && labels() == ["One", "Three", "Two"])
    #expect(labels("de-AT", "en") == ["Eins", "Drei", "Two"])
    #expect(labels("pt-BR", "de", "en") == ["Um", "Drei", "Dois"])
    #expect(table.description(at: 0, in: ["de"]) == "Notiz" && table.description(at: 0, in: ["fr"]) == "N")
    var written: [UInt8] = []
    table.withText(.label, at: 1, in: ["de"]) { written += $0 }
    #expect(written == Array("Drei".utf8))
    #expect(table.translatedLanguages == ["de", "pt-BR"])
  }

  @Test("a search covers the texts that a visitor reads, and the file's own")
  func searches() throws {
    let table = try table("id,name,note,kind,name@de,name@fr\na,Saw,,k,Säge,Scie\nb,Tape,,k,,Ruban\n")
    func found(_ words: String, _ languages: LanguageTag...) -> [String]? {
      table.search(words, in: languages)?.map(table.value)
    }
    #expect(found("sage", "de", "en") == ["a"] && found("saw", "de", "en") == ["a"])
    #expect(found("sage", "en") == [] && found("scie", "de", "en") == [] && found("tape ruban", "fr") == ["b"])
  }

  @Test("translations in a JSON file are read, even if their keys first occur in a later row")
  func json() throws {
    let table = try table(
      #"{"value":"a","label":"A"}"# + "\n" + #"{"label@de":"Be","value":"b","label":"B"}"# + "\n", "o.jsonl")
    #expect((0..<2).map { table.label(at: $0, in: ["de"]) } == ["A", "Be"])
  }
}
