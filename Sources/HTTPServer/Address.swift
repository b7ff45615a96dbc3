import Glibc
import HTTPCore

/// A host as people write it: a name or an address.
package enum HostText {
  /// The host without the brackets that an IPv6 address has in a URL.
  package static func unbracketed(_ host: String) -> String {
    host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
  }

  /// The URL of a server at that host; the zone of an IPv6 address is percent-encoded (RFC 6874).
  package static func url(_ host: String, port: Int) -> String {
    guard host.utf8.contains(UInt8(ascii: ":")) else { return "http://\(host):\(port)" }
    return "http://[\(host.split(separator: "%", maxSplits: 1).joined(separator: "%25"))]:\(port)"
  }
}

/// A socket address of either family, without a port.
struct Address: Sendable {
  let family: Int32
  private let storage: sockaddr_storage

  /// - Parameter host: a numeric address, "localhost", or a name for the resolver.
  init(host: String) throws(ServerError) {
    let name = host == "localhost" ? "127.0.0.1" : HostText.unbracketed(host)
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    guard !name.isEmpty, getaddrinfo(name, nil, &hints, &list) == 0, let first = list else { throw .unknownHost(host) }
    defer { freeaddrinfo(list) }
    var storage = sockaddr_storage()
    memcpy(&storage, first.pointee.ai_addr, min(Int(first.pointee.ai_addrlen), MemoryLayout<sockaddr_storage>.size))
    self.storage = storage
    family = first.pointee.ai_family
  }

  private var length: socklen_t {
    socklen_t(family == AF_INET6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
  }

  /// Binds a socket to the address. Returns 0, or -1 with `errno` set.
  func bind(_ descriptor: Int32, port: UInt16) -> Int32 {
    var copy = storage
    return withUnsafeMutableBytes(of: &copy) { bytes in
      // `sin_port` and `sin6_port` are at the same place, in network order.
      bytes.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
      return Glibc.bind(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), length)
    }
  }

  static func localPort(_ descriptor: Int32) -> UInt16 {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &storage) { bytes in
      _ = getsockname(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
      return UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
    }
  }

  /// The address of a peer, without its port.
  static func peer(_ storage: sockaddr_storage) -> IPAddress {
    var storage = storage
    return withUnsafeBytes(of: &storage) { bytes in
      if Int32(bytes.load(as: sa_family_t.self)) == AF_INET6 {
        // `sin6_addr`, in network order.
        return IPAddress(
          high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
          low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)))
      }
      // `sin_addr`
      return IPAddress(ipv4: UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
    }
  }
}
