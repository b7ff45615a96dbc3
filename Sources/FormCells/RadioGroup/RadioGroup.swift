public import Options
public import Support
public import Localization

/// `radio-group`: a few options shown in place, of a form that is written in Swift.
public struct RadioGroup: FormCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - options: what can be chosen.
  ///   - file: where its mistakes are reported.
  ///   - line: the same.
  public init(
    _ id: String, label: Localized, options: [Option], file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(
      .radioGroup, id, label, SwiftLine(file: file, line: line), said("options", options.definition))
  }
}

extension RadioGroup {
  /// The value that it begins with: the value of an option, or `["other": "…"]`.
  public func value(_ value: JSONValue) -> Self { with("value", value) }

  /// A last choice with a text field.
  /// - Parameters:
  ///   - label: "Other" if left out.
  ///   - maxLength: of its text, in characters; 100 if left out.
  public func other(label: Localized? = nil, maxLength: Int? = nil) -> Self {
    with("other", .object(said("label", label) + said("maxLength", maxLength.map(JSONValue.count))))
  }
}
