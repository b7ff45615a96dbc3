public import Support

/// A condition on what other cells hold, of a form that is written in Swift. A hidden cell counts as empty.
public struct CellCondition: Sendable {
  let definition: JSONValue

  private init(_ id: String, _ members: [JSONValue.Member]) {
    definition = .object([.init("cell", .string(id))] + members)
  }

  private init(_ key: String, _ value: JSONValue) { definition = .object([.init(key, value)]) }

  /// The cell holds this value; of several chosen values, this one is among them.
  public static func cell(_ id: String, equals value: JSONValue) -> Self { Self(id, said("equals", value)) }

  /// The cell holds one of these values.
  public static func cell(_ id: String, in values: [JSONValue]) -> Self { Self(id, said("in", .array(values))) }

  /// The cell holds something, or does not.
  public static func cell(_ id: String, filled isFilled: Bool) -> Self { Self(id, said("filled", .bool(isFilled))) }

  /// The cell holds no less: a number, a day, a time, or how many values are chosen.
  public static func cell(_ id: String, atLeast least: JSONValue) -> Self { Self(id, said("atLeast", least)) }

  /// The cell holds no more.
  public static func cell(_ id: String, atMost most: JSONValue) -> Self { Self(id, said("atMost", most)) }

  /// The cell holds no less than the one and no more than the other.
  public static func cell(_ id: String, atLeast least: JSONValue, atMost most: JSONValue) -> Self {
    Self(id, said("atLeast", least) + said("atMost", most))
  }

  /// All of these hold.
  public static func all(_ conditions: CellCondition...) -> Self { Self("all", .array(conditions.map(\.definition))) }

  /// At least one of these holds.
  public static func any(_ conditions: CellCondition...) -> Self { Self("any", .array(conditions.map(\.definition))) }

  /// This does not hold.
  public static func not(_ condition: CellCondition) -> Self { Self("not", condition.definition) }
}
