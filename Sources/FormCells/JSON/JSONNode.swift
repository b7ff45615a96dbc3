/// A JSON value that knows where it stands in its document. The offset is in bytes; `SourceText` makes line and column
/// of it, so that a document without faults never pays for them.
package struct JSONNode: Sendable, Equatable {
  package var offset: Int
  package var content: Content

  package indirect enum Content: Sendable, Equatable {
    case null
    case bool(Bool)
    /// Exact text.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  package struct Member: Sendable, Equatable {
    package var key: String
    package var keyOffset: Int
    package var value: JSONNode
  }

  /// The same value without positions.
  package var value: JSONValue {
    switch content {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .number(let text): .number(text)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members): .object(members.map { JSONValue.Member($0.key, $0.value.value) })
    }
  }

  /// What this is, as messages call it.
  package var typeName: String {
    switch content {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
