/// The guidelines for definitions that `formcells check` warns about. The target `Guidelines` has their checks.
package enum GuidelineID: String, Sendable, CaseIterable {
  case lp5 = "LP5"
  case lp7 = "LP7"
  case lp8 = "LP8"
  case lp16 = "LP16"
  case lv35 = "LV35"
  case lv37 = "LV37"
  case se7 = "SE7"
  case se8 = "SE8"
  case se14 = "SE14"
  case se27 = "SE27"
  case se28 = "SE28"
  case se29 = "SE29"
  case se30 = "SE30"
  case se32 = "SE32"
  case se33 = "SE33"
  case se34 = "SE34"
  case ti2 = "TI2"
  case ti5 = "TI5"
  case ti6 = "TI6"
  case ti7 = "TI7"
  case ti38 = "TI38"
  case ti39 = "TI39"
  case ax13 = "AX13"
  case ax14 = "AX14"
  case c2 = "C2"

  /// Guidelines that are kept in another way than by a warning, and how.
  package static let neverReported: [String: String] = [
    "LV8": "“search” and “reset” are keys of their own", "TI15": "a cell without a label is an error",
    "TI30": "“symbol” says where a currency's symbol stands", "FO9": "every built-in word can be changed in “locales”",
    "FO10": "it is formcells check itself",
  ]
}
