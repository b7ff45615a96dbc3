import HTTPEngine

extension Metrics {
  /// Lines on the memory of requests on their way, and on all that was turned away.
  static func text(of refusals: Refusals, heldBytes: Int) -> String {
    """
    # HELP formcells_held_bytes Memory set aside for requests on their way or being answered.
    # TYPE formcells_held_bytes gauge
    formcells_held_bytes \(heldBytes)
    # HELP formcells_refused_total Turned away: requests without memory left, posts and connections beyond an address's limit.
    # TYPE formcells_refused_total counter
    formcells_refused_total{what="body"} \(refusals.bodies)
    formcells_refused_total{what="post"} \(refusals.posts)
    formcells_refused_total{what="connection"} \(refusals.connections)
    # HELP formcells_displaced_connections_total Connections closed to make room for others.
    # TYPE formcells_displaced_connections_total counter
    formcells_displaced_connections_total \(refusals.displacedConnections)

    """
  }
}
