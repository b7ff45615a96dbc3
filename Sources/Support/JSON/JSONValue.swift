/// A JSON value without positions (RFC 8259): what is written out. Members keep their order.
public indirect enum JSONValue: Sendable, Equatable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// The number's exact text: never a floating point value.
  case number(String)
  /// A text, escapes resolved.
  case string(String)
  /// Values in their order.
  case array([JSONValue])
  /// Members in their order.
  case object([Member])

  /// A key of an object with its value.
  public struct Member: Sendable, Equatable {
    /// Unique in its object where that came from a file.
    public var key: String
    /// Any JSON value.
    public var value: JSONValue
    /// - Parameters: the properties in their order.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The member of this key, or nil (also where this is not an object).
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
