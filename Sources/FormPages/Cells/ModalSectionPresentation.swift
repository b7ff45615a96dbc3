import FormCells

/// A modal section's names and texts, the same for every visitor.
final class ModalSectionPresentation: Sendable {
  let index: Int
  /// `_0`: its name in URLs and forms, and its cell's id.
  let name: String
  let label: String
  /// The section's footer: below the cells in its view, and on the form what helps to choose the section.
  let footer: String?
  let link: String
  let errorID: String
  let references: CellReferences

  init?(_ index: Int, of form: Form, languages: [LanguageTag], links: FormLinks) {
    let section = form.sections[index]
    guard section.container == .modal, let label = section.label ?? section.title else { return nil }
    self.index = index
    name = form.name(of: .section(index))
    self.label = label.text(in: languages)
    footer = section.footer?.text(in: languages)
    link = links.sections[index]
    errorID = "\(name)_error"
    references = .labelling(name)
  }
}
