/// Something that a template can name: `{name}` in text and attributes, `name` in `t:if`, `t:each`, `t:with`, `t:slot`.
///
/// The kind of a slot decides where it is allowed; the compiler rejects every other place.
public struct Slot<V: Sendable>: Sendable {
  /// The name in templates: a letter, then letters and digits.
  public let name: String
  @usableFromInline let access: Access

  @usableFromInline
  init(_ name: String, _ access: Access) {
    self.name = name
    self.access = access
  }
}

extension Slot {
  /// Text in element content or in an attribute that does not hold a URL.
  @inlinable @inline(__always)
  public static func text(_ name: String, _ get: @escaping @Sendable (V) -> String) -> Slot {
    Slot(
      name,
      .text(
        Access.Writer { view, output in
          output.write(get(view.assumingMemoryBound(to: V.self).pointee))
          return true
        }))
  }

  /// Text that is not a string: `write` writes it, if necessary in pieces.
  @inlinable @inline(__always)
  package static func text(_ name: String, writing write: @escaping @Sendable (V, inout Output) -> Void) -> Slot {
    Slot(
      name,
      .text(
        Access.Writer { view, output in
          write(view.assumingMemoryBound(to: V.self).pointee, &output)
          return true
        }))
  }

  /// Text from a part of a large view. A closure that takes the whole view would need a copy of it.
  @inlinable @inline(__always)
  package static func text<Part>(
    _ name: String, of get: @escaping @Sendable (V) -> Part,
    writing write: @escaping @Sendable (Part, inout Output) -> Void
  ) -> Slot {
    Slot(
      name,
      .text(
        Access.Writer { view, output in
          write(get(view.assumingMemoryBound(to: V.self).pointee), &output)
          return true
        }))
  }

  /// Text that may be missing and is not a string: `write` writes it if `isPresent` holds.
  @inlinable @inline(__always)
  package static func optionalText(
    _ name: String, isPresent: @escaping @Sendable (V) -> Bool,
    writing write: @escaping @Sendable (V, inout Output) -> Void
  ) -> Slot {
    Slot(
      name,
      .optionalText(
        Access.Writer { view, output in
          guard isPresent(view.assumingMemoryBound(to: V.self).pointee) else { return false }
          write(view.assumingMemoryBound(to: V.self).pointee, &output)
          return true
        },
        isPresent: Access.Test { isPresent($0.assumingMemoryBound(to: V.self).pointee) }))
  }

  /// Text that may be missing. If it is `nil`, `attribute="{name?}"` leaves the attribute out and `{name}` in element
  /// content writes nothing. `{name}` in an attribute is allowed only inside `<t:if test="name">`.
  @inlinable @inline(__always)
  public static func optionalText(_ name: String, _ get: @escaping @Sendable (V) -> String?) -> Slot {
    Slot(
      name,
      .optionalText(Self.writer(get), isPresent: Self.presence(get)))
  }

  /// A URL: the only kind that may begin `href`, `src`, `action`, `formaction` and their like.
  ///
  /// A value with a scheme other than `http`, `https`, `mailto` and `tel` is written as `about:invalid`.
  @inlinable @inline(__always)
  public static func url(_ name: String, _ get: @escaping @Sendable (V) -> String) -> Slot {
    Slot(
      name,
      .url(
        Access.Writer { view, output in
          output.write(get(view.assumingMemoryBound(to: V.self).pointee))
          return true
        }))
  }

  /// A URL that is not a string: `write` writes it. The first piece must contain the whole scheme.
  @inlinable @inline(__always)
  package static func url(_ name: String, writing write: @escaping @Sendable (V, inout Output) -> Void) -> Slot {
    Slot(
      name,
      .url(
        Access.Writer { view, output in
          write(view.assumingMemoryBound(to: V.self).pointee, &output)
          return true
        }))
  }

  /// A URL from a part of a large view.
  @inlinable @inline(__always)
  package static func url<Part>(
    _ name: String, of get: @escaping @Sendable (V) -> Part,
    writing write: @escaping @Sendable (Part, inout Output) -> Void
  ) -> Slot {
    Slot(
      name,
      .url(
        Access.Writer { view, output in
          write(get(view.assumingMemoryBound(to: V.self).pointee), &output)
          return true
        }))
  }

