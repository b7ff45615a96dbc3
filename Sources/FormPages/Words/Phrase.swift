import FormCells
import Support

/// Words with places for others: "{label}: changes applied."
///
/// The places are numbered in the order in which they were declared when the phrase was read, whatever their order in
/// the text.
package struct Phrase: Sendable {
  enum Part: Sendable, Equatable {
    case text(String)
    /// The position of what stands here among the declared names.
    case place(Int)
  }

  let parts: [Part]
  /// Which way the words are written: what stands in a place and is written the other way is kept apart from them.
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
  /// How the language writes its numbers.
  let numbers: NumberFormat
  /// By `PluralCategory.index`. A phrase that no number changes has the same six times.
  let forms: [Phrase]
  /// The categories that the file has a form for; of a text for all numbers `other`.
  let categories: [PluralCategory]
  let places: [String]

  /// The forms as pages carry them for scripts: a JSON object of category and text, its places by name.
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
