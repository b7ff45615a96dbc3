import Synchronization

/// A view as it was written: bytes that later pages copy.
///
/// What all of the process hold together is limited: beyond it, views are written each time.
package final class WrittenView: Sendable {
  fileprivate let bytes: [UInt8]

  /// Bytes that all hold together: the cells of a thousand forms and more.
  private static let totalByteLimit = 32 << 20
  private static let heldByteCount = Atomic(0)

  /// Nil: there is no room.
  fileprivate init?(_ bytes: UnsafeRawBufferPointer) {
    guard Self.heldByteCount.load(ordering: .relaxed) + bytes.count <= Self.totalByteLimit else { return nil }
    self.bytes = Array(bytes)
    Self.heldByteCount.wrappingAdd(bytes.count, ordering: .relaxed)
  }

  deinit { Self.heldByteCount.wrappingSubtract(bytes.count, ordering: .relaxed) }
}

extension Fragment {
  package init(_ view: WrittenView) {
    self.init { output in view.bytes.withUnsafeBufferPointer { output.copy($0) } }
  }

  /// The same content, which `keep` is given as it was written.
  package func keeping(_ keep: @escaping @Sendable (WrittenView) -> Void) -> Fragment {
    Fragment { output in
      let start = output.count
      write(&output)
      output.withBytes(from: start) { if let view = WrittenView($0) { keep(view) } }
    }
  }
}
