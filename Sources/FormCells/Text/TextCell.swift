import Support
public import TextAndNumbers

/// `text`: one line, of a form that is written in Swift.
public struct TextCell: FormCell {
  /// Kinds of text.
  public enum Format: String, Sendable, CaseIterable { case email, url, tel, integer, decimal }

  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: where its mistakes are reported.
  ///   - line: the same.
  public init(
    _ id: String, label: Localized, file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(.text, id, label, SwiftLine(file: file, line: line))
  }
}

extension TextCell {
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

  /// An ECMAScript regular expression that the whole text has to match.
  public func pattern(_ expression: String) -> Self { with("pattern", .string(expression)) }

  /// The kind of text that it is.
  public func format(_ format: Format) -> Self { with("format", .string(format.rawValue)) }

  /// The smallest number.
  public func minimum(_ number: ExactNumber) -> Self { with("minimum", number.definition) }

  /// The largest number.
  public func maximum(_ number: ExactNumber) -> Self { with("maximum", number.definition) }

  /// The text that stands before the field; typed along, it is taken off.
  public func prefix(_ text: Localized) -> Self { with("prefix", text.definition) }

  /// The text that stands behind the field; typed along, it is taken off.
  public func suffix(_ text: Localized) -> Self { with("suffix", text.definition) }

  /// Whether a barcode or QR code can be read into it.
  public func scan(_ isOffered: Bool = true) -> Self { with("scan", .bool(isOffered)) }

  /// HTML's autofill tokens.
  public func autocomplete(_ tokens: String) -> Self { with("autocomplete", .string(tokens)) }
}
