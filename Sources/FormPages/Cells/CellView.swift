import FormCells
import Templates

/// A cell on the form: what cells of all kinds show.
protocol CellView: View {
  var context: CellContext { get }
  /// The helper text as shown; by default the context's.
  var helper: String? { get }
  /// The texts that the control refers to besides the helper, error and success texts.
  var furtherReferences: CellReferences.Shown { get }
  /// Whether the helper text says that no more can be typed.
  var isStopped: Bool { get }
}

extension CellView {
  var helper: String? { context.helper }
  var furtherReferences: CellReferences.Shown { [] }
  var isStopped: Bool { false }

  /// The ids that name or describe the control.
  var references: String? {
    var shown = furtherReferences
    if helper != nil { shown.insert(.helper) }
    if context.isInvalid { shown.insert(.error) }
    if context.success != nil { shown.insert(.success) }
    if context.hasNotes { shown.insert(.notes) }
    return context.presentation.references.list(shown)
  }

  static var commonSlots: [Slot<Self>] {
    [
      .text("id") { $0.context.presentation.id },
      .text("label", of: { $0.context.presentation }, writing: { $0.write($0.label, to: &$1) }),
      .flag("asterisk") { $0.context.showsAsterisk },
      .optionalText("optional") { $0.context.optionalMark },
      .flag("isRequired") { $0.context.state.isRequired },
      .flag("isReadOnly") { $0.context.state.isReadOnly },
      .flag("isDisabled") { $0.context.state.isDisabled },
      .flag("isInvalid") { $0.context.isInvalid },
      .optionalText("describedBy") { $0.references },
      .optionalText("errorID") { $0.context.isInvalid ? $0.context.presentation.errorID : nil },
      .optionalText(
        "helper", isPresent: { $0.helper != nil },
        writing: { $0.context.presentation.write($0.helper ?? "", to: &$1) }),
      .text("errorPrefix") { $0.context.words[.errorPrefix] },
      .optionalText("success") { $0.context.success },
      .text("successPrefix") { $0.context.words[.successPrefix] },
      .flag("hasNotes") { $0.context.hasNotes },
      .flag("isFollowed") { $0.context.following != nil },
      .flag("followsTyping") { $0.context.following?.whileTyping ?? false },
      .optionalText("typingPause") { ($0.context.following?.pause).map(String.init) },
      .text("updateModules") { $0.context.presentation.cell.isCalculated ? "live result" : "live" },
      .flag("hidesUpdate") { !($0.context.following?.changesPage ?? false) },
      .text("update") { $0.context.words[.update] },
      .optionalText(
        "message", isPresent: { $0.context.message != nil },
        writing: { $0.context.presentation.write($0.context.message ?? "", to: &$1) }),
      .list("notes") { $0.context.notes },
    ]
  }
}

extension CellView {
  static var commonNeeds: [Need] { [.slot("label", or: "the cell would have no name")] + unlabelledNeeds }

