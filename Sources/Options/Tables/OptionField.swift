/// A column of an option table.
package enum OptionField: Int, CaseIterable, Sendable {
  case value, label, description, footnote, status, image, initials
}
