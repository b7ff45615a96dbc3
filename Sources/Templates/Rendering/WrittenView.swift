import Synchronization

/// A view as it was written: bytes that later pages copy. They lie in memory of their own: an array would be retained with
/// each copy.
///
/// What all of the process hold together is limited: beyond it, views are written each time.
package final class WrittenView: @unchecked Sendable {
  fileprivate let bytes: UnsafeBufferPointer<UInt8>

  /// Bytes that all hold together: the cells of a thousand forms and more.
  private static let totalByteLimit = 32 << 20
  private static let heldByteCount = Atomic(0)

  /// Nil: there is no room.
  fileprivate init?(_ bytes: UnsafeRawBufferPointer) {
    guard Self.heldByteCount.load(ordering: .relaxed) + bytes.count <= Self.totalByteLimit else { return nil }
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = memory.initialize(from: bytes)
    self.bytes = UnsafeBufferPointer(memory)
    Self.heldByteCount.wrappingAdd(bytes.count, ordering: .relaxed)
  }

  deinit {
    Self.heldByteCount.wrappingSubtract(bytes.count, ordering: .relaxed)
    bytes.deallocate()
  }
}

extension Fragment {
  package init(_ view: WrittenView) {
    self.init { output in output.copy(view.bytes) }
  }

  /// One after the other.
  package init(_ views: [WrittenView]) {
    self.init { output in
      views.withUnsafeBufferPointer { views in for index in views.indices { output.copy(views[index].bytes) } }
    }
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
