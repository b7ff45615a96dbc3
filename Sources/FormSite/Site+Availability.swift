import FormCells
import FormController
import HTTPCore
import Support

/// Forms that open and close, and that take so many submissions; options with so many places.
extension Site {
  /// From now on what the forms limit is counted.
  static func limit(_ forms: [Form], by counting: (any CountingSink)?) throws(Diagnostic) {
    var quotas: [String: Quotas] = [:]
    for form in forms {
      guard let own = Quotas(of: form) else { continue }
      guard counting != nil else {
        throw Diagnostic(
          path: "forms", keyPath: form.id, code: .badValue,
          message:
            "the form has a “limit”, or options with “places”, and its submissions are not counted where they are recorded; "
            + "record them with SubmissionFiles or PostgreSQLSubmissions, or remove the keys")
      }
      quotas[form.id] = own
    }
    counting?.limit(quotas)
  }

  /// Shows the options that are full.
  func followQuotas(of route: Route?, in snapshot: SiteSnapshot) {
    switch route {
    case .form(let id), .cell(let id, _), .entry(let id, _, _):
      guard let form = snapshot.form(id), form.hasPlaces, let taken = counting?.taken(of: id),
        let full = Quotas(of: form)?.full(taken)
      else { return }
      // Who has begun in an earlier version finds the same options full.
      for version in [form] + snapshot.earlierForms(id) where version.hasPlaces { version.showFull(full) }
    default: break
    }
  }
}
