import Glibc

/// The names and values of a form as they were sent, in one array of bytes. Each is decoded only when it is needed: most of
/// them repeat what is already known.
package struct SentTexts: Sendable {
  /// Where a text is in the bytes.
  package struct Place: Sendable {
    fileprivate let start: Int
    fileprivate let end: Int
    /// Whether it may contain escapes, as in forms (URL Standard §5.1).
    fileprivate let isEncoded: Bool

    package init(_ range: Range<Int>, isEncoded: Bool) {
      (start, end) = (range.lowerBound, range.upperBound)
      self.isEncoded = isEncoded
    }
  }

  /// A name and its value.
  package struct Field: Sendable {
    package let name: Place
    package let value: Place

    /// - Parameter isNameEncoded: whether the name may contain escapes. The value always may.
    package init(name: Range<Int>, isNameEncoded: Bool, value: Range<Int>) {
      self.name = Place(name, isEncoded: isNameEncoded)
      self.value = Place(value, isEncoded: true)
    }

    fileprivate init(name: Place, value: Place) {
      self.name = name
      self.value = value
    }
  }

  private var bytes: [UInt8]
  package private(set) var fields: [Field]

  /// - Parameter fields: positions in these bytes.
  package init(_ bytes: [UInt8] = [], fields: [Field] = []) {
    self.bytes = bytes
    self.fields = fields
  }

  /// Appends a name and a value that are already decoded.
  package mutating func append(_ name: some Sequence<UInt8>, value: some Sequence<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: name)
    let middle = bytes.count
    bytes.append(contentsOf: value)
    fields.append(
      Field(name: Place(start..<middle, isEncoded: false), value: Place(middle..<bytes.count, isEncoded: false)))
  }

  /// Invalid UTF-8 is repaired (U+FFFD).
  package func string(at place: Place) -> String {
    withBytes(at: place) { place.isEncoded ? PercentEncoding.decode(form: $0) : String(decoding: $0, as: UTF8.self) }
  }

  /// Passes the decoded bytes of the text to `body`.
  package func withText<Result>(at place: Place, _ body: (Span<UInt8>) -> Result) -> Result {
    withBytes(at: place) { bytes in
      if !place.isEncoded || PercentEncoding.firstEscape(in: bytes) == nil { return body(bytes.span) }
      return PercentEncoding.decode(form: bytes).withBytes { body($0.span) }
    }
  }

  /// The token at this place; `nil` if it is not one.
  package func token(at place: Place) -> Token? { withText(at: place) { Token(digits: $0) } }

  /// A byte of the decoded text; `nil` if the text is shorter.
  package func byte(_ position: Int, at place: Place) -> UInt8? {
    if place.isEncoded { return string(at: place).utf8.dropFirst(position).first }
    return place.start + position < place.end ? bytes[place.start + position] : nil
  }

  /// The value of the first field of this name, decoded.
  package func first(_ name: String) -> String? {
    field(fields.indices, name: name).map { string(at: fields[$0].value) }
  }

  /// The place of the value of the last field of this name.
  /// - Parameter positions: of the fields to search.
  package func last(_ name: String, among positions: [Int]) -> Place? {
    field(positions.reversed(), name: name).map { fields[$0].value }
  }

  /// The first of these fields with this name.
  @inline(__always)
  private func field(_ positions: some Sequence<Int>, name: String) -> Int? {
    name.withBytes { name in
      bytes.withUnsafeBufferPointer { bytes in
        for position in positions {
          let place = fields[position].name
          let sent = UnsafeBufferPointer(rebasing: bytes[place.start..<place.end])
          if Self.isText(name, at: sent, isEncoded: place.isEncoded) { return position }
        }
        return nil
      }
    }
  }

  /// Whether a text is the one at this place.
  /// - `joinsLineEnds`: whether CRLF counts as LF; a CR alone matches nothing then.
  package func isText(_ text: String, at place: Place, joinsLineEnds: Bool = false) -> Bool {
    text.withBytes { text in
      withBytes(at: place) {
        Self.isText(text, at: $0, isEncoded: place.isEncoded, joinsLineEnds: joinsLineEnds)
      }
    }
  }

  @inline(__always)
  private static func isText(
    _ text: UnsafeBufferPointer<UInt8>, at sent: UnsafeBufferPointer<UInt8>, isEncoded: Bool,
    joinsLineEnds: Bool = false
  ) -> Bool {
    if isEncoded || joinsLineEnds {
      // No text is longer than its encoded form.
      return sent.count >= text.count
        && isForm(sent, of: text, isEncoded: isEncoded, joinsLineEnds: joinsLineEnds)
    }
    guard sent.count == text.count, let a = sent.baseAddress, let b = text.baseAddress else {
      return sent.isEmpty && text.isEmpty
    }
    return memcmp(a, b, sent.count) == 0
  }

  /// Compares a sent text with another one.
  private static func isForm(
    _ sent: UnsafeBufferPointer<UInt8>, of text: UnsafeBufferPointer<UInt8>, isEncoded: Bool, joinsLineEnds: Bool
  ) -> Bool {
    var (index, position) = (0, 0)
    var isBehindReturn = false
    while index < sent.count {
      var byte = sent[index]
      index &+= 1
      // Most bytes neither begin an escape nor belong to a line end.
      if byte > 0x2B, !isBehindReturn, position < text.count, text[position] == byte {
        position &+= 1
        continue
      }
      if isEncoded { byte = PercentEncoding.decode(byte, in: sent, index: &index) }
      if isBehindReturn, byte != 0x0A { return false }
      isBehindReturn = joinsLineEnds && byte == 0x0D
      if isBehindReturn { continue }
      guard position < text.count, text[position] == byte else { return false }
      position &+= 1
    }
    return position == text.count && !isBehindReturn
  }

  /// The bytes as sent, not decoded.
  private func withBytes<Result>(at place: Place, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[place.start..<place.end])) }
  }
}
