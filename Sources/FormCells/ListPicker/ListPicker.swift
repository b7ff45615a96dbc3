/// `list-picker`: one or more of many options, chosen in a view of their own (LP, LV).
public struct ListPicker: Sendable {
  public enum View: String, Sendable, CaseIterable { case half, full }
  public var selection: SelectionMode = .single
  public var options: OptionSource
  /// The prompt text of the empty cell.
  public var placeholder: Localized?
  /// The instruction inside the selection view.
  public var prompt: Localized?
  public var hasSearch: Bool = true
  public var hasReset: Bool = true
  /// Single only: false commits at once (LV13).
  public var hasApply: Bool = true
  public var showsSelectedList: Bool = true
  public var allListTitle: Localized?
  public var view: View = .half
  public var confirmsDiscard: Bool = true
  public var minimum: Int?
  public var maximum: Int?
  public var noneLabel: Localized?
  public init(options: OptionSource) { self.options = options }
}

extension ListPicker: ChoiceKind {
  static let type = CellType.listPicker
  var kind: Cell.Kind { .listPicker(self) }
}

extension ListPicker {
  static let about = "One or more of many options, chosen in a view of their own."
  static let value: Shape? = .selectionValue
  static let oneOf = ["options", "source", "lists"]
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooFew, .tooMany]
  static let keys = [
    Key.selection, .options, .source, .lists,
    Key("placeholder", .text, "The prompt text of the empty cell."),
    Key("prompt", .text, "A short instruction in the selection view."),
    Key("search", .boolean, "Whether the list can be searched; true if left out."),
    Key("reset", .boolean, "Whether the selection can be reset; true if left out."),
    Key("apply", .boolean, needs: .single, "Whether a choice waits for Apply; true if left out."),
    Key("selectedList", .boolean, needs: .multiple, "Whether the chosen values are listed on top; true if left out."),
    Key("allList", .object { .allList }, needs: .no("lists"), "The list of all options."),
    Key("view", .choice(View.self), "How high the sheet is; half if left out."),
    Key("confirmDiscard", .boolean, "Whether Close asks before changes are lost; true if left out."),
    Key("minimum", .count(0...1_000_000), needs: .multiple, "How many values must be chosen."),
    Key("maximum", .count(1...1_000_000), needs: .multiple, "How many values may be chosen."),
    Key("noneLabel", .text, needs: .single, "The row that takes an optional choice back; \"None\" if left out."),
  ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    let options = reader.decoder.options(reader)
    self.init(options: options ?? OptionSource(options: []))
    selection = reader.choice("selection", SelectionMode.self) ?? .single
    placeholder = reader.text("placeholder")
    prompt = reader.text("prompt")
    hasSearch = reader.flag("search") ?? true
    hasReset = reader.flag("reset") ?? true
    hasApply = reader.flag("apply") ?? true
    showsSelectedList = reader.flag("selectedList") ?? true
    allListTitle = reader.object("allList")?.text("title")
    view = reader.choice("view", View.self) ?? .half
    confirmsDiscard = reader.flag("confirmDiscard") ?? true
    minimum = reader.count("minimum")
    maximum = reader.count("maximum")
    noneLabel = reader.text("noneLabel")
    reader.checkOrder("minimum", minimum, "maximum", maximum)
    if let options, !options.isData, let minimum, minimum > options.count {
      reader.add(.minimumOverMaximum, "minimum", "\(minimum) cannot be chosen of \(options.count)")
    }
    if isRequired, reader.has("noneLabel") {
      reader.addNoEffect("noneLabel", "“noneLabel” has no effect: a required choice cannot be taken back")
    }
    if !hasApply, selection == .single, reader.flag("confirmDiscard") == true {
      reader.addNoEffect("confirmDiscard", "“confirmDiscard” has no effect: without Apply nothing is left to lose")
    }
    if options == nil { return nil }
  }
}

extension KeyTable {
  fileprivate static let allList = KeyTable(
    name: "allList", about: "The list of all options.", keys: [Key("title", .text, required: true, "Its header.")])
}
