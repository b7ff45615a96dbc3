import Support

/// A template made ready for groups of views: what their fixed slots (`View.fixed`) write and decide is settled once for a
/// group, and each view of it writes only what is its own.
///
/// Views of one group, that is, of one template and one key, must agree in every fixed slot. A key is a number, so that
/// looking one up costs next to nothing.
///
/// What stands between a view and the page's bytes is public, in a target that no product has: the compiler makes copies of
/// generic code for other modules' types of public symbols only.
public final class TemplateVariants: Sendable {
  private struct Key: Equatable, Sendable {
    let number: Int
    let origin: Program
    /// The first of its steps: a list's are a part of the program around it.
    let start: Int

    static func == (a: Key, b: Key) -> Bool { a.number == b.number && a.origin === b.origin && a.start == b.start }
  }

  /// A group of views, by the number that is its key.
  @usableFromInline
  struct Group {
    let variants: TemplateVariants
    let key: Int

    @usableFromInline
    init(_ variants: TemplateVariants, _ key: Int) {
      self.variants = variants
      self.key = key
    }
  }

  /// How the group of a child is found.
  @inlinable
  static func group<Child: GroupedView>(of _: Child.Type) -> @Sendable (UnsafeRawPointer) -> Group {
    { child in
      let child = child.assumingMemoryBound(to: Child.self)
      return Group(child.pointee.variants, child.pointee.group)
    }
  }

  /// Groups held; views of further ones are written without settling anything.
  private static let groupLimit = 16

  private let settled = GrowOnlyTable<Key, Program>(entryLimit: groupLimit)

  /// Without a group yet.
  public init() {}

  /// The template for views of this key, of which this is one.
  @inlinable
  public func template<V: View>(_ template: Template<V>, for key: Int, like view: V) -> Template<V> {
    withUnsafePointer(to: view) { Template(program(template.program, key, UnsafeRawPointer($0))) }
  }

  /// Content of many views, one after the other. Each is made when its turn comes, and none is kept.
  /// - `view`: the view at a position, from 0.
  /// - `key`: the number of a view's group.
  @inlinable
  package func fragment<V: View>(
    _ template: Template<V>, count: Int, view: @escaping @Sendable (Int) -> V, key: @escaping @Sendable (V) -> Int
  ) -> Fragment {
    Fragment { [self] output in
      var position = 0
      while position < count {
        let first = view(position)
        let group = key(first)
        let program = withUnsafePointer(to: first) { self.program(template.program, group, UnsafeRawPointer($0)) }
        withUnsafePointer(to: first) { program.run(UnsafeRawPointer($0), &output) }
        position += 1
        // Neighbours are mostly of one group.
        while position < count {
          let next = view(position)
          guard key(next) == group else { break }
          withUnsafePointer(to: next) { program.run(UnsafeRawPointer($0), &output) }
          position += 1
        }
      }
    }
  }

  /// The same where some views are kept as they are written.
  package func fragment<V: View>(
    _ template: Template<V>, count: Int, kept: KeptSource<V>, view: @escaping @Sendable (Int) -> V,
    key: @escaping @Sendable (V) -> Int
  ) -> Fragment {
    Fragment { [self] output in
      let write = { (view: V, output: inout Output) in
        withUnsafePointer(to: view) {
          self.program(template.program, key(view), UnsafeRawPointer($0)).run(UnsafeRawPointer($0), &output)
        }
      }
      let run = kept.views.run(of: kept.source, template.program, wanted: kept.wanted, for: output) {
        write(kept.make($0), &$1)
      }
      var position = 0
      while position < count {
        // Neighbours are mostly neighbours there too.
        let numbers = kept.numbers(position).clamped(to: 0..<run.count)
        guard !numbers.isEmpty else {
          write(view(position), &output)
          position += 1
          continue
        }
        position += numbers.count
        run.bytes.withUnsafeBufferPointer { bytes in
          let held = run.bounds[numbers.lowerBound]..<run.bounds[numbers.upperBound]
          output.copy(UnsafeBufferPointer(rebasing: bytes[held]))
        }
      }
    }
  }

  @usableFromInline
  func program(_ origin: Program, _ key: Int, _ view: UnsafeRawPointer) -> Program {
    settled.value(for: Key(number: key, origin: origin, start: 0)) { origin.settled(for: view) } ?? origin
  }

  /// These steps of a list's template; nil: there are too many groups.
  func program(_ origin: Program, _ steps: Range<Int>, _ key: Int, _ view: UnsafeRawPointer) -> Program? {
    settled.value(for: Key(number: key, origin: origin, start: steps.lowerBound)) {
      origin.settled(for: view, steps: steps)
    }
  }
}
