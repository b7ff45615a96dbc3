/// The pairs of a Cookie field (RFC 6265 §4.2, §5.4) in their order. Anyone may send any value: check before use.
public struct Cookies: Sendable, Equatable {
  /// One pair as received.
  public struct Pair: Sendable, Equatable {
    public var name: String
    public var value: String
  }

  public private(set) var pairs: [Pair] = []

  public init(_ field: String) {
    for part in field.utf8.split(separator: 0x3B) {
      guard let equals = part.firstIndex(of: 0x3D) else { continue }
      let name = part[..<equals].trimmingBlanks
      guard !name.isEmpty else { continue }
      let value = ListField.unquoted(part[part.index(after: equals)...].trimmingBlanks)
      pairs.append(Pair(name: String(decoding: name, as: UTF8.self), value: String(decoding: value, as: UTF8.self)))
    }
  }

  /// The first value of that name (names are case-sensitive): user agents send the most specific path first.
  public subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  public func values(of name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }
}
