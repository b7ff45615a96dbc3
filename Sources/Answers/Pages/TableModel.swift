package import FormCells
import FormPages
package import Support

/// What the table of a form shows: a page of those submissions that match.
package struct TableModel: Sendable {
  let form: Form
  /// All columns of the form.
  let columns: [FormColumn]
  let address: AnswerAddress
  let found: Int
  let rows: [Row]
  /// Submissions of the form, whatever is looked for.
  let total: Int
  /// The share that the index covers, from 0 to 1, while the rest is being read; nil: all.
  let progress: Double?
  /// In which times are shown.
  let zone: TimeZone

  /// - Parameters:
  ///   - form: the current version.
  ///   - columns: of the form (`AnswersContext.columns(of:)`).
  ///   - address: on a page that exists (`AnswerAddress.limitPage(to:)`).
  ///   - rows: of that page.
  ///   - total: submissions of the form, whatever is looked for.
  ///   - progress: as the store says it.
  ///   - zone: of the form, or the server's.
  package init(
    _ form: Form, columns: [FormColumn], address: AnswerAddress, rows: AnswerRows, total: Int, progress: Double?,
    zone: TimeZone
  ) {
    self.form = form
    self.columns = columns
    self.address = address
    self.total = total
    self.progress = progress
    self.zone = zone
    found = rows.total
    self.rows = rows.lines.map { line in
      do throws(DamagedLine) { return .read(try StoredLine(line)) } catch {
        return .damaged(id: StoredLine.id(of: line) ?? "", error)
      }
    }
  }

  /// A submission of the page.
  enum Row: Sendable {
    case read(StoredLine)
    /// It has to be named, and hides none of the others.
    case damaged(id: String, DamagedLine)
  }

  /// The lines that cannot be shown, for the log: the id, and why.
  var damage: [String] {
    rows.compactMap { if case .damaged(let id, let line) = $0 { "\(id): \(line.reason)" } else { nil } }
  }

  /// Columns that are shown where the address names none.
  private static let columnLimit = 6

  /// Those that are shown.
  var shownColumns: [FormColumn] {
    if let chosen = address.columns { return columns.filter { chosen.contains($0.column) } }
    return Array(columns.filter { $0.isShown && !$0.isOfEntries && !$0.isEarlier }.prefix(Self.columnLimit))
  }
}

/// The head and the values of a stored line.
package struct StoredLine: Sendable, Equatable {
  package let id: String
  package let version: String
  /// Seconds since 1970-01-01T00:00:00Z; nil: the line has no such time.
  package let submittedAt: Int?
  /// The id of the submission that it corrects.
  package let replaces: String?
  /// Who corrected or erased it; nil: the visitor sent it, or a rule erased it.
  package let by: String?
  package let erasedAt: Int?
  /// Of the visitor's pages; nil: the form's first.
  package let language: String?
  package let values: JSONValue

  /// Bytes of a line that is shown alone; of one among others, `JSONReader.documentByteLimit`.
  static let byteLimit = 64 << 20

  /// - Parameters:
  ///   - line: a JSON object.
  ///   - byteLimit: of the line. A value takes some ten times as much memory.
  package init(_ line: [UInt8], byteLimit: Int = JSONReader.documentByteLimit) throws(DamagedLine) {
    let object: JSONValue
    do throws(JSONError) { object = try JSONReader.document(line, byteLimit: byteLimit).value } catch {
      throw DamagedLine(reason: error.message)
    }
    func text(_ key: String) -> String? { if case .string(let text)? = object[key] { text } else { nil } }
    guard let id = text("id") else { throw DamagedLine(reason: "it has no id") }
    self.id = id
    version = text("version") ?? ""
    submittedAt = text("submittedAt").flatMap(Self.seconds)
    replaces = text("replaces")
    by = text("by")
    erasedAt = text("erasedAt").flatMap(Self.seconds)
    language = text("language")
    values = object["values"] ?? .object([])
  }

  /// The id alone, also of a line that is damaged behind it; nil: it has none.
  static func id(of line: [UInt8]) -> String? {
    var reader = JSONReader(line)
    do throws(JSONError) {
      try reader.beginDocument()
      try reader.beginObject()
      while let (key, _) = try reader.nextKey() {
        if key == "id", case .string(let id) = try reader.node().value { return id }
        try reader.skip()
      }
    } catch { return nil }
    return nil
  }

  /// Of `2026-01-31T12:00:00.000Z`.
  static func seconds(_ text: String) -> Int? {
    guard text.hasSuffix("Z"), text.utf8.count >= 20, let minute = LocalDateTime(parsing: String(text.prefix(16))),
      let second = Int(text.dropFirst(17).prefix(2))
    else { return nil }
    return minute.minutes * 60 + second
  }
}

/// A stored line that is no submission.
package struct DamagedLine: Error, Sendable, Equatable {
  package let reason: String
}
