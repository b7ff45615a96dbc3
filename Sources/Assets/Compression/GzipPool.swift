import Gzip
import Support

/// Encoders for pages. A page is compressed without suspending, so there are never more encoders than threads that answer
/// at once, and none is set up anew.
package final class GzipPool: Sendable {
  private let idle = Lock<[PageEncoder]>([])

  package init() {}

  /// - `model`: of bodies like this one.
  func encode(_ bytes: [UInt8], like model: ModelBytes?) -> [UInt8] {
    let encoder = idle.withLock { $0.popLast() } ?? PageEncoder()
    defer { idle.withLock { $0.append(encoder) } }
    return encoder.encode(bytes, like: model?.prepared { PageModel(of: $0) })
  }
}
