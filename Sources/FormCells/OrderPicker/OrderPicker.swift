import Support
public import Localization

/// `order-picker`: criteria to put in order, of a form that is written in Swift.
public struct OrderPicker: FormCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - criteria: what is put in order.
  ///   - file: where its mistakes are reported.
  ///   - line: the same.
  public init(
    _ id: String, label: Localized, criteria: [Criterion], file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(
      .orderPicker, id, label, SwiftLine(file: file, line: line), said("criteria", .array(criteria.map(\.definition))))
  }
}

extension OrderPicker {
  /// The value that it begins with: all criteria in order.
  public func value(_ order: [OrderedCriterion]) -> Self { with("value", .array(order.map(\.definition))) }

  /// Words for the directions.
  public func directionLabels(_ labels: DirectionLabels) -> Self { with("directionLabels", labels.definition) }

  /// Whether long texts wrap instead of being cut off.
  public func wrap(_ wraps: Bool = true) -> Self { with("wrap", .bool(wraps)) }

  /// How many criteria must be selected; 0 if left out.
  public func minimum(_ count: Int) -> Self { with("minimum", .count(count)) }
}

extension OrderPicker {
  /// Words for the directions.
  public struct DirectionLabels: Sendable {
    let definition: JSONValue

    /// - Parameters:
    ///   - ascending: "Ascending" if left out.
    ///   - descending: "Descending" if left out.
    public init(ascending: Localized? = nil, descending: Localized? = nil) {
      definition = .object(said("ascending", ascending) + said("descending", descending))
    }
  }

  /// One criterion.
  public struct Criterion: Sendable {
    let definition: JSONValue

    /// - Parameters:
    ///   - id: what is submitted.
    ///   - label: what is read.
    ///   - selected: whether it begins selected.
    ///   - direction: the direction that it begins with; `ascending` if left out.
    ///   - directionLabels: its own words for the directions.
    public init(
      _ id: String, label: Localized, selected: Bool? = nil, direction: OrderedCriterion.Direction? = nil,
      directionLabels: DirectionLabels? = nil
    ) {
      definition = .object(
        said("id", .string(id)) + said("label", label) + said("selected", selected.map(JSONValue.bool))
          + said("direction", direction) + said("directionLabels", directionLabels?.definition))
    }
  }
}

extension OrderedCriterion {
  /// As submissions write it.
  var definition: JSONValue {
    .object(said("id", .string(id)) + said("selected", .bool(isSelected)) + said("direction", direction))
  }
}
