import Templates

extension Need {
  /// The control of a cell: its name is the cell's id.
  static var field: Need { .attribute("name", "id", or: "nothing that is entered would be sent") }

  /// A hidden input with the name of a page's field.
  static func hiddenFieldValue(_ field: PageField, _ slot: String, where conditions: Condition..., or reason: String)
    -> Need
  {
    .attribute(
      "name", "field.\(field)", whereAll: conditions,
      adding: "<input type=\"hidden\" name=\"{field.\(field)}\" value=\"{\(slot)}\"/>", or: reason)
  }

  /// The hidden inputs for what the other pages of the form hold.
  static var hiddenSections: Need {
    .slot(
      "carried", adding: #"<t:each of="carried"><input type="hidden" name="{name}" value="{text}"/></t:each>"#,
      or: "what the other pages hold would be lost")
  }

  /// The words on the last change, with the button that takes it back.
  static func notice(where conditions: Condition...) -> Need {
    .slot(
      "notice", whereAll: conditions, adding: #"<t:with of="notice"><t:part name="parts/notice"/></t:with>"#,
      or: "what was done could not be undone")
  }

  /// The question before changes are lost, and its two answers.
  static var question: [Need] {
    [
      .slot(
        "question", where: "asks", adding: #"<t:if test="asks"><t:part name="selection/question"/></t:if>"#,
        or: "changes would be lost without a question"),
      .button("press.keepEditing", label: "keep", where: "asks", or: "the question could not be answered"),
      .button("press.discard", label: "discard", where: "asks", or: "the question could not be answered"),
    ]
  }

  /// A button that does this and no more.
  static func button(_ press: String, label: String, where conditions: Condition..., or reason: String) -> Need {
    .attribute(
      "value", press, whereAll: conditions,
      adding: "<button type=\"submit\" name=\"{field.press}\" value=\"{\(press)}\">{\(label)}</button>", or: reason)
  }
}
