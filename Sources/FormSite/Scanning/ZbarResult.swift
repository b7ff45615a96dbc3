import Support

/// The output of `zbarimg --xml`: a `source` for a picture that could be opened, in it a `symbol` with its `data` for each
/// code. Data that is no printable text is in Base64.
struct ZbarResult: Equatable {
  var hasPicture = false
  var codes: [[UInt8]] = []

  init(xml: [UInt8]) {
    var rest = xml[...]
    hasPicture = rest.firstRange(of: Array("<source ".utf8)) != nil
    while let start = rest.firstRange(of: Array("<data".utf8)) {
      rest = rest[start.upperBound...]
      guard let opening = rest.firstRange(of: Array("<![CDATA[".utf8)) else { return }
      let isEncoded = rest[..<opening.lowerBound].firstRange(of: Array("format='base64'".utf8)) != nil
      rest = rest[opening.upperBound...]
      guard let closing = rest.firstRange(of: Array("]]>".utf8)) else { return }
      let content = rest[..<closing.lowerBound]
      rest = rest[closing.upperBound...]
      codes.append(isEncoded ? Base64.standard.decodeLines(content) : Array(content))
    }
  }

  /// The first code's bytes, from the bytes of all codes in a row. Where the others are not the bytes that they were
  /// written as either, the first is taken as it was written.
  func firstCode(in row: [UInt8]) -> [UInt8] {
    let others = codes.dropFirst().flatMap { $0 }
    guard row.count > others.count, row.suffix(others.count).elementsEqual(others) else { return codes.first ?? [] }
    return Array(row.dropLast(others.count))
  }
}
