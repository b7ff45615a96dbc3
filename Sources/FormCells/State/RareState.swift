/// Rarely used state, boxed to make copies cheap: form states are copied for each request, and a copy counts every reference.
struct RareState: Sendable {
  struct Parts: Sendable {
    var drafts: [Int: PickerDraft] = [:]
    var sectionDrafts: [Int: SectionDraft] = [:]
    var undo: UndoStep?
    var hostValues = HostValues.none
    var applied: Set<Int> = []
    var lostPasswords: Set<Int> = []
  }

  private final class Box: Sendable {
    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }
  }

  private var box: Box

  /// The state of a new form.
  static let nothing = RareState(box: Box(Parts()))

  var parts: Parts {
    get { box.parts }
    set { box = Box(newValue) }
  }
}

extension FormState {
  /// The open selection views, by `Cell.index`.
  package internal(set) var drafts: [Int: PickerDraft] {
    get { seldom.parts.drafts }
    set { seldom.parts.drafts = newValue }
  }

  /// The open modal sections, by position.
  package internal(set) var sectionDrafts: [Int: SectionDraft] {
    get { seldom.parts.sectionDrafts }
    set { seldom.parts.sectionDrafts = newValue }
  }

  /// The last change that can be taken back.
  package internal(set) var undo: UndoStep? {
    get { seldom.parts.undo }
    set { if newValue != nil || undo != nil { seldom.parts.undo = newValue } }
  }

  /// The host's values for this visitor, set again by each request and never stored.
  package internal(set) var hostValues: HostValues {
    get { seldom.parts.hostValues }
    set { seldom.parts.hostValues = newValue }
  }

  /// Cells whose selection view was applied.
  var applied: Set<Int> {
    get { seldom.parts.applied }
    set { seldom.parts.applied = newValue }
  }

  /// Cells whose password went with a session that is gone: asked for again, so that none is left out in silence.
  var lostPasswords: Set<Int> {
    get { seldom.parts.lostPasswords }
    set { if newValue != lostPasswords { seldom.parts.lostPasswords = newValue } }
  }
}
