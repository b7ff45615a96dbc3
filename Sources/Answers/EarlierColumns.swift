package import FormCells
import Support

/// The cells and options that a form no longer has, but that earlier versions with submissions had.
package final class EarlierColumns: Sendable {
  /// The number of versions that are read, newest first.
  private static let versionLimit = 20
  /// The number of columns, and of options in a column, that are kept; nobody reads a longer list.
  private static let columnLimit = 500
  private static let optionLimit = 100
  /// The number of forms, counted for each language, that are kept in memory.
  private static let knownLimit = 64

  private struct Key: Hashable {
    let form: String
    let current: String
    let versions: [String]
    let languages: [LanguageTag]
  }

  private let list: @Sendable (_ form: String) throws -> [String]
  private let definition: @Sendable (_ version: String, _ form: String) throws -> [UInt8]?
  private let note: @Sendable (String) -> Void
  private let known = Lock<[Key: [FormColumn]]>([:])

  /// - Parameters:
  ///   - list: the versions of a form that have submissions, newest first.
  ///   - definition: the definition of a version; `nil` if it does not exist.
  ///   - note: writes to the log.
  package init(
    list: @escaping @Sendable (_ form: String) throws -> [String],
    definition: @escaping @Sendable (_ version: String, _ form: String) throws -> [UInt8]?,
    note: @escaping @Sendable (String) -> Void
  ) {
    (self.list, self.definition, self.note) = (list, definition, note)
  }

  /// The versions of a form that have submissions, newest first; only the newest if there are many.
  func versions(of form: String) throws -> [String] { Array(try list(form).prefix(Self.versionLimit)) }

  /// The columns of a form, followed by the earlier ones. The options of each column include earlier ones.
  /// - `languages`: the languages of the form's texts, in order of preference.
  package func columns(of form: Form, _ current: [FormColumn], in languages: [LanguageTag]) -> [FormColumn] {
    let versions: [String]
    do { versions = Array(try list(form.id).filter { $0 != form.version }.prefix(Self.versionLimit)) } catch {
      note("answers: \(error)")
      return current
    }
    if versions.isEmpty { return current }
    let key = Key(form: form.id, current: form.version, versions: versions, languages: languages)
    let earlier = known.withLock { $0[key] } ?? read(versions, of: form.id, in: languages)
    known.withLock { known in
      if known.count >= Self.knownLimit { known = [:] }
      known[key] = earlier
    }
    return current.merging(earlier, columnLimit: Self.columnLimit, optionLimit: Self.optionLimit)
  }

  private func read(_ versions: [String], of form: String, in languages: [LanguageTag]) -> [FormColumn] {
    var columns: [FormColumn] = []
    for version in versions {
      do {
        guard let bytes = try definition(version, form) else { continue }
        columns = columns.merging(
          FormColumn.all(definedBy: try JSONReader.document(bytes).value, in: languages),
          columnLimit: Self.columnLimit, optionLimit: Self.optionLimit)
      } catch { note("answers: version \(version) of \(form): \(error)") }
    }
    return columns
  }
}

extension [FormColumn] {
  /// These columns, followed by those of the others that are not among them, marked as earlier.
  fileprivate func merging(_ others: [FormColumn], columnLimit: Int, optionLimit: Int) -> [FormColumn] {
    var columns = self
    var positions = Dictionary(zip(map(\.column.name), indices), uniquingKeysWith: { first, _ in first })
    var addresses = Set(map(\.column.nameInAddress))
    for var other in others {
      if let position = positions[other.column.name] {
        // A cell of another kind now has this name.
        guard columns[position].column == other.column else { continue }
        columns[position].options?.add(earlier: other.options, limit: optionLimit)
      } else if columns.count < count + columnLimit {
        let name = other.column.nameInAddress
        other.isEarlier = true
        other.isNameTaken = addresses.contains(name)
        other.isFilterTaken =
          other.isNameTaken
          || AnswerAddress.rangeEndings.contains {
            addresses.contains(name + $0) || name.hasSuffix($0) && addresses.contains(String(name.dropLast($0.count)))
          }
        addresses.insert(name)
        positions[other.column.name] = columns.count
        columns.append(other)
      }
    }
    return columns
  }
}

extension AnswerOptions {
  fileprivate mutating func add(earlier options: AnswerOptions?, limit: Int) {
    for option in (options?.all ?? []) + (options?.earlier ?? []) where earlier.count < limit {
      if label(of: option.value) == nil { earlier.append(option) }
    }
  }
}

