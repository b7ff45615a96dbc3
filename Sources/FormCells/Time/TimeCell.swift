import Support
public import Localization

/// `time`: a time of day, of a form that is written in Swift.
public struct TimeCell: MomentCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: where its mistakes are reported.
  ///   - line: the same.
  public init(
    _ id: String, label: Localized, file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(.time, id, label, SwiftLine(file: file, line: line))
  }
}

extension TimeCell {
  /// Minutes between the times that can be entered; 1 if left out.
  public func step(_ minutes: Int) -> Self { with("step", .count(minutes)) }
}
