import Support

/// Submissions as a table: a row each, a column for each cell in the order in which they first appear.
struct CSV {
  private static let fixed = ["id", "submittedAt", "version"]
  private var columns: [String] = []
  private var known: Set<String> = []

  mutating func addColumns(of submission: JSONValue) {
    guard case .object(let members) = submission["values"] else { return }
    for member in members where known.insert(member.key).inserted { columns.append(member.key) }
  }

  var header: [UInt8] { Self.row(Self.fixed + columns) }

  func row(of submission: JSONValue) -> [UInt8] {
    let values = submission["values"]
    return Self.row(Self.fixed.map { Self.text(of: submission[$0]) } + columns.map { Self.text(of: values?[$0]) })
  }

  private static func row(_ fields: [String]) -> [UInt8] {
    Array((fields.map(quoted).joined(separator: ",") + "\r\n").utf8)
  }

  private static func quoted(_ field: String) -> String {
    guard field.utf8.contains(where: { [10, 13, 34, 44].contains($0) }) else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }

  /// A list's values are joined by "; "; an amount is written with its currency.
  private static func text(of value: JSONValue?) -> String {
    switch value {
    case nil, .null: ""
    case .bool(let flag): flag ? "true" : "false"
    case .number(let digits): digits
    case .string(let text): text
    case .array(let elements): elements.map { text(of: $0) }.joined(separator: "; ")
    case .object(let members): members.map { text(of: $0.value) }.joined(separator: " ")
    }
  }
}
