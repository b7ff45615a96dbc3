package import FormCells
package import Support

extension FormPresentation {
  /// A submission as plain text for people: the form's title on the first line, when it was sent, its reference, and
  /// then the answers as on its receipt.
  /// - Parameters:
  ///   - time: when it was sent; `nil` if that is not known.
  ///   - replaced: the submission that this one corrects.
  ///   - newer: the submission that corrects this one.
  package func text(
    ofSubmission id: String, at time: LocalTime?, replacing replaced: String?, replacedBy newer: String?,
    _ values: JSONValue
  ) -> String {
    var lines = [Self.line(title)]
    if let time { lines.append("\(words.answers[.sent]): \(time.text(in: dates))") }
    lines.append("\(words[.reference]): \(id.readAloud)")
    if let replaced { lines.append("\(words.answers[.replaces]): \(replaced.readAloud)") }
    if let newer { lines.append("\(words.answers[.replacedBy]): \(newer.readAloud)") }
    for group in answers(recorded: values, unknown: words.answers[.otherValues], link: { _ in nil }) {
      if let title = group.title { lines += ["", "— \(Self.line(title)) —"] }
      for answer in group.answers {
        lines += ["", Self.line(answer.label)]
        let texts = answer.lines.map { $0.before + $0.text + $0.behind }
        for text in texts.isEmpty ? [answer.nothingEntered] : texts {
          lines += text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { "    \($0)" }
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }
}
