/// A file of cases to read and to record:
///
///     === a sentence about the case
///     --- page.html
///     <t:template> … </t:template>
///     --- output
///     <p>…</p>
///
/// The first template is compiled against `Sample`; what follows are its parts. The last section is `output`, or
/// `diagnostics` where there are any. `<t:template` stands for the root element with its namespace declared.
struct CaseDocument {
  struct Case {
    var title: String
    var templates: [(name: String, text: String)] = []
    var expectation = ""
  }

  var cases: [Case] = []

  init(_ text: String) {
    var section: [String] = []
    var heading = ""
    func close(_ cases: inout [Case]) {
      while section.last?.isEmpty == true { section.removeLast() }
      let body = section.joined(separator: "\n")
      section = []
      guard !heading.isEmpty, !cases.isEmpty else { return }
      if heading.hasSuffix(".html") {
        cases[cases.count - 1].templates.append((String(heading.dropLast(".html".count)), body))
      } else {
        cases[cases.count - 1].expectation = heading + "\n" + body
      }
      heading = ""
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("=== ") {
        close(&cases)
        cases.append(Case(title: String(line.dropFirst(4))))
      } else if line.hasPrefix("--- ") {
        close(&cases)
        heading = String(line.dropFirst(4))
      } else {
        section.append(String(line))
      }
    }
    close(&cases)
  }

  /// The same document with what each case really makes.
  func recording(_ run: (Case) -> String) -> String {
    var text = ""
    for item in cases {
      text += "=== \(item.title)\n"
      for template in item.templates { text += "--- \(template.name).html\n\(template.text)\n" }
      text += "--- \(run(item))\n"
    }
    while text.hasSuffix("\n") { text.removeLast() }
    return text + "\n"
  }
}
