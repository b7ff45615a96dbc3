extension CellFixture {
  private static func currency(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, amount: (String, String)? = nil,
    locale: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    let fixture = cell(
      sentence, "currency-\(slug)", in: .currency, features, members,
      value: amount.map { #"{ "amount": "\#($0)", "currency": "\#($1)" }"# }, steps: steps)
    guard let locale else { return fixture }
    return CellFixture(
      sentence, slug: fixture.slug, in: .currency, shows: features,
      definition: fixture.definition.replacing(
        #""sections""#, with: #""locale": "\#(locale)", "sections""#, maxReplacements: 1),
      values: fixture.values, steps: steps)
  }

  static let currency: [CellFixture] = [
    currency("An empty amount", "empty", ["TI27"], #""label": "Total", "currency": "USD""#),
    currency(
      "An amount with placeholder and helper text", "helper", ["TI11", "TI27", "TI37"],
      #""label": "Total", "currency": "USD", "placeholder": "120.00", "helper": "As on the receipt""#),
    currency(
      "Dollars", "usd", ["TI28", "TI29", "TI31"], #""label": "Total", "currency": "USD""#,
      amount: ("1234.50", "USD")),
    currency(
      "Euros in a German form", "eur", ["TI28", "TI29", "TI31"], #""label": "Summe", "currency": "EUR""#,
      amount: ("1234.50", "EUR"), locale: "de-DE"),
    currency(
      "Euros in a French form", "eur-fr", ["TI28", "TI29"], #""label": "Total", "currency": "EUR""#,
      amount: ("1234567.50", "EUR"), locale: "fr-FR"),
    currency(
      "Rupees in an Indian form", "inr", ["TI28", "TI29"], #""label": "कुल", "currency": "INR""#,
      amount: ("1234567.50", "INR"), locale: "hi-IN"),
    currency(
      "Yen have no decimals", "jpy", ["TI28"], #""label": "Total", "currency": "JPY""#, amount: ("1234", "JPY")),
    currency(
      "Dinars have three decimals", "kwd", ["TI28"], #""label": "Total", "currency": "KWD""#, amount: ("1.250", "KWD")),
    currency(
      "The symbol behind the amount", "trailing", ["TI30"],
      #""label": "Total", "currency": "USD", "symbol": "trailing""#, amount: ("5.00", "USD")),
    currency(
      "An amount without a symbol", "no-symbol", ["TI30"],
      #""label": "Total", "currency": "USD", "symbol": "none""#, amount: ("5.00", "USD")),
    currency("A required amount", "required", ["TI3"], #""label": "Total", "currency": "USD", "required": true"#),
    currency(
      "An amount that is missing", "error", ["TI8", "TI40", "TI42"],
      #""label": "Total", "currency": "USD", "required": true, "helper": "As on the receipt""#, steps: [.submit]),
    currency(
      "An amount that is none", "wrong", ["TI40", "TI42"], #""label": "Total", "currency": "USD""#,
      steps: [.enter("currency-wrong", "a lot"), .submit]),
    currency(
      "An amount that can be read in two ways", "ambiguous", ["TI40", "TI42"], #""label": "Total", "currency": "USD""#,
      steps: [.enter("currency-ambiguous", "1.234"), .submit]),
    currency(
      "An amount above its maximum", "maximum", ["TI40", "TI42"],
      #""label": "Total", "currency": "USD", "maximum": 100"#, steps: [.enter("currency-maximum", "120"), .submit]),
    right(
      "An amount that is right", in: .currency, ["C16"],
      #""label": "Total", "currency": "USD", "messages": { "success": "Within the budget." }"#,
      value: #"{ "amount": "12.00", "currency": "USD" }"#),
    currency(
      "A read-only amount", "read-only", ["TI45", "TI46", "TI47"],
      #"""
      "label": "Total", "currency": "USD", "readOnly": true, "value": { "amount": "99.90", "currency": "USD" }
      """#),
    currency(
      "A disabled amount", "disabled", ["TI50", "TI51"],
      #"""
      "label": "Total", "currency": "USD", "disabled": true, "value": { "amount": "99.90", "currency": "USD" }
      """#),
  ]
}
