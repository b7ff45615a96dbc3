import FormCells
import Templates

/// One row of an option table, `Templates/selection/row.html` (LV18 to LV26). Its texts are written from the
/// table's bytes.
struct RowView: View {
  /// Unretained, because the list outlives the view of its row; a strong reference would be counted for each slot.
  private let list: Unmanaged<RowList>
  private let row: Int
  /// The row's number, if it is part of the row's ids.
  private let number: ShortNumber?
  let shape: Shape

  /// The facts that decide on a row's fixed slots, together with the list's style.
  struct Shape: OptionSet {
    var rawValue: Int
    static let description = Shape(rawValue: 1)
    static let footnote = Shape(rawValue: 2)
    static let status = Shape(rawValue: 4)
    static let image = Shape(rawValue: 8)
    /// Pictures of people are round, those of things are square.
    static let isSquare = Shape(rawValue: 16)
    static let initials = Shape(rawValue: 32)
    static let isChecked = Shape(rawValue: 64)
    static let isDisabled = Shape(rawValue: 128)
    /// A search marks the matches.
    static let hasMatches = Shape(rawValue: 256)
    /// Other rows of a tree are below it.
    static let isParent = Shape(rawValue: 512)
    /// It shows which rows it is below.
    static let path = Shape(rawValue: 1024)
    /// It has no places left.
    static let isFull = Shape(rawValue: 2048)
    static let details: Shape = [.description, .footnote, .path]
  }

  /// A row of the list's table.
  /// - Parameter list: must be kept alive until the row is written.
  init(of row: Int, isChecked: Bool, in list: RowList) {
    self.list = .passUnretained(list)
    self.row = row
    number = list.style.isNumbered ? ShortNumber(row) : nil
    var shape: Shape = []
    if !list.texts.isEmpty {
      let texts = list.table.texts(at: row)
      if texts.contains(.description) { shape.insert(.description) }
      if texts.contains(.footnote) { shape.insert(.footnote) }
      if texts.contains(.status) { shape.insert(.status) }
    }
    switch list.image == nil ? nil : list.picture(of: row) {
    case .image(_, let isContact): shape.formUnion(isContact ? .image : [.image, .isSquare])
    case .initials: shape.insert(.initials)
    case nil: break
    }
    if isChecked { shape.insert(.isChecked) }
    if !list.terms.isEmpty { shape.insert(.hasMatches) }
    let isFull = list.table.isFull(at: row)
    if isFull { shape.formUnion([.isFull, .status]) }
    // A chosen row stays enabled, so that it is posted. It is then rejected by its name, and can be deselected.
    if !isChecked, isFull || list.table.isDisabled(at: row) { shape.insert(.isDisabled) }
    if let tree = list.table.tree {
      if tree.isParent(row), list.style.below != nil { shape.insert(.isParent) }
      if list.paths == .ofRows, tree.parent(of: row) != nil { shape.insert(.path) }
    }
    self.shape = shape
  }

  private var style: RowStyle { list._withUnsafeGuaranteedRef { $0.style } }

  private var picture: RowPicture? { list._withUnsafeGuaranteedRef { $0.picture(of: row) } }

  private var hasDetails: Bool { !shape.isDisjoint(with: .details) }

  private var image: String? {
    if case .image(let link, _) = picture { link } else { nil }
  }

  private var initials: String? {
    if case .initials(let initials) = picture { initials } else { nil }
  }

  private func writeNumber(to output: inout Output) {
    if let number { output.write(number) }
  }

  private func write(_ field: OptionField, to output: inout Output) {
    list._withUnsafeGuaranteedRef { list in
      list.table.withText(field, at: row, in: list.languages) { output.write($0) }
    }
  }

  private func writeStatus(to output: inout Output) {
    if shape.contains(.isFull) { output.write(style.full) } else { write(.status, to: &output) }
  }

  private func pieces(of field: OptionField) -> [MatchPiece] {
    list._withUnsafeGuaranteedRef { list in
      var pieces: [MatchPiece] = []
      list.table.withText(field, at: row, in: list.languages) {
        pieces = MatchPiece.pieces(of: String(decoding: $0, as: UTF8.self), matching: list.terms)
      }
      return pieces
    }
  }

  private var namesLevel: Bool { list._withUnsafeGuaranteedRef { $0.paths == .ofLevel } }

  private var hasReferences: Bool { !shape.isDisjoint(with: [.details, .status]) || namesLevel }

  private var path: String? {
    guard shape.contains(.path) else { return nil }
    return list._withUnsafeGuaranteedRef { $0.table.path(to: row, in: $0.languages) }
  }

  private var below: String? {
    guard shape.contains(.isParent), !shape.contains(.isDisabled) else { return nil }
    return list._withUnsafeGuaranteedRef { list in
      list.style.below.map { $0(list.table.label(at: row, in: list.languages)) }
    }
  }

