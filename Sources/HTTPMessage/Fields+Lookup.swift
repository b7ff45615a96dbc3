import Support

extension Fields {
  /// The index of the first line of that name.
  package func firstIndex(of name: FieldName) -> Int? { firstIndex(of: name, from: 0) }

  private func firstIndex(of name: FieldName, from start: Int) -> Int? {
    // Most lines are of another length: they are not looked at more closely.
    let length = UInt32(truncatingIfNeeded: name.canonical.utf8.count)
    for index in start..<Swift.max(start, entries.count)
    where entries[index].nameLength == length && matches(entries[index], name) { return index }
    return nil
  }

  /// Whether there is more than one line of that name.
  package func repeats(_ name: FieldName) -> Bool {
    guard let first = firstIndex(of: name) else { return false }
    return firstIndex(of: name, from: first + 1) != nil
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
    let start = Int(entries[index].valueStart)
    return bytes.withUnsafeBufferPointer { bytes in
      for offset in 0..<value.utf8CodeUnitCount where bytes[start + offset] != value.utf8Start[offset] { return false }
      return true
    }
  }

  /// The value's bytes as received.
  package func bytes(of name: FieldName) -> ArraySlice<UInt8>? {
    firstIndex(of: name).map { bytes[entries[$0].value] }
  }

  package func string(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
  }

  package func matches(_ entry: Entry, _ name: FieldName) -> Bool {
    var wanted = name.canonical
    return wanted.withUTF8 { wanted in
      guard Int(entry.nameLength) == wanted.count else { return false }
      return bytes.withUnsafeBufferPointer { bytes in
        for index in wanted.indices where ASCII.lower(bytes[Int(entry.nameStart) + index]) != wanted[index] {
          return false
        }
        return true
      }
    }
  }
}
