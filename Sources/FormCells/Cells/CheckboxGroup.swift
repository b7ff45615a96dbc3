public import Localization
public import Options
public import Support

/// `checkbox-group`: several of a few options, shown in place.
package struct CheckboxGroupKind: Sendable {
  package var options: OptionSource
  package var minimum: Int?
  package var maximum: Int?
  package var other: OtherChoice?
  package var layout = GroupLayout()
  package init(options: OptionSource) { self.options = options }
}

/// How the options of a group in place are drawn.
package struct GroupLayout: Sendable, Equatable {
  package var style = Style.list
  /// Whether options are side by side where there is room.
  package var isInline = false
  package init() {}

  package enum Style: String, Sendable { case list, chips, segmented }
}

extension CheckboxGroupKind: ChoiceKind {
  static let type = CellType.checkboxGroup
  var kind: Cell.Kind { .checkboxGroup(self) }
  static let place = PlaceOnPages.field
  var selection: SelectionMode { .multiple }

  func json(of value: CellValue) -> JSONValue? { choices(of: value.selection.inTableOrder) }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    chosen(node, at: path, decoder: decoder).map { .selection($0.inTableOrder) }
  }

  func value(posted: String, numbers: NumberFormat) -> CellValue? { value(posted: [posted], other: nil) }

  /// Reads the boxes that a page posts. An empty text before them distinguishes a group in which none is ticked from a group that was not
  /// on the page. If the page showed `other` as ticked, that text says so; only then does a box that is not ticked remove the text of
  /// `other`.
  func value(posted texts: [String], other text: String?) -> CellValue? {
    let values = texts.filter { !$0.isEmpty && $0 != OtherChoice.mark && $0 != OtherChoice.shownMark }
    var selection = Selection(values: values, in: options.current).inTableOrder
    if !selection.missing.isEmpty { selection.labelMissing(by: options.former) }
    let (isTicked, wasTicked) = (texts.contains(OtherChoice.mark), texts.contains(OtherChoice.shownMark))
    if other != nil, isTicked || !wasTicked && text?.isBlank == false { selection.setOther(text ?? "") }
    return .selection(selection)
  }

  func value(plain texts: [String], numbers: NumberFormat) -> CellValue? { value(posted: texts, other: nil) }
}

extension CheckboxGroupKind {
  static let about = "Several of a few options, shown in place."
  static let value: Shape? = .severalValuesOrOther
  static let oneOf = ["options", "source", "lists"]
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooFew, .tooMany, .tooLong]
  static let keys = [
    .options, .source, .groupLists, .leastChoices, .mostChoices, .other,
    Key("style", .choice(CheckboxGroup.Style.self), "list: a row for each (the default). chips: side by side."),
    .inline,
  ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    guard let options = reader.groupOptions() else { return nil }
    self.init(options: options)
    other = reader.other()
    (minimum, maximum) = reader.choiceCounts(of: options, hasOther: other != nil)
    layout = reader.groupLayout(reader.choice("style", CheckboxGroup.Style.self)?.rawValue, of: options)
  }
}

extension Key {
  static let inline = Key(
    "inline", .boolean, "Whether options are side by side where there is room; false if left out.")
  static let leastChoices = Key("minimum", .count(0...1_000_000), "How many values must be chosen.")
  static let mostChoices = Key("maximum", .count(1...1_000_000), "How many values may be chosen.")
}

extension ObjectReader {
  /// `minimum` and `maximum` of chosen values.
  func choiceCounts(of options: OptionSource?, hasOther: Bool) -> (minimum: Int?, maximum: Int?) {
    let (minimum, maximum) = (count("minimum"), count("maximum"))
    checkOrder("minimum", low: minimum, highKey: "maximum", high: maximum)
    if let options, !options.isData, let minimum, minimum > options.count + (hasOther ? 1 : 0) {
      add(.minimumOverMaximum, key: "minimum", message: "\(minimum) cannot be chosen of \(options.count)")
    }
    return (minimum, maximum)
  }

