import Support

/// HTML's autofill detail tokens (HTML, "Autofilling form controls: the autocomplete attribute").
enum AutofillTokens {
  struct Refusal: Error { let message: String }

  /// `on`, `off`, or: `section-*`? (`shipping`|`billing`)? then a field, or a kind of contact and a contact field; then
  /// `webauthn`?
  static func check(_ text: String) throws(Refusal) {
    var tokens = text.lowercased().split(separator: " ").map(String.init)[...]
    if tokens == ["on"] || tokens == ["off"] { return }
    if let first = tokens.first, first.hasPrefix("section-"), first.count > 8 { tokens.removeFirst() }
    if let first = tokens.first, first == "shipping" || first == "billing" { tokens.removeFirst() }
    if tokens.last == "webauthn", tokens.count > 1 { tokens.removeLast() }
    let kind = tokens.first.map(contactKinds.contains) ?? false ? tokens.removeFirst() : nil
    guard let field = tokens.popFirst() else { throw Refusal(message: "the autofill field is missing from “\(text)”") }
    guard tokens.isEmpty else {
      throw Refusal(message: "“\(tokens.joined(separator: " "))” is too much after the autofill field “\(field)”")
    }
    if kind == nil ? (fields.contains(field) || contactFields.contains(field)) : contactFields.contains(field) {
      return
    }
    if let kind, fields.contains(field) { throw Refusal(message: "“\(kind)” does not go with the field “\(field)”") }
    let meant = Suggestion.nearest(to: field, among: fields + contactFields).map { "; did you mean “\($0)”?" } ?? ""
    throw Refusal(message: "“\(field)” is none of HTML's autofill fields\(meant)")
  }

  private static let contactKinds = ["home", "work", "mobile", "fax", "pager"]

  private static let contactFields = [
    "tel", "tel-country-code", "tel-national", "tel-area-code", "tel-local", "tel-local-prefix", "tel-local-suffix",
    "tel-extension", "email", "impp",
  ]

  private static let fields = [
    "name", "honorific-prefix", "given-name", "additional-name", "family-name", "honorific-suffix", "nickname",
    "organization-title", "username", "new-password", "current-password", "one-time-code", "organization",
    "street-address", "address-line1", "address-line2", "address-line3", "address-level4", "address-level3",
    "address-level2", "address-level1", "country", "country-name", "postal-code", "cc-name", "cc-given-name",
    "cc-additional-name", "cc-family-name", "cc-number", "cc-exp", "cc-exp-month", "cc-exp-year", "cc-csc", "cc-type",
    "transaction-currency", "transaction-amount", "language", "bday", "bday-day", "bday-month", "bday-year", "sex",
    "url", "photo",
  ]
}