  /// A URL that may be missing; see ``url(_:_:)`` and ``optionalText(_:_:)``.
  @inlinable @inline(__always)
  public static func optionalURL(_ name: String, _ get: @escaping @Sendable (V) -> String?) -> Slot {
    Slot(
      name,
      .optionalURL(Self.writer(get), isPresent: Self.presence(get)))
  }

  /// A Boolean value: a test of `t:if`, a boolean attribute `checked="{name?}"`, or "true"/"false" in `aria-…="{name}"`
  /// and `data-…="{name}"`.
  @inlinable @inline(__always)
  public static func flag(_ name: String, _ get: @escaping @Sendable (V) -> Bool) -> Slot {
    Slot(name, .flag(Access.Test { get($0.assumingMemoryBound(to: V.self).pointee) }))
  }

  /// Views to repeat with `<t:each of="name">`.
  @inlinable @inline(__always)
  public static func list<Child: View>(_ name: String, _ get: @escaping @Sendable (V) -> [Child]) -> Slot {
    Slot(
      name,
      .list(
        Access.Visitor { view, output, body in
          get(view.assumingMemoryBound(to: V.self).pointee).withUnsafeBufferPointer { children in
            guard var child = children.baseAddress else { return }
            for _ in 0..<children.count {
              body(UnsafeRawPointer(child), &output)
              child += 1
            }
          }
        },
        isPresent: Access.Test { !get($0.assumingMemoryBound(to: V.self).pointee).isEmpty },
        Schema.Reference(Child.self)))
  }

  /// A view to enter with `<t:with of="name">`; if it is `nil`, nothing is written.
  @inlinable @inline(__always)
  public static func view<Child: View>(_ name: String, _ get: @escaping @Sendable (V) -> Child?) -> Slot {
    Slot(
      name,
      .view(
        Access.Visitor { view, output, body in
          guard let child = get(view.assumingMemoryBound(to: V.self).pointee) else { return }
          withUnsafePointer(to: child) { body(UnsafeRawPointer($0), &output) }
        },
        isPresent: Access.Test { get($0.assumingMemoryBound(to: V.self).pointee) != nil },
        Schema.Reference(Child.self)))
  }

  /// Content that other templates write, placed by `<t:slot name="…"/>`.
  @inlinable @inline(__always)
  public static func fragments(_ name: String, _ get: @escaping @Sendable (V) -> [Fragment]) -> Slot {
    Slot(
      name,
      .fragments(
        Access.Content { view, output in
          for fragment in get(view.assumingMemoryBound(to: V.self).pointee) { fragment.write(&output) }
        },
        isPresent: Access.Test { !get($0.assumingMemoryBound(to: V.self).pointee).isEmpty }))
  }

  /// Content that another template writes, or nothing; placed by `<t:slot name="…"/>`.
  @inlinable @inline(__always)
  public static func fragment(_ name: String, _ get: @escaping @Sendable (V) -> Fragment?) -> Slot {
    Slot(
      name,
      .fragments(
        Access.Content { view, output in get(view.assumingMemoryBound(to: V.self).pointee)?.write(&output) },
        isPresent: Access.Test { get($0.assumingMemoryBound(to: V.self).pointee) != nil }))
  }

  /// A writer of a text that may be missing.
  @inlinable @inline(__always)
  static func writer(_ get: @escaping @Sendable (V) -> String?) -> Access.Writer {
    Access.Writer { view, output in
      guard let text = get(view.assumingMemoryBound(to: V.self).pointee) else { return false }
      output.write(text)
      return true
    }
  }

  @inlinable @inline(__always)
  static func presence(_ get: @escaping @Sendable (V) -> String?) -> Access.Test {
    Access.Test { get($0.assumingMemoryBound(to: V.self).pointee) != nil }
  }
}

/// A Swift type that a template can be compiled against.
///
/// A view is a value whose slots name what a template may write. Each slot's closure must be pure, because a template
/// may call it more than once: `<t:if test="helper">{helper}</t:if>` calls it twice.
public protocol View: Sendable {
  /// The slots that a template for this type may name. Called once for each compilation.
  static var slots: [Slot<Self>] { get }
  /// The slots, controls and fields that a template must write. By default there are none.
  static var needs: [Need] { get }
}

extension View {
  /// None.
  public static var needs: [Need] { [] }
}
