import FormCells
import Templates

/// A password on the form (TI24 to TI26), `Templates/cells/password.html`. The view does not get the password, only
/// whether there is one.
struct PasswordCellView: CellView {
  let context: CellContext
  let input: PasswordPresentation
  let isEntered: Bool

  /// A rejected password is kept too, but it is not what the form needs.
  private var isKept: Bool { isEntered && !context.isInvalid }

  var furtherReferences: CellReferences.Shown { isKept ? .state : [] }

  static let needs: [Need] =
    entryNeeds + [
      .field,
      .attribute("name", "field.held", where: "isEntered", or: "a password that was entered would be lost"),
      .attribute("name", "field.clear", where: "isEntered", or: "nobody could enter another password"),
    ]

  static let slots: [Slot<PasswordCellView>] =
    commonSlots
    + [
      .text("autocomplete") { $0.input.autocomplete },
      .optionalText("entered") { $0.isKept ? $0.context.words[.passwordEntered] : nil },
      .text("clear") { $0.context.words[.clear] },
      .optionalText("placeholder") { $0.isEntered ? nil : $0.input.placeholder },
      .flag("isEntered") { $0.isEntered },
    ]
}

/// The attributes of a password's input, the same for every visitor. There is no `maxlength`: if input stopped
/// unnoticed, the password would be another one.
final class PasswordPresentation: Sendable {
  let autocomplete: String
  let placeholder: String?

  init(_ cell: PasswordKind, in surroundings: CellPresentation.Kind.Surroundings) {
    placeholder = surroundings.text(cell.placeholder)
    // A form stores its own hash. If the definition does not say otherwise, a password manager suggests a new password.
    autocomplete = cell.autocomplete ?? "new-password"
  }
}