  private func writeReferences(to output: inout Output) {
    if namesLevel { output.write(PageID.path) }
    var isFirst = !namesLevel
    for (part, suffix) in [(Shape.details, "_details"), (.status, "_status")] where !shape.isDisjoint(with: part) {
      if !isFirst { output.write(" ") }
      isFirst = false
      output.write(style.idPrefix)
      writeNumber(to: &output)
      output.write(suffix)
    }
  }

  static let needs: [Need] = [
    .attribute("name", "name", where: .not("leadsBelow"), or: "nothing could be chosen"),
    .attribute("value", "value", or: "nothing could be chosen"),
    .attribute(
      "name", "field.level", where: "leadsBelow",
      adding:
        #"<t:if test="leadsBelow"><button type="submit" name="{field.level}" value="{value}">{label}</button></t:if>"#,
      or: "the rows below it could not be reached"),
    .attribute(
      "name", "field.level", where: .not("leadsBelow"), "below", adding: #"<t:part name="selection/row-below"/>"#,
      or: "the rows below it could not be reached"),
    .slot("label", where: .not("hasMatches"), or: "the row would have no name"),
    .attribute("lang", "language", or: "screen readers would read data in the wrong language"),
  ]

  static let slots: [Slot<RowView>] =
    [
      .flag("isButton") { $0.style.control == .button },
      .flag("isListItem") { $0.style.isList },
      .text("type") { $0.style.control == .radio ? "radio" : "checkbox" },
      .text("name") { $0.style.name },
      .text("prefix") { $0.style.idPrefix },
      .flag("hasDetails") { $0.hasDetails },
      .text("shape") { $0.shape.contains(.isSquare) ? "square" : "round" },
      .flag("isChecked") { $0.shape.contains(.isChecked) },
      .flag("isDisabled") { $0.shape.contains(.isDisabled) },
      .flag("hasMatches") { $0.shape.contains(.hasMatches) },
      .optionalText("language") { $0.style.labelLanguage?.description },
      .optionalText("translate") { $0.style.isEntered ? "no" : nil },
      .optionalText("detailsLanguage") { $0.style.detailsLanguage?.description },
      .optionalText("description", isPresent: { $0.shape.contains(.description) }) { $0.write(.description, to: &$1) },
      .optionalText("footnote", isPresent: { $0.shape.contains(.footnote) }) { $0.write(.footnote, to: &$1) },
      .optionalText("status", isPresent: { $0.shape.contains(.status) }) { $0.writeStatus(to: &$1) },
      .optionalURL("image") { $0.image },
      .optionalText("initials") { $0.initials },
      .optionalText("labelledBy", isPresent: { !$0.shape.isDisjoint(with: [.details, .status]) }) {
        $1.write($0.style.idPrefix)
        $0.writeNumber(to: &$1)
        $1.write("_label")
      },
      .optionalText("describedBy", isPresent: { $0.hasReferences }) {
        $0.writeReferences(to: &$1)
      },
      .flag("leadsBelow") { $0.shape.isSuperset(of: [.isParent, .isDisabled]) },
      .optionalText("below") { $0.below },
      .optionalText("path") { $0.path },
      .text("number") { $0.writeNumber(to: &$1) },
      .text("value") { $0.write(.value, to: &$1) },
      .text("label") { $0.write(.label, to: &$1) },
      .list("labelPieces") { $0.pieces(of: .label) },
      .list("descriptionPieces") { $0.pieces(of: .description) },
    ]
}

/// A piece of a text that a search looks through, `Templates/selection/row-text.html`. Matches are highlighted.
struct MatchPiece: View {
  let text: String
  let isMatch: Bool

  static let needs: [Need] = [.slot("text", or: "a row would be incomplete")]

  static let slots: [Slot<MatchPiece>] = [
    .text("text") { $0.text },
    .flag("isMatch") { $0.isMatch },
  ]

  /// The pieces of a text, in sequence.
  static func pieces(of text: String, matching terms: [SearchTerm]) -> [MatchPiece] {
    let utf8 = text.utf8
    var pieces: [MatchPiece] = []
    func add(_ range: Range<Int>, isMatch: Bool) {
      guard !range.isEmpty else { return }
      let piece = utf8.dropFirst(range.lowerBound).prefix(range.count)
      pieces.append(MatchPiece(text: String(decoding: piece, as: UTF8.self), isMatch: isMatch))
    }
    var end = 0
    for match in SearchTerm.matches(of: terms, in: text) {
      add(end..<match.lowerBound, isMatch: false)
      add(match, isMatch: true)
      end = match.upperBound
    }
    add(end..<utf8.count, isMatch: false)
    return pieces
  }
}