extension FormColumn {
  /// The columns of a form from its definition alone, because its options may no longer exist.
  /// - Parameters:
  ///   - definition: a definition that was decoded without mistakes.
  ///   - languages: the languages of the texts, in order of preference.
  static func all(definedBy definition: JSONValue, in languages: [LanguageTag]) -> [FormColumn] {
    let reader = DefinedColumns(definition, languages: languages)
    return (definition["sections"]?.elements ?? []).flatMap(reader.columns(ofSection:))
  }
}

/// Reads the columns of a definition.
private struct DefinedColumns {
  private let languages: [LanguageTag]
  private var labels: [String: String] = [:]

  init(_ definition: JSONValue, languages: [LanguageTag]) {
    self.languages = languages
    for section in definition["sections"]?.elements ?? [] {
      for cell in section["cells"]?.elements ?? [] {
        if let id = cell["id"]?.text { labels[id] = text(cell["label"]) ?? id }
      }
    }
  }

  func columns(ofSection section: JSONValue) -> [FormColumn] {
    let cells = (section["cells"]?.elements ?? []).flatMap(columns(of:))
    guard section["container"] == "repeat", let id = section["id"]?.text else { return cells }
    let title = named(text(section["title"]) ?? id)
    return [FormColumn(AnswerColumn(id, kind: .count), label: title)]
      + cells.map { $0.asEntries(of: id, titled: title) }
  }

  private func columns(of cell: JSONValue) -> [FormColumn] {
    guard let id = cell["id"]?.text, case .string(let type)? = cell["type"] else { return [] }
    let written = labels[id] ?? id
    let label = named(cell["style"] == "checkbox" ? MarkedText(written).plain : written)
    func column(
      _ kind: AnswerColumn.Kind, part: String? = nil, label partLabel: String? = nil, options: AnswerOptions? = nil
    ) -> FormColumn {
      FormColumn(AnswerColumn(id, part: part, kind: kind), label: label, partLabel: partLabel, options: options)
    }
    switch type {
    case "text" where cell["format"] == "integer" || cell["format"] == "decimal":
      return [column(.number, part: AnswerColumn.digits)]
    case "text", "note": return [column(.text)]
    case "currency": return [column(.number, part: "amount"), column(.choice, part: "currency")]
    case "switch": return [column(.flag)]
    case "radio-group", "checkbox-group", "list-picker", "select":
      return [column(.choice, options: options(cell["options"]))]
        + (cell["other"] == nil ? [] : [column(.text, part: "other")])
    case "date": return [column(.day)]
    case "date-range": return [column(.day, part: "from"), column(.day, part: "to")]
    case "time": return [column(.time)]
    case "date-time": return [column(.moment)]
    case "duration": return [column(.duration)]
    case "slider" where cell["range"] == .bool(true):
      return [column(.number, part: "from"), column(.number, part: "to")]
    case "number", "rating", "slider": return [column(.number)]
    case "matrix":
      return (cell["rows"]?.elements ?? []).compactMap { row in
        row["id"]?.text.map {
          column(.choice, part: $0, label: text(row["label"]) ?? $0, options: options(cell["options"]))
        }
      }
    case "order-picker": return [column(.choice, options: options(cell["criteria"], value: "id"))]
    case "attachment": return [column(.count)]
    default: return []
    }
  }

  /// - Parameter value: the key of an option's value in its JSON object.
  private func options(_ options: JSONValue?, value: String = "value") -> AnswerOptions {
    AnswerOptions(
      (options?.elements ?? []).compactMap { option in
        if let text = option.text { return (text, text) }
        return option[value]?.text.map { ($0, text(option["label"]) ?? $0) }
      })
  }

  private func named(_ text: String) -> String { AnswerText.named(text) { labels[$0] } }

  /// A text, or the best match from an object of languages.
  private func text(_ value: JSONValue?) -> String? {
    guard case .object(let texts)? = value else { return value?.text }
    let tagged = texts.compactMap { member in (try? LanguageTag(checking: member.key)).map { ($0, member.value.text) } }
    for language in languages { if let found = tagged.first(where: { $0.0 == language }) { return found.1 } }
    return tagged.first?.1
  }
}

extension JSONValue {
  fileprivate var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
