import FormCells

extension CellFixture {
  private static func attachment(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    marking: String? = nil, ignoring: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, slug: "attachment-\(slug)", in: .attachment, features: features, members: members, value: value,
      marking: marking,
      ignoring: ignoring, steps: steps)
  }

  private static let receipts = #"""
    "label": "Receipts", "accept": ["image/*", "application/pdf"], "maximum": 3
    """#

  private static func file(_ name: String, type: String, bytes: Int, digit: Character) -> String {
    #"{ "name": "\#(name)", "type": "\#(type)", "bytes": \#(bytes), "sha256": "\#(String(repeating: digit, count: 64))" }"#
  }

  private static let bill = file("bill.pdf", type: "application/pdf", bytes: 48_213, digit: "a")
  private static let photo = file("IMG_2071.jpg", type: "image/jpeg", bytes: 2_517_000, digit: "b")
  private static let long = file(
    "Besprechungsprotokoll-Haustechnik-Abnahme-Bauabschnitt-2-endgültige-Fassung.docx",
    type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document", bytes: 812, digit: "c")

  static let attachment: [CellFixture] = [
    attachment("An attachment without files", slug: "empty", features: ["AT1", "AT2"], members: receipts),
    attachment(
      "An attachment that takes one file of any kind", slug: "single", features: ["AT1"], members: #""label": "Plan""#),
    attachment(
      "An attachment with helper text", slug: "helper", features: ["TI11"],
      members: receipts + #", "helper": "Both sides""#),
    attachment(
      "An attachment with files", slug: "filled", features: ["AT1", "AT3"], members: receipts,
      value: "[\(bill), \(photo)]"),
    attachment(
      "A long file name wraps", slug: "long", features: ["AT3", "C18"], members: receipts, value: "[\(long)]"),
    attachment(
      "A required attachment", slug: "required", features: ["TI3"], members: receipts + #", "required": true"#),
    attachment(
      "An optional attachment is marked where optional ones are", slug: "optional", features: ["C1"],
      members: receipts + #", "required": false"#,
      marking: "optional"),
    attachment(
      "A required attachment that was sent empty", slug: "missing", features: ["TI3", "AT4"],
      members: receipts + #", "required": true"#,
      steps: [.submit]),
    attachment(
      "An attachment with too many files", slug: "too-many", features: ["AT4"], members: receipts,
      value: "[\(bill), \(photo), \(long), \(file("4.pdf", type: "application/pdf", bytes: 1_000, digit: "d"))]",
      steps: [.submit]),
    attachment(
      "An attachment marked as correct", slug: "success", features: ["C16"],
      members: receipts + #", "messages": { "success": "Thank you." }"#, value: "[\(bill)]", steps: [.submit]),
    attachment(
      "A read-only attachment", slug: "read-only", features: ["TI6"], members: receipts + #", "readOnly": true"#),
    attachment(
      "A read-only attachment with files", slug: "read-only-filled", features: ["TI6"],
      members: receipts + #", "readOnly": true"#,
      value: "[\(bill), \(photo)]"),
    attachment(
      "A disabled attachment", slug: "disabled", features: ["TI7"], members: receipts + #", "disabled": true"#,
      value: "[\(bill)]"),
  ]
}
