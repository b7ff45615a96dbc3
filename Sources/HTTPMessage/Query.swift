import Glibc
import Support

/// A request's query as forms encode it (URL Standard §5.1): names and values, looked up where they stand.
package struct Query: Sendable {
  private let text: String

  init(_ text: String) { self.text = text }

  /// The first value of that name, decoded; nil: the query has none.
  /// - Parameter name: ASCII.
  package subscript(name: StaticString) -> String? {
    text.utf8.withContiguousStorageIfAvailable { Self.value(of: name, in: $0) } ?? Query(Self.contiguous(text))[name]
  }

  private static func contiguous(_ text: String) -> String {
    var text = text
    text.makeContiguousUTF8()
    return text
  }

  private static func value(of name: StaticString, in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var start = 0
    while start < bytes.count {
      let end = bytes.next(UInt8(ascii: "&"), in: start..<bytes.count)
      let equals = bytes.next(UInt8(ascii: "="), in: start..<end)
      if end > start, isName(UnsafeBufferPointer(rebasing: bytes[start..<equals]), name) {
        return PercentEncoding.decode(form: UnsafeBufferPointer(rebasing: bytes[min(equals &+ 1, end)..<end]))
      }
      start = end &+ 1
    }
    return nil
  }

  private static func isName(_ sent: UnsafeBufferPointer<UInt8>, _ name: StaticString) -> Bool {
    // No name is longer than its encoded form.
    guard sent.count >= name.utf8CodeUnitCount, let bytes = sent.baseAddress else { return false }
    if sent.count == name.utf8CodeUnitCount { return memcmp(bytes, name.utf8Start, sent.count) == 0 }
    guard sent.next(UInt8(ascii: "%"), in: sent.indices) < sent.count else { return false }
    let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return PercentEncoding.decode(form: sent).utf8.elementsEqual(name)
  }
}
