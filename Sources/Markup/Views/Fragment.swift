/// Content that a template writes into another template's `<t:slot>`. Only templates make fragments, so their bytes are
/// escaped already.
public struct Fragment: Sendable {
  @usableFromInline let write: @Sendable (inout Output) -> Void

  @usableFromInline
  init(write: @escaping @Sendable (inout Output) -> Void) {
    self.write = write
  }

  /// Appends the fragment's bytes.
  public func render(into bytes: inout [UInt8]) {
    Output.append(to: &bytes, expecting: Output.initialCapacityInBytes, write)
  }

  /// The same content with its bytes made now: for what is written often and never changes.
  public func prerendered() -> Fragment {
    var bytes: [UInt8] = []
    render(into: &bytes)
    return Fragment { [bytes] output in bytes.withUnsafeBufferPointer { output.copy($0) } }
  }

  /// The first content, then the second.
  public static func + (first: Fragment, second: Fragment) -> Fragment {
    Fragment { output in
      first.write(&output)
      second.write(&output)
    }
  }
}
