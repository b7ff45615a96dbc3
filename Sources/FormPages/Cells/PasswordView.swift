import FormCells
import Templates

/// A password on the form (TI24 to TI26), `Templates/cells/password.html`. The view never learns the password, only
/// whether there is one.
struct PasswordView: CellView {
  let context: CellContext
  let input: PasswordPresentation
  let isEntered: Bool

  /// One that is refused is held, but is not what the form wants.
  private var isKept: Bool { isEntered && !context.isInvalid }

  var furtherReferences: CellReferences.Shown { isKept ? .state : [] }

  static let needs: [Need] =
    entryNeeds + [
      .field,
      .attribute("name", "field.held", where: "isEntered", or: "a password that was entered would be lost"),
      .attribute("name", "field.clear", where: "isEntered", or: "nobody could enter another password"),
    ]

  static let slots: [Slot<PasswordView>] =
    commonSlots
    + [
      .text("autocomplete") { $0.input.autocomplete },
      .optionalText("entered") { $0.isKept ? $0.context.words.passwordEntered : nil },
      .text("clear") { $0.context.words.clear },
      .optionalText("placeholder") { $0.isEntered ? nil : $0.input.placeholder },
      .flag("isEntered") { $0.isEntered },
    ]
}
