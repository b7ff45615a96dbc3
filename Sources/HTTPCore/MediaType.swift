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

  /// The character encoding that it names, if that is not UTF-8; else `nil`.
  package var otherCharset: String? {
    parameters.first { $0.name == "charset" && !Self.isUTF8(charset: $0.value) }?.value
  }

  /// Whether this is a name of UTF-8 (Encoding Standard §4.2).
  static func isUTF8(charset: String) -> Bool { ["utf-8", "utf8"].contains(charset.asciiLowercased) }

  package static func == (a: MediaType, b: MediaType) -> Bool {
    a.essence == b.essence && a.parameters.elementsEqual(b.parameters, by: ==)
  }
}

/// Comma-separated lists (RFC 9110 §5.6.1.2: a recipient accepts and ignores empty members).
package enum ListField {
  package static func members(_ value: some Collection<UInt8>) -> [[UInt8]] {
    split(value, at: 0x2C)
  }

  /// Whether a list of unquoted tokens has this one, or its other name, in any case.
  static func tokens(_ list: ArraySlice<UInt8>, contain name: String, or other: String? = nil) -> Bool {
    func isSame(_ token: ArraySlice<UInt8>, name: String) -> Bool {
      token.count == name.utf8.count && ASCII.equalIgnoringCase(token, name.utf8)
    }
    var rest = list
    while !rest.isEmpty {
      let token = rest.prefix { $0 != 0x2C && !ASCII.isBlank($0) }
      if isSame(token, name: name) || other.map({ isSame(token, name: $0) }) == true { return true }
      rest = rest.dropFirst(token.count + 1)
    }
    return false
  }

  /// The members between separators outside of quoted strings, trimmed and without empty ones.
  package static func split(_ value: some Collection<UInt8>, at separator: UInt8) -> [[UInt8]] {
    var members: [[UInt8]] = []
    var member: [UInt8] = []
    var quoted = false
    var escaped = false
    for byte in value {
      if byte == separator && !quoted {
        let trimmed = Array(member.trimmingBlanks)
        if !trimmed.isEmpty { members.append(trimmed) }
        member.removeAll(keepingCapacity: true)
        continue
      }
      if escaped {
        escaped = false
      } else if byte == 0x5C && quoted {
        escaped = true
      } else if byte == 0x22 {
        quoted.toggle()
      }
      member.append(byte)
    }
    let trimmed = Array(member.trimmingBlanks)
    if !trimmed.isEmpty { members.append(trimmed) }
    return members
  }

  /// `quoted-string` (RFC 9110 §5.6.4) without its quotes and escapes; anything else unchanged.
  package static func unquoted(_ value: some Collection<UInt8>) -> [UInt8] {
    guard value.count >= 2, value.first == 0x22, Array(value).last == 0x22 else { return Array(value) }
    var result: [UInt8] = []
    var escaped = false
    for byte in value.dropFirst().dropLast() {
      if !escaped && byte == 0x5C {
        escaped = true
        continue
      }
      escaped = false
      result.append(byte)
    }
    return result
  }
}
