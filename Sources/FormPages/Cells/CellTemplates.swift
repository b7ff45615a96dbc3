package import FormCells
import Templates

// The kinds of cells in pages: what each kind presents, and the template that draws it.

/// The templates of the cells on a form, one for each kind that has pages.
final class CellTemplates: Sendable {
  private let text: Template<TextCellView>
  private let note: Template<NoteCellView>
  private let `switch`: Template<SwitchCellView>
  private let checkbox: Template<CheckboxCellView>
  private let radioGroup: Template<RadioGroupView>
  private let checkboxGroup: Template<CheckboxGroupView>
  private let date: Template<DateCellView>
  private let dateParts: Template<DatePartsView>
  private let dateRange: Template<DateRangeView>
  private let time: Template<TimeCellView>
  private let dateTime: Template<DateTimeCellView>
  private let duration: Template<DurationCellView>
  private let number: Template<NumberCellView>
  private let slider: Template<SliderCellView>
  private let rating: Template<RatingView>
  private let sliderRange: Template<SliderRangeView>
  private let matrix: Template<MatrixView>
  private let currency: Template<CurrencyCellView>
  private let password: Template<PasswordCellView>
  private let listPicker: Template<ListPickerCellView>
  private let select: Template<SelectCellView>
  private let orderPicker: Template<OrderPickerView>
  private let attachment: Template<AttachmentCellView>
  private let content: Template<ContentCellView>
  /// A row of a radio group, and of the selection views.
  let row: Template<RowView>
  /// The last choice of a radio group or selection view, with a text field.
  let other: Template<OtherView>
  private let group: GroupTemplates

  init(_ library: inout TemplateLibrary) {
    text = library.template("cells/text", for: TextCellView.self)
    note = library.template("cells/note", for: NoteCellView.self)
    `switch` = library.template("cells/switch", for: SwitchCellView.self)
    checkbox = library.template("cells/checkbox", for: CheckboxCellView.self)
    radioGroup = library.template("cells/radio-group", for: RadioGroupView.self)
    checkboxGroup = library.template("cells/checkbox-group", for: CheckboxGroupView.self)
    date = library.template("cells/date", for: DateCellView.self)
    dateParts = library.template("cells/date-parts", for: DatePartsView.self)
    dateRange = library.template("cells/date-range", for: DateRangeView.self)
    time = library.template("cells/time", for: TimeCellView.self)
    dateTime = library.template("cells/date-time", for: DateTimeCellView.self)
    duration = library.template("cells/duration", for: DurationCellView.self)
    number = library.template("cells/number", for: NumberCellView.self)
    slider = library.template("cells/slider", for: SliderCellView.self)
    rating = library.template("cells/rating", for: RatingView.self)
    sliderRange = library.template("cells/slider-range", for: SliderRangeView.self)
    matrix = library.template("cells/matrix", for: MatrixView.self)
    currency = library.template("cells/currency", for: CurrencyCellView.self)
    password = library.template("cells/password", for: PasswordCellView.self)
    listPicker = library.template("cells/list-picker", for: ListPickerCellView.self)
    select = library.template("cells/select", for: SelectCellView.self)
    orderPicker = library.template("cells/order-picker", for: OrderPickerView.self)
    attachment = library.template("cells/attachment", for: AttachmentCellView.self)
    content = library.template("cells/content", for: ContentCellView.self)
    row = library.template("selection/row", for: RowView.self)
    other = library.template("selection/other", for: OtherView.self)
    let list = library.template("selection/group-list", for: GroupListView.self)
    group = GroupTemplates(row: row, list: list, other: other)
  }

