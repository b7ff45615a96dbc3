/// Content that a template writes into another template's `<t:slot>`. Only templates make fragments, so their bytes are
/// escaped already.
public struct Fragment: Sendable {
  @usableFromInline let write: @Sendable (inout Output) -> Void

  @usableFromInline
  init(write: @escaping @Sendable (inout Output) -> Void) {
    self.write = write
  }
}
