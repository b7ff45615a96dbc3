import FormCells
import FormController
import HTTPCore
import Support

/// Forms that open and close or accept a limited number of submissions, and options with a limited number of places.
extension Site {
  /// Starts counting against the limits of these forms.
  static func limit(_ forms: [Form], by counting: (any CountingSink)?) throws(Diagnostic) {
    var quotas: [String: Quotas] = [:]
    for form in forms {
      guard let own = Quotas(of: form) else { continue }
      guard counting != nil else {
        throw Diagnostic(
          path: "forms", keyPath: form.id, code: .badValue,
          message:
            "the form has a “limit”, or options with “places”, but the sink that records its submissions cannot count them; "
            + "record them with SubmissionFiles or PostgreSQLSubmissions, or remove the keys")
      }
      quotas[form.id] = own
    }
    counting?.limit(quotas)
  }

  /// Marks the options that are full.
  func followQuotas(of route: Route?, in snapshot: SiteSnapshot) {
    switch route {
    case .form(let id), .cell(let id, _), .entry(let id, _, _):
      guard let form = snapshot.form(id), form.hasPlaces, let taken = counting?.taken(of: id),
        let full = Quotas(of: form)?.full(taken)
      else { return }
      // Drafts of an earlier version show the same options as full.
      for version in [form] + snapshot.earlierForms(id) where version.hasPlaces { version.showFull(full) }
    default: break
    }
  }
}
