import Support

/// Keys that several kinds of cells have, and how they are read.
extension Key {
  static let placeholder = Key("placeholder", .text, "The text shown in it while it is empty.")
  static let autocomplete = Key("autocomplete", .string, "HTML's autofill tokens.")

  static let limited = [
    Key("maxLength", .length, "In characters."),
    Key(
      "overflow", .choice(Overflow.self), needs: .key("maxLength"),
      "allow: a longer text is an error until shortened (the default). stop: input stops at the limit."),
    Key("counter", .boolean, "Whether a counter is shown; by default where there is a maxLength."),
  ]
}

/// What happens with a text that is too long (C13).
public enum Overflow: String, Sendable, CaseIterable {
  /// It is an error until it is shortened.
  case allow
  /// Input stops at the limit.
  case stop
}

extension Shape {
  /// In grapheme clusters. A longer text would be a document, and request bodies have their own limit.
  static let length = Shape.count(1...1_000_000)
}

extension ObjectReader {
  func checkOrder<Bound: Comparable>(_ lowKey: String, low: Bound?, highKey: String, high: Bound?) {
    guard let low, let high, low > high else { return }
    add(
      .minimumOverMaximum, key: lowKey, message: "“\(lowKey)” \(low) is over “\(highKey)” \(high); change one of them")
  }

  func showsCounter() -> Bool {
    let counter = flag("counter")
    if counter == true, !has("maxLength") {
      addNoEffect(of: "counter", "“counter” has no effect without “maxLength”")
    }
    return counter ?? has("maxLength")
  }

  func autocomplete() -> String? {
    guard let text = string("autocomplete") else { return nil }
    do {
      try AutofillTokens.check(text)
      return text
    } catch {
      add(.badValue, key: "autocomplete", message: error.message)
      return nil
    }
  }

  func pattern(_ key: String) -> Pattern? {
    guard let node = self[key] else { return nil }
    guard case .string(let source) = node.content else {
      return decoder.wrongType(node, at: path(of: key), expected: "a string")
    }
    if let literal = Pattern.Literal(source) {
      let pattern = String(decoding: JSONValue.string(literal.pattern).compactBytes, as: UTF8.self)
      let flags = literal.flags.contains("i") ? "; there are no flags: for letters of both cases write [A-Za-z]" : ""
      add(
        .badValue, key: key,
        message:
          "this is a literal of JavaScript; write the pattern alone: \(pattern)\(flags) (a slash that is meant is [/])")
      return nil
    }
    do {
      return try Pattern(source.nfc)
    } catch {
      add(.badValue, key: key, message: "at character \(error.offset + 1) of the expression: \(error.message)")
      return nil
    }
  }
}

/// HTML's autofill detail tokens (HTML, "Autofilling form controls: the autocomplete attribute").
private enum AutofillTokens {
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
