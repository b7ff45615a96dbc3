import FormCells
import Templates

/// One cell's texts and names, the same for every visitor.
final class CellPresentation: Sendable, Equatable {
  let cell: Cell
  let id: String
  let label: String
  let helper: String?
  let success: String?
  /// By position in the definition.
  let notes: [CellNoteView]
  let following: Following?
  /// The definition's own message for a text that is too long, which scripts show while the visitor types.
  let tooLong: String?
  let marksRequired: Bool
  let marksOptional: Bool
  let optionalWord: String
  let words: Words
  let languages: [LanguageTag]
  let numbers: NumberFormat
  let dates: DateFormat
  let kind: Kind
  /// The answers in its texts; `nil` if the texts are as in the definition.
  let answers: ShownAnswers?
  /// The options that it shows, whatever its kind.
  let options: OptionSource?
  let link: String
  /// A link to the cell on its page.
  let anchor: String
  /// A link to the cell on the form's page, or to the cell of its modal section there.
  let formAnchor: String
  let errorID: String
  let references: CellReferences

  /// - `modalSection`: the name of the modal section that contains it.
  init(
    _ cell: Cell, following: Following?, languages: [LanguageTag], words: Words, scheme: MarkingScheme,
    links: FormLinks, modalSection: String?,
    numbers: NumberFormat, dates: DateFormat, offersScan: Bool, fileByteLimit: Int? = nil,
    answers: ShownAnswers? = nil
  ) {
    self.cell = cell
    self.answers = answers
    id = cell.id
    func filled(_ text: Localized) -> String { answers.filled(text.text(in: languages)) }
    label = filled(cell.label)
    helper = cell.helper.map(filled)
    notes = cell.notes.map { CellNoteView($0, text: filled($0.text), hasAnswers: answers != nil, words: words) }
    self.following = following
    success = cell.messages[.success]?.text(in: languages)
    tooLong = cell.messages.text(for: .tooLong(limit: 0, count: 0))?.text(in: languages)
    marksRequired = scheme.marksRequired
    marksOptional = scheme.marksOptional
    optionalWord = words[.optional]
    self.words = words
    self.languages = languages
    self.numbers = numbers
    self.dates = dates
    kind = Kind(
      cell,
      in: Kind.Surroundings(
        label: label, languages: languages, words: words, numbers: numbers, offersScan: offersScan,
        fileByteLimit: fileByteLimit, link: links.cells[cell.index], answers: answers))
    options = cell.optionSource
    link = links.cells[cell.index]
    anchor = "#" + cell.id
    formAnchor = modalSection.map { "#" + $0 } ?? anchor
    errorID = "\(cell.id)_error"
    references = cell.opensView ? .labelling(cell.id) : .describing(cell.id, state: kind.stateIDs(of: cell.id))
  }

  /// The parts of its selection view that are the same for every visitor; `nil` for kinds without such a view.
  var selection: SelectionPresentation? { kind.selection }

  static func == (a: CellPresentation, b: CellPresentation) -> Bool { a === b }
}

/// A note of a cell (B26), `Templates/parts/notes.html`.
struct CellNoteView: View {
  let text: String
  let isWarning: Bool
  /// What screen readers say instead of its icon.
  let prefix: String
  private let hasAnswers: Bool

  init(_ note: CellNote, text: String, hasAnswers: Bool, words: Words) {
    self.text = text
    self.hasAnswers = hasAnswers
    isWarning = note.kind == .warning
    prefix = isWarning ? words[.warningPrefix] : words[.infoPrefix]
  }

  static let needs: [Need] = [.slot("text", or: "the note would be empty")]

  static let slots: [Slot<CellNoteView>] = [
    .text("text", writing: { $1.write($0.text, isolating: $0.hasAnswers) }),
    .flag("isWarning") { $0.isWarning },
    .text("prefix") { $0.prefix },
  ]
}
