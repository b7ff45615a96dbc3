import Support
public import Localization

/// A group of cells of a form that is written in Swift.
public struct Section: Sendable {
  /// Where the cells of a section are.
  public enum Container: String, Sendable, CaseIterable {
    /// In place.
    case page
    /// Behind one cell, in a sheet or dialog.
    case modal
    /// On a page that begins here, to which the sections behind it belong.
    case step
  }

  let members: [JSONValue.Member]
  let cells: [any FormCell]
  let line: SwiftLine

  /// - `title`: the heading above the cells.
  /// - `footer`: the text below the cells; of a modal section also the helper text of its cell.
  /// - `container`: `page` if left out.
  /// - `label`: the label of a modal section's cell, its title if left out; or the name of a step.
  public init(
    _ title: Localized? = nil, footer: Localized? = nil, container: Container? = nil, label: Localized? = nil,
    file: String = #fileID, line: Int = #line, @ListBuilder<any FormCell> cells: () -> [any FormCell]
  ) {
    members =
      said("title", title) + said("footer", footer) + said("container", container) + said("label", label)
    self.cells = cells()
    self.line = SwiftLine(file: file, line: line)
  }
}

/// Makes a list of what stands below each other: sections of a form, cells of a section. `if` and `for` are fine in it.
@resultBuilder
public enum ListBuilder<Element> {
  /// One element.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }
  /// Elements that were made elsewhere.
  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
  /// One below the other.
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap(\.self) }
  /// An `if` without `else`.
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
  /// The first branch of a decision.
  public static func buildEither(first part: [Element]) -> [Element] { part }
  /// Another branch of a decision.
  public static func buildEither(second part: [Element]) -> [Element] { part }
  /// The rounds of a loop.
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap(\.self) }
}
