/// `list-picker`: one or more of many options, chosen in a view of their own (LP, LV).
package struct ListPickerKind: Sendable {
  package var selection: SelectionMode = .single
  package var options: OptionSource
  /// The prompt text of the empty cell.
  package var placeholder: Localized?
  /// The instruction inside the selection view.
  package var prompt: Localized?
  package var hasSearch: Bool = true
  package var hasReset: Bool = true
  /// Single only: false commits at once (LV13).
  package var hasApply: Bool = true
  package var showsSelectedList: Bool = true
  package var allListTitle: Localized?
  package var view: ListPicker.View = .half
  package var confirmsDiscard: Bool = true
  package var discardWords = DiscardWords()
  package var minimum: Int?
  package var maximum: Int?
  package var noneLabel: Localized?
  /// Whether the only option that can be chosen is chosen from the beginning.
  package var preselectsOnly = false
  package var other: OtherChoice?
  package init(options: OptionSource) { self.options = options }

  /// Whether choosing an option commits and returns.
  package var choosesAtOnce: Bool { selection == .single && !hasApply }

  /// Own words for the question before changes are lost; nil: the built-in ones.
  package struct DiscardWords: Sendable {
    /// The question.
    package var title: Localized?
    /// The button that leaves.
    package var confirm: Localized?
    /// The button that stays.
    package var keep: Localized?
    package init() {}
  }
}

extension ListPickerKind: ChoiceKind {
  static let type = CellType.listPicker
  var kind: Cell.Kind { .listPicker(self) }
}

