/// The texts that a row may have beside its label.
package struct OptionTexts: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let description = OptionTexts(rawValue: 1)
  package static let footnote = OptionTexts(rawValue: 2)
  package static let status = OptionTexts(rawValue: 4)
}
