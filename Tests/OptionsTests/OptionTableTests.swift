import Localization
import Testing

@testable import Options

@Suite("Option tables")
struct OptionTableTests {
  @Test("A row gives its option's texts, and is found by its value (LP5)")
  func accessors() {
    let table = OptionTable(options: [
      Option(value: "a", label: "Alpha", description: "First", footnote: "Note", status: "New", image: "a.png"),
      Option(value: "b"),
      Option(value: "", label: "Nothing"),
      Option(value: "ü", label: "Umlaut", initials: "U", isDisabled: true),
    ])
    #expect(table.count == 4)
    #expect((0..<4).map(table.value(at:)) == ["a", "b", "", "ü"])
    #expect((0..<4).map { table.label(at: $0, in: []) } == ["Alpha", "b", "Nothing", "Umlaut"])
    #expect((0..<4).map { table.description(at: $0, in: []) } == ["First", nil, nil, nil])
    #expect((0..<4).map { table.footnote(at: $0, in: []) } == ["Note", nil, nil, nil])
    #expect((0..<4).map { table.status(at: $0, in: []) } == ["New", nil, nil, nil])
    #expect((0..<4).map(table.image(at:)) == ["a.png", nil, nil, nil])
    #expect((0..<4).map(table.initials(at:)) == [nil, nil, nil, "U"])
    #expect((0..<4).map(table.isDisabled(at:)) == [false, false, false, true])
    #expect(["a", "b", "", "ü", "c", "A"].map { table.row(of: $0) } == [0, 1, 2, 3, nil, nil])
    #expect(table.lists == [OptionList(rows: 0..<4)])
  }

  @Test("A row's bytes equal its texts, in tables of one language and of several")
  func bytesOfTexts() {
    let first = Option(value: "a", label: "Alpha", description: "First", footnote: "Nöte", status: "New")
    let second = Option(value: "b", label: "b")
    let plain = OptionTable(options: [first, second])
    let localized = OptionTable(options: [
      Option(
        value: "a", label: Localized(["en": "Alpha", "de": "Anton"]), description: "First", footnote: "Nöte",
        status: "New"),
      second,
    ])
    for table in [plain, localized] {
      for row in 0..<2 {
        #expect(table.bytes(.value, row) == Array(table.value(at: row).utf8))
        #expect(table.bytes(.label, row) == Array(table.label(at: row, in: ["en"]).utf8))
        #expect(table.bytes(.description, row) == Array((table.description(at: row, in: ["en"]) ?? "").utf8))
        #expect(table.bytes(.footnote, row) == Array((table.footnote(at: row, in: ["en"]) ?? "").utf8))
        #expect(table.bytes(.status, row) == Array((table.status(at: row, in: ["en"]) ?? "").utf8))
      }
      #expect((0..<2).map(table.texts(at:)) == [[.description, .footnote, .status], []])
      #expect(table.texts == [.description, .footnote, .status] && !table.hasPictures)
    }
    #expect(OptionTable(options: [second]).texts.isEmpty)
    #expect(OptionTable(options: [Option(value: "c", initials: "C")]).hasPictures)
  }

  @Test("Every value of a large table is found, and an unknown one is not")
  func index() {
    let table = OptionTable.numbered(5000)
    #expect((0..<5000).filter { (row: Int) in table.row(of: "v\(row)") != row } == [])
    #expect(table.row(of: "v5000") == nil)
    #expect(OptionTable(options: []).row(of: "v0") == nil)
  }

  @Test("Values are compared as bytes, not as characters")
  func bytes() {
    let table = OptionTable(options: [Option(value: "e\u{301}"), Option(value: "\u{E9}")])
    #expect(table.repeatedRows.isEmpty)
    #expect(table.row(of: "\u{E9}") == 1)
  }

  @Test("Of two options with one value the first is found, and the other is reported as repeated")
  func repeated() {
    let table = OptionTable(options: ["a", "b", "a", "a"].map { Option(value: $0) })
    #expect(table.repeatedRows == [2, 3])
    #expect(table.row(of: "a") == 0)
  }

  @Test("The digest depends on values and their order, not on labels")
  func digest() {
    let digests = [["a", "b"], ["b", "a"], ["ab"], ["a", "b", ""], ["a", "", "b"], []].map {
      OptionTable(options: $0.map { Option(value: $0) }).digest
    }
    #expect(Set(digests).count == digests.count)
    #expect(digests.allSatisfy { $0.count == 16 })
    let labelled = OptionTable(options: [Option(value: "a", label: "A"), Option(value: "b")])
    #expect(labelled.digest == digests[0])
    #expect(OptionTable(options: [Option(value: "a")]).digest == "9dc1efbd86844ba2")
  }

