package import Support

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
      withUnsafePointer(to: view) { program.run(UnsafeRawPointer($0), output: &output) }
    }
  }

  /// Content of many views, in sequence. Each view is made when it is rendered, and none is kept.
  package func fragment(each numbers: Range<Int>, view: @escaping @Sendable (Int) -> V) -> Fragment {
    Fragment { [program] output in
      for number in numbers {
        withUnsafePointer(to: view(number)) { program.run(UnsafeRawPointer($0), output: &output) }
      }
    }
  }

  /// Renders the first of many views into bytes, up to a limit.
  /// - Parameters:
  ///   - byteLimit: the number of bytes that the views may take.
  ///   - assetLink: the address of a file among the site's assets.
  package func rendered(
    _ views: Int, byteLimit: Int, linking assetLink: (@Sendable (String) -> String?)?, view: (Int) -> V
  ) -> RenderedViews {
    RenderedViews(views, byteLimit: byteLimit, linking: assetLink) { number, output in
      withUnsafePointer(to: view(number)) { program.run(UnsafeRawPointer($0), output: &output) }
    }
  }
}

/// Content that a template writes into another template's `<t:slot>`. Fragments come only from templates and from the
/// program's own files, so their bytes are already escaped.
public struct Fragment: Sendable {
  @usableFromInline let write: @Sendable (inout Output) -> Void

  @usableFromInline
  init(write: @escaping @Sendable (inout Output) -> Void) {
    self.write = write
  }

  /// Bytes that are written as they are; they contain nothing from a visitor.
  package static func verbatim(_ bytes: [UInt8]) -> Fragment {
    Fragment { output in bytes.withUnsafeBufferPointer { output.copy($0) } }
  }
}

/// Rendered views, in sequence, that later pages copy.
package struct RenderedViews: Sendable {
  private let bytes: [UInt8]
  /// Where each view ends.
  private let ends: [Int]
  /// Whether the next view would exceed the limit.
  package let isFull: Bool

  /// - Parameters:
  ///   - views: the number of views.
  ///   - byteLimit: the number of bytes that all views together may take. Views that do not fit are left out.
  ///   - assetLink: the address of a file among the site's assets.
  ///   - write: writes the view with a number.
  init(
    _ views: Int, byteLimit: Int, linking assetLink: (@Sendable (String) -> String?)?,
    write: (Int, inout Output) -> Void
  ) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    Output.append(to: &bytes, expecting: Output.initialByteCapacity) { output in
      output.assetLink = assetLink
      for view in 0..<views {
        write(view, &output)
        guard output.count <= byteLimit else { return output.truncate(to: ends.last ?? 0) }
        ends.append(output.count)
      }
    }
    // A copy has no spare capacity; an array made from a slice of everything would share the original's buffer and its
    // capacity.
    self.bytes = bytes.withUnsafeBufferPointer { Array($0) }
    self.ends = ends
    isFull = ends.count < views
  }

  package var count: Int { ends.count }
  /// The memory that the views take, in bytes.
  package var byteCount: Int { bytes.capacity }

  /// The content of a range of the views.
  package func fragment(_ views: Range<Int>) -> Fragment {
    let range = range(of: views)
    return Fragment { [bytes] output in
      bytes.withUnsafeBufferPointer { output.copy(UnsafeBufferPointer(rebasing: $0[range])) }
    }
  }

  private func range(of views: Range<Int>) -> Range<Int> {
    let start = views.lowerBound == 0 ? 0 : ends[views.lowerBound - 1]
    return start..<(views.isEmpty ? start : ends[views.upperBound - 1])
  }
}

extension RenderedViews {
  /// Renders fragments into bytes.
  /// - `assetLink`: the address of a file among the site's assets.
  package init(_ fragments: [Fragment], linking assetLink: (@Sendable (String) -> String?)?) {
    self.init(fragments.count, byteLimit: .max, linking: assetLink) { fragments[$0].write(&$1) }
  }

  /// The content of all views.
  package var fragment: Fragment { fragment(0..<count) }

  /// Splits a page wherever the token occurs; the views are the parts between.
  package init(_ page: [UInt8], splitBy token: Token) {
    var parts = [page[...]]
    while let place = parts[parts.count - 1].firstRange(of: token.text.utf8) {
      let rest = parts.removeLast()
      parts += [rest[..<place.lowerBound], rest[place.upperBound...]]
    }
    self.init(parts.count, byteLimit: .max, linking: nil) { part, output in
      parts[part].withUnsafeBufferPointer { output.copy($0) }
    }
  }

  /// Calls the body with the bytes of one view.
  package func withBytes<Result>(of view: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range(of: view..<view + 1)])) }
  }

  /// A page made of all parts, with a token between them.
  package func joined(by token: Token) -> [UInt8] {
    var page: [UInt8] = []
    Output.append(to: &page, expecting: bytes.count + count * Token.digitCount) { output in
      for part in ends.indices {
        if part > 0 { output.write(token) }
        fragment(part..<part + 1).write(&output)
      }
    }
    return page
  }
}
