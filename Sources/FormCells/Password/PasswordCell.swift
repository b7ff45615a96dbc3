import Support
public import Localization

/// `password`, of a form that is written in Swift; only its hash is kept.
public struct PasswordCell: PlaceholderCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: where its mistakes are reported.
  ///   - line: the same.
  public init(
    _ id: String, label: Localized, file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(.password, id, label, SwiftLine(file: file, line: line))
  }
}

extension PasswordCell {
  /// Its smallest length in characters.
  public func minLength(_ count: Int) -> Self { with("minLength", .count(count)) }

  /// Its greatest length in characters.
  public func maxLength(_ count: Int) -> Self { with("maxLength", .count(count)) }

  /// HTML's autofill tokens.
  public func autocomplete(_ tokens: String) -> Self { with("autocomplete", .string(tokens)) }
}
