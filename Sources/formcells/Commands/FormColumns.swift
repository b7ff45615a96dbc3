import FormCells
import Support

/// A form's cells in their order, as a table needs them: read from a definition without its options, which may be gone since.
struct FormColumns {
  struct Cell {
    let id: String
    /// In the form's own language.
    let label: String
    let contents: CellContents
  }

  let cells: [Cell]

  /// - Parameter definition: as it was decoded without a mistake. Nil: this is none.
  init?(definition: [UInt8]) {
    guard let root = try? JSONReader.document(definition).value, case .array(let sections)? = root["sections"] else {
      return nil
    }
    let locale = Self.string(root["locale"]) ?? "en-US"
    cells = sections.flatMap { section -> [Cell] in
      guard case .array(let cells)? = section["cells"] else { return [] }
      return cells.compactMap { cell in
        guard let id = Self.string(cell["id"]) else { return nil }
        return Cell(id: id, label: Self.text(cell["label"], in: locale) ?? id, contents: CellContents(definedBy: cell))
      }
    }
  }

  private static func string(_ value: JSONValue?) -> String? {
    if case .string(let text) = value { text } else { nil }
  }

  /// A text, or that of an object of languages.
  private static func text(_ value: JSONValue?, in locale: String) -> String? {
    guard case .object(let texts) = value else { return string(value) }
    let tag = try? LanguageTag(checking: locale)
    return string((texts.first { (try? LanguageTag(checking: $0.key)) == tag } ?? texts.first)?.value)
  }
}

/// The sorts of values that a cell has, which decide on its columns.
struct CellContents: OptionSet {
  let rawValue: UInt8

  /// Texts, numbers, choices.
  static let plain = Self(rawValue: 1)
  /// Of passwords: in no table.
  static let hashes = Self(rawValue: 2)
  /// A second column has their currency.
  static let amounts = Self(rawValue: 4)
  /// Texts of the visitor's own beside the choices: they have a column.
  static let ownTexts = Self(rawValue: 8)

  /// - Parameter cell: its definition.
  fileprivate init(definedBy cell: JSONValue) {
    switch cell["type"] {
    case "password": self = .hashes
    case "currency": self = [.plain, .amounts]
    default: self = cell["other"] == nil ? .plain : [.plain, .ownTexts]
    }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// - Parameter value: one of a submission.
  init(of value: JSONValue) {
    switch value {
    case .null: self = []
    case .object where value["hash"] != nil: self = .hashes
    case .object where value["amount"] != nil: self = [.plain, .amounts]
    case .object where value["other"] != nil: self = [.plain, .ownTexts]
    case .array(let elements) where elements.contains { $0["other"] != nil }: self = [.plain, .ownTexts]
    default: self = .plain
    }
  }
}
