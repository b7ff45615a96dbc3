import Support
public import Localization

/// `text`: one line, of a form that is written in Swift.
public struct TextCell: WrittenCell, QuantityCell {
  /// Kinds of text.
  public enum Format: String, Sendable, CaseIterable {
    /// An e-mail address.
    case email
    /// A web address.
    case url
    /// A phone number.
    case tel
    /// A whole number.
    case integer
    /// A number of exact digits.
    case decimal
  }

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
  /// An ECMAScript regular expression that the whole text has to match.
  public func pattern(_ expression: String) -> Self { with("pattern", .string(expression)) }

  /// The kind of text that it is.
  public func format(_ format: Format) -> Self { with("format", .string(format.rawValue)) }

  /// The text that stands before the field; typed along, it is taken off.
  public func prefix(_ text: Localized) -> Self { with("prefix", text.definition) }

  /// The text that stands behind the field; typed along, it is taken off.
  public func suffix(_ text: Localized) -> Self { with("suffix", text.definition) }

  /// Whether a barcode or QR code can be read into it.
  public func scan(_ isOffered: Bool = true) -> Self { with("scan", .bool(isOffered)) }

  /// HTML's autofill tokens.
  public func autocomplete(_ tokens: String) -> Self { with("autocomplete", .string(tokens)) }
}
