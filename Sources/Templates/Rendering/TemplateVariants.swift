import Support

/// A template made ready for groups of views: what their fixed slots (`View.fixed`) write and decide is specialized once for a
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

  private let specialized = AppendOnlyTable<Key, Program>(entryLimit: groupLimit)

  /// Without a group yet.
  public init() {}

  // Views are large, and are looked at where they stand: a variable has a place, a parameter would get a copy.

  /// Content of a view of this key.
  @inlinable
  public func fragment<V: View>(_ template: Template<V>, for key: Int, _ view: consuming V) -> Fragment {
    var view = view
    let program = withUnsafeMutablePointer(to: &view) { self.program(template.program, key, UnsafeRawPointer($0)) }
    return Template(program).fragment(consume view)
  }

  /// The bytes of a view of this key.
  /// - `assetLink`: the address of a file among the site's assets.
  @inlinable
  public func render<V: View>(
    _ template: Template<V>, for key: Int, _ view: consuming V,
    linking assetLink: (@Sendable (String) -> String?)? = nil
  ) -> [UInt8] {
    var view = view
    var bytes: [UInt8] = []
    withUnsafeMutablePointer(to: &view) { view in
      let view = UnsafeRawPointer(view)
      program(template.program, key, view).render(view, into: &bytes, linking: assetLink)
    }
    return bytes
  }

  /// Content of many views, one after the other. Each is made when its turn comes, and none is held.
  /// - `kept`: where the plain ones are kept as they are written; nil: nowhere.
  /// - `view`: the view of a number, plain or this page's own.
  /// - `key`: the number of a view's group.
  package func fragment<V: View>(
    _ template: Template<V>, _ runs: [ViewRun], kept: KeptSource? = nil,
    view: @escaping @Sendable (_ number: Int, _ isPlain: Bool) -> V, key: @escaping @Sendable (V) -> Int
  ) -> Fragment {
    Fragment { [self] output in
      // Neighbours are mostly of one group.
      var last: (group: Int, program: Program)?
      let write = { (view: V, output: inout Output) in
        let group = key(view)
        withUnsafePointer(to: view) { view in
          let view = UnsafeRawPointer(view)
          let program = last?.group == group ? last?.program : nil
          let specialized = program ?? self.program(template.program, group, view)
          if program == nil { last = (group, specialized) }
          specialized.run(view, &output)
        }
      }
      let held = kept.map { kept in
        let wanted = runs.reduce(0) { $1.isPlain ? max($0, $1.numbers.upperBound) : $0 }
        return kept.views.run(of: kept.source, template.program, wanted: wanted, for: output) {
          write(view($0, true), &$1)
        }
      }
      for run in runs {
        let ready = run.isPlain ? run.numbers.clamped(to: 0..<(held?.count ?? 0)) : 0..<0
        if let held, !ready.isEmpty { held.copy(ready, to: &output) }
        for number in run.numbers.dropFirst(ready.count) { write(view(number, run.isPlain), &output) }
      }
    }
  }

  @usableFromInline
  func program(_ origin: Program, _ key: Int, _ view: UnsafeRawPointer) -> Program {
    specialized.value(for: Key(number: key, origin: origin, start: 0)) { origin.specialized(for: view) } ?? origin
  }

  /// These steps of a list's template; nil: there are too many groups.
  func program(_ origin: Program, _ steps: Range<Int>, _ key: Int, _ view: UnsafeRawPointer) -> Program? {
    specialized.value(for: Key(number: key, origin: origin, start: steps.lowerBound)) {
      origin.specialized(for: view, steps: steps)
    }
  }
}
