public import Localization
public import Options
import Support

extension Form {
  /// A form written in Swift. It is checked like a file, and the same form in JSON has the same version.
  ///
  /// ```swift
  /// try Form(id: "visit", title: "Visitor Badge") {
  ///   Section("Who Comes?") {
  ///     TextCell("name", label: "Full Name").required().maxLength(40)
  ///   }
  /// }
  /// ```
  /// - Parameters:
  ///   - id: the URL part, `[a-z0-9-]{1,64}`.
  ///   - title: the page's heading and title.
  ///   - description: the text under the title.
  ///   - locale: the language of texts that are plain strings, and of numbers; `en-US` if left out.
  ///   - marking: how required cells are marked; `required` if left out.
  ///   - guidelines: the design system whose guidelines win where two disagree.
  ///   - submitLabel: the label of the button that sends the form.
  ///   - review: whether a page shows all answers before they are sent.
  ///   - timeZone: IANA name of the time zone of its dates and times; the server's if left out.
  ///   - receipt: the page that confirms a submission.
  ///   - protect: whether, as a protection against robots, it accepts answers only from its page, and only after the page has been open for
  ///     a while.
  ///   - retentionDays: days after which its submissions are erased, 1 to 36500; they are kept if left out.
  ///   - opens: when it can first be filled in: `YYYY-MM-DD`, or `YYYY-MM-DDTHH:MM`.
  ///   - closes: when it can last be sent, in the same formats; a day includes all of that day.
  ///   - graceMinutes: how long those who began before it closed can still send it; 30 if left out.
  ///   - limit: how many submissions it accepts.
  ///   - invitedOnly: whether only people with a link of `formcells invite` can send it, each once.
  ///   - save: whether a draft can be saved for later.
  ///   - change: how long after sending visitors can change their answers, as an ISO 8601 duration: `P14D`.
  ///   - lint: settings of `formcells check`.
  ///   - rules: what several answers must fulfil together.
  ///   - sourceDirectory: the folder to which the paths of source files are relative; they must stay below it.
  ///   - images: the images that exist, by their paths under Public; an option that names another one is an error. `nil` skips this check.
  ///   - stores: the stores that a source may name besides files.
  ///   - file: the source file named in reports about the form itself; reports about a section or a cell name its own line.
  ///   - line: the line in that file.
  ///   - sections: the groups of cells, in order.
  /// - Throws: all errors of the definition.
  public convenience init(
    id: String, title: Localized, description: Localized? = nil, locale: LanguageTag? = nil, marking: Marking? = nil,
    guidelines: DesignSystem? = nil, submitLabel: Localized? = nil, review: Bool? = nil, timeZone: String? = nil,
    receipt: Receipt? = nil, protect: Bool? = nil, retentionDays: Int? = nil, opens: String? = nil,
    closes: String? = nil,
    graceMinutes: Int? = nil, limit: Int? = nil, invitedOnly: Bool = false, save: Bool? = nil, change: String? = nil,
    lint: LintSettings? = nil,
    rules: [Rule] = [],
    sourceDirectory: String = "",
    images: Set<String>? = nil,
    stores: OptionStores = OptionStores(), file: String = #fileID, line: Int = #line,
    @ListBuilder<Section> sections: () -> [Section]
  ) throws(DefinitionErrors) {
    var members = [("id", .string(id)), ("title", title.definition)].members
    members += said("description", description) + said("locale", locale.map { .string($0.description) })
    members += said("marking", marking) + said("guidelines", guidelines)
    members += said("submit", submitLabel.map { .object(said("label", $0)) })
    members += said("review", review.map(JSONValue.bool)) + said("timeZone", timeZone.map(JSONValue.string))
    members += said("receipt", receipt.map { .object($0.definition) })
    members += said("protect", protect.map(JSONValue.bool))
    members += said("retention", retentionDays.map { .object(said("days", .number(String($0)))) })
    members += said("opens", opens.map(JSONValue.string)) + said("closes", closes.map(JSONValue.string))
    members += said("grace", graceMinutes.map(JSONValue.count)) + said("limit", limit.map(JSONValue.count))
    members += said("access", invitedOnly ? .string(Availability.Access.invited.rawValue) : nil)
    members += said("save", save.map(JSONValue.bool)) + said("change", change.map(JSONValue.string))
    members += said("lint", lint.map { .object($0.definition) })
    members += said("rules", rules.isEmpty ? nil : .array(rules.map(\.definition)))
    var tree = DefinitionTree()
    let root = tree.form(members, sections: sections(), line: SwiftLine(file: file, line: line))
    let report = DefinitionReport(path: file, source: SourceText([]), lines: tree.lines)
    for (key, offset) in tree.repeated {
      report.add(
        .duplicate, at: offset, path: root.keyPath(ofKeyAt: offset) ?? "",
        message: JSONError(.duplicateKey(key), at: offset).message)
    }
    let decoder = FormDecoder(report: report, directory: sourceDirectory, images: images, stores: stores)
    guard let form = decoder.decode(root) else { throw DefinitionErrors(report.diagnostics) }
    self.init(form)
  }

