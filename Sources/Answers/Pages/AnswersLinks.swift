package import FormCells
import Support

/// The addresses in the answers' pages.
package struct AnswersLinks: Sendable, Equatable {
  /// The beginning of all addresses; may be empty.
  package let base: String

  package init(base: String = "") { self.base = base }

  package var home: String { "\(base)/" }
  package var signIn: String { "\(base)/sign-in" }
  package var signOut: String { "\(base)/sign-out" }

  /// - `address`: what to look for; by default, everything.
  package func table(of form: String, _ address: AnswerAddress = AnswerAddress()) -> String {
    with(address, path: "\(base)/forms/\(form)")
  }

  package func figures(of form: String, _ address: AnswerAddress = AnswerAddress()) -> String {
    with(address.ofAllRows, path: "\(base)/forms/\(form)/figures")
  }

  package func download(_ format: DownloadFormat, of form: String, address: AnswerAddress = AnswerAddress()) -> String {
    with(address.ofAllRows, path: "\(base)/forms/\(form).\(format.rawValue)")
  }

  /// - `address`: the results that contain it, and its place among them.
  package func answerPage(_ id: String, of form: String, address: AnswerAddress = AnswerAddress()) -> String {
    with(address, path: "\(base)/forms/\(form)/\(id)")
  }

  package func eraseQuestion(_ id: String, of form: String, address: AnswerAddress = AnswerAddress()) -> String {
    with(address, path: "\(base)/forms/\(form)/\(id)/erase")
  }

  package func correction(_ id: String, of form: String) -> String { "\(base)/forms/\(form)/\(id)/correct" }

  /// A file of a submission.
  package func file(_ file: AttachedFile, of id: String, of form: String) -> String {
    "\(base)/forms/\(form)/\(id)/files/\(file.digest)/\(PercentEncoding.encode(file.name))"
  }

  private func with(_ address: AnswerAddress, path: String) -> String {
    let query = address.query
    return query.isEmpty ? path : "\(path)?\(query)"
  }
}
