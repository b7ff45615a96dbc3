@testable import Answers
@testable import FormPages
@testable import Gallery
@testable import Templates
import FormCells
import TestSupport
import Testing

/// Generates the article on template slots from the views; `RECORD_SNAPSHOTS=failed` writes it.
@Suite("The article on template slots") struct TemplateSlotsTests {
  private let templates: [(name: String, schema: Schema)]

  init() throws {
    let file: String = #filePath
    root = "/" + file.split(separator: "/").dropLast(3).joined(separator: "/")
    var asked: [(name: String, schema: Schema)] = []
    _ = try Pages(directory: "\(root)/Templates") { library in
      _ = GalleryTemplates(&library)
      _ = AnswersTemplates(&library)
      asked = library.asked
    }
    templates = asked
  }

  private let root: String

  @Test("the article lists the slots that the views declare") func article() {
    let outcome = Snapshot.verify(text, at: "\(root)/Sources/formcells/formcells.docc/TemplateSlots.md")
    #expect(outcome == .same, "\(outcome)")
  }

  @Test("all kinds of cells share some slots") func shared() {
    #expect(Set(common.keys).isSuperset(of: ["id", "label", "helper", "message"]))
    #expect(commonNeeds.count >= 5)
  }

  // MARK: The article

  private var text: String {
    var written: Set<String> = []
    var lines = [Self.head]
    var names: [String: String] = [:]
    for template in templates where !isKind(template.name) {
      let (name, view) = (template.name, template.schema.typeName)
      if let first = names[view] {
        lines += ["## `\(name)`", ""] + Self.needs(template.schema.needs) + ["The slots are those of `\(first)`.", ""]
      } else {
        names[view] = name
        written.insert(view)
        lines += section(of: Part(of: template.schema), "## `\(name)`", childrenBy: "###", &written)
      }
    }
    lines += [
      "## The cells", "",
      "Each kind has its template, `cells/text` and so on, with slots of its own besides these of all kinds. A select has",
      "them in its picker.", "",
    ]
    lines += Self.needs(commonNeeds) + Self.slots(common)
    for template in templates where isKind(template.name) {
      let own = withoutCommon(Part(of: template.schema))
      written.insert(template.schema.typeName)
      lines += section(of: own, "### `\(template.name)`", childrenBy: "####", &written)
    }
    lines += [
      "## Constants", "", "The same in every template: names of fields, and what buttons say.", "",
      PageField.constants.map { "`{\($0.0)}`" }.joined(separator: ", ") + ".", "",
      FormAction.constants.map { "`{\($0.0)}`" }.sorted().joined(separator: ", ") + ".",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static let head = """
    # Template slots

    The names that each template may write, and those without which its page would not work.

    ## Overview

    A custom folder, `--templates DIR`, has only the templates that differ (<doc:YourBrand>), and is compiled with the
    others when the server starts: a name that is not below, one in a place where its kind cannot stand, and one that is
    missing, are mistakes with file, line and column. A page cannot fail after that.

    Templates are XML with a few elements of their own (`t:if`, `t:each`, `t:with`, `t:part`, `t:slot`); the comment on
    `TemplateLibrary` in `TemplateLibrary.swift` has the whole language. A text stands as `{name}`. One that may be missing stands
    where it is tested, or as a whole attribute, `title="{name?}"`. A URL is for `href`, `action` and their like; a
    relative one such as `src="logo.svg"` names a file under `Public`. A flag is for `t:if` and for attributes that are there
    or not, `checked="{name?}"`. A list is repeated by `t:each`, a view entered by `t:with`, and inside either only the slots of
    its view have names. What other templates made is placed by `t:slot`.

    Templates in `parts` and others that `t:part` names have no slots of their own: they write those of the view that they stand in.

    What a template must write may stand in its parts, but it must be written whichever way its own tests turn out. This page is
    made from the views in `FormPages`, `Answers` and `Gallery`, and a test keeps it so.

    """

  /// The section on a view, and on the views of its lists that have no section yet.
  private func section(
    of part: Part, _ heading: String, childrenBy level: String, _ written: inout Set<String>
  ) -> [String] {
    var lines = [heading, ""]
    if part.slots.isEmpty { lines += ["No other slots.", ""] }
    lines += Self.needs(part.needs) + Self.slots(part.slots)
    for (name, child) in part.children.sorted(by: { $0.key < $1.key }) where written.insert(child.typeName).inserted {
      var own = Part(of: child)
      if Self.isCell(own) { own = withoutCommon(own) }
      lines += section(of: own, "\(level) `\(child.typeName)`, in `\(name)`", childrenBy: level, &written)
    }
    return lines
  }

  private static func needs(_ needs: [Need]) -> [String] {
    guard !needs.isEmpty else { return [] }
    let rows = needs.map { need in
      let conditions = need.conditions.map { $0.holds ? "`\($0.slot)` " : "no `\($0.slot)` " }
      return "| `\(mark(of: need))` | \(conditions.joined(separator: "and "))| \(need.reason) |"
    }
    return ["| must have | where there is | or |", "|---|---|---|"] + rows + [""]
  }

  /// How a template writes it.
  private static func mark(of need: Need) -> String {
    guard let equals = need.mark.firstIndex(of: "=") else { return need.mark }
    return "\(need.mark[..<equals])=\"\(need.mark[need.mark.index(after: equals)...])\""
  }

  private static func slots(_ slots: [String: String]) -> [String] {
    guard !slots.isEmpty else { return [] }
    let kinds = Dictionary(grouping: slots.keys, by: { slots[$0] ?? "" }).sorted { $0.key < $1.key }
    let rows = kinds.map { kind, names in
      "| \(kind) | \(names.sorted().map { "`\($0)`" }.joined(separator: ", ")) |"
    }
    return ["| kind | may have |", "|---|---|"] + rows + [""]
  }

  // MARK: The views

  private struct Part {
    /// The kind of each slot, in words, by name.
    var slots: [String: String]
    var needs: [Need]
    var children: [String: Schema]

    init(of schema: Schema) {
      slots = schema.slots.mapValues(TemplateSlotsTests.kind)
      needs = schema.needs
      children = schema.slots.compactMapValues(TemplateSlotsTests.child)
    }
  }

  /// Whether the template draws a kind of cell.
  private func isKind(_ template: String) -> Bool { CellType.allCases.contains { "cells/\($0.rawValue)" == template } }

  private var cells: [Part] { templates.filter { isKind($0.name) }.map { Part(of: $0.schema) }.filter(Self.isCell) }

  /// Whether the view draws a cell. The view of a select is not one: it surrounds a cell.
  private static func isCell(_ part: Part) -> Bool { part.slots["errorPrefix"] != nil && part.slots["label"] != nil }

  private func withoutCommon(_ part: Part) -> Part {
    var own = part
    own.slots = own.slots.filter { common[$0.key] != $0.value }
    own.needs.removeAll(where: commonNeeds.contains)
    return own
  }

  /// The slots that all kinds of cells have.
  private var common: [String: String] {
    cells.dropFirst().reduce(cells.first?.slots ?? [:]) { shared, cell in
      shared.filter { cell.slots[$0.key] == $0.value }
    }
  }

  private var commonNeeds: [Need] {
    cells.dropFirst().reduce(cells.first?.needs ?? []) { shared, cell in shared.filter(cell.needs.contains) }
  }

  private static func child(_ access: Access) -> Schema? {
    switch access {
    case .list(_, _, let reference), .view(_, _, let reference): reference.resolve()
    default: nil
    }
  }

  private static func kind(_ access: Access) -> String {
    switch access {
    case .text: "text"
    case .optionalText: "text that may be missing"
    case .url: "URL"
    case .optionalURL: "URL that may be missing"
    case .flag: "flag"
    case .list(_, _, let reference): "list of `\(reference.resolve().typeName)`"
    case .view(_, _, let reference): "view: `\(reference.resolve().typeName)`"
    case .fragments: "made by other templates"
    }
  }
}
