public import Localization
import Support

/// `password` (TI-d). No page and no file holds what was entered.
package struct PasswordKind: Sendable {
  /// The maximum length in bytes of UTF-8, which is the limit of the system's hash functions (crypt(3): 512 with the closing NUL). They
  /// refuse longer passwords, or cut them off silently.
  package static let byteLimit = 511

  package var placeholder: Localized?
  package var minLength: Int?
  package var maxLength: Int?
  package var autocomplete: String?
  package init() {}
}

extension PasswordKind: InputKind {
  static let type = CellType.password
  var kind: Cell.Kind { .password(self) }
  static let place = PlaceOnPages.withheld

  var reading: TextReading? { nil }

  /// White space can be a password.
  func isEmpty(_ value: CellValue) -> Bool { value.text.isEmpty }

  func problem(with text: String, today: CalendarDate?) -> Problem? {
    if let problem = Problem.ofLength(text, minimum: minLength, maximum: maxLength) { return problem }
    if text.utf8.count > Self.byteLimit { return .tooManyBytes(limit: Self.byteLimit) }
    return text.utf8.contains(0) ? .nullCharacter : nil
  }

  func json(of value: CellValue) -> JSONValue? { nil }
  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    let members = typedSchema(demand, minimum: minLength ?? 1)
    return demand == .filled ? members : demand.type("string") + members.dropFirst()
  }
  func value(posted: String, numbers: NumberFormat) -> CellValue? { nil }
  func hiddenFieldValue(_ value: CellValue) -> String? { nil }
  func value(hiddenFieldValue: String) -> CellValue? { nil }
}

extension PasswordKind {
  static let about = "A password; only its hash is kept."
  /// A definition is a file, and passwords don't belong in files.
  static let value: Shape? = nil
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooShort, .tooLong]
  /// A password can also have too many bytes.
  static let boundlessMessages: Set<Cell.MessageKey> = [.tooLong]
  static let keys = [
    Key.placeholder, Key("minLength", .length, "In characters."), Key("maxLength", .length, "In characters."),
    .autocomplete,
  ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    placeholder = reader.text("placeholder")
    minLength = reader.count("minLength")
    maxLength = reader.count("maxLength")
    reader.checkOrder("minLength", low: minLength, highKey: "maxLength", high: maxLength)
    autocomplete = reader.autocomplete()
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    decoder.report.add(
      .badValue, at: node.offset, path: path, message: "a password is never read from a file; remove it")
    return nil
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    decoder.noOperand(node, at: path, of: id, kind: self)
  }
}

/// `password` in a form written in Swift; only its hash is kept.
public struct PasswordCell: PlaceholderCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(
    _ id: String, label: Localized, file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(.password, id: id, label: label, line: SwiftLine(file: file, line: line))
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
