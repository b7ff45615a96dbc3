import FormCells
import Support

/// Words with named places for other texts: "{label}: changes applied."
///
/// The places are numbered in the order in which they were declared when the phrase was read, which may differ from
/// their order in the text.
package struct Phrase: Sendable {
  enum Part: Sendable, Equatable {
    case text(String)
    /// A place, by its position among the declared names.
    case place(Int)
  }

  let parts: [Part]
  /// The direction in which the words are written. A text in a place that is written in the other direction is
  /// isolated.
  var direction = TextDirection.leftToRight

  /// The phrase with these texts in the first, second and third place.
  package func callAsFunction(_ first: String, _ second: String = "", _ third: String = "") -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let words): text += words
      case .place(0): text += direction.isolating(first)
      case .place(1): text += direction.isolating(second)
      case .place: text += direction.isolating(third)
      }
    }
    return text
  }
}

/// Words that depend on a number: "{count} result", "{count} results".
package struct CountedPhrase: Sendable {
  let rule: PluralRule
  /// How the language writes numbers.
  let numbers: NumberFormat
  /// The forms, by `PluralCategory.index`. All six are the same if the number does not change the words.
  let forms: [Phrase]
  /// The categories for which the file has a form; only `other` if there is one text for all numbers.
  let categories: [PluralCategory]
  let places: [String]

  /// The forms for scripts: a JSON object from category to text, with its places by name.
  var json: String {
    let names = places.map { "{\($0)}" } + ["", "", ""]
    let members = categories.map { category in
      JSONValue.Member(category.rawValue, .string(forms[category.index](names[0], names[1], names[2])))
    }
    return String(decoding: JSONValue.object(members).compactBytes, as: UTF8.self)
  }

  /// The form for this number, with the number in the first place.
  package func callAsFunction(_ number: Int, _ second: String = "", _ third: String = "") -> String {
    forms[rule.category(of: number).index](numbers.text(count: number), second, third)
  }

  /// The same with another number in the second place.
  package func callAsFunction(_ number: Int, _ second: Int) -> String { self(number, numbers.text(count: second)) }
}

extension NumberFormat {
  /// "1,200"
  package func text(count: Int) -> String { text(DecimalNumber(units: Int128(count), decimals: 0), isGrouped: true) }
}
