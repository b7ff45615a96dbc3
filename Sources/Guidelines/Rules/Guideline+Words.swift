import FormCells
package import Support

/// The built-in words that a folder of templates may change.
extension Guideline {
  /// A definition has no word for Back: the catalogues of built-in words have.
  static let shortWayBack = Guideline(
    .se14, "The label of Back is short and says that it leads back.",
    advice: "Give “back” in the folder’s locales one or two words.", form: { _ in [] })

  /// Where a catalogue of built-in words breaks a rule; nothing where it cannot be read, which is reported elsewhere.
  package static func warnings(onWords bytes: [UInt8], path: String) -> [Diagnostic] {
    let columnLimit = 12
    guard let root = try? JSONReader.document(bytes), let node = root.member("back"), let label = node.text else {
      return []
    }
    let wording = Wording(text: label, language: "und", offset: node.offset, keyPath: "back")
    guard wording.columnCount > columnLimit else { return [] }
    let place = SourceText(bytes).place(of: node.offset)
    return [
      Diagnostic(
        path: path, position: place.position, severity: .warning, keyPath: "back", code: shortWayBack.code,
        message: "\(wording.quoted) is long for the way back; “Back” or one or two words say it", excerpt: place.excerpt
      )
    ]
  }
}
