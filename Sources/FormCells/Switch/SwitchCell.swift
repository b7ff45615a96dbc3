import Support
public import Localization

/// `switch`: on or off, of a form that is written in Swift.
public struct SwitchCell: FormCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: where its mistakes are reported.
  ///   - line: the same.
  public init(
    _ id: String, label: Localized, file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(.switch, id, label, SwiftLine(file: file, line: line))
  }
}

extension SwitchCell {
  /// Whether it begins on.
  public func value(_ isOn: Bool) -> Self { with("value", .bool(isOn)) }

  /// The word for on.
  public func onLabel(_ text: Localized) -> Self { with("onLabel", text.definition) }

  /// The word for off.
  public func offLabel(_ text: Localized) -> Self { with("offLabel", text.definition) }
}
