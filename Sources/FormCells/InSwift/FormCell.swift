import Support
public import Localization

/// A cell of a form that is written in Swift. Each function says one key of the definition; what is wrong with them, `Form`
/// reports when it is made.
public protocol FormCell: Sendable {
  /// All that was said of it so far.
  var definition: CellDefinition { get set }
}

/// All that was said of a cell, and where in the program it begins.
public struct CellDefinition: Sendable {
  let line: SwiftLine
  var members: [JSONValue.Member]

  init(_ type: CellType, _ id: String, _ label: Localized, _ line: SwiftLine, _ more: [JSONValue.Member] = []) {
    self.line = line
    members = [
      .init("id", .string(id)), .init("type", .string(type.rawValue)), .init("label", label.definition),
    ]
    members += more
  }
}

extension FormCell {
  /// Whether it must be filled in; left out, the form's marking says it.
  public func required(_ isRequired: Bool = true) -> Self { with("required", .bool(isRequired)) }

  /// A hint below it.
  public func helper(_ text: Localized) -> Self { with("helper", text.definition) }

  /// Whether it shows its value and cannot be changed.
  public func readOnly(_ isReadOnly: Bool = true) -> Self { with("readOnly", .bool(isReadOnly)) }

  /// Whether it takes no part: not changed, not validated, not submitted.
  public func disabled(_ isDisabled: Bool = true) -> Self { with("disabled", .bool(isDisabled)) }

  /// Words in place of the built-in ones.
  public func message(_ key: Cell.MessageKey, _ text: Localized) -> Self {
    with("messages", adding: JSONValue.Member(key.rawValue, text.definition))
  }

  /// Whether an error message takes the helper's place.
  public func helperOnError(_ choice: Cell.HelperOnError) -> Self { with("helperOnError", .string(choice.rawValue)) }

  /// It is hidden unless this holds.
  public func visibleWhen(_ condition: CellCondition) -> Self { with("visibleWhen", condition.definition) }

  /// It is required too when this holds.
  public func requiredWhen(_ condition: CellCondition) -> Self { with("requiredWhen", condition.definition) }

  /// It is read-only when this holds.
  public func readOnlyWhen(_ condition: CellCondition) -> Self { with("readOnlyWhen", condition.definition) }

  /// The notes that are said with it while a condition holds, which may speak of the cell itself; never in the way of sending.
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

  /// Adds to an object, or makes it.
  private func with(_ key: String, adding member: JSONValue.Member) -> Self {
    guard let index = definition.members.firstIndex(where: { $0.key == key }),
      case .object(let members) = definition.members[index].value
    else { return with(key, .object([member])) }
    var cell = self
    cell.definition.members[index].value = .object(members + [member])
    return cell
  }

  /// Adds to an array, or makes it.
  private func with(_ key: String, adding element: JSONValue) -> Self {
    guard let index = definition.members.firstIndex(where: { $0.key == key }),
      case .array(let elements) = definition.members[index].value
    else { return with(key, .array([element])) }
    var cell = self
    cell.definition.members[index].value = .array(elements + [element])
    return cell
  }
}
