/// Something said with a cell while a condition holds (B26). It is never in the way of sending.
public struct CellNote: Sendable, Equatable {
  /// How a note is meant.
  public enum Kind: String, Sendable, CaseIterable {
    /// Asks for a second look.
    case warning
    /// Tells something more.
    case info
  }

  package let when: Condition
  package let text: Localized
  package let kind: Kind

  package init(when: Condition, text: Localized, kind: Kind = .info) {
    self.when = when
    self.text = text
    self.kind = kind
  }
}

/// Which notes of a cell are said, by position.
package struct ShownNotes: Sendable, Equatable {
  /// Notes of one cell: more are a page of help, not a word in passing.
  static let limit = 16
  private var bits: UInt16 = 0

  package init() {}

  package var isEmpty: Bool { bits == 0 }
  package func contains(_ note: Int) -> Bool { note < Self.limit && bits & 1 << note != 0 }
  mutating func insert(_ note: Int) { bits |= note < Self.limit ? 1 << note : 0 }
}
