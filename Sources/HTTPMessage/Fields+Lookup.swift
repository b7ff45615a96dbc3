import Support

extension Fields {
  /// The index of the first line of that name.
  package func firstIndex(of name: FieldName) -> Int? { firstIndex(of: name, from: 0) }

  private func firstIndex(of name: FieldName, from start: Int) -> Int? {
    // Most lines are of another length: they are not looked at more closely.
    let length = UInt32(truncatingIfNeeded: name.canonical.utf8.count)
    return entries[start...].firstIndex { $0.nameLength == length && matches($0, name) }
  }

  /// Whether there is more than one line of that name.
  package func repeats(_ name: FieldName) -> Bool {
    guard let first = firstIndex(of: name) else { return false }
    return firstIndex(of: name, from: first + 1) != nil
  }

  package func indices(of name: FieldName) -> [Int] {
    entries.indices.filter { matches(entries[$0], name) }
  }

  /// The value's bytes as received.
  package func bytes(of name: FieldName) -> ArraySlice<UInt8>? {
    firstIndex(of: name).map { bytes[entries[$0].value] }
  }

  package func string(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
  }

  package func matches(_ entry: Entry, _ name: FieldName) -> Bool {
    let wanted = name.canonical.utf8
    guard Int(entry.nameLength) == wanted.count else { return false }
    var position = Int(entry.nameStart)
    for byte in wanted {
      if ASCII.lower(bytes[position]) != byte { return false }
      position += 1
    }
    return true
  }
}
