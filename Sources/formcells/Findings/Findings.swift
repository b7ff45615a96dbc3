import Support

/// All that `formcells check` has to say.
struct Findings {
  /// Definitions that were looked at, also those that are not a form.
  var formCount = 0
  private(set) var diagnostics: [Diagnostic] = []

  mutating func add(_ more: [Diagnostic]) { diagnostics += more }

  var errorCount: Int { diagnostics.count { $0.severity == .error } }
  var warningCount: Int { diagnostics.count { $0.severity == .warning } }

  /// `4 forms, 0 errors, 1 warning`
  var closingLine: String {
    [(formCount, "form"), (errorCount, "error"), (warningCount, "warning")].map { count, noun in
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }.joined(separator: ", ")
  }
}
