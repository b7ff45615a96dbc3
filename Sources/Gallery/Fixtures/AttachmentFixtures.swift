import FormCells

extension CellFixture {
  private static func attachment(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    marking: String? = nil, ignoring: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, "attachment-\(slug)", in: .attachment, features, members, value: value, marking: marking,
      ignoring: ignoring, steps: steps)
  }

  private static let receipts = #"""
    "label": "Receipts", "accept": ["image/*", "application/pdf"], "maximum": 3
    """#

  private static func file(_ name: String, _ type: String, _ bytes: Int, _ digit: Character) -> String {
    #"{ "name": "\#(name)", "type": "\#(type)", "bytes": \#(bytes), "sha256": "\#(String(repeating: digit, count: 64))" }"#
  }

  private static let bill = file("bill.pdf", "application/pdf", 48_213, "a")
  private static let photo = file("IMG_2071.jpg", "image/jpeg", 2_517_000, "b")
  private static let long = file(
    "Besprechungsprotokoll-Haustechnik-Abnahme-Bauabschnitt-2-endgültige-Fassung.docx",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document", 812, "c")

  static let attachment: [CellFixture] = [
    attachment("An attachment without files", "empty", ["AT1", "AT2"], receipts),
    attachment("An attachment that takes one file of any kind", "single", ["AT1"], #""label": "Plan""#),
    attachment("An attachment with helper text", "helper", ["TI11"], receipts + #", "helper": "Both sides""#),
    attachment(
      "An attachment with files", "filled", ["AT1", "AT3"], receipts, value: "[\(bill), \(photo)]"),
    attachment(
      "A long file name wraps", "long", ["AT3", "C18"], receipts, value: "[\(long)]"),
    attachment("A required attachment", "required", ["TI3"], receipts + #", "required": true"#),
    attachment(
      "An optional attachment is marked where optional ones are", "optional", ["C1"],
      receipts + #", "required": false"#,
      marking: "optional"),
    attachment(
      "A required attachment that was sent empty", "missing", ["TI3", "AT4"], receipts + #", "required": true"#,
      steps: [.submit]),
    attachment(
      "An attachment with too many files", "too-many", ["AT4"], receipts,
      value: "[\(bill), \(photo), \(long), \(file("4.pdf", "application/pdf", 1_000, "d"))]", steps: [.submit]),
    attachment(
      "An attachment that is right", "success", ["C16"],
      receipts + #", "messages": { "success": "Thank you." }"#, value: "[\(bill)]", steps: [.submit]),
    attachment(
      "A read-only attachment", "read-only", ["TI6"], receipts + #", "readOnly": true"#),
    attachment(
      "A read-only attachment with files", "read-only-filled", ["TI6"], receipts + #", "readOnly": true"#,
      value: "[\(bill), \(photo)]"),
    attachment("A disabled attachment", "disabled", ["TI7"], receipts + #", "disabled": true"#, value: "[\(bill)]"),
  ]
}