  private convenience init(_ form: Form) {
    self.init(
      id: form.id, title: form.title, description: form.description, locale: form.locale, marking: form.marking,
      submitLabel: form.submitLabel, lint: form.lint, hasReview: form.hasReview, timeZone: form.timeZone,
      receipt: form.receipt, isProtected: form.isProtected, retentionDays: form.retentionDays,
      availability: form.availability, savesDrafts: form.savesDrafts, changeMinutes: form.changeMinutes,
      sections: form.sections, rules: form.rules,
      languages: form.languages,
      definition: form.definition)
  }
}

/// A group of cells in a form written in Swift.
public struct Section: Sendable {
  /// Where the cells of a section are.
  public enum Container: String, Sendable, CaseIterable {
    /// On the form's page.
    case page
    /// In a sheet or dialog that one cell opens.
    case modal
    /// On a separate page, which begins here and includes the following sections up to the next step.
    case step
    /// Filled in any number of times.
    case repeated = "repeat"
  }

  private(set) var members: [JSONValue.Member]
  let cells: [any FormCell]
  let line: SwiftLine

  /// - `title`: the heading above the cells.
  /// - `footer`: the text below the cells; for a modal section also the helper text of its cell.
  /// - `container`: `page` if left out.
  /// - `label`: the label of a modal section's cell, its title if left out; for a step, its name.
  public init(
    _ title: Localized? = nil, footer: Localized? = nil, container: Container? = nil, label: Localized? = nil,
    file: String = #fileID, line: Int = #line, @ListBuilder<any FormCell> cells: () -> [any FormCell]
  ) {
    members =
      said("title", title) + said("footer", footer) + said("container", container) + said("label", label)
    self.cells = cells()
    self.line = SwiftLine(file: file, line: line)
  }

  /// Makes the section one that is filled in any number of times, each time as an entry.
  /// - `id`: its name in submissions and addresses; unique in the form.
  /// - `item`: what one entry is: "Expense".
  /// - `minimum`: the fewest entries; 0 if left out.
  /// - `maximum`: the most entries; 50 if left out.
  /// - `summary`: up to three cells that the row of an entry shows; the first ones if left out.
  /// - `isTable`: whether wide windows show the entries as a table; false if left out.
  /// - `rules`: what several answers of one entry must fulfil together.
  public func repeated(
    _ id: String, item: Localized, minimum: Int? = nil, maximum: Int? = nil, summary: [String]? = nil,
    isTable: Bool? = nil, rules: [Rule] = []
  ) -> Section {
    var section = self
    section.members += [.init("container", .string(Container.repeated.rawValue)), .init("id", .string(id))]
    section.members += said("item", item) + said("minimum", minimum.map(JSONValue.count))
    section.members += said("maximum", maximum.map(JSONValue.count))
    section.members += said("summary", summary.map { .array($0.map(JSONValue.string)) })
    section.members += said("table", isTable.map(JSONValue.bool))
    section.members += said("rules", rules.isEmpty ? nil : .array(rules.map(\.definition)))
    return section
  }

  /// Hides the section and its cells unless this holds; for a step, its whole page.
  public func visibleWhen(_ condition: CellCondition) -> Section {
    var section = self
    section.members.append(.init("visibleWhen", condition.definition))
    return section
  }
}

/// Builds a list from consecutive elements: sections of a form, cells of a section. `if` and `for` work in it.
@resultBuilder
public enum ListBuilder<Element> {
  /// One element.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }
  /// A list of elements.
  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
  /// Consecutive elements.
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap(\.self) }
  /// An `if` without `else`.
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
  /// The first branch of a decision.
  public static func buildEither(first part: [Element]) -> [Element] { part }
  /// Another branch of a decision.
  public static func buildEither(second part: [Element]) -> [Element] { part }
  /// The iterations of a loop.
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap(\.self) }
}
