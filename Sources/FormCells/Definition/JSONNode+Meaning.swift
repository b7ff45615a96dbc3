import Support

extension JSONNode {
  /// The meaning of a definition, whatever its white space, its escapes and the order of its keys; the address of the schema
  /// aside.
  var meaning: JSONValue {
    guard case .object(let members) = sorted(value) else { return value }
    return .object(members.filter { $0.key != "$schema" && $0.key != "lint" })
  }

  private func sorted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      .object(members.map { .init($0.key, sorted($0.value)) }.sorted { $0.key < $1.key })
    case .array(let elements): .array(elements.map(sorted))
    case .null, .bool, .number, .string: value
    }
  }
}
