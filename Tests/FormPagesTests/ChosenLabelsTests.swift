import FormCells
import Testing

@testable import FormPages

/// Chosen options with the same label are told apart.
@Suite("Labels of what is chosen")
struct ChosenLabelsTests {
  private func labels(_ options: [Option], limit: Int = 5) -> [String] {
    let selection = Selection(values: options.map(\.value), in: OptionTable(options: options))
    return ChosenLabels.labels(of: selection, limit: limit, in: ["en"])
  }

  private func filter(_ value: String, _ description: String?, _ footnote: String? = nil) -> Option {
    Option(
      value: value, label: "Filter", description: description.map { Localized($0) },
      footnote: footnote.map { Localized($0) })
  }

  @Test("equal labels are followed by the first text that differs, or else by the value")
  func alike() {
    let belt = Option(value: "b", label: "Belt", description: Localized("Long"))
    #expect(
      labels([filter("1", "20 mm"), belt, filter("2", "40 mm")]) == ["Filter (20 mm)", "Belt", "Filter (40 mm)"])
    #expect(labels([filter("1", "Air", "A"), filter("2", "Air", "B")]) == ["Filter (A)", "Filter (B)"])
    #expect(labels([filter("1", nil), filter("2", "Air")]) == ["Filter (1)", "Filter (2)"])
  }

  @Test("a label that is shown only once stays as it is")
  func once() {
    #expect(labels([filter("1", "20 mm"), filter("2", "40 mm")], limit: 1) == ["Filter"])
  }
}
