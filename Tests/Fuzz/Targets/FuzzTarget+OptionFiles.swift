import Localization

@testable import Options

extension FuzzTarget {
  static let optionFiles = ["csv", "json", "jsonl"].map { ending in
    FuzzTarget(
      name: "options-\(ending)",
      invariant:
        "A file is refused with a reason, or each option is found by its value and label, and a choice is carried."
    ) { bytes in
      for columns in [OptionColumns(), OptionColumns(value: "id", label: "name", description: "note", list: "kind")] {
        try check(OptionFile(path: "options.\(ending)", columns: columns), bytes)
      }
    }
  }

  private static func check(_ file: OptionFile, _ bytes: [UInt8]) throws {
    let table: OptionTable
    do throws(OptionFileErrors) { table = try file.table(bytes) } catch {
      return try expect(error.errors.allSatisfy { !$0.description.isEmpty } && !error.errors.isEmpty, "no reason")
    }
    try expect(table.count <= bytes.count, "\(table.count) options of \(bytes.count) bytes")
    try expect(table.repeatedRows.isEmpty, "rows \(table.repeatedRows) repeat others")
    var every = Selection(in: table)
    for row in 0..<min(table.count, 300) {
      try expect(table.row(of: table.value(at: row)) == row, "row \(row) is not found by its value")
      let value = table.value(at: row)
      try expect(
        TextReading.line.read(value).utf8.elementsEqual(value.utf8), "the value of row \(row) is read otherwise")
      let label = table.label(at: row, in: [])
      if let words = Optional(label.split(separator: " ")), !words.isEmpty, let found = table.search(label, in: []) {
        try expect(found.contains(row), "row \(row) is not found by its label '\(label)'")
      }
      if row % 3 != 1 { try expect(every.insert(row), "row \(row) is chosen already") }
    }
    try expect(Selection.decoded(every.encoded(), in: table) == every, "is carried as \(every.encoded())")
  }
}
