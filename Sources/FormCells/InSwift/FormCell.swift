public import Localization
public import Support

/// A cell of a form written in Swift. Each function sets one key of the definition; `Form` reports errors when it is created.
public protocol FormCell: Sendable {
  /// The keys that were set so far.
  var definition: CellDefinition { get set }
}

/// The keys of a cell, and its line in the source file.
public struct CellDefinition: Sendable {
  let line: SwiftLine
  var members: [JSONValue.Member]

  init(_ type: CellType, id: String, label: Localized?, line: SwiftLine, _ more: [JSONValue.Member] = []) {
    self.line = line
    members = [.init("id", .string(id)), .init("type", .string(type.rawValue))] + said("label", label) + more
  }
}

extension FormCell {
  /// Whether it must be filled in; if left out, the form's marking decides.
  public func required(_ isRequired: Bool = true) -> Self { with("required", .bool(isRequired)) }

  /// The helper text below the cell.
  public func helper(_ text: Localized) -> Self { with("helper", text.definition) }

  /// Whether it shows its value and cannot be changed.
  public func readOnly(_ isReadOnly: Bool = true) -> Self { with("readOnly", .bool(isReadOnly)) }

  /// Whether it is inactive: it cannot be changed, and is neither validated nor submitted.
  public func disabled(_ isDisabled: Bool = true) -> Self { with("disabled", .bool(isDisabled)) }

  /// Whether a link can begin the form with a value for it: `?with.CELL=VALUE`.
  public func prefill(_ takesValue: Bool = true) -> Self { with("prefill", .bool(takesValue)) }

  /// Replaces the built-in words of a message.
  public func message(_ key: Cell.MessageKey, _ text: Localized) -> Self {
    with("messages", adding: JSONValue.Member(key.rawValue, text.definition))
  }

  /// Whether an error message replaces the helper text.
  public func helperOnError(_ choice: Cell.HelperOnError) -> Self { with("helperOnError", .string(choice.rawValue)) }

  /// Hides the cell unless this holds.
  public func visibleWhen(_ condition: CellCondition) -> Self { with("visibleWhen", condition.definition) }

  /// Also makes the cell required while this holds.
  public func requiredWhen(_ condition: CellCondition) -> Self { with("requiredWhen", condition.definition) }

  /// Makes the cell read-only while this holds.
  public func readOnlyWhen(_ condition: CellCondition) -> Self { with("readOnlyWhen", condition.definition) }

  /// A note shown with the cell while a condition holds. The condition may refer to the cell itself; the note never prevents sending.
  /// - `kind`: `info` if left out.
  public func note(_ text: Localized, kind: CellNote.Kind? = nil, when condition: CellCondition) -> Self {
    let note = [("when", condition.definition), ("text", text.definition)].members
    return with("notes", adding: .object(note + said("kind", kind)))
  }

  func with(_ key: String, _ value: JSONValue) -> Self {
    var cell = self
    cell.definition.members.append(.init(key, value))
    return cell
  }

  /// Adds to an object, or creates it.
  private func with(_ key: String, adding member: JSONValue.Member) -> Self {
    guard let index = definition.members.firstIndex(where: { $0.key == key }),
      case .object(let members) = definition.members[index].value
    else { return with(key, .object([member])) }
    var cell = self
    cell.definition.members[index].value = .object(members + [member])
    return cell
  }

  /// Adds to an array, or creates it.
  private func with(_ key: String, adding element: JSONValue) -> Self {
    guard let index = definition.members.firstIndex(where: { $0.key == key }),
      case .array(let elements) = definition.members[index].value
    else { return with(key, .array([element])) }
    var cell = self
    cell.definition.members[index].value = .array(elements + [element])
    return cell
  }
}

// Keys that several types of cells have, each written once.

/// A cell that shows a text while it is empty.
public protocol PlaceholderCell: FormCell {}

extension PlaceholderCell {
  /// The text shown in it while it is empty.
  public func placeholder(_ text: Localized) -> Self { with("placeholder", text.definition) }
}

/// A cell whose value can be calculated from other cells.
public protocol CalculatedCell: FormCell {}

extension CalculatedCell {
  /// The expression that calculates its value; the cell is then read-only.
  public func calculate(_ expression: String) -> Self { with("calculate", .string(expression)) }
}

/// A cell of text whose value pages show.
public protocol WrittenCell: PlaceholderCell {}

extension WrittenCell {
  /// Its initial value.
  public func value(_ text: String) -> Self { with("value", .string(text)) }

  /// Its greatest length in characters.
  public func maxLength(_ count: Int) -> Self { with("maxLength", .count(count)) }

