package import Support

/// Something that a template must write, or its page does not work: its content, the name that a control posts under, a
/// button. The compiler names what is missing, and what to add.
///
/// It must be written whichever way the template's own tests turn out, wherever the need's conditions hold. Inside `t:each`
/// and `t:with` another view's needs count. What pages can do without, at a price, is a warning.
public struct Need: Sendable, Equatable {
  /// A flag or optional slot, of the view or of one around it, and what it says where the thing is needed.
  public struct Condition: Sendable, Equatable, ExpressibleByStringLiteral {
    let slot: String
    let holds: Bool

    /// Needed where the slot's flag does not hold.
    public static func not(_ slot: String) -> Condition { Condition(slot: slot, holds: false) }
    /// Needed where the slot's flag holds, or its optional is there.
    public init(stringLiteral slot: String) { self.init(slot: slot, holds: true) }

    private init(slot: String, holds: Bool) {
      self.slot = slot
      self.holds = holds
    }
  }

  /// The slot or constant that is written.
  let slot: String
  /// Whose whole value it has to be; nil: it stands anywhere.
  let attribute: String?
  /// As messages name it: `{label}`, or `name={id}`.
  let mark: String
  let conditions: [Condition]
  /// The consequence of its absence.
  let reason: String
  /// The part to add, as a template has it.
  let markup: String
  let severity: Diagnostic.Severity

  /// A slot that is written in text or an attribute, entered, or placed.
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

  /// An attribute that has one slot or constant as its whole value.
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
  /// Whether the thing is not needed where the slot says this.
  func isExcused(where slot: String, holds: Bool) -> Bool {
    conditions.contains { $0.slot == slot && $0.holds != holds }
  }
}
