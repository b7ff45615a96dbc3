import Glibc

/// A socket address of either family, without a port.
struct Address: Sendable {
  let family: Int32
  private let storage: sockaddr_storage

  /// A numeric address, "localhost", or a name for the resolver.
  init(host: String) throws(ServerError) {
    var name = host == "localhost" ? "127.0.0.1" : host
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
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

  /// 0, or -1 with `errno`.
  func bind(_ descriptor: Int32, port: UInt16) -> Int32 {
    var copy = storage
    return withUnsafeMutableBytes(of: &copy) { bytes in
      // `sin_port` and `sin6_port` stand at the same place, in network order.
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

  /// The address as text, without its port; an IPv4 peer of an IPv6 socket as IPv4.
  static func text(_ storage: sockaddr_storage) -> String {
    var storage = storage
    var buffer = [CChar](repeating: 0, count: 64)
    return withUnsafeMutableBytes(of: &storage) { bytes -> String in
      guard let base = bytes.baseAddress else { return "" }
      let family = Int32(bytes.load(as: sa_family_t.self))
      guard family == AF_INET || family == AF_INET6 else { return "" }
      let source = base.advanced(by: family == AF_INET ? 4 : 8)
      guard inet_ntop(family, source, &buffer, socklen_t(buffer.count)) != nil else { return "" }
      let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return text.hasPrefix("::ffff:") && text.contains(".") ? String(text.dropFirst(7)) : text
    }
  }
}
