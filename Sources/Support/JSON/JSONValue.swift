/// A JSON value without positions (RFC 8259), for output. Members keep their order.
public enum JSONValue: Sendable, Equatable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// The number's exact text, never a floating-point value.
  case number(String)
  /// A text with resolved escapes.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Members in order.
  case object([Member])

  /// A key of an object with its value.
  public struct Member: Sendable, Equatable {
    /// Unique in its object if that came from a file.
    public var key: String
    /// Any JSON value.
    public var value: JSONValue
    /// - Parameters: the properties, in order.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The member of this key; `nil` if there is none, or if this is not an object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral text: String) { self = .string(text) }
  public init(booleanLiteral flag: Bool) { self = .bool(flag) }
  public init(integerLiteral number: Int) { self = .number(String(number)) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Keeps the order as written.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member($0.0, $0.1) })
  }
  public init(nilLiteral: ()) { self = .null }
}

/// A JSON value with its position in the document. The offset is in bytes; `SourceText` computes line and column from it, so
/// that a document without mistakes does not pay for them.
package struct JSONNode: Sendable, Equatable {
  package var offset: Int
  package var content: Content

  package init(offset: Int, content: Content) {
    self.offset = offset
    self.content = content
  }

  package enum Content: Sendable, Equatable {
    case null
    case bool(Bool)
    /// The exact text.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  package struct Member: Sendable, Equatable {
    package var key: String
    package var keyOffset: Int
    package var value: JSONNode

    package init(key: String, keyOffset: Int, value: JSONNode) {
      self.key = key
      self.keyOffset = keyOffset
      self.value = value
    }
  }

  package func member(_ key: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
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

  /// The key path of the member whose key is at this offset, `a[0].b`; `nil` if there is none.
  package func keyPath(ofKeyAt offset: Int, under path: String = "") -> String? {
    switch content {
    case .array(let elements):
      // The last element that begins before the offset contains it.
      guard let index = elements.lastIndex(where: { $0.offset <= offset }) else { return nil }
      return elements[index].keyPath(ofKeyAt: offset, under: "\(path)[\(index)]")
    case .object(let members):
      guard let member = members.last(where: { $0.keyOffset <= offset }) else { return nil }
      let path = path.isEmpty ? member.key : "\(path).\(member.key)"
      return member.keyOffset == offset ? path : member.value.keyPath(ofKeyAt: offset, under: path)
    default: return nil
    }
  }

  /// The word that messages use for this kind of value.
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
