public import Localization
public import Options
public import Support

/// `list-picker`: one or more of many options, chosen in a separate view (LP, LV).
package struct ListPickerKind: Sendable {
  package var selection: SelectionMode = .single
  package var options: OptionSource
  /// The prompt text of the empty cell.
  package var placeholder: Localized?
  /// The instruction inside the selection view.
  package var prompt: Localized?
  package var hasSearch: Bool = true
  package var hasReset: Bool = true
  /// For a single selection: false commits at once (LV13).
  package var hasApply: Bool = true
  package var showsSelectedList: Bool = true
  package var allListTitle: Localized?
  package var view: ListPicker.View = .half
  package var confirmsDiscard: Bool = true
  package var discardWords = DiscardWords()
  package var minimum: Int?
  package var maximum: Int?
  package var noneLabel: Localized?
  /// Whether an option is preselected if it is the only one that can be chosen.
  package var preselectsOnly = false
  package var other: OtherChoice?
  package init(options: OptionSource) { self.options = options }

  /// Whether choosing an option commits and returns.
  package var choosesAtOnce: Bool { selection == .single && !hasApply }

  /// The words of the question asked before changes are lost; `nil` for the built-in ones.
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
  static let about = "One or more of many options, chosen in a separate view."
  static let value: Shape? = .selectionValueOrOther
  static let oneOf = ["options", "source", "lists"]
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooFew, .tooMany, .tooLong]
  /// A program can send two values for a single choice.
  static let boundlessMessages: Set<Cell.MessageKey> = [.tooMany]
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
    Key("noneLabel", .text, needs: .single, "The row that clears an optional choice; \"None\" if left out."),
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
    noneLabel = reader.text("noneLabel")
    other = reader.other()
    (minimum, maximum) = reader.choiceCounts(of: options, hasOther: other != nil)
    if let options, options.isProvided { checkLimit(reader) }
    if isRequired, reader.has("noneLabel") {
      reader.addNoEffect(of: "noneLabel", "“noneLabel” has no effect: a required choice cannot be cleared")
    }
    if choosesAtOnce, other == nil, reader.isTrue("confirmDiscard") {
      reader.addNoEffect(of: "confirmDiscard", "“confirmDiscard” has no effect: without Apply nothing is left to lose")
    }
    checkDiscard(reader)
    if reader.flag("preselectOnly") == true {
      preselectsOnly = true
      if let options { checkPreselection(of: options, isRequired: isRequired, reader) }
    }
    if options == nil { return nil }
  }

  /// A provider is asked for a limited number of values, so no more can be chosen.
  private func checkLimit(_ reader: ObjectReader) {
    let limit = OptionSource.providedValueLimit
    if let minimum, minimum > limit {
      reader.add(
        .minimumOverMaximum, key: "minimum",
        message: "\(minimum) cannot be chosen: of a provider's options \(limit) can be")
    }
    if let maximum, maximum > limit {
      reader.addNoEffect(of: "maximum", "“maximum” has no effect: of a provider's options \(limit) can be chosen")
    }
  }

  private static func discardWords(_ reader: ObjectReader) -> DiscardWords {
    var words = DiscardWords()
    guard let own = reader.object("discard") else { return words }
    words.title = own.text("title")
    words.confirm = own.text("confirm")
    words.keep = own.text("keep")
    if own.table.keys.allSatisfy({ !own.has($0.name) }) {
      reader.addNoEffect(of: "discard", "“discard” has no effect: it has none of “title”, “confirm”, “keep”")
    }
    return words
  }

  /// Reports a `preselectOnly` that never has an effect. Options from a file can change, so for these it may have one later.
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
    reader.addNoEffect(of: "preselectOnly", "“preselectOnly” has no effect: \(reason)")
  }

  /// Reports words for a question that is never asked.
  private func checkDiscard(_ reader: ObjectReader) {
    guard reader.has("discard") else { return }
    if !confirmsDiscard {
      reader.addNoEffect(of: "discard", "“discard” has no effect: with \"confirmDiscard\": false nothing is asked")
    } else if choosesAtOnce, other == nil {
      reader.addNoEffect(of: "discard", "“discard” has no effect: without Apply nothing is left to lose")
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

/// `list-picker` in a form written in Swift: one or more of many options, chosen in a separate view.
public struct ListPicker: PlaceholderCell {
  /// How high a sheet is.
  public enum View: String, Sendable, CaseIterable {
    /// Over a part of the screen, for a few options.
    case half
    /// A full page, for many options.
    case full
  }

  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - options: what can be chosen.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(_ id: String, label: Localized, options: [Option], file: String = #fileID, line: Int = #line) {
    definition = CellDefinition(
      .listPicker, id: id, label: label, line: SwiftLine(file: file, line: line), said("options", options.definition))
  }

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - lists: what can be chosen, under headers.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(_ id: String, label: Localized, lists: [ValueList], file: String = #fileID, line: Int = #line) {
    definition = CellDefinition(
      .listPicker, id: id, label: label, line: SwiftLine(file: file, line: line),
      said("lists", .array(lists.map(\.definition))))
  }

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - source: the data that provides the options.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(_ id: String, label: Localized, source: DataSource, file: String = #fileID, line: Int = #line) {
    definition = CellDefinition(
      .listPicker, id: id, label: label, line: SwiftLine(file: file, line: line), said("source", source.definition))
  }
}

extension ListPicker {
  /// Whether one value is chosen or several; `single` if left out.
  public func selection(_ selection: SelectionMode) -> Self { with("selection", .string(selection.rawValue)) }

  /// Its initial value: the value of an option, `["other": "…"]`, or an array of them.
  public func value(_ value: JSONValue) -> Self { with("value", value) }

  /// A short instruction in the selection view.
  public func prompt(_ text: Localized) -> Self { with("prompt", text.definition) }

  /// Whether the list can be searched; true if left out.
  public func search(_ isOffered: Bool) -> Self { with("search", .bool(isOffered)) }

  /// Whether the selection can be reset; true if left out.
  public func reset(_ isOffered: Bool) -> Self { with("reset", .bool(isOffered)) }

  /// Whether a single choice waits for Apply; true if left out.
  public func apply(_ waits: Bool) -> Self { with("apply", .bool(waits)) }

  /// Whether the chosen values are listed on top; true if left out.
  public func selectedList(_ isShown: Bool) -> Self { with("selectedList", .bool(isShown)) }

  /// The header of the list of all options.
  public func allList(title: Localized) -> Self { with("allList", .object(said("title", title))) }

  /// How high the sheet is; `half` if left out.
  public func view(_ view: View) -> Self { with("view", .string(view.rawValue)) }

  /// Whether Close asks before changes are lost; true if left out.
  public func confirmDiscard(_ asks: Bool) -> Self { with("confirmDiscard", .bool(asks)) }

  /// Custom words for the question before changes are lost.
  /// - Parameters:
  ///   - title: the question.
  ///   - confirm: the button that leaves.
  ///   - keep: the button that stays.
  public func discard(title: Localized? = nil, confirm: Localized? = nil, keep: Localized? = nil) -> Self {
    with("discard", .object(said("title", title) + said("confirm", confirm) + said("keep", keep)))
  }

  /// How many values must be chosen.
  public func minimum(_ count: Int) -> Self { with("minimum", .count(count)) }

  /// How many values may be chosen.
  public func maximum(_ count: Int) -> Self { with("maximum", .count(count)) }

  /// Whether the only option is chosen from the beginning, where the cell is required.
  public func preselectOnly(_ isPreselected: Bool = true) -> Self { with("preselectOnly", .bool(isPreselected)) }

  /// The label of the row that clears an optional choice; "None" if left out.
  public func noneLabel(_ text: Localized) -> Self { with("noneLabel", text.definition) }

  /// A last choice with a text field.
  /// - Parameters:
  ///   - label: "Other" if left out.
  ///   - maxLength: the limit of its text in characters; 100 if left out.
  public func other(label: Localized? = nil, maxLength: Int? = nil) -> Self {
    with("other", .object(said("label", label) + said("maxLength", maxLength.map(JSONValue.count))))
  }
}
