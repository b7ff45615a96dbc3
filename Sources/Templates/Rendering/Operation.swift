/// One step of a program: bytes to copy, then something to do.
struct Operation: Sendable {
  enum Action: UInt8, Sendable {
    /// The bytes were all.
    case none
    /// Writes the value of writer `operand`.
    case write
    /// Writes the second bytes (` name="`), the value and a quote; nothing where the value is nil.
    case attribute
    /// Writes the second bytes (` name`) where test `operand` holds.
    case flag
    /// Writes "true" or "false" as test `operand` says.
    case truth
    /// Goes to `target` where test `operand` does not hold.
    case jumpUnless
    case jumpIf
    case jump
    /// Runs the steps from here to `target` for each child of visitor `operand`.
    case visit
    /// Writes the fragments of content `operand`.
    case content
  }

  var action = Action.none
  var position = Position.text
  var operand: UInt32 = 0
  var target: UInt32 = 0
  var literal = Span.empty
  var second = Span.empty

  /// A run in the pool of literal bytes.
  struct Span: Sendable {
    let offset: UInt32
    let length: UInt32
    static let empty = Span(offset: 0, length: 0)
  }
}
