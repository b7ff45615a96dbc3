import Support

extension Suggestion {
  /// `; did you mean 'x'?`, or nothing.
  static func text(for name: String, among known: some Sequence<String>) -> String {
    nearest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
  }
}