  /// The cell as this visitor sees it.
  func fragment(_ context: CellContext) -> Fragment {
    switch context.presentation.kind {
    case .text(let presentation): text.fragment(TextCellView(context, input: presentation))
    case .note(let presentation): note.fragment(NoteCellView(context, area: presentation))
    case .switch(let presentation) where presentation.isBox:
      checkbox.fragment(CheckboxCellView(context: context, presentation: presentation, isOn: context.value.flag))
    case .switch(let presentation):
      `switch`.fragment(SwitchCellView(context: context, presentation: presentation, isOn: context.value.flag))
    case .radioGroup(let presentation):
      radioGroup.fragment(RadioGroupView(context, presentation: presentation, templates: group))
    case .checkboxGroup(let presentation):
      checkboxGroup.fragment(CheckboxGroupView(context, presentation: presentation, templates: group))
    case .date(let date) where date.hasParts: dateParts.fragment(DatePartsView(context, cell: context.bounded(date)))
    case .date(let date):
      self.date.fragment(DateCellView(context: context, cell: context.bounded(date), text: context.value.text))
    case .dateRange(let range): dateRange.fragment(DateRangeView(context: context, range: context.bounded(range)))
    case .time(let time):
      self.time.fragment(TimeCellView(context: context, cell: context.bounded(time), text: context.value.text))
    case .dateTime(let time):
      dateTime.fragment(DateTimeCellView(context: context, cell: context.bounded(time), text: context.value.text))
    case .duration: duration.fragment(DurationCellView(context: context))
    case .number(let presentation):
      number.fragment(
        NumberCellView(context: context, number: presentation, shown: context.shown, kept: context.value.text))
    case .slider(let presentation, let kind) where kind.isRange:
      sliderRange.fragment(
        SliderRangeView(context: context, number: presentation, slider: kind, shown: context.shown))
    case .slider(let presentation, let kind):
      slider.fragment(
        SliderCellView(context: context, number: presentation, slider: kind, shown: context.shown))
    case .rating(let presentation):
      rating.fragment(RatingView(context: context, rating: presentation, row: row))
    case .matrix(let presentation): matrix.fragment(MatrixView(context: context, matrix: presentation))
    case .currency(let presentation): currency.fragment(CurrencyCellView(context, money: presentation))
    case .password(let presentation):
      password.fragment(
        PasswordCellView(
          context: context, input: presentation, isEntered: !context.presentation.cell.isEmpty(context.value)))
    case .listPicker: listPicker.fragment(ListPickerCellView(context))
    case .select(_, let style):
      select.fragment(SelectCellView(style: style, picker: ListPickerCellView(context)))
    case .orderPicker(let presentation):
      orderPicker.fragment(OrderPickerView(context, presentation: presentation))
    case .attachment(let presentation): attachment.fragment(AttachmentCellView(context, attachment: presentation))
    case .content(let presentation):
      content.fragment(ContentCellView(id: context.presentation.id, content: presentation))
    }
  }
}

extension Form {
  /// The style sheets that this form needs in addition to `css/site.css`, which covers most cells.
  var stylesheets: [String] {
    cells.flatMap(\.stylesheets) + (repeatedSections.isEmpty ? [] : ["css/cells/repeat.css"])
  }
}

extension Cell {
  /// The style sheets that one cell needs in addition.
  fileprivate var stylesheets: [String] {
    switch kind {
    case .content: ["css/cells/content.css"]
    case .attachment: ["css/cells/attachment.css"]
    case .rating: ["css/cells/rating.css"]
    case .slider(let slider): [slider.isRange ? "css/cells/slider-range.css" : "css/cells/slider.css"]
    case .matrix: ["css/cells/matrix.css"]
    case .dateRange: ["css/cells/date-range.css"]
    case .dateTime: ["css/cells/date-time.css"]
    case .duration: ["css/cells/duration.css"]
    case .date(let date):
      date.hasParts ? ["css/cells/date-parts.css"] : date.quick.isEmpty ? [] : ["css/cells/quick.css"]
    case .radioGroup(let group): group.layout.stylesheets(of: group.options)
    case .checkboxGroup(let group): ["css/cells/checkbox-group.css"] + group.layout.stylesheets(of: group.options)
    case .switch(let cell): cell.style == .checkbox ? ["css/cells/checkbox.css"] : []
    case .text, .password, .currency, .note, .time, .number, .listPicker, .select, .orderPicker: []
    }
  }
}

extension GroupLayout {
  fileprivate func stylesheets(of options: OptionSource) -> [String] {
    (styleName == nil ? [] : ["css/cells/group-styles.css"]) + (options.hasLists ? ["css/cells/group-lists.css"] : [])
  }
}

extension CellPresentation {
  /// The part of the presentation that depends on the kind of cell.
  enum Kind: Sendable {
    case text(TextPresentation)
    case password(PasswordPresentation)
    case currency(CurrencyPresentation)
    case note(NotePresentation)
    case `switch`(SwitchPresentation)
    case radioGroup(ChoiceGroupPresentation)
    case checkboxGroup(ChoiceGroupPresentation)
    case date(DateKind)
    case dateRange(DateRangeKind)
    case time(TimeKind)
    case dateTime(DateTimeKind)
    case duration
    case number(NumberPresentation)
    case slider(NumberPresentation, SliderKind)
    case rating(RatingPresentation)
    case matrix(MatrixPresentation)
    case listPicker(SelectionPresentation)
    case select(SelectionPresentation, SelectCell.Style)
    case orderPicker(OrderPickerPresentation)
    case attachment(AttachmentPresentation)
    case content(ContentPresentation)
  }
}

extension CellPresentation.Kind {
  /// What a cell's presentation is made from, besides the cell.
  struct Surroundings {
    let label: String
    let languages: [LanguageTag]
    let words: Words
    let numbers: NumberFormat
    let offersScan: Bool
    /// The largest file that can be added, in bytes; `nil` if it is not known.
    let fileByteLimit: Int?
    /// The cell's address.
    let link: String
    let answers: ShownAnswers?

