import FormController
import HTTPCore
import Support

/// The rest of a session under the id that it had until a moment ago: requests that were under way when it changed find
/// the session, from the same network only. Whoever planted the id in a browser does not.
struct FormerSession: Sendable {
  let next: Token
  private let network: UInt64

  init(next: Token, client: String) {
    self.next = next
    network = Self.network(of: client)
  }

  /// Nil where these bytes are something else.
  init?(_ bytes: [UInt8]) {
    guard bytes.first == Session.formerFormatByte else { return nil }
    var reader = PackedReader(bytes)
    do throws(PackingError) {
      _ = try reader.byte()
      next = try reader.token()
      network = try reader.word()
    } catch { return nil }
  }

  var bytes: [UInt8] {
    var writer = PackedWriter()
    writer.append(byte: Session.formerFormatByte)
    writer.append(next)
    writer.append(word: network)
    return writer.bytes
  }

  func leads(_ client: String) -> Bool { network == Self.network(of: client) }

  /// The part of an address that one customer of a network has; 0 where that is not known.
  static func network(of client: String) -> UInt64 {
    guard let network = IPAddress(client)?.network else { return 0 }
    // Of an IPv4 address the higher half is zero, of the network of an IPv6 address the lower one.
    return network.high | network.low
  }
}
