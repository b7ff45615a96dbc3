/// A form that words take with a number (Unicode CLDR). Which numbers are of which category is a matter of the language:
/// English has `one` for 1 and `other` for the rest, Polish has four, Japanese has `other` alone.
enum PluralCategory: String, CaseIterable, Sendable {
  case zero, one, two, few, many, other

  /// Its place in an array of one element a category.
  var index: Int {
    switch self {
    case .zero: 0
    case .one: 1
    case .two: 2
    case .few: 3
    case .many: 4
    case .other: 5
    }
  }
}
