public import Options
public import Support
public import Localization

/// `list-picker`: one or more of many options, chosen in a view of their own, of a form that is written in Swift.
public struct ListPicker: PlaceholderCell {
  /// How high a sheet is.
  public enum View: String, Sendable, CaseIterable {
    /// Over a part of the screen, for a few options.
    case half
    /// A page of its own, for many.
    case full
  }

  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - options: what can be chosen.
  ///   - file: where its mistakes are reported.
  ///   - line: the same.
  public init(_ id: String, label: Localized, options: [Option], file: String = #fileID, line: Int = #line) {
    definition = CellDefinition(
      .listPicker, id, label, SwiftLine(file: file, line: line), said("options", options.definition))
  }

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - lists: what can be chosen, under headers.
  ///   - file: where its mistakes are reported.
  ///   - line: the same.
  public init(_ id: String, label: Localized, lists: [ValueList], file: String = #fileID, line: Int = #line) {
    definition = CellDefinition(
      .listPicker, id, label, SwiftLine(file: file, line: line), said("lists", .array(lists.map(\.definition))))
  }

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - source: the data that the options are.
  ///   - file: where its mistakes are reported.
  ///   - line: the same.
  public init(_ id: String, label: Localized, source: DataSource, file: String = #fileID, line: Int = #line) {
    definition = CellDefinition(
      .listPicker, id, label, SwiftLine(file: file, line: line), said("source", source.definition))
  }
}

extension ListPicker {
  /// Whether one value is chosen or several; `single` if left out.
  public func selection(_ selection: SelectionMode) -> Self { with("selection", .string(selection.rawValue)) }

  /// The value that it begins with: the value of an option, `["other": "…"]`, or an array of them.
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

  /// Own words for that question.
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

  /// The row that takes an optional choice back; "None" if left out.
  public func noneLabel(_ text: Localized) -> Self { with("noneLabel", text.definition) }

  /// A last choice with a text field.
  /// - Parameters:
  ///   - label: "Other" if left out.
  ///   - maxLength: of its text, in characters; 100 if left out.
  public func other(label: Localized? = nil, maxLength: Int? = nil) -> Self {
    with("other", .object(said("label", label) + said("maxLength", maxLength.map(JSONValue.count))))
  }
}
