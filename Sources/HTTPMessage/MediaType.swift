import Support

/// A media type with its parameters (RFC 9110 §8.3.1).
package struct MediaType: Sendable, Equatable {
  /// `type/subtype` in lower case.
  package var essence: String
  /// Names in lower case, values unquoted.
  package var parameters: [(name: String, value: String)]

  package init?(_ field: String) {
    let parts = ListField.split(field.utf8, at: 0x3B)
    guard let first = parts.first else { return nil }
    let slashes = first.split(separator: 0x2F, omittingEmptySubsequences: false)
    guard slashes.count == 2,
      slashes.allSatisfy({ !$0.isEmpty && $0.allSatisfy(ASCII.isTokenCharacter) })
    else { return nil }
    essence = String(decoding: first.map(ASCII.lower), as: UTF8.self)
    parameters = parts.dropFirst().compactMap { part in
      guard let equals = part.firstIndex(of: 0x3D), equals > 0 else { return nil }
      return (
        name: String(decoding: part[..<equals].map(ASCII.lower), as: UTF8.self),
        value: String(decoding: ListField.unquoted(part[(equals + 1)...]), as: UTF8.self)
      )
    }
  }

  package func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// A character encoding that it names and that is not UTF-8; nil: there is none.
  package var otherCharset: String? {
    parameters.first { $0.name == "charset" && !Self.isUTF8(charset: $0.value) }?.value
  }

  /// Whether this is a name of UTF-8 (Encoding Standard §4.2).
  static func isUTF8(charset: String) -> Bool { ["utf-8", "utf8"].contains(charset.asciiLowercased) }

  package static func == (a: MediaType, b: MediaType) -> Bool {
    a.essence == b.essence && a.parameters.elementsEqual(b.parameters, by: ==)
  }
}
