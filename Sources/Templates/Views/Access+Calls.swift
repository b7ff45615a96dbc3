/// The calls behind an access. Each is an object around its closure, so that the renderer can call it without retaining
/// anything: a bare closure in an enumeration or an array would be called through a thunk, and retained each time.
extension Access {
  /// Writes the value, escaped for the output's position, or answers false and writes nothing where it is nil.
  @usableFromInline
  final class Writer: Sendable {
    let call: @Sendable (UnsafeRawPointer, inout Output) -> Bool
    /// Of a fixed slot: ``TemplateVariants`` writes it in once.
    let isFixed: Bool
    /// It writes the address of an asset, which only a page knows.
    let needsPage: Bool

    @usableFromInline
    convenience init(_ call: @escaping @Sendable (UnsafeRawPointer, inout Output) -> Bool) {
      self.init(call, isFixed: false)
    }

    init(
      _ call: @escaping @Sendable (UnsafeRawPointer, inout Output) -> Bool, isFixed: Bool, needsPage: Bool = false
    ) {
      self.call = call
      self.isFixed = isFixed
      self.needsPage = needsPage
    }

    var fixed: Writer { Writer(call, isFixed: true) }
  }

  @usableFromInline
  final class Test: Sendable {
    let call: @Sendable (UnsafeRawPointer) -> Bool
    let isFixed: Bool

    @usableFromInline
    convenience init(_ call: @escaping @Sendable (UnsafeRawPointer) -> Bool) {
      self.init(call, isFixed: false)
    }

    init(_ call: @escaping @Sendable (UnsafeRawPointer) -> Bool, isFixed: Bool) {
      self.call = call
      self.isFixed = isFixed
    }

    var fixed: Test { Test(call, isFixed: true) }
  }

  /// Calls the body with a pointer to each child in turn.
  @usableFromInline
  final class Visitor: Sendable {
    @usableFromInline typealias Body = (UnsafeRawPointer, inout Output) -> Void
    let call: @Sendable (UnsafeRawPointer, inout Output, Body) -> Void
    /// The group of a child (`GroupedView`); nil: each is written step by step.
    let group: (@Sendable (UnsafeRawPointer) -> TemplateVariants.Group)?
    let isFixed: Bool

    @usableFromInline
    convenience init(
      _ call: @escaping @Sendable (UnsafeRawPointer, inout Output, Body) -> Void,
      group: (@Sendable (UnsafeRawPointer) -> TemplateVariants.Group)? = nil
    ) {
      self.init(call, group: group, isFixed: false)
    }

    private init(
      _ call: @escaping @Sendable (UnsafeRawPointer, inout Output, Body) -> Void,
      group: (@Sendable (UnsafeRawPointer) -> TemplateVariants.Group)?, isFixed: Bool
    ) {
      self.call = call
      self.group = group
      self.isFixed = isFixed
    }

    var fixed: Visitor { Visitor(call, group: group, isFixed: true) }
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