  /// The needs of a cell whose label contains markup.
  private static var unlabelledNeeds: [Need] {
    [
      .attribute("id", "id", or: "links to the cell would lead nowhere"),
      .slot(
        "helper", where: "helper", adding: #"<t:part name="parts/foot"/>"#, or: "its helper text would not show"),
      .slot(
        "message", where: "message", adding: #"<t:part name="parts/foot"/>"#,
        or: "nothing would say why a value was rejected"),
      .slot("notes", where: "hasNotes", adding: #"<t:part name="parts/foot"/>"#, or: "its notes would not show"),
    ]
  }

  /// The needs of a cell that is filled in on the page itself. Cells that change only by their buttons do not need to
  /// be updated.
  static var entryNeeds: [Need] { commonNeeds + [updateNeed] }

  static var unlabelledEntryNeeds: [Need] { unlabelledNeeds + [updateNeed] }

  private static var updateNeed: Need {
    .attribute(
      "name", "field.update", where: "isFollowed", adding: #"<t:part name="parts/update"/>"#,
      or: "without scripts the page would not react to what is entered")
  }
}

/// Everything that one cell shows to one visitor, before it becomes slots. The parts that are the same for all visitors
/// are behind one reference.
struct CellContext {
  let presentation: CellPresentation
  let state: CellState
  let value: CellValue
  let display: DisplayState.CellDisplay
  /// The day that a bound of `today` means.
  let today: CalendarDate
  /// The end of its link (`PageRequest.linkSuffix`); empty if the cell has no link.
  let linkSuffix: String
  /// The label of the cell that must be filled in before this one offers options; `nil` if it offers some.
  let awaited: String?
  /// The rows of its options that are offered on the form; `nil` means all rows.
  let offered: RowSet?
  /// The bounds that other cells set.
  let bounds: CurrentBounds?

  /// If this type shows anything new, ``RenderKeys`` must include it.
  /// - Parameter linkSuffix: `PageRequest.linkSuffix`
  init(
    _ presentation: CellPresentation, state: CellState, value: CellValue, display: DisplayState.CellDisplay,
    today: CalendarDate, linkSuffix: String, awaited: String? = nil, offered: RowSet? = nil,
    bounds: CurrentBounds? = nil
  ) {
    self.presentation = presentation
    self.state = state
    self.value = value
    self.display = display
    self.today = today
    self.linkSuffix = presentation.cell.opensView ? linkSuffix : ""
    self.awaited = awaited
    self.offered = offered
    self.bounds = bounds
  }

  /// The kind with the bounds that apply now.
  func bounded<Kind: BoundedKind>(_ kind: Kind) -> Kind { bounds.map(kind.bounded) ?? kind }

  /// The validation message, if there is one to show.
  var message: String? { display.message?.text }
  /// The success message, if the value was checked and is right (C16).
  var success: String? { display.isConfirmed ? presentation.success : nil }
  var words: Words { presentation.words }
  var isInvalid: Bool { display.message != nil }
  var hasNotes: Bool { !state.shownNotes.isEmpty }
  /// The notes that are shown now.
  var notes: [CellNoteView] {
    presentation.notes.indices.compactMap { state.shownNotes.contains($0) ? presentation.notes[$0] : nil }
  }
  /// How the page follows a change; `nil` if nothing depends on the cell or it cannot be changed.
  var following: Following? { state.isEditable || presentation.cell.isCalculated ? presentation.following : nil }
  var showsAsterisk: Bool { presentation.marksRequired && state.isRequired }
  var optionalMark: String? { presentation.marksOptional && !state.isRequired ? presentation.optionalWord : nil }

  /// The helper text that is shown: the definition's text followed by the read-only hint on the same line (C12). There
  /// is none if a message replaces it (C2).
  var helper: String? {
    if isInvalid || success != nil, presentation.cell.helperOnError == .replace { return nil }
    guard state.isReadOnly else { return presentation.helper }
    let hint = presentation.words[presentation.cell.isCalculated ? .calculated : .readOnlyField]
    return presentation.helper.map { "\($0) \(hint)" } ?? hint
  }

  /// The entry as the field shows it: numbers and amounts are in the format of the visitor's locale.
  var shown: String { display.text ?? value.text }
}

/// The ids in a cell's `aria-describedby` or `aria-labelledby`, for each set of texts that it may show. The lists are
/// made once for all visitors.
struct CellReferences: Sendable {
  /// The texts below or beside a cell's control, in the order in which they are read (AX12).
  struct Shown: OptionSet, Sendable {
    let rawValue: Int
    static let helper = Shown(rawValue: 1)
    /// The value in words: a switch's position, or that a password is kept.
    static let state = Shown(rawValue: 2)
    static let error = Shown(rawValue: 4)
    static let success = Shown(rawValue: 8)
    static let counter = Shown(rawValue: 16)
    static let notes = Shown(rawValue: 32)
    /// The words that say what the mark on the label means.
    static let marking = Shown(rawValue: 64)
    fileprivate static let count = 128
  }

  private let lists: [String]

  /// - `named`: the texts that decide on the ids. Sets that are equal in these share one list.
  private init(by named: Shown, _ list: (Shown) -> [String]) {
    var lists: [String] = []
    lists.reserveCapacity(Shown.count)
    for all in 0..<Shown.count {
      let shown = named.intersection(Shown(rawValue: all))
      lists.append(shown.rawValue < all ? lists[shown.rawValue] : list(shown).joined(separator: " "))
    }
    self.lists = lists
  }

  /// The ids for `aria-describedby` of a control that has its own label.
  /// - `state`: the ids that `Shown.state` means.
  static func describing(_ id: String, state: [String]) -> CellReferences {
    let named: Shown = [.helper, .error, .success, .counter, .notes]
    return CellReferences(by: state.isEmpty ? named : named.union(.state)) { shown in
      var ids: [String] = []
      if shown.contains(.helper) { ids.append("\(id)_helper") }
      if shown.contains(.state) { ids += state }
      if shown.contains(.notes) { ids.append("\(id)_notes") }
      if shown.contains(.error) { ids.append("\(id)_error") }
      if shown.contains(.success) { ids.append("\(id)_success") }
      if shown.contains(.counter) { ids.append("\(id)_counter") }
      return ids
    }
  }

  /// The ids for `aria-labelledby` of a button that names label, marking, helper, value and message (C19).
  static func labelling(_ id: String) -> CellReferences {
    CellReferences(by: [.marking, .helper, .notes, .error, .success]) { shown in
      var ids = ["\(id)_label"]
      if shown.contains(.marking) { ids.append("\(id)_marking") }
      if shown.contains(.helper) { ids.append("\(id)_helper") }
      ids.append("\(id)_value")
      if shown.contains(.notes) { ids.append("\(id)_notes") }
      if shown.contains(.error) { ids.append("\(id)_error") }
      if shown.contains(.success) { ids.append("\(id)_success") }
      return ids
    }
  }

  /// The ids, separated by spaces; `nil` if there are none.
  func list(_ shown: Shown) -> String? {
    let list = lists[shown.rawValue]
    return list.isEmpty ? nil : list
  }
}