  /// What happens with a longer text; `allow` if left out.
  public func overflow(_ overflow: Overflow) -> Self { with("overflow", .string(overflow.rawValue)) }

  /// Whether a counter is shown; by default, only if there is a maximum length.
  public func counter(_ isShown: Bool = true) -> Self { with("counter", .bool(isShown)) }
}

/// A cell of a number between bounds.
public protocol QuantityCell: FormCell {}

extension QuantityCell {
  /// The smallest number, or the smallest amount in the cell's currency.
  public func minimum(_ number: ExactNumber) -> Self { with("minimum", number.definition) }

  /// The largest number, or the largest amount in the cell's currency.
  public func maximum(_ number: ExactNumber) -> Self { with("maximum", number.definition) }
}

/// A cell of a day (`YYYY-MM-DD`; a bound can also be `today`) or of a time of day (`HH:MM`).
public protocol MomentCell: FormCell {}

extension MomentCell {
  /// Its initial day or time.
  public func value(_ time: String) -> Self { with("value", .string(time)) }

  /// The earliest day or time.
  public func minimum(_ time: String) -> Self { with("minimum", .string(time)) }

  /// The latest day or time.
  public func maximum(_ time: String) -> Self { with("maximum", .string(time)) }
}

/// A condition on other cells' values, in a form written in Swift. A hidden cell counts as empty.
public struct CellCondition: Sendable {
  let definition: JSONValue

  private init(_ id: String, _ members: [JSONValue.Member]) {
    definition = .object([.init("cell", .string(id))] + members)
  }

  private init(_ section: String, _ key: String, _ value: JSONValue) {
    definition = .object([.init("section", .string(section)), .init(key, value)])
  }

  private init(_ key: String, _ value: JSONValue) { definition = .object([.init(key, value)]) }

  /// The cell has this value, or has it among several chosen ones.
  public static func cell(_ id: String, equals value: JSONValue) -> Self { Self(id, said("equals", value)) }

  /// The cell has one of these values.
  public static func cell(_ id: String, in values: [JSONValue]) -> Self { Self(id, said("in", .array(values))) }

  /// Whether the cell has a value, or has none.
  public static func cell(_ id: String, filled isFilled: Bool) -> Self { Self(id, said("filled", .bool(isFilled))) }

  /// The cell's value is at least this: a number, a day, a time, or how many values are chosen.
  public static func cell(_ id: String, atLeast least: JSONValue) -> Self { Self(id, said("atLeast", least)) }

  /// The cell's value is at most this.
  public static func cell(_ id: String, atMost most: JSONValue) -> Self { Self(id, said("atMost", most)) }

  /// The cell's value is between these two, both included.
  public static func cell(_ id: String, atLeast least: JSONValue, atMost most: JSONValue) -> Self {
    Self(id, said("atLeast", least) + said("atMost", most))
  }

  /// At least one entry of a repeated section fulfils this. Cell ids in the condition mean the cells of that entry.
  public static func anyEntry(of section: String, _ condition: CellCondition) -> Self {
    Self(section, "any", condition.definition)
  }

  /// All entries of a repeated section fulfil this.
  public static func everyEntry(of section: String, _ condition: CellCondition) -> Self {
    Self(section, "all", condition.definition)
  }

  /// A repeated section has a number of entries within these limits.
  public static func entries(of section: String, atLeast least: Int? = nil, atMost most: Int? = nil) -> Self {
    Self(
      section, "count",
      .object(said("atLeast", least.map(JSONValue.count)) + said("atMost", most.map(JSONValue.count))))
  }

  /// All of these hold.
  public static func all(_ conditions: CellCondition...) -> Self { Self("all", .array(conditions.map(\.definition))) }

  /// At least one of these holds.
  public static func any(_ conditions: CellCondition...) -> Self { Self("any", .array(conditions.map(\.definition))) }

  /// This does not hold.
  public static func not(_ condition: CellCondition) -> Self { Self("not", condition.definition) }
}

/// A number in a form written in Swift: `5`, `0.5`, or `"12.50"` if the last zero counts.
public struct ExactNumber: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral
{
  let digits: String

  /// A whole number.
  public init(_ number: Int) { digits = String(number) }
  /// A number of exact digits.
  package init(_ number: DecimalNumber) { digits = number.description(minimumDecimals: number.decimals) }
  public init(integerLiteral number: Int) { self.init(number) }
  public init(floatLiteral number: Double) { digits = number.description }
  public init(stringLiteral digits: String) { self.digits = digits }

  var definition: JSONValue { .number(digits) }
}
