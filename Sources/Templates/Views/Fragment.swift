/// Content that a template writes into another template's `<t:slot>`. Only templates make fragments, and the program of its
/// own files, so their bytes are escaped already.
public struct Fragment: Sendable {
  @usableFromInline let write: @Sendable (inout Output) -> Void

  @usableFromInline
  init(write: @escaping @Sendable (inout Output) -> Void) {
    self.write = write
  }

  /// Bytes as they stand, of which none is a visitor's.
  package static func verbatim(_ bytes: [UInt8]) -> Fragment {
    Fragment { output in bytes.withUnsafeBufferPointer { output.copy($0) } }
  }
}
