import Localization
package import Support

extension Form {
  /// The JSON Schema (draft 2020-12) of what a program may send to this form as JSON. It accepts every value that the form records. Only
  /// the form checks what a schema cannot express, such as conditions, or lengths in characters as people count them.
  package var sentSchema: JSONValue {
    let languages = [locale]
    var members: [JSONValue.Member] = [
      .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
      .init("title", .string(title.text(in: languages))),
    ]
    if let description { members.append(.init("description", .string(description.text(in: languages)))) }
    var properties: [JSONValue.Member] = []
    var required: [JSONValue] = []
    for section in sections {
      let cells = section.cells.filter(\.hasValue)
      let own = cells.map { JSONValue.Member($0.id, .object($0.sentSchema(languages, of: self))) }
      let demanded = cells.filter(\.mustBeSent).map { JSONValue.string($0.id) }
      if let repeated = section.repeated {
        let schema = repeated.sentSchema(of: own, required: demanded)
        let titled = [JSONValue.Member("title", .string(repeated.item.text(in: languages)))]
        properties.append(
          .init(repeated.id, .object(titled + (section.visibleWhen == nil ? schema : JSONValue.notLookedAt(schema)))))
        if repeated.minimum > 0, section.visibleWhen == nil { required.append(.string(repeated.id)) }
      } else {
        properties += own
        required += demanded
      }
    }
    let values = JSONValue.sentObject(properties, required: required)
    return .object(members + JSONValue.sentObject([.init("values", .object(values))], required: ["values"]))
  }
}

extension RepeatedSection {
  /// An array of objects with these cells.
  fileprivate func sentSchema(
    of cells: [JSONValue.Member], required: [JSONValue]
  ) -> [JSONValue.Member] {
    [
      .init("type", "array"), .init("maxItems", .number(String(maximum))),
      .init("items", .object(JSONValue.sentObject(cells, required: required))),
    ]
  }
}

extension Cell {
  fileprivate func sentSchema(_ languages: [LanguageTag], of form: Form) -> [JSONValue.Member] {
    var members = [JSONValue.Member("title", .string(form.named(label, in: languages)))]
    if let helper { members.append(.init("description", .string(form.named(helper, in: languages)))) }
    let demand = SentDemand(on: self)
    let schema = behaviour.sentSchema(demand)
    members += demand.isChecked ? schema : JSONValue.notLookedAt(schema)
    if !isEmpty(initial), preselected == nil, let value = json(of: initial) {
      members.append(.init("default", value))
    }
    if isReadOnly || isDisabled { members.append(.init("readOnly", true)) }
    return members
  }

  /// Whether the form is refused without this cell, which then has the definition's value.
  fileprivate var mustBeSent: Bool {
    guard SentDemand(on: self).isChecked, !behaviour.beginsToday else { return false }
    // The rows of a file may change, and the first choice with them.
    if let optionSource, optionSource.isData { return isRequired && preselected == nil && isEmpty(declared) }
    return problem(with: initial, isRequired: isRequired, today: nil) != nil
  }
}

extension JSONValue {
  /// Describes a value that may not be asked for. Anything is accepted, because nobody looks at it then.
  static func notLookedAt(_ schema: [Member]) -> [Member] { [.init("anyOf", [.object(schema), true])] }

  /// The members of a schema of objects with only these keys.
  static func sentObject(_ properties: [Member], required: [JSONValue]) -> [Member] {
    var members: [Member] = [.init("type", "object")]
    if !required.isEmpty { members.append(.init("required", .array(required))) }
    return members + [.init("properties", .object(properties)), .init("additionalProperties", false)]
  }
}

/// What the schema of sent forms can demand of a cell's value without refusing what the form accepts.
enum SentDemand {
  /// Nothing: values of hidden, disabled and read-only cells are ignored. The schema only describes the cell's values.
  case readable
  /// The cell must accept the value.
  case acceptable
  /// The cell must accept the value, and it must not be empty.
  case filled

  /// The maximum number of options that are listed one by one.
  static let optionLimit = 500

  init(on cell: Cell) {
    let isAlwaysChecked =
      cell.visibilityConditions.isEmpty && cell.readOnlyWhen == nil && !cell.isReadOnly && !cell.isDisabled
    self = !isAlwaysChecked ? .readable : cell.isRequired ? .filled : .acceptable
  }

  var isChecked: Bool { self != .readable }

  /// The type of values that are null if nothing was entered.
  func type(_ name: String) -> [JSONValue.Member] { Self.type(name, orNull: self != .filled) }

  static func type(_ name: String, orNull: Bool) -> [JSONValue.Member] {
    [.init("type", orNull ? .array([.string(name), "null"]) : .string(name))]
  }
}
