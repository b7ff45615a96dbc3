import FormCells
import Templates

/// A cell on the form: what all cells show, besides what a kind has of its own.
protocol CellView: View {
  var context: CellContext { get }
  /// The helper text as shown; by default the context's.
  var helper: String? { get }
  /// The texts that its control refers to besides helper, error and success message.
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
      .text("label") { $0.context.presentation.label },
      .flag("asterisk") { $0.context.showsAsterisk },
      .optionalText("optional") { $0.context.optionalMark },
      .flag("isRequired") { $0.context.state.isRequired },
      .flag("isReadOnly") { $0.context.state.isReadOnly },
      .flag("isDisabled") { $0.context.state.isDisabled },
      .flag("isInvalid") { $0.context.isInvalid },
      .optionalText("describedBy") { $0.references },
      .optionalText("errorID") { $0.context.isInvalid ? $0.context.presentation.errorID : nil },
      .optionalText("helper") { $0.helper },
      .text("errorPrefix") { $0.context.words.errorPrefix },
      .optionalText("success") { $0.context.success },
      .text("successPrefix") { $0.context.words.successPrefix },
      .flag("hasNotes") { $0.context.hasNotes },
      .flag("isFollowed") { $0.context.following != nil },
      .flag("followsTyping") { $0.context.following?.whileTyping ?? false },
      .flag("hidesUpdate") { !($0.context.following?.showsElsewhere ?? false) },
      .text("update") { $0.context.words.update },
      .optionalText("message") { $0.context.message },
      .list("notes") { $0.context.notes },
    ]
  }
}

extension CellView {
  static var commonNeeds: [Need] {
    [
      .attribute("id", "id", or: "links to the cell would lead nowhere"),
      .slot("label", or: "the cell would have no name"),
      .slot(
        "helper", where: "helper", adding: #"<t:part name="parts/foot"/>"#, or: "its helper text would not show"),
      .slot(
        "message", where: "message", adding: #"<t:part name="parts/foot"/>"#, or: "a refused value would not say why"),
      .slot("notes", where: "hasNotes", adding: #"<t:part name="parts/foot"/>"#, or: "its notes would not show"),
    ]
  }

  /// Of a cell that is filled in on the page itself: one that changes by its buttons needs no other.
  static var entryNeeds: [Need] {
    commonNeeds + [
      .attribute(
        "name", "field.update", where: "isFollowed", adding: #"<t:part name="parts/update"/>"#,
        or: "without scripts nothing would follow from what is entered")
    ]
  }
}
