import Support
public import Localization

// Keys that several types of cells have, each written once.

/// A cell that shows a text while it is empty.
public protocol PlaceholderCell: FormCell {}

extension PlaceholderCell {
  /// The text that stands in it while it is empty.
  public func placeholder(_ text: Localized) -> Self { with("placeholder", text.definition) }
}

/// A cell of text whose value pages show.
public protocol WrittenCell: PlaceholderCell {}

extension WrittenCell {
  /// The value that it begins with.
  public func value(_ text: String) -> Self { with("value", .string(text)) }

  /// Its greatest length in characters.
  public func maxLength(_ count: Int) -> Self { with("maxLength", .count(count)) }

  /// The fate of a longer text; `allow` if left out.
  public func overflow(_ overflow: Overflow) -> Self { with("overflow", .string(overflow.rawValue)) }

  /// Whether a counter is shown; by default where there is a maximum length.
  public func counter(_ isShown: Bool = true) -> Self { with("counter", .bool(isShown)) }
}

/// A cell of a number between bounds.
public protocol QuantityCell: FormCell {}

extension QuantityCell {
  /// The smallest number, or the smallest amount in the cell's currency.
  public func minimum(_ number: ExactNumber) -> Self { with("minimum", number.definition) }

  /// The largest number, or the largest amount in the cell's currency.
  public func maximum(_ number: ExactNumber) -> Self { with("maximum", number.definition) }
}

/// A cell of a day (`YYYY-MM-DD`, as a bound also `today`) or of a time of day (`HH:MM`).
public protocol MomentCell: FormCell {}

extension MomentCell {
  /// The day or time that it begins with.
  public func value(_ time: String) -> Self { with("value", .string(time)) }

  /// The first day or time.
  public func minimum(_ time: String) -> Self { with("minimum", .string(time)) }

  /// The last day or time.
  public func maximum(_ time: String) -> Self { with("maximum", .string(time)) }
}
