/// A template compiled against `V`: rendering it cannot fail.
public struct Template<V: View>: Sendable {
  @usableFromInline let program: Program

  @usableFromInline
  init(_ program: Program) {
    self.program = program
  }

  /// Appends the page's bytes (UTF-8).
  /// - `assetLink`: the address of a file among the site's assets.
  @inlinable
  public func render(_ view: V, into bytes: inout [UInt8], linking assetLink: (@Sendable (String) -> String?)? = nil) {
    withUnsafePointer(to: view) { program.render(UnsafeRawPointer($0), into: &bytes, linking: assetLink) }
  }

  /// The page's bytes (UTF-8).
  @inlinable
  public func render(_ view: V, linking assetLink: (@Sendable (String) -> String?)? = nil) -> [UInt8] {
    var bytes: [UInt8] = []
    render(view, into: &bytes, linking: assetLink)
    return bytes
  }

  /// The content for another template's `<t:slot>`. It is written when that template is rendered, straight into its
  /// output.
  @inlinable
  public func fragment(_ view: consuming V) -> Fragment {
    Fragment { [program, view = consume view] output in
      withUnsafePointer(to: view) { program.run(UnsafeRawPointer($0), &output) }
    }
  }

  /// Content of many views, one after the other. Each is made when its turn comes, and none is held.
  package func fragment(each numbers: Range<Int>, view: @escaping @Sendable (Int) -> V) -> Fragment {
    Fragment { [program] output in
      for number in numbers { withUnsafePointer(to: view(number)) { program.run(UnsafeRawPointer($0), &output) } }
    }
  }

  /// The first of many views as bytes, as many as have room.
  /// - Parameters:
  ///   - byteLimit: the bytes that they may take.
  ///   - assetLink: the address of a file among the site's assets.
  package func rendered(
    _ views: Int, byteLimit: Int, linking assetLink: (@Sendable (String) -> String?)?, view: (Int) -> V
  ) -> RenderedViews {
    RenderedViews(views, byteLimit: byteLimit, linking: assetLink) { number, output in
      withUnsafePointer(to: view(number)) { program.run(UnsafeRawPointer($0), &output) }
    }
  }
}