  /// The options of a group, which are all on the form. Among sources, only a file has them at hand.
  func groupOptions() -> OptionSource? {
    if case .object(let members)? = self["source"]?.content {
      for member in members where ["provider", "sqlite", "parent"].contains(member.key) {
        report.add(
          .noEffect, at: member.keyOffset, path: "\(path(of: "source")).\(member.key)",
          message:
            "“\(member.key)” has no effect in a group, which shows all options of a file one below the other; use a “list-picker”"
        )
        return nil
      }
    }
    let options = decoder.options(self)
    let key = has("lists") ? "lists" : "source"
    if let options, has(key), case let count = options.current.largestSubset, count > Self.groupRowLimit {
      add(
        .source, key: key,
        message:
          "\(count) options are too many to show on the form; the limit is \(Self.groupRowLimit): use a “list-picker”")
    }
    return options
  }

  /// The maximum number of rows of a file, or of lists, that a page shows in place.
  private static let groupRowLimit = 100

  /// - Parameter style: the value of the key.
  func groupLayout(_ style: String?, of options: OptionSource) -> GroupLayout {
    var layout = GroupLayout()
    layout.style = style.flatMap(GroupLayout.Style.init) ?? .list
    layout.isInline = flag("inline") ?? false
    if layout.isInline, layout.style != .list {
      addNoEffect(of: "inline", "“inline” has no effect: \(layout.style.rawValue) are side by side anyway")
    }
    if options.hasLists, layout.style == .segmented {
      add(
        .badValue, key: "style",
        message:
          "the parts of one bar cannot be under the titles of lists; leave out “style”, or have one list of “options”"
      )
    }
    return layout
  }
}

/// `checkbox-group` in a form written in Swift: several of a few options, shown in place.
public struct CheckboxGroup: FormCell {
  /// How the options are drawn.
  public enum Style: String, Sendable, CaseIterable {
    /// A row for each.
    case list
    /// Side by side, each in its own outline.
    case chips
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
      .checkboxGroup, id: id, label: label, line: SwiftLine(file: file, line: line),
      said("options", options.definition))
  }
}

extension CheckboxGroup {
  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - source: the data that provides the options.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(_ id: String, label: Localized, source: DataSource, file: String = #fileID, line: Int = #line) {
    definition = CellDefinition(
      .checkboxGroup, id: id, label: label, line: SwiftLine(file: file, line: line), said("source", source.definition))
  }

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - lists: what can be chosen, under titles; without buttons.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(_ id: String, label: Localized, lists: [ValueList], file: String = #fileID, line: Int = #line) {
    definition = CellDefinition(
      .checkboxGroup, id: id, label: label, line: SwiftLine(file: file, line: line),
      said("lists", .array(lists.map(\.definition))))
  }

  /// The initial values: an array of values of options and `["other": "…"]`.
  public func value(_ value: JSONValue) -> Self { with("value", value) }

  /// How many values must be chosen.
  public func minimum(_ count: Int) -> Self { with("minimum", .count(count)) }

  /// How many values may be chosen.
  public func maximum(_ count: Int) -> Self { with("maximum", .count(count)) }

  /// A last choice with a text field.
  /// - Parameters:
  ///   - label: "Other" if left out.
  ///   - maxLength: the limit of its text in characters; 100 if left out.
  public func other(label: Localized? = nil, maxLength: Int? = nil) -> Self {
    with("other", .object(said("label", label) + said("maxLength", maxLength.map(JSONValue.count))))
  }

  /// How the options are drawn; `list` if left out.
  public func style(_ style: Style) -> Self { with("style", .string(style.rawValue)) }

  /// Whether options are side by side where there is room; false if left out.
  public func inline(_ isInline: Bool = true) -> Self { with("inline", .bool(isInline)) }
}
