import Support

/// The object of a section, and the cells that it shows or hides.
struct SectionExtent {
  let reader: ObjectReader
  let cells: Range<Int>
  let repeated: RepeatedSection?
}

extension FormDecoder {
  private static let summaryLimit = 3
  private static let maximum = 50

  /// Reads the keys of a repeated section. Missing essential keys are reported. The section is kept all the same, so that references to it
  /// are not reported too.
  /// - Parameter ids: the ids of the sections before it.
  func repeated(_ reader: ObjectReader, cells: [CellDraft?], ids: inout Set<String>) -> RepeatedSection {
    for key in ["id", "item", "title"] where !reader.has(key) {
      report.add(
        .missingKey, at: reader.offset, path: reader.path(of: key),
        message:
          "a repeated section needs “\(key)”, such as \(key == "id" ? "\"expenses\"" : key == "item" ? "\"Expense\"" : "\"Expenses\"")"
      )
    }
    let (id, item) = (reader.id("id"), reader.text("item"))
    let (minimum, maximum) = (reader.count("minimum") ?? 0, reader.count("maximum") ?? Self.maximum)
    reader.checkOrder("minimum", low: minimum, highKey: "maximum", high: maximum)
    if let id, !ids.insert(id).inserted {
      reader.add(.duplicate, key: "id", message: "the id “\(id)” is already used; give this section another")
    }
    if cells.count * maximum > RepeatedSection.cellLimit {
      reader.add(
        .badValue, key: "maximum",
        message:
          "\(maximum) entries of \(cells.count) cells are too many; the limit is \(RepeatedSection.cellLimit) cells")
    }
    for case let cell? in cells where cell.settings.takesPrefill {
      cell.reader.addNoEffect(
        of: "prefill", "“prefill” has no effect in a repeated section: a link cannot add entries to it")
    }
    for case let cell? in cells {
      guard let kind = cell.behaviour, type(of: kind).place == .withheld else { continue }
      cell.reader.add(
        .badValue, key: "type",
        message: "a password cannot be in a repeated section; move it to a section that is not repeated")
    }
    let summary = self.summary(reader, cells: cells)
    return RepeatedSection(
      id: id ?? "", item: item ?? "", minimum: minimum, maximum: maximum, summary: summary,
      isTable: reader.flag("table") ?? false)
  }

  private func summary(_ reader: ObjectReader, cells: [CellDraft?]) -> [Int] {
    let shown = cells.indices.filter { cells[$0]?.behaviour.map { type(of: $0).hasValue } ?? true }
    guard reader.has("summary"), let elements = reader.elements("summary") else {
      return Array(shown.prefix(Self.summaryLimit))
    }
    if elements.count > Self.summaryLimit {
      reader.add(
        .badValue, key: "summary", message: "it names \(elements.count) cells; the limit is \(Self.summaryLimit)")
    }
    var named: Set<String> = []
    return elements.compactMap { node, path in
      guard let id = id(node, at: path) else { return nil }
      if !named.insert(id).inserted {
        report.add(.duplicate, at: node.offset, path: path, message: "“\(id)” is named twice; remove one")
      }
      guard let position = shown.first(where: { cells[$0]?.id == id }) else {
        let ids = shown.compactMap { cells[$0]?.id }
        let meant = Suggestion.nearest(to: id, among: ids).map { "; did you mean “\($0)”?" } ?? ""
        report.add(
          .unknownReference, at: node.offset, path: path, message: "no cell of the section has the id “\(id)”\(meant)")
        return nil
      }
      return position
    }
  }
}

/// Which cells are in the entries of repeated sections, while the form is read.
struct RepeatedCells {
  /// The positions of repeated sections by id, and their cells.
  let sections: [(position: Int, id: String, cells: Range<Int>, maximum: Int)]
  /// Whether a cell or section has errors, so that its id may be unknown.
  private let isUnsure: Bool

  init(_ extents: [SectionExtent], drafts: [CellDraft?]) {
    sections = extents.enumerated().compactMap { position, extent in
      extent.repeated.map { (position, $0.id, extent.cells, $0.maximum) }
    }
    isUnsure = drafts.contains { $0 == nil } || sections.contains { $0.id.isEmpty }
  }

  /// What is wrong with an id that no cell has; `nil` if a cell with errors may be meant, because then only those errors are reported.
  /// - Parameters:
  ///   - known: the ids of cells.
  ///   - instead: the advice if it is the id of a repeated section.
  func mistake(inUnknown id: String, among known: some Sequence<String>, instead: String) -> String? {
    if sections.contains(where: { $0.id == id }) { return "“\(id)” is a repeated section; \(instead)" }
    let meant = Suggestion.nearest(to: id, among: known.sorted()).map { "; did you mean “\($0)”?" }
    return meant == nil && isUnsure ? nil : "no cell has the id “\(id)”\(meant ?? "")"
  }

  /// The same for an id that should be that of a repeated section.
  func mistake(inUnknownSection id: String) -> String? {
    let known = sections.map(\.id)
    let meant = Suggestion.nearest(to: id, among: known).map { "; did you mean “\($0)”?" }
    return meant == nil && known.contains("") ? nil : "no repeated section has the id “\(id)”\(meant ?? "")"
  }

  /// The repeated section of a cell; `nil` if it is in none.
  func section(of cell: Int?) -> (position: Int, id: String, cells: Range<Int>, maximum: Int)? {
    cell.flatMap { cell in sections.first { $0.cells.contains(cell) } }
  }

  /// Why another cell cannot refer to a cell; `nil` if it can.
  /// - Parameter own: the other cell; `nil` for a reference from outside of all repeated sections.
  func refusal(of cell: Int, id: String, from own: Int?) -> (section: String, message: String)? {
    guard let section = section(of: cell), self.section(of: own)?.position != section.position else { return nil }
    let name = section.id.isEmpty ? "a repeated section" : "“\(section.id)”"
    return (section.id, "“\(id)” is in each entry of \(name)")
  }
}
