import Templates

/// A chapter of the requirements.
struct ConformanceGroup: Sendable {
  let id: String
  let title: String
  let rows: [ConformanceRow]
}

/// One requirement, with what shows it and the test that proves it.
struct ConformanceRow: Sendable {
  let id: String
  let kind: String
  let requirement: String
  /// The document that asks for it; nil: none does.
  let source: String?
  /// The id under which `formcells check` warns; nil: it does not.
  let warning: String?
  let examples: [ConformanceExample]
  /// Nil: not yet.
  let test: String?
}

/// A page of the gallery.
struct ConformanceExample: Sendable {
  let link: String
  let sentence: String
}

/// `Templates/gallery/conformance.html`.
struct ConformanceView: View {
  let groups: [ConformanceGroup]
  /// The gallery's address.
  let gallery: String

  private var rows: [ConformanceRow] { groups.flatMap(\.rows) }

  static let slots: [Slot<ConformanceView>] = [
    .url("gallery") { $0.gallery },
    .text("count") { String($0.rows.count) },
    .text("proven") { String($0.rows.count { $0.test != nil }) },
    .list("groups") { $0.groups },
  ]
}

extension ConformanceGroup: View {
  static let slots: [Slot<ConformanceGroup>] = [
    .text("id") { $0.id },
    .text("title") { $0.title },
    .list("rows") { $0.rows },
  ]
}

extension ConformanceRow: View {
  static let slots: [Slot<ConformanceRow>] = [
    .text("id") { $0.id },
    .text("kind") { $0.kind },
    .text("requirement") { $0.requirement },
    .optionalText("source") { $0.source },
    .optionalText("warning") { $0.warning },
    .list("examples") { $0.examples },
    .optionalText("test") { $0.test },
  ]
}

extension ConformanceExample: View {
  static let slots: [Slot<ConformanceExample>] = [
    .url("link") { $0.link },
    .text("sentence") { $0.sentence },
  ]
}
