import Support
public import Localization

/// `number`: a number of exact digits, of a form that is written in Swift.
public struct NumberCell: QuantityCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: where its mistakes are reported.
  ///   - line: the same.
  public init(
    _ id: String, label: Localized, file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(.number, id, label, SwiftLine(file: file, line: line))
  }
}

extension NumberCell {
  /// The value that it begins with.
  public func value(_ number: ExactNumber) -> Self { with("value", number.definition) }

  /// The distance between numbers that can be entered; 1 if left out.
  public func step(_ number: ExactNumber) -> Self { with("step", number.definition) }

  /// The text after the number.
  public func unit(_ text: Localized) -> Self { with("unit", text.definition) }

  /// Whether there are buttons that decrease and increase it; true if left out.
  public func stepper(_ isShown: Bool) -> Self { with("stepper", .bool(isShown)) }

  /// Decimals that may be typed; 0 if left out.
  public func decimals(_ count: Int) -> Self { with("decimals", .count(count)) }
}
