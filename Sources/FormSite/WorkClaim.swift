import Support

/// The one who asks for work that may have to wait, and the view that shows it.
struct WorkClaim: Sendable {
  /// A selection view of a draft. Nobody waits any more for what it was to show before.
  struct View: Sendable, Equatable {
    let draft: Token
    let cell: String
  }

  /// The part of an address that one customer of a network has; nil: not known.
  let client: UInt64?
  /// Newer work for it takes the place of work that waits; nil: it takes no place but its own.
  let view: View?
}
