import Glibc
import Support

extension FormData {
  /// Reads `application/x-www-form-urlencoded` (URL Standard §5.1). Every sequence of bytes is some form, but it has to
  /// be UTF-8, and the number of pairs is limited.
  package init(urlEncoded bytes: some Sequence<UInt8>, limits: FormLimits = FormLimits()) throws(FormError) {
    let body = Array(bytes)
    guard body.withUnsafeBufferPointer(PercentEncoding.isUTF8) else { throw .notUTF8 }
    var fields: [SentTexts.Field] = []
    fields.reserveCapacity(Self.usualPairCount)
    let isWhole = body.withUnsafeBufferPointer { body in
      var start = 0
      while start < body.count {
        let end = body.next(0x26, in: start..<body.count)
        defer { start = end + 1 }
        guard end > start else { continue }
        guard fields.count < limits.pairLimit else { return false }
        // Most names have no escapes.
        var equals = start
        var isEncoded = false
        while equals < end, body[equals] != 0x3D {
          if body[equals] == 0x25 || body[equals] == 0x2B { isEncoded = true }
          equals += 1
        }
        fields.append(
          SentTexts.Field(
            name: SentTexts.Place(start..<equals, isEncoded: isEncoded),
            value: SentTexts.Place(min(equals + 1, end)..<end, isEncoded: true)))
      }
      return true
    }
    guard isWhole else { throw .tooManyPairs(limit: limits.pairLimit) }
    self.init(SentTexts(body, fields: fields))
  }

  /// Pairs of a form of usual size.
  private static let usualPairCount = 24

  /// The form as `application/x-www-form-urlencoded` (URL Standard §5.2); files go by their names.
  package var urlEncoded: [UInt8] {
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

extension UnsafeBufferPointer<UInt8> {
  /// Where this byte stands next in a range; the range's end where it does not.
  func next(_ byte: UInt8, in range: Range<Int>) -> Int {
    guard let base = baseAddress, !range.isEmpty,
      let found = memchr(base + range.lowerBound, Int32(byte), range.count)
    else { return range.upperBound }
    return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
  }
}
