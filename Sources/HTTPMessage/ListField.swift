import Support

/// Comma-separated lists (RFC 9110 §5.6.1.2: a recipient accepts and ignores empty members).
package enum ListField {
  package static func members(_ value: some Collection<UInt8>) -> [[UInt8]] {
    split(value, at: 0x2C)
  }

  /// Whether a list of tokens, which stand in no quotes, has this one or its other name, in any case.
  static func tokens(_ list: ArraySlice<UInt8>, contain name: String, or other: String? = nil) -> Bool {
    func isSame(_ token: ArraySlice<UInt8>, _ name: String) -> Bool {
      token.count == name.utf8.count && ASCII.equalIgnoringCase(token, name.utf8)
    }
    var rest = list
    while !rest.isEmpty {
      let token = rest.prefix { $0 != 0x2C && !ASCII.isBlank($0) }
      if isSame(token, name) || other.map({ isSame(token, $0) }) == true { return true }
      rest = rest.dropFirst(token.count + 1)
    }
    return false
  }

  /// Members between separators that stand outside quoted strings, trimmed, empty ones left out.
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

  /// `quoted-string` (RFC 9110 §5.6.4) without its quotes and escapes; anything else as it is.
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
