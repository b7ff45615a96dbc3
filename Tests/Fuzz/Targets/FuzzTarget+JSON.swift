import Support

extension FuzzTarget {
  static let json = FuzzTarget(
    name: "json",
    invariant:
      "A document that is read and written again is the same; what passes over it refuses what a reader refuses."
  ) { bytes in
    let root = try? JSONReader.document(bytes)
    var reader = JSONReader(bytes)
    let isPassed: Bool
    do throws(JSONError) {
      try reader.beginDocument()
      try reader.skip()
      try reader.endDocument()
      isPassed = true
    } catch {
      try expect(0...bytes.count ~= error.offset, "an error at \(error.offset) of \(bytes.count)")
      _ = SourceText(bytes).position(of: error.offset)
      isPassed = false
    }
    try expect(isPassed == (root != nil), "read \(root != nil), passed over \(isPassed)")
    guard let root else { return }
    for written in [root.value.compactBytes, root.value.prettyBytes] {
      try expect(try JSONReader.document(written).value == root.value, "is written as \(written)")
    }
    try expect(root.value.compactBytes.count <= 6 * bytes.count, "\(root.value.compactBytes.count) bytes")
  }
}
