import Glibc

/// An IP address. IPv4 is kept as IPv6 maps it, `::ffff:a.b.c.d`, so that a peer is the same on sockets of both families.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
  /// The first and the last eight bytes, as numbers.
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// - Parameter ipv4: the address's four bytes as a number.
  package init(ipv4: UInt32) { self.init(high: 0, low: Self.ipv4Prefix << 32 | UInt64(ipv4)) }

  /// "192.0.2.1", "2001:db8::1"; `nil` for anything else.
  package init?(_ text: String) {
    var bytes: (UInt64, UInt64) = (0, 0)
    // inet_pton would stop at a zero byte although the text continues.
    guard !text.utf8.contains(0) else { return nil }
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.init(ipv4: UInt32(UInt64(bigEndian: bytes.0) >> 32))
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.init(high: UInt64(bigEndian: bytes.0), low: UInt64(bigEndian: bytes.1))
    } else {
      return nil
    }
  }

  /// The address of a node as proxies name it: `nodename [ ":" node-port ]` (RFC 7239 §6), with IPv6 in brackets or, as in
  /// X-Forwarded-For, without. `nil` for "unknown", for a hidden name and for anything else.
  package init?(node: some StringProtocol) {
    var name = node[...]
    if name.utf8.first == UInt8(ascii: "[") {
      guard let end = name.utf8.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      let rest = name[end...].dropFirst()
      guard rest.isEmpty || rest.utf8.first == UInt8(ascii: ":") else { return nil }
      name = name[..<end].dropFirst()
    } else if name.utf8.contains(UInt8(ascii: ".")), name.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1 {
      name = name.prefix { $0 != ":" }
    }
    self.init(String(name))
  }

  /// The part of the address that identifies one customer of a network: all of IPv4, the first 64 bits of IPv6.
  package var network: IPAddress { isIPv4 ? self : IPAddress(high: high, low: 0) }

  package var description: String {
    guard isIPv4 else {
      var bytes = (high.bigEndian, low.bigEndian)
      var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
      guard inet_ntop(AF_INET6, &bytes, &buffer, socklen_t(buffer.count)) != nil else { return "" }
      return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    // This runs for every request: fifteen bytes fit into the string itself, without an allocation.
    return String(unsafeUninitializedCapacity: 15) { buffer in
      var count = 0
      func append(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
      }
      for shift: UInt64 in stride(from: 24, through: 0, by: -8) {
        let part = UInt8(truncatingIfNeeded: low >> shift)
        if part >= 100 { append(0x30 + part / 100) }
        if part >= 10 { append(0x30 + part / 10 % 10) }
        append(0x30 + part % 10)
        if shift > 0 { append(0x2E) }
      }
      return count
    }
  }

  private var isIPv4: Bool { high == 0 && low >> 32 == Self.ipv4Prefix }

  private static let ipv4Prefix: UInt64 = 0xFFFF
}
