import FormCells

/// The attributes of a password's input, the same for every visitor. No `maxlength`: input that stops unseen would make
/// another password of it.
final class PasswordPresentation: Sendable {
  let autocomplete: String
  let placeholder: String?

  init(_ cell: PasswordKind, _ surroundings: CellPresentation.Kind.Surroundings) {
    placeholder = surroundings.text(cell.placeholder)
    // A form stores a hash of its own: where the definition says nothing, a password manager offers a new one.
    autocomplete = cell.autocomplete ?? "new-password"
  }
}
