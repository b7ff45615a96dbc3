import Markup

extension Need {
  /// The control of a cell: its name is the cell's id.
  static var field: Need { .attribute("name", "id", or: "nothing that is entered would be sent") }

  /// A hidden input with the name of a page's field.
  static func carried(_ field: PageField, _ slot: String, where conditions: Condition..., or reason: String) -> Need {
    .attribute(
      "name", "field.\(field)", whereAll: conditions,
      adding: "<input type=\"hidden\" name=\"{field.\(field)}\" value=\"{\(slot)}\"/>", or: reason)
  }

  /// A button that does this and no more.
  static func button(_ press: String, label: String, where conditions: Condition..., or reason: String) -> Need {
    .attribute(
      "value", press, whereAll: conditions,
      adding: "<button type=\"submit\" name=\"{field.press}\" value=\"{\(press)}\">{\(label)}</button>", or: reason)
  }
}
