/// The page that a visitor gets for a form that was sent.
public struct Receipt: Sendable {
  /// A way on from the receipt.
  public struct Link: Sendable {
    package var label: Localized
    /// `https://…`, `http://…`, or a path of this site.
    package var url: String

    /// - Parameters:
    ///   - label: its words.
    ///   - url: `https://…`, `http://…`, or a path of this site.
    public init(label: Localized, url: String) {
      self.label = label
      self.url = url
    }
  }

  /// The words on what happens next; nil: the built-in words.
  package var text: Localized?
  /// Whether it lists the answers.
  package var showsAnswers: Bool
  /// Where to go from here.
  package var link: Link?

  /// - Parameters:
  ///   - text: the words on what happens next; nil: the built-in words.
  ///   - showsAnswers: whether it lists the answers.
  ///   - link: where to go from here; nil: to the list of forms.
  public init(text: Localized? = nil, showsAnswers: Bool = true, link: Link? = nil) {
    self.text = text
    self.showsAnswers = showsAnswers
    self.link = link
  }
}

extension FormState {
  /// The answers as their receipt shows them: what was sent, and of a password only that there was one.
  package var sent: FormState {
    var values = values
    for (cell, state) in zip(form.cells, states) {
      if !state.isVisible || state.isDisabled {
        values[cell.index] = cell.initial
      } else if state.isReadOnly {
        values[cell.index] = initial(of: cell)
      } else if cell.isPassword, !cell.isEmpty(values[cell.index]) {
        values[cell.index] = .text("*")
      }
    }
    return FormState(form: form, id: id, values: values)
  }
}
