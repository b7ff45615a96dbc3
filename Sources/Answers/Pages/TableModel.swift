package import FormCells
import FormPages
package import Support

/// What a form's table shows: one page of the submissions that match.
package struct TableModel: Sendable {
  let form: Form
  /// All columns of the form.
  let columns: [FormColumn]
  let address: AnswerAddress
  let found: Int
  let rows: [Row]
  /// The number of the form's submissions, whatever the filters.
  let total: Int
  /// The share that the index covers, from 0 to 1, while the rest is being read; `nil` if it covers all.
  let progress: Double?
  /// The time zone in which times are shown.
  let zone: TimeZone

  /// - Parameters:
  ///   - form: the current version.
  ///   - columns: the form's columns (`AnswersContext.columns(of:)`).
  ///   - address: an address whose page exists (`AnswerAddress.limitPage(to:)`).
  ///   - rows: the rows of that page.
  ///   - total: the number of the form's submissions, whatever the filters.
  ///   - progress: the store's progress.
  ///   - zone: the time zone of the form or the server.
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
    /// A damaged line is named, and does not hide the others.
    case damaged(id: String, DamagedLine)
  }

  /// The lines that cannot be shown, for the log: their ids and the reasons.
  var damage: [String] {
    rows.compactMap { if case .damaged(let id, let line) = $0 { "\(id): \(line.reason)" } else { nil } }
  }

  /// The number of columns shown if the address names none.
  private static let columnLimit = 6

  /// The columns that are shown.
  var shownColumns: [FormColumn] {
    if let chosen = address.columns { return columns.filter { chosen.contains($0.column) } }
    return Array(columns.filter { $0.isShown && !$0.isOfEntries && !$0.isEarlier }.prefix(Self.columnLimit))
  }
}

/// The head and the values of a stored line.
package struct StoredLine: Sendable, Equatable {
  package let id: String
  package let version: String
  /// Seconds since 1970-01-01T00:00:00Z; `nil` if the line has no valid time.
  package let submittedAt: Int?
  /// The id of the submission that it corrects.
  package let replaces: String?
  /// Who corrected or erased it; `nil` if the visitor sent it or its retention ended.
  package let by: String?
  package let erasedAt: Int?
  /// The language of the visitor's pages; `nil` for the form's first language.
  package let language: String?
  package let values: JSONValue

  /// The limit, in bytes, of a line that is shown alone. For a line among others it is `JSONReader.documentByteLimit`.
  static let byteLimit = 64 << 20

  /// - Parameters:
  ///   - line: a JSON object.
  ///   - byteLimit: the limit of the line. Its value takes some ten times this memory.
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

  /// Only the id, even if the line is damaged after it; `nil` if there is none.
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

  /// The seconds since 1970 of a time such as `2026-01-31T12:00:00.000Z`.
  static func seconds(_ text: String) -> Int? {
    guard text.hasSuffix("Z"), text.utf8.count >= 20, let minute = LocalDateTime(parsing: String(text.prefix(16))),
      let second = Int(text.dropFirst(17).prefix(2))
    else { return nil }
    return minute.minutes * 60 + second
  }
}

/// Why a stored line is not a submission.
package struct DamagedLine: Error, Sendable, Equatable {
  package let reason: String
}
