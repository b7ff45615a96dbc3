import Synchronization

/// A template made ready for groups of views: what their fixed slots (`View.fixed`) write and decide is settled once for a
/// group, and each view of it writes only what is its own.
///
/// Views of one group, that is, of one template and one key, must agree in every fixed slot. A key is a number, so that
/// looking one up costs next to nothing.
public final class TemplateVariants: Sendable {
  private struct Variant {
    let key: Int
    let origin: Program
    let program: Program
  }

  /// Variants held; a key with more values than that has no business here, and begins anew.
  private static let limit = 16

  private let made = Mutex<[Variant]>([])

  public init() {}

  /// The template for views of this key, of which this is one.
  @inlinable
  public func template<V: View>(_ template: Template<V>, for key: Int, like view: V) -> Template<V> {
    withUnsafePointer(to: view) { Template(program(template.program, key, UnsafeRawPointer($0))) }
  }

  @usableFromInline
  func program(_ origin: Program, _ key: Int, _ view: UnsafeRawPointer) -> Program {
    made.withLock { made in
      for variant in made where variant.key == key && variant.origin === origin { return variant.program }
      // Templates that were read again take the place of those before.
      made.removeAll { $0.origin !== origin }
      if made.count >= Self.limit { made.removeAll() }
      let program = origin.settled(for: view)
      made.append(Variant(key: key, origin: origin, program: program))
      return program
    }
  }
}
