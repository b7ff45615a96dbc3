package import Support

/// Something that a template must write for its page to work: its content, the name that a control posts under, a
/// button. The compiler names what is missing and what to add.
///
/// Wherever the need's conditions hold, the template must write it, whichever way the template's own tests turn out.
/// Inside `t:each` and `t:with` the needs of another view count. If a page works without it, but not well, its absence
/// is a warning.
public struct Need: Sendable, Equatable {
  /// A flag or optional slot, of the view or of an enclosing one, and the result for which the need exists.
  public struct Condition: Sendable, Equatable, ExpressibleByStringLiteral {
    let slot: String
    let holds: Bool

    /// The need exists where the slot's flag does not hold.
    public static func not(_ slot: String) -> Condition { Condition(slot: slot, holds: false) }
    /// The need exists where the slot's flag holds, or its optional has a value.
    public init(stringLiteral slot: String) { self.init(slot: slot, holds: true) }

    private init(slot: String, holds: Bool) {
      self.slot = slot
      self.holds = holds
    }
  }

  /// The slot or constant that is written.
  let slot: String
  /// The attribute whose whole value must be the slot; `nil` if it may be anywhere.
  let attribute: String?
  /// The text that messages show: `{label}`, or `name={id}`.
  let mark: String
  let conditions: [Condition]
  /// The consequence of its absence.
  let reason: String
  /// The markup to add, as a template would contain it.
  let markup: String
  let severity: Diagnostic.Severity

  /// A slot that must be written in text or an attribute, entered, or placed.
  public static func slot(
    _ name: String, where conditions: Condition..., adding markup: String? = nil, or reason: String
  ) -> Need {
    .slot(name, whereAll: conditions, adding: markup, or: reason)
  }

  package static func slot(
    _ name: String, whereAll conditions: [Condition], adding markup: String? = nil, or reason: String
  ) -> Need {
    Need(
      slot: name, attribute: nil, mark: "{\(name)}", conditions: conditions, reason: reason,
      markup: markup ?? "{\(name)}", severity: .error)
  }

  /// An attribute that must have one slot or constant as its whole value.
  public static func attribute(
    _ attribute: String, _ name: String, where conditions: Condition..., adding markup: String? = nil, or reason: String
  ) -> Need {
    .attribute(attribute, name, whereAll: conditions, adding: markup, or: reason)
  }

  package static func attribute(
    _ attribute: String, _ name: String, whereAll conditions: [Condition], adding markup: String? = nil,
    severity: Diagnostic.Severity = .error, or reason: String
  ) -> Need {
    Need(
      slot: name, attribute: attribute, mark: "\(attribute)={\(name)}", conditions: conditions, reason: reason,
      markup: markup ?? "\(attribute)=\"{\(name)}\"", severity: severity)
  }
}

extension Need {
  /// Whether there is no need where the slot's test has this result.
  func isExcused(where slot: String, holds: Bool) -> Bool {
    conditions.contains { $0.slot == slot && $0.holds != holds }
  }
}
