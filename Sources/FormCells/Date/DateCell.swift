import Support
public import TextAndNumbers

/// `date`: a day, of a form that is written in Swift.
public struct DateCell: FormCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: where its mistakes are reported.
  ///   - line: the same.
  public init(
    _ id: String, label: Localized, file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(.date, id, label, SwiftLine(file: file, line: line))
  }
}

extension DateCell {
  /// The value that it begins with, `YYYY-MM-DD`.
  public func value(_ day: String) -> Self { with("value", .string(day)) }

  /// The first day, `YYYY-MM-DD` or `today`.
  public func minimum(_ day: String) -> Self { with("minimum", .string(day)) }

  /// The last day, `YYYY-MM-DD` or `today`.
  public func maximum(_ day: String) -> Self { with("maximum", .string(day)) }
}
