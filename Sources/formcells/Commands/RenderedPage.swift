/// The pages that `render` prints.
enum RenderedPage: String, CaseIterable {
  case form, review, receipt, index

  /// The options that mean something on it, besides those of every page.
  var options: Set<OptionName> {
    switch self {
    case .form: [.step, .cell, .values, .errors, .search]
    case .review, .receipt: [.values]
    case .index: []
    }
  }
}