    func text(_ text: Localized?) -> String? { (text?.text(in: languages)).map(filled) }

    func filled(_ text: String) -> String { answers.filled(text) }

    /// A text whose marks are read before the answers are inserted, so that answers never count as marks.
    func marked(_ text: Localized?) -> [[SpanView]] {
      guard let text = text?.text(in: languages) else { return [] }
      return MarkedText(text).paragraphs.map { paragraph in paragraph.map { SpanView($0, in: self) } }
    }
  }

  init(_ cell: Cell, in surroundings: Surroundings) {
    self =
      switch cell.kind {
      case .text(let text): .text(TextPresentation(text, of: cell, in: surroundings))
      case .password(let password): .password(PasswordPresentation(password, in: surroundings))
      case .currency(let money): .currency(CurrencyPresentation(money, in: surroundings))
      case .note(let note): .note(NotePresentation(note, in: surroundings))
      case .switch(let cell): .switch(SwitchPresentation(cell, in: surroundings))
      case .radioGroup(let group): .radioGroup(ChoiceGroupPresentation(group, of: cell, in: surroundings))
      case .checkboxGroup(let group): .checkboxGroup(ChoiceGroupPresentation(group, of: cell, in: surroundings))
      case .date(let date): .date(date)
      case .dateRange(let range): .dateRange(range)
      case .time(let time): .time(time)
      case .dateTime(let time): .dateTime(time)
      case .duration: .duration
      case .number(let number): .number(NumberPresentation(number, of: cell, in: surroundings))
      case .slider(let slider):
        .slider(NumberPresentation(slider.number, of: cell, in: surroundings), slider)
      case .rating(let rating): .rating(RatingPresentation(rating, of: cell, in: surroundings))
      case .matrix(let matrix): .matrix(MatrixPresentation(matrix, of: cell, in: surroundings))
      case .listPicker(let picker): .listPicker(SelectionPresentation(picker, in: surroundings))
      case .select(let select): .select(SelectionPresentation(select, in: surroundings), select.style)
      case .orderPicker(let picker): .orderPicker(OrderPickerPresentation(picker, cell: cell.id, in: surroundings))
      case .attachment(let kind):
        .attachment(AttachmentPresentation(kind, of: cell, link: surroundings.link, in: surroundings))
      case .content(let content): .content(ContentPresentation(content, in: surroundings))
      }
  }

  /// The limit for a typed text, and the text area whose lines are counted.
  var measured: (limit: CharacterLimit?, area: NotePresentation?) {
    switch self {
    case .text(let text): (text.limit, nil)
    case .note(let note): (note.limit, note)
    case .password, .currency, .switch, .radioGroup, .checkboxGroup, .date, .dateRange, .time, .dateTime, .duration,
      .number, .slider, .rating, .matrix, .listPicker,
      .select,
      .orderPicker, .attachment,
      .content:
      (nil, nil)
    }
  }

  /// The ids of the texts beside its control: its value in words, or a unit.
  func stateIDs(of cell: String) -> [String] {
    switch self {
    case .checkboxGroup, .attachment: return ["\(cell)_required"]
    default: break
    }
    guard case .text(let text) = self else { return ["\(cell)_state"] }
    return (text.prefix == nil ? [] : ["\(cell)_prefix"]) + (text.suffix == nil ? [] : ["\(cell)_suffix"])
  }

  /// The parts of its selection view that are the same for every visitor; `nil` for kinds without such a view.
  var selection: SelectionPresentation? {
    switch self {
    case .listPicker(let selection), .select(let selection, _): selection
    case .text, .password, .currency, .note, .switch, .radioGroup, .checkboxGroup, .date, .dateRange, .time, .dateTime,
      .duration, .number, .slider, .rating, .matrix,
      .orderPicker, .attachment,
      .content:
      nil
    }
  }
}

extension CellPresentation.Kind {
  /// The id of the control that gets the focus after one of the cell's buttons was pressed; `nil` if the cell has no
  /// such button.
  /// - `value`: the present value.
  fileprivate func focus(after button: CellButton, in cell: Cell, holding value: CellValue) -> String? {
    switch (self, button) {
    case (.orderPicker, .order(let button)): OrderPickerPresentation.focus(after: button, in: cell.id, of: value.order)
    case (.attachment(let presentation), .attachment(let button)):
      presentation.focus(after: button, in: cell.id, holding: value.text)
    case (.number(let presentation), .step(let button)):
      presentation.focus(after: button, in: cell.id, holding: value.text)
    default: nil
    }
  }
}

extension FormPresentation {
  /// The id of the control that gets the focus after one of the cell's buttons was pressed.
  /// - `value`: the present value.
  package func focus(after button: CellButton, in cell: Cell, holding value: CellValue) -> String {
    cells[cell.index].kind.focus(after: button, in: cell, holding: value) ?? cell.id
  }
}
