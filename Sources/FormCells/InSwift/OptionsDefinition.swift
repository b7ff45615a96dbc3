public import Options
import Support
public import Localization

/// A value list in a form written in Swift: a header over some of the options.
public struct ValueList: Sendable {
  let definition: JSONValue

  /// - Parameters:
  ///   - title: the header.
  ///   - options: the options under it.
  ///   - action: what the header's button does; `selectAll` if left out.
  ///   - actionLabel: the button's label.
  public init(
    _ title: Localized, options: [Option], action: OptionList.Action? = nil, actionLabel: Localized? = nil
  ) {
    definition = .object(
      said("title", title) + said("options", options.definition) + said("action", action)
        + said("actionLabel", actionLabel))
  }
}

/// Options from data, in a form written in Swift.
public struct DataSource: Sendable {
  let definition: JSONValue

  /// A `.csv` (with a header row), `.json` (an array of options) or `.jsonl` file, and the columns to use.
  /// - Parameters:
  ///   - path: relative to the form's `sourceDirectory`.
  ///   - value: the column with the submitted values; `value` if left out.
  ///   - label: the column with the labels; `label` if left out.
  ///   - description: the column with the descriptions.
  ///   - footnote: the column with the footnotes.
  ///   - status: the column with the status words.
  ///   - image: the column with the pictures: paths of files under Public.
  ///   - list: the column that groups the options into value lists.
  ///   - parent: the column with the value of the row above, empty on the top level. The options are then a tree.
  ///   - choose: which rows of a tree can be chosen; `leaves` if left out.
  public static func file(
    _ path: String, value: String? = nil, label: String? = nil, description: String? = nil, footnote: String? = nil,
    status: String? = nil, image: String? = nil, list: String? = nil, parent: String? = nil, choose: TreeChoice? = nil
  ) -> DataSource {
    let columns = [
      ("value", value), ("label", label), ("description", description), ("footnote", footnote), ("status", status),
      ("image", image), ("list", list), ("parent", parent),
    ]
    return DataSource(
      definition: .object(
        said("file", .string(path)) + columns.flatMap { said($0.0, $0.1.map(JSONValue.string)) }
          + said("choose", choose)))
  }

  /// Offers only the rows whose column has the text of another cell; none while that cell is empty.
  /// - Parameters:
  ///   - column: a column of the file.
  ///   - cell: the other cell's id; it has a text or a single choice.
  public func filtered(_ column: String, by cell: String) -> DataSource {
    guard case .object(var members) = definition else { return self }
    let filter = JSONValue.Member(column, .object(said("cell", .string(cell))))
    if let place = members.firstIndex(where: { $0.key == "where" }), case .object(let filters) = members[place].value {
      members[place] = JSONValue.Member("where", .object(filters + [filter]))
    } else {
      members.append(JSONValue.Member("where", .object([filter])))
    }
    return DataSource(definition: .object(members))
  }

  /// The options from the store that the host gives its site under this name.
  /// - Parameters:
  ///   - name: the store's name.
  ///   - parent: the name of a tree of its options; the store is then a `TreeOptionProvider`.
  ///   - choose: which options of the tree can be chosen; `leaves` if left out.
  public static func provider(_ name: String, parent: String? = nil, choose: TreeChoice? = nil) -> DataSource {
    DataSource(
      definition: .object(
        said("provider", .string(name)) + said("parent", parent.map(JSONValue.string)) + said("choose", choose)))
  }
}

extension [Option] {
  var definition: JSONValue { .array(map(\.definition)) }
}

extension Option {
  /// A string if the value is also the label and nothing else is set.
  fileprivate var definition: JSONValue {
    var members = said("description", description) + said("footnote", footnote) + said("status", status)
    members += said("image", image.map(JSONValue.string)) + said("initials", initials.map(JSONValue.string))
    if isDisabled { members += said("disabled", .bool(true)) }
    members += said("places", places.map(JSONValue.count))
    if members.isEmpty, label == Localized(value) { return .string(value) }
    return .object(said("value", .string(value)) + said("label", label) + members)
  }
}
