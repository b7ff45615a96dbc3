import HTTPWire
import Synchronization

/// Counts of all that was turned away since the start, for metrics.
struct RefusalCounts: ~Copyable, Sendable {
  private let bodies = Atomic(0)
  private let posts = Atomic(0)
  private let connections = Atomic(0)
  private let displaced = Atomic(0)

  func note(_ fault: Fault) {
    switch fault {
    case .noRoom: bodies.wrappingAdd(1, ordering: .relaxed)
    case .tooManyPosts: posts.wrappingAdd(1, ordering: .relaxed)
    default: break
    }
  }

  func noteRefusedConnection() { connections.wrappingAdd(1, ordering: .relaxed) }
  func noteDisplacedConnection() { displaced.wrappingAdd(1, ordering: .relaxed) }

  var values: Refusals {
    Refusals(
      bodies: bodies.load(ordering: .relaxed), posts: posts.load(ordering: .relaxed),
      connections: connections.load(ordering: .relaxed), displacedConnections: displaced.load(ordering: .relaxed))
  }
}

/// Counts of all that a server has turned away since its start.
package struct Refusals: Sendable, Equatable {
  /// Requests for which there was no memory left.
  package var bodies: Int
  /// Posts beyond what one address may send in a minute.
  package var posts: Int
  /// Connections beyond what one address may have.
  package var connections: Int
  /// Connections that were closed to make room for others.
  package var displacedConnections: Int
}
