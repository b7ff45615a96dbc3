import Support

extension FormData {
  /// Decodes `application/x-www-form-urlencoded` (URL Standard §5.1). Every sequence of bytes is some form; only the
  /// number of pairs can be refused.
  public init(urlEncoded bytes: some Sequence<UInt8>, limits: FormLimits = FormLimits()) throws(FormError) {
    let body = Array(bytes)
    var pairs: [Pair] = []
    var start = 0
    while start <= body.count {
      var end = start
      var equals: Int?
      while end < body.count, body[end] != 0x26 {
        if body[end] == 0x3D, equals == nil { equals = end }
        end += 1
      }
      if end > start {
        guard pairs.count < limits.pairLimit else { throw .tooManyPairs(limit: limits.pairLimit) }
        pairs.append(
          Pair(
            name: PercentEncoding.decode(body[start..<(equals ?? end)], plusIsSpace: true),
            value: equals.map { PercentEncoding.decode(body[($0 + 1)..<end], plusIsSpace: true) } ?? ""))
      }
      start = end + 1
    }
    self.init(pairs)
  }

  /// The form as `application/x-www-form-urlencoded` (URL Standard §5.2); files go by their names.
  public var urlEncoded: [UInt8] {
    var bytes: [UInt8] = []
    for pair in pairs + files.map({ Pair(name: $0.name, value: $0.filename) }) {
      if !bytes.isEmpty { bytes.append(0x26) }
      PercentEncoding.append(form: pair.name, to: &bytes)
      bytes.append(0x3D)
      PercentEncoding.append(form: pair.value, to: &bytes)
    }
    return bytes
  }
}
