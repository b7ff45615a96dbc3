import FormCells

extension CellPresentation {
  /// What a cell of one kind has beside what all cells have.
  enum Kind: Sendable {
    case text(TextPresentation)
    case password(PasswordPresentation)
    case currency(CurrencyPresentation)
    case note(NotePresentation)
    case `switch`(SwitchPresentation)
    case radioGroup(RadioGroupPresentation)
    case date(DateCell)
    case listPicker(SelectionPresentation)
    case select(SelectionPresentation, SelectCell.Style)
    case orderPicker(OrderPickerPresentation)
  }
}

extension CellPresentation.Kind {
  /// What a cell's presentation is made with, beside the cell.
  struct Surroundings {
    let label: String
    let languages: [LanguageTag]
    let words: Words
    let numbers: NumberFormat
    let offersScan: Bool

    func text(_ text: Localized?) -> String? { text?.text(in: languages) }
  }

  init(_ cell: Cell, _ surroundings: Surroundings) {
    self =
      switch cell.kind {
      case .text(let text): .text(TextPresentation(text, of: cell, surroundings))
      case .password(let password): .password(PasswordPresentation(password, surroundings))
      case .currency(let money): .currency(CurrencyPresentation(money, surroundings))
      case .note(let note): .note(NotePresentation(note, surroundings))
      case .switch(let cell): .switch(SwitchPresentation(cell, surroundings))
      case .radioGroup: .radioGroup(RadioGroupPresentation(cell, surroundings))
      case .date(let date): .date(date)
      case .listPicker(let picker): .listPicker(SelectionPresentation(picker, surroundings))
      case .select(let select): .select(SelectionPresentation(select, surroundings), select.style)
      case .orderPicker(let picker): .orderPicker(OrderPickerPresentation(picker, cell: cell.id, surroundings))
      }
  }

  /// What its selection view offers; nil for the kinds that open none.
  var selection: SelectionPresentation? {
    switch self {
    case .listPicker(let selection), .select(let selection, _): selection
    case .text, .password, .currency, .note, .switch, .radioGroup, .date, .orderPicker: nil
    }
  }
}
