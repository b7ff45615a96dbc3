import Support

/// The value of a field that lists weighted preferences: Accept, Accept-Encoding or Accept-Language (RFC 9110 §12.4.2).
package struct AcceptList: Sendable, Equatable {
  /// One preference: its value in lower case without parameters, and its weight in thousandths (0 to 1000).
  package struct Item: Sendable, Equatable {
    package var value: String
    package var quality: Int
  }

  /// The preferences, best first. Equal weights keep the order in which they came; weight 0 ("not acceptable") is last.
  package private(set) var items: [Item] = []

  package init(_ field: String) {
    for member in ListField.members(field.utf8) {
      let parts = ListField.split(member, at: 0x3B)
      guard let value = parts.first else { continue }
      var quality: Int? = 1000
      for parameter in parts.dropFirst() where parameter.count >= 2 && ASCII.lower(parameter[0]) == 0x71 {
        guard parameter[1] == 0x3D else { continue }
        quality = AcceptList.quality(parameter[2...])
      }
      guard let quality else { continue }
      items.append(Item(value: String(decoding: value.map(ASCII.lower), as: UTF8.self), quality: quality))
    }
    let order = items.indices.sorted { a, b in
      items[a].quality != items[b].quality ? items[a].quality > items[b].quality : a < b
    }
    items = order.map { items[$0] }
  }

  /// Values with a weight above 0, best first.
  package var accepted: [String] { items.filter { $0.quality > 0 }.map(\.value) }

  /// The weight of a value in thousandths: its own, else that of "*", else `nil`.
  /// - `alias`: another name for the same value.
  package func quality(of value: String, or alias: String? = nil) -> Int? {
    let (wanted, alias) = (value.asciiLowercased, alias?.asciiLowercased)
    return (items.first { $0.value == wanted || $0.value == alias } ?? items.first { $0.value == "*" })?.quality
  }

  /// `qvalue = ( "0" [ "." 0*3DIGIT ] ) / ( "1" [ "." 0*3("0") ] )` in thousandths; `nil` if the bytes are no such number.
  private static func quality(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first, first == 0x30 || first == 0x31 else { return nil }
    var value = first == 0x31 ? 1000 : 0
    let rest = bytes.dropFirst()
    guard let point = rest.first else { return value }
    guard point == 0x2E, rest.count <= 4 else { return nil }
    var scale = 100
    for byte in rest.dropFirst() {
      guard ASCII.isDigit(byte) else { return nil }
      value += Int(byte - 0x30) * scale
      scale /= 10
    }
    return value <= 1000 ? value : nil
  }
}

/// A content coding that a response may be sent in (RFC 9110 §8.4.1).
package enum ContentCoding: String, Sendable {
  case identity
  case gzip

  /// The coding for a client that sent these fields (RFC 9110 §12.5.3): gzip if Accept-Encoding accepts it and does not prefer
  /// identity. A client that accepts neither gets identity, as if nothing were negotiated (§12.4.1).
  package init(acceptedBy fields: Fields) {
    guard let first = fields.firstIndex(of: .acceptEncoding) else {
      self = .identity
      return
    }
    let names = fields.bytes[fields.entries[first].value]
    // Without weights, as browsers write it, naming gzip is enough.
    if !names.contains(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "*") }),
      !fields.repeats(.acceptEncoding)
    {
      self = ListField.tokens(names, contain: "gzip", or: "x-gzip") ? .gzip : .identity
      return
    }
    let accepted = AcceptList(fields.values(of: .acceptEncoding).joined(separator: ","))
    let gzip = accepted.quality(of: "gzip", or: "x-gzip") ?? 0
    // Identity is acceptable without being named, but only a client that names it can prefer it.
    let identity = accepted.quality(of: "identity") ?? 0
    self = gzip > 0 && gzip >= identity ? .gzip : .identity
  }
}