  @Test("Object and contact rows are recognized (LP5)")
  func shapes() {
    func shape(_ option: Option) -> [Bool] {
      let table = OptionTable(options: [Option(value: "x"), option])
      return [table.hasObjects, table.hasContacts]
    }
    let german: Localized = Localized(["de": "D"])
    #expect(shape(Option(value: "a")) == [false, false])
    #expect(shape(Option(value: "a", description: "D")) == [true, false])
    #expect(shape(Option(value: "a", footnote: "F")) == [true, false])
    #expect(shape(Option(value: "a", description: german)) == [true, false])
    #expect(shape(Option(value: "a", description: "D", initials: "I")) == [true, true])
    #expect(shape(Option(value: "a", description: german, image: "i")) == [true, true])
    #expect(shape(Option(value: "a", footnote: "F", image: "i")) == [true, false])
    #expect(shape(Option(value: "a", image: "i")) == [false, false])
    let apart = OptionTable(options: [Option(value: "a", description: "D"), Option(value: "b", image: "i")])
    #expect(apart.hasObjects && !apart.hasContacts)
  }

  @Test("Lists cover the rows in their order (LV1)")
  func lists() {
    let table = OptionTable(lists: [
      OptionSource.List(title: "One", options: [Option(value: "a"), Option(value: "b")]),
      OptionSource.List(title: "None", options: []),
      OptionSource.List(title: "Two", action: .none, actionLabel: "Take", options: [Option(value: "c")]),
    ])
    #expect(
      table.lists == [
        OptionList(title: "One", rows: 0..<2), OptionList(title: "None", rows: 2..<2),
        OptionList(title: "Two", action: .none, actionLabel: "Take", rows: 2..<3),
      ])
  }

  @Test("Texts are given in the visitor's language")
  func languages() {
    let table = OptionTable(options: [
      Option(
        value: "v", label: Localized(["en": "Bicycle", "de": "Fahrrad"]), description: Localized(["en": "Two wheels"]))
    ])
    #expect(table.label(at: 0, in: ["de-AT", "en"]) == "Fahrrad")
    #expect(table.description(at: 0, in: ["de", "en"]) == "Two wheels")
    #expect(table.hasObjects)
  }

  @Test("Rows that can be chosen are counted")
  func enabled() {
    let table = OptionTable.numbered(200, disabled: [0, 63, 64, 199])
    #expect(table.enabledCount(in: RowSet(0..<200)) == 196)
    #expect(table.enabledCount(in: RowSet(1..<64)) == 62)
    #expect(table.enabledCount(in: RowSet(rows: [0, 2, 64, 70])) == 2)
    #expect(OptionTable.numbered(9).enabledCount(in: RowSet(2..<9)) == 7)
  }
}

@Suite("Row sets")
struct OptionsRowSetTests {
  @Test("Adjacent rows are one run, however they were given")
  func runs() {
    #expect(RowSet(rows: [3, 4, 5]) == RowSet(3..<6))
    #expect(RowSet(rows: []) == RowSet(0..<0))
    #expect(RowSet(rows: [3, 5]) != RowSet(3..<6))
    #expect(Array(RowSet(rows: [3, 5])) == [3, 5])
    #expect(Array(RowSet(3..<6)) == [3, 4, 5])
  }

  @Test("A slice contains the rows in its range")
  func slices() {
    let rows = [2, 3, 7, 8, 9, 20]
    let set = RowSet(rows: rows.map(UInt32.init))
    for lower in 0..<23 {
      for upper in lower..<23 {
        let slice = set.slice(lower..<upper)
        #expect(Array(slice) == rows.filter { $0 >= lower && $0 < upper })
        #expect(slice.count == slice.endIndex)
      }
      #expect(set.contains(lower) == rows.contains(lower))
    }
    #expect(RowSet(5..<10).slice(0..<7) == RowSet(5..<7))
    #expect(RowSet(5..<10).slice(11..<20).isEmpty)
    #expect(Array(set.slice(3..<20).slice(8..<100).prefix(1)) == [8])
  }
}

extension OptionTable {
  fileprivate func bytes(_ field: OptionField, _ row: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    withText(field, at: row, in: ["en"]) { bytes += $0 }
    return bytes
  }
}

extension OptionTable {
  static func numbered(_ count: Int, disabled: Set<Int> = []) -> OptionTable {
    OptionTable(options: (0..<count).map { Option(value: "v\($0)", isDisabled: disabled.contains($0)) })
  }
}