extension ListPickerKind {
  static let about = "One or more of many options, chosen in a view of their own."
  static let value: Shape? = .selectionValueOrOther
  static let oneOf = ["options", "source", "lists"]
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooFew, .tooMany, .tooLong]
  static let keys = [
    Key.selection, .options, .source, .lists,
    Key("placeholder", .text, "The prompt text of the empty cell."),
    Key("prompt", .text, "A short instruction in the selection view."),
    Key("search", .boolean, "Whether the list can be searched; true if left out."),
    Key("reset", .boolean, "Whether the selection can be reset; true if left out."),
    Key("apply", .boolean, needs: .single, "Whether a choice waits for Apply; true if left out."),
    Key("selectedList", .boolean, needs: .multiple, "Whether the chosen values are listed on top; true if left out."),
    Key("allList", .object { .allList }, needs: .no("lists"), "The list of all options."),
    Key("view", .choice(ListPicker.View.self), "How high the sheet is; half if left out."),
    Key("confirmDiscard", .boolean, "Whether Close asks before changes are lost; true if left out."),
    Key("discard", .object { .discard }, "Own words for the question whether changes are lost."),
    Key("minimum", .count(0...1_000_000), needs: .multiple, "How many values must be chosen."),
    Key("maximum", .count(1...1_000_000), needs: .multiple, "How many values may be chosen."),
    Key(
      "preselectOnly", .boolean, needs: .no("value"),
      "Whether the only option is chosen from the beginning, where the cell is required; false if left out."),
    Key("noneLabel", .text, needs: .single, "The row that takes an optional choice back; \"None\" if left out."),
    .other,
  ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    let options = reader.decoder.options(reader)
    self.init(options: options ?? OptionSource(options: []))
    selection = reader.choice("selection", SelectionMode.self) ?? .single
    placeholder = reader.text("placeholder")
    prompt = reader.text("prompt")
    hasSearch = reader.flag("search") ?? true
    hasReset = reader.flag("reset") ?? true
    let defaults = reader.decoder.defaults
    hasApply = reader.flag("apply") ?? (selection == .multiple || defaults.hasApply)
    showsSelectedList = reader.flag("selectedList") ?? true
    allListTitle = reader.object("allList")?.text("title")
    view = reader.choice("view", ListPicker.View.self) ?? defaults.view
    confirmsDiscard = reader.flag("confirmDiscard") ?? defaults.confirmsDiscard
    discardWords = Self.discardWords(reader)
    minimum = reader.count("minimum")
    maximum = reader.count("maximum")
    noneLabel = reader.text("noneLabel")
    other = reader.other()
    reader.checkTooLong()
    reader.checkOrder("minimum", minimum, "maximum", maximum)
    if let options, !options.isData, let minimum, minimum > options.count + (other == nil ? 0 : 1) {
      reader.add(.minimumOverMaximum, "minimum", "\(minimum) cannot be chosen of \(options.count)")
    }
    if let options, options.isProvided { checkLimit(reader) }
    if isRequired, reader.has("noneLabel") {
      reader.addNoEffect("noneLabel", "“noneLabel” has no effect: a required choice cannot be taken back")
    }
    if choosesAtOnce, other == nil, reader.isTrue("confirmDiscard") {
      reader.addNoEffect("confirmDiscard", "“confirmDiscard” has no effect: without Apply nothing is left to lose")
    }
    checkDiscard(reader)
    if reader.flag("preselectOnly") == true {
      preselectsOnly = true
      if let options { checkPreselection(of: options, isRequired: isRequired, reader) }
    }
    if options == nil { return nil }
  }

  /// Of a provider's options no more can be chosen than it is asked for at once.
  private func checkLimit(_ reader: ObjectReader) {
    let limit = OptionSource.providedValueLimit
    if let minimum, minimum > limit {
      reader.add(
        .minimumOverMaximum, "minimum", "\(minimum) cannot be chosen: of a provider's options \(limit) can be")
    }
    if let maximum, maximum > limit {
      reader.addNoEffect("maximum", "“maximum” has no effect: of a provider's options \(limit) can be chosen")
    }
  }

  private static func discardWords(_ reader: ObjectReader) -> DiscardWords {
    var words = DiscardWords()
    guard let own = reader.object("discard") else { return words }
    words.title = own.text("title")
    words.confirm = own.text("confirm")
    words.keep = own.text("keep")
    if own.table.keys.allSatisfy({ !own.has($0.name) }) {
      reader.addNoEffect("discard", "“discard” has no effect: it has none of “title”, “confirm”, “keep”")
    }
    return words
  }

  /// Options in a file may change; the rest is known.
  private func checkPreselection(of options: OptionSource, isRequired: Bool, _ reader: ObjectReader) {
    let reason: String
    if !isRequired {
      reason = "the cell is not required; add \"required\": true"
    } else if reader.isTrue("readOnly") || reader.isTrue("disabled") {
      reason = "nothing is chosen in the cell; give it a “value”"
    } else if options.isProvided {
      reason = "a provider's options are read when the view opens"
    } else if !options.isData, options.current.onlyEnabledRow == nil {
      reason = "more than one option can be chosen"
    } else {
      return
    }
    reader.addNoEffect("preselectOnly", "“preselectOnly” has no effect: \(reason)")
  }

  /// Words for a question that is never asked.
  private func checkDiscard(_ reader: ObjectReader) {
    guard reader.has("discard") else { return }
    if !confirmsDiscard {
      reader.addNoEffect("discard", "“discard” has no effect: with \"confirmDiscard\": false nothing is asked")
    } else if choosesAtOnce, other == nil {
      reader.addNoEffect("discard", "“discard” has no effect: without Apply nothing is left to lose")
    }
  }
}

extension KeyTable {
  fileprivate static let allList = KeyTable(
    name: "allList", about: "The list of all options.", keys: [Key("title", .text, required: true, "Its header.")])

  fileprivate static let discard = KeyTable(
    name: "discard", about: "Own words for the question whether changes are lost.",
    keys: [
      Key("title", .text, "The question; \"Discard changes?\" if left out."),
      Key("confirm", .text, "The button that leaves; \"Discard Changes\" if left out."),
      Key("keep", .text, "The button that stays; \"Keep Editing\" if left out."),
    ])
}
