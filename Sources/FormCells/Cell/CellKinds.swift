/// What an overlong entry does (features C13).
public enum Overflow: String, Sendable, CaseIterable { case allow, stop }

/// `text`: a simple property (features TI-b, TI-c).
public struct TextCell: Sendable {
  public enum Format: String, Sendable, CaseIterable { case email, url, tel, integer, decimal }
  public var placeholder: Localized?
  /// Grapheme clusters.
  public var maxLength: Int?
  public var overflow: Overflow = .allow
  public var showsCounter: Bool = false
  public var pattern: Pattern?
  public var format: Format?
  /// Exact decimal digits, as in the definition.
  public var minimum: String?
  public var maximum: String?
  public var hasScan: Bool = false
  /// HTML's autofill tokens.
  public var autocomplete: String?
  public init() {}
}

/// `password` (features TI-d).
public struct PasswordCell: Sendable {
  /// Bytes in UTF-8. What the systems' hash functions take (crypt(3): 512 with the closing NUL); a longer one would be
  /// refused there, or cut off in silence.
  public static let byteLimit = 511

  public var placeholder: Localized?
  public var minLength: Int?
  public var maxLength: Int?
  public var autocomplete: String?
  public init() {}
}

/// `currency` (features TI-e).
public struct CurrencyCell: Sendable {
  /// ISO 4217.
  public var currency: String
  public var minimum: String?
  public var maximum: String?
  public var symbol: CurrencySymbol = .locale
  public var placeholder: Localized?
  /// Digits of an amount, decimals included: a national budget in its smallest unit has about 16, and what is longer is
  /// a slip of the finger or of the clipboard.
  public static let digitLimit = 20
  public init(currency: String) { self.currency = currency }
}

/// `note` (features TI-f).
public struct NoteCell: Sendable {
  /// Lines that a note shows at once: about what a phone has room for. The style sheet has a rule for each.
  public static let lineLimit = 20
  public var placeholder: Localized?
  public var maxLength: Int?
  public var overflow: Overflow = .allow
  public var showsCounter: Bool = false
  public var minLines: Int = 3
  public var maxLines: Int = 6
  public init() {}
}

/// `switch` (features FO8).
public struct SwitchCell: Sendable {
  public var onLabel: Localized?
  public var offLabel: Localized?
  public init() {}
}

/// `radio-group` (features FO8).
public struct RadioGroup: Sendable {
  public var options: OptionSource
  public init(options: OptionSource) { self.options = options }
}

/// `date`
public struct DateCell: Sendable {
  public enum Bound: Sendable, Equatable {
    case today
    /// `YYYY-MM-DD`
    case day(String)
  }
  public var minimum: Bound?
  public var maximum: Bound?
  public init() {}
}

public enum SelectionMode: String, Sendable, CaseIterable { case single, multiple }

/// `list-picker` (features LP, LV).
public struct ListPicker: Sendable {
  public enum View: String, Sendable, CaseIterable { case half, full }
  public var selection: SelectionMode = .single
  public var options: OptionSource
  /// The prompt text of the empty cell.
  public var placeholder: Localized?
  /// The instruction inside the selection view.
  public var prompt: Localized?
  public var hasSearch: Bool = true
  public var hasReset: Bool = true
  /// Single only: false commits at once (LV13).
  public var hasApply: Bool = true
  public var showsSelectedList: Bool = true
  public var allListTitle: Localized?
  public var view: View = .half
  public var confirmsDiscard: Bool = true
  public var minimum: Int?
  public var maximum: Int?
  public var noneLabel: Localized?
  public init(options: OptionSource) { self.options = options }
}

/// `select` (features SE).
public struct SelectCell: Sendable {
  public enum Style: String, Sendable, CaseIterable { case standard, table }
  public var style: Style = .standard
  public var selection: SelectionMode = .single
  public var options: OptionSource
  public var placeholder: Localized?
  public init(options: OptionSource) { self.options = options }
}

/// `order-picker` (features OP).
public struct OrderPicker: Sendable {
  public struct Criterion: Sendable {
    public var id: String
    public var label: Localized
    public var isSelected: Bool
    public var direction: OrderedCriterion.Direction
    public var directionLabels: DirectionLabels?
    public init(
      id: String, label: Localized, isSelected: Bool = false, direction: OrderedCriterion.Direction = .ascending,
      directionLabels: DirectionLabels? = nil
    ) {
      self.id = id
      self.label = label
      self.isSelected = isSelected
      self.direction = direction
      self.directionLabels = directionLabels
    }
  }
  public struct DirectionLabels: Sendable {
    public var ascending: Localized?
    public var descending: Localized?
    public init(ascending: Localized? = nil, descending: Localized? = nil) {
      self.ascending = ascending
      self.descending = descending
    }
  }
  public var criteria: [Criterion]
  public var directionLabels: DirectionLabels?
  public var wraps: Bool = false
  public var minimum: Int = 0
  public init(criteria: [Criterion]) { self.criteria = criteria }
}
