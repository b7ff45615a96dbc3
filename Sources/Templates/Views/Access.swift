/// How the renderer reaches a slot's value, with the view's type erased to a pointer.
///
/// Erasing the type here keeps generics out of the compiler and the renderer: there is one kind of program for all
/// views.
@usableFromInline
enum Access: Sendable {
  case text(Writer)
  case optionalText(Writer, isPresent: Test)
  case url(Writer)
  case optionalURL(Writer, isPresent: Test)
  case flag(Test)
  case list(Visitor, isPresent: Test, Schema.Reference)
  case view(Visitor, isPresent: Test, Schema.Reference)
  case fragments(Content, isPresent: Test)
}

extension Access {
  /// The kind of the slot, as diagnostics name it.
  var kind: String {
    switch self {
    case .text: "a text slot"
    case .optionalText: "an optional text slot"
    case .url: "a URL slot"
    case .optionalURL: "an optional URL slot"
    case .flag: "a flag slot"
    case .list: "a list slot"
    case .view: "a view slot"
    case .fragments: "a fragment slot"
    }
  }

  /// The test of `t:if`; `nil` if the value is never missing.
  var test: Test? {
    switch self {
    case .text, .url: nil
    case .flag(let test): test
    case .optionalText(_, let test), .optionalURL(_, let test), .list(_, let test, _), .view(_, let test, _),
      .fragments(_, let test):
      test
    }
  }
}

/// The calls of an access. Each is an object around its closure, so that the renderer can call it without retaining
/// anything. A bare closure in an enumeration or an array would be called through a thunk and retained each time.
extension Access {
  /// Writes the value, escaped for the output's position. If the value is `nil`, it writes nothing and answers false.
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

/// A view's slots as the compiler uses them: an access for each name, and the type's name for diagnostics.
@usableFromInline
struct Schema: Sendable {
  private let type: Any.Type
  let slots: [String: Access]
  /// Names that the type declares more than once.
  let duplicates: [String]
  let needs: [Need]

  /// - `further`: what the template needs in addition to the view's needs.
  init<V: View>(_ type: V.Type, needs further: [Need] = []) {
    self.type = type
    let all = type.slots
    var slots = [String: Access](minimumCapacity: all.count)
    var duplicates: [String] = []
    for slot in all {
      guard let first = slots.updateValue(slot.access, forKey: slot.name) else { continue }
      slots[slot.name] = first
      duplicates.append(slot.name)
    }
    self.slots = slots
    self.duplicates = duplicates
    needs = type.needs + further
  }

  /// The type's name for messages.
  var typeName: String { String(describing: type) }

  /// A schema that is resolved only when it is used, because a view may contain its own type.
  @usableFromInline
  struct Reference: Sendable {
    let resolve: @Sendable () -> Schema

    @usableFromInline
    init<V: View>(_ type: V.Type) {
      resolve = { Schema(type) }
    }
  }
}
