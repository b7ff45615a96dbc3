import Support
public import TextAndNumbers

/// `note`: text of several lines, of a form that is written in Swift.
public struct NoteCell: FormCell {
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
  /// The value that it begins with.
  public func value(_ text: String) -> Self { with("value", .string(text)) }

  /// The text that stands in it while it is empty.
  public func placeholder(_ text: Localized) -> Self { with("placeholder", text.definition) }

  /// Its greatest length in characters.
  public func maxLength(_ count: Int) -> Self { with("maxLength", .count(count)) }

  /// The fate of a longer text; `allow` if left out.
  public func overflow(_ overflow: Overflow) -> Self { with("overflow", .string(overflow.rawValue)) }

  /// Whether a counter is shown; by default where there is a maximum length.
  public func counter(_ isShown: Bool = true) -> Self { with("counter", .bool(isShown)) }

  /// Lines shown at least; 3 if left out.
  public func minLines(_ count: Int) -> Self { with("minLines", .count(count)) }

  /// Lines it grows to; 6 if left out.
  public func maxLines(_ count: Int) -> Self { with("maxLines", .count(count)) }
}
