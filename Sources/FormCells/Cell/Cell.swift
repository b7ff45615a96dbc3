/// One form cell: what every kind has, and its kind. Immutable; a class for the same reason as `Form`.
public final class Cell: Sendable, Identifiable {
  public let id: String
  /// Position among `Form.cells`; given by `Form.init`.
  public let index: Int
  public let label: Localized
  /// As the definition says, the form's `marking` taken into account; `requiredWhen` can only add to it.
  public let isRequired: Bool
  public let helper: Localized?
  public let isReadOnly: Bool
  public let isDisabled: Bool
  /// The definition's `value`; what Reset goes back to.
  public let initial: CellValue
  public let messages: Messages
  public let helperOnError: HelperOnError
  public let visibleWhen: Condition?
  public let requiredWhen: Condition?
  public let readOnlyWhen: Condition?
  public let kind: Kind

  public enum Kind: Sendable {
    case text(TextCell)
    case password(PasswordCell)
    case currency(CurrencyCell)
    case note(NoteCell)
    case `switch`(SwitchCell)
    case radioGroup(RadioGroup)
    case date(DateCell)
    case listPicker(ListPicker)
    case select(SelectCell)
    case orderPicker(OrderPicker)
  }

  public struct Messages: Sendable {
    public var required: Localized?
    public var invalid: Localized?
    public var success: Localized?
    public init(required: Localized? = nil, invalid: Localized? = nil, success: Localized? = nil) {
      self.required = required
      self.invalid = invalid
      self.success = success
    }
  }

  /// Whether an error message takes the helper text's place (features C2).
  public enum HelperOnError: String, Sendable, CaseIterable { case replace, keep }

  public init(
    id: String, label: Localized, isRequired: Bool = false, helper: Localized? = nil, isReadOnly: Bool = false,
    isDisabled: Bool = false, initial: CellValue, messages: Messages = Messages(),
    helperOnError: HelperOnError = .replace, visibleWhen: Condition? = nil, requiredWhen: Condition? = nil,
    readOnlyWhen: Condition? = nil, kind: Kind, index: Int = 0
  ) {
    self.id = id
    self.index = index
    self.label = label
    self.isRequired = isRequired
    self.helper = helper
    self.isReadOnly = isReadOnly
    self.isDisabled = isDisabled
    self.initial = initial
    self.messages = messages
    self.helperOnError = helperOnError
    self.visibleWhen = visibleWhen
    self.requiredWhen = requiredWhen
    self.readOnlyWhen = readOnlyWhen
    self.kind = kind
  }

  /// The same cell at its place in a form.
  convenience init(_ cell: Cell, index: Int) {
    self.init(
      id: cell.id, label: cell.label, isRequired: cell.isRequired, helper: cell.helper, isReadOnly: cell.isReadOnly,
      isDisabled: cell.isDisabled, initial: cell.initial, messages: cell.messages, helperOnError: cell.helperOnError,
      visibleWhen: cell.visibleWhen, requiredWhen: cell.requiredWhen, readOnlyWhen: cell.readOnlyWhen,
      kind: cell.kind, index: index)
  }
}
