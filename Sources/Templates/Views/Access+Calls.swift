/// The calls behind an access. Each is an object around its closure, so that the renderer can call it without retaining
/// anything: a bare closure in an enumeration or an array would be called through a thunk, and retained each time.
extension Access {
  /// Writes the value, escaped for the output's position, or answers false and writes nothing where it is nil.
  @usableFromInline
  final class Writer: Sendable {
    let call: @Sendable (UnsafeRawPointer, inout Output) -> Bool

    @usableFromInline
    init(_ call: @escaping @Sendable (UnsafeRawPointer, inout Output) -> Bool) {
      self.call = call
    }
  }

  @usableFromInline
  final class Test: Sendable {
    let call: @Sendable (UnsafeRawPointer) -> Bool

    @usableFromInline
    init(_ call: @escaping @Sendable (UnsafeRawPointer) -> Bool) {
      self.call = call
    }
  }

  /// Calls the body with a pointer to each child in turn.
  @usableFromInline
  final class Visitor: Sendable {
    @usableFromInline typealias Body = (UnsafeRawPointer, inout Output) -> Void
    let call: @Sendable (UnsafeRawPointer, inout Output, Body) -> Void

    @usableFromInline
    init(_ call: @escaping @Sendable (UnsafeRawPointer, inout Output, Body) -> Void) {
      self.call = call
    }
  }

  @usableFromInline
  final class Content: Sendable {
    let call: @Sendable (UnsafeRawPointer, inout Output) -> Void

    @usableFromInline
    init(_ call: @escaping @Sendable (UnsafeRawPointer, inout Output) -> Void) {
      self.call = call
    }
  }
}
