import FormCells

/// The words of a switch's two positions, the same for every visitor.
final class SwitchPresentation: Sendable {
  let on: String
  let off: String
  /// The definition names the positions: then they are said as well as "on" and "off", which the role says by itself.
  let hasOwnWords: Bool

  init(_ cell: SwitchKind, _ surroundings: CellPresentation.Kind.Surroundings) {
    on = surroundings.text(cell.onLabel) ?? surroundings.words.on
    off = surroundings.text(cell.offLabel) ?? surroundings.words.off
    hasOwnWords = cell.onLabel != nil || cell.offLabel != nil
  }
}
