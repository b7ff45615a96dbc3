import Support
public import Localization

/// `date`: a day, of a form that is written in Swift.
public struct DateCell: MomentCell {
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
