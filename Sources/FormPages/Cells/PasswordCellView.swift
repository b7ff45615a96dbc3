import FormCells
import Templates

/// A password on the form (TI24 to TI26), `Templates/cells/password.html`. The view never learns the password, only
/// whether there is one.
struct PasswordCellView: CellView {
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

/// The attributes of a password's input, the same for every visitor. No `maxlength`: input that stops unseen would make
/// another password of it.
final class PasswordPresentation: Sendable {
  let autocomplete: String
  let placeholder: String?

  init(_ cell: PasswordKind, in surroundings: CellPresentation.Kind.Surroundings) {
    placeholder = surroundings.text(cell.placeholder)
    // A form stores a hash of its own: where the definition says nothing, a password manager offers a new one.
    autocomplete = cell.autocomplete ?? "new-password"
  }
}
