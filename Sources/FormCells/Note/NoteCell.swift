import Support
public import Localization

/// `note`: text of several lines, of a form that is written in Swift.
public struct NoteCell: WrittenCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: where its mistakes are reported.
  ///   - line: the same.
  public init(
    _ id: String, label: Localized, file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(.note, id, label, SwiftLine(file: file, line: line))
  }
}

extension NoteCell {
  /// Lines shown at least; 3 if left out.
  public func minLines(_ count: Int) -> Self { with("minLines", .count(count)) }

  /// Lines it grows to; 6 if left out.
  public func maxLines(_ count: Int) -> Self { with("maxLines", .count(count)) }
}
