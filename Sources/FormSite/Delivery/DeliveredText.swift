package import FormCells
import FormController
import FormPages
import Support

/// Submissions as readable text, for the programs of destinations.
extension Site {
  /// The answers with their labels, in the language of the submission. If the form is not known any more, the values as they
  /// are stored.
  /// - Parameter load: loads a version of a form that is not served; `nil` if it cannot. The labels are then those of the
  ///   served version.
  package func text(of delivery: Delivery, load: (_ version: String, _ form: String) -> Form?) -> [UInt8] {
    let stored = (try? JSONReader.storedLine(delivery.line).value) ?? .null
    func text(_ key: String) -> String? { if case .string(let text)? = stored[key] { text } else { nil } }
    let (version, replaced, values) = (text("version") ?? "", text("replaces"), stored["values"] ?? .null)
    let snapshot = snapshot
    let known = snapshot.version(version, of: delivery.form) ?? load(version, delivery.form)
    guard let form = known ?? snapshot.form(delivery.form) else {
      return Array("\(delivery.form)\n\(delivery.id)\n\(String(decoding: values.prettyBytes, as: UTF8.self))\n".utf8)
    }
    let language = PageLanguage(of: form, for: SiteSnapshot.tags(delivery.language), in: snapshot.pages.words)
    let links = FormLinks(to: form, home: "", form: "", assets: snapshot.assets) { _ in "" }
    let presentation = FormPresentation(
      form, languages: [language.tag], words: language.words, links: links, numbers: language.numbers,
      dates: language.dates, isKept: false)
    let time = text("submittedAt").flatMap(Timestamp.init(iso8601:)).flatMap {
      LocalTime($0.seconds, in: snapshot.timeZone(of: form))
    }
    let told = presentation.text(
      ofSubmission: delivery.id, at: time, replacing: replaced, replacedBy: delivery.replacedBy, values)
    return Array(told.utf8)
  }
}
