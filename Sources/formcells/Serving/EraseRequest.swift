import FormSite
import Support

/// Submissions to erase, as a command sends them to the server that has the folder.
struct EraseRequest {
  static let verb = "erase"
  /// Ids in one request.
  static let idLimit = 1000

  let form: String
  let ids: [String]
  let by: String

  init(form: String, ids: [String], by: String) { (self.form, self.ids, self.by) = (form, ids, by) }

  /// - Throws: if the JSON is not such a request.
  init(_ request: JSONValue) throws(Failure) {
    guard case .string(let form)? = request["form"], case .string(let by)? = request["by"],
      case .array(let ids)? = request["ids"], ids.count <= Self.idLimit
    else { throw Failure("erase needs a form, ids and a name") }
    self.init(form: form, ids: ids.compactMap { if case .string(let id) = $0 { id } else { nil } }, by: by)
  }

  var json: JSONValue {
    ["do": .string(Self.verb), "form": .string(form), "ids": .array(ids.map { .string($0) }), "by": .string(by)]
  }

  func execute(on submissions: any SubmissionEditor) async throws -> JSONValue {
    let report = try await submissions.erase(ids, in: form, by: by)
    return [
      "erased": .array(report.erased.map { .string($0) }),
      "erasedBefore": .array(report.erasedBefore.map { .string($0) }),
      "missing": .array(report.missing.map { .string($0) }),
    ]
  }

  /// The report in a server's answer.
  static func report(_ answer: JSONValue) -> ErasureReport {
    func ids(_ key: String) -> [String] {
      guard case .array(let ids)? = answer[key] else { return [] }
      return ids.compactMap { if case .string(let id) = $0 { id } else { nil } }
    }
    var report = ErasureReport()
    report.erased = ids("erased")
    report.erasedBefore = ids("erasedBefore")
    report.missing = ids("missing")
    return report
  }
}
