import Support

/// A template made ready for groups of views: what their fixed slots (`View.fixed`) write and decide is settled once for a
/// group, and each view of it writes only what is its own.
///
/// Views of one group, that is, of one template and one key, must agree in every fixed slot. A key is a number, so that
/// looking one up costs next to nothing.
public final class TemplateVariants: Sendable {
  private struct Key: Equatable, Sendable {
    let number: Int
    let origin: Program

    static func == (a: Key, b: Key) -> Bool { a.number == b.number && a.origin === b.origin }
  }

  /// Groups held; views of further ones are written without settling anything.
  private static let groupLimit = 16

  private let settled = GrowOnlyTable<Key, Program>(entryLimit: groupLimit)

  public init() {}

  /// The template for views of this key, of which this is one.
  @inlinable
  public func template<V: View>(_ template: Template<V>, for key: Int, like view: V) -> Template<V> {
    withUnsafePointer(to: view) { Template(program(template.program, key, UnsafeRawPointer($0))) }
  }

  /// Content of many views, one after the other. Each is made when its turn comes, and none is kept.
  /// - Parameters:
  ///   - view: the view at a position, from 0.
  ///   - key: the number of a view's group.
  @inlinable
  package func fragment<V: View>(
    _ template: Template<V>, count: Int, view: @escaping @Sendable (Int) -> V, key: @escaping @Sendable (V) -> Int
  ) -> Fragment {
    Fragment { [self] output in
      var last: (key: Int, program: Program)?
      for position in 0..<count {
        let view = view(position)
        let key = key(view)
        withUnsafePointer(to: view) { pointer in
          // Neighbours are mostly of one group.
          if let last, last.key == key { return last.program.run(UnsafeRawPointer(pointer), &output) }
          let program = program(template.program, key, UnsafeRawPointer(pointer))
          program.run(UnsafeRawPointer(pointer), &output)
          last = (key, program)
        }
      }
    }
  }

  @usableFromInline
  func program(_ origin: Program, _ key: Int, _ view: UnsafeRawPointer) -> Program {
    settled.value(for: Key(number: key, origin: origin)) { origin.settled(for: view) } ?? origin
  }
}
