import Glibc
import Support

extension Fields {
  /// The index of the first line of that name.
  package func firstIndex(of name: FieldName) -> Int? { firstIndex(of: name, from: 0) }

  func firstIndex(of name: FieldName, from start: Int) -> Int? {
    guard names & FieldName.bit(of: name.key) != 0 else { return nil }
    return entries.withUnsafeBufferPointer { entries in
      for index in start..<entries.count where matches(entries[index], name) { return index }
      return nil
    }
  }

  /// Whether there is more than one line of that name.
  package func repeats(_ name: FieldName) -> Bool {
    guard repeatedNames & FieldName.bit(of: name.key) != 0 else { return false }
    return firstIndex(of: name).map { repeats(name, behind: $0) } ?? false
  }

  /// Whether there is another line of that name behind this one.
  func repeats(_ name: FieldName, behind index: Int) -> Bool {
    repeatedNames & FieldName.bit(of: name.key) != 0 && firstIndex(of: name, from: index + 1) != nil
  }

  package func indices(of name: FieldName) -> [Int] {
    var found: [Int] = []
    var start = 0
    while let index = firstIndex(of: name, from: start) {
      found.append(index)
      start = index + 1
    }
    return found
  }

  /// Whether the first line of that name has this value, to the letter.
  package func has(_ name: FieldName, _ value: StaticString) -> Bool {
    guard let index = firstIndex(of: name), Int(entries[index].valueLength) == value.utf8CodeUnitCount else {
      return false
    }
    let range = entries[index].value
    return bytes.withUnsafeBytes { bytes in
      let bytes = UnsafeRawBufferPointer(rebasing: bytes[range])
      return bytes.baseAddress.map { memcmp($0, value.utf8Start, bytes.count) == 0 } ?? true
    }
  }

  package func string(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
  }

  @inline(__always)
  package func matches(_ entry: Entry, _ name: FieldName) -> Bool {
    entry.nameKey == name.key && hasLetters(entry, of: name)
  }

  private func hasLetters(_ entry: Entry, of name: FieldName) -> Bool {
    var wanted = name.spelling
    return wanted.withUTF8 { wanted in
      guard Int(entry.nameLength) == wanted.count else { return false }
      return bytes.withUnsafeBufferPointer { bytes in
        let name = UnsafeBufferPointer(rebasing: bytes[entry.name])
        // Most are spelled the same.
        guard let a = name.baseAddress, let b = wanted.baseAddress, memcmp(a, b, wanted.count) != 0 else { return true }
        return ASCII.equalIgnoringCase(name, wanted)
      }
    }
  }
}
