import FormCells
import Templates

/// A piece of a text that a search looks through, `Templates/selection/row-text.html`: what matches stands out.
struct MatchPiece: View {
  let text: String
  let isMatch: Bool

  static let needs: [Need] = [.slot("text", or: "a row would be incomplete")]

  static let slots: [Slot<MatchPiece>] = [
    .text("text") { $0.text },
    .flag("isMatch") { $0.isMatch },
  ]

  /// The pieces of a text, one after the other.
  static func pieces(of text: String, matching terms: [SearchTerm]) -> [MatchPiece] {
    let utf8 = text.utf8
    var pieces: [MatchPiece] = []
    func add(_ range: Range<Int>, isMatch: Bool) {
      guard !range.isEmpty else { return }
      let piece = utf8.dropFirst(range.lowerBound).prefix(range.count)
      pieces.append(MatchPiece(text: String(decoding: piece, as: UTF8.self), isMatch: isMatch))
    }
    var end = 0
    for match in SearchTerm.matches(of: terms, in: text) {
      add(end..<match.lowerBound, isMatch: false)
      add(match, isMatch: true)
      end = match.upperBound
    }
    add(end..<utf8.count, isMatch: false)
    return pieces
  }
}
