import HTTPMessage

/// The use of a loop by one network. Its connections have it at hand: an address is looked up once a connection.
final class NetworkUse {
  let network: IPAddress
  var connectionCount = 0
  /// Set aside for unfinished requests.
  var heldByteCount = 0

  init(_ network: IPAddress) { self.network = network }
}
