import Glibc
import Support

/// The fields of a message as an ordered list (RFC 9110 §5.2, §5.3); names are compared without regard to case.
///
/// One byte array holds all lines as they are sent, and one array of ranges says where each name and value is, so that a request of
/// fourteen fields costs two allocations. A `String` is made only when someone asks for it. Bytes that are not UTF-8 are
/// repaired on access.
public struct Fields: Sendable {
  /// The place of one field in `bytes`. Offsets are in bytes; heads are limited to far below 4 GiB.
  package struct Entry: Sendable {
    package var nameStart: UInt32
    package var nameLength: UInt32
    package var valueStart: UInt32
    package var valueLength: UInt32

    package init(name: Range<Int>, value: Range<Int>) {
      nameStart = UInt32(truncatingIfNeeded: name.lowerBound)
      nameLength = UInt32(truncatingIfNeeded: name.count)
      valueStart = UInt32(truncatingIfNeeded: value.lowerBound)
      valueLength = UInt32(truncatingIfNeeded: value.count)
    }

    package var name: Range<Int> { Int(nameStart)..<Int(nameStart &+ nameLength) }
    package var value: Range<Int> { Int(valueStart)..<Int(valueStart &+ valueLength) }
  }

  package private(set) var bytes: [UInt8]
  package private(set) var entries: [Entry]

  /// No fields.
  public init() {
    bytes = []
    entries = []
  }

  /// Makes fields from pairs, in their order.
  package init(_ pairs: KeyValuePairs<FieldName, String>) {
    self.init()
    for (name, value) in pairs { append(name, value) }
  }

  /// Makes fields from lines that a parser has already checked, as received.
  package init(checked bytes: [UInt8], entries: [Entry]) {
    self.bytes = bytes
    self.entries = entries
  }

  /// Number of field lines.
  package var count: Int { entries.count }
  package var isEmpty: Bool { entries.isEmpty }

  /// Get: the value of the first line of that name, or `nil`. Set: replaces all lines of that name; `nil` removes them.
  public subscript(name: FieldName) -> String? {
    get { firstIndex(of: name).map { string(entries[$0].value) } }
    set {
      remove(name)
      if let newValue { append(name, newValue) }
    }
  }

  package func contains(_ name: FieldName) -> Bool { firstIndex(of: name) != nil }

  /// The values of all lines of that name, in order.
  public func values(of name: FieldName) -> [String] {
    indices(of: name).map { string(entries[$0].value) }
  }

  /// The members of a comma-separated list field over all its lines (RFC 9110 §5.6.1), trimmed, without empty ones.
  /// Commas in quoted strings do not separate.
  package func list(_ name: FieldName) -> [String] {
    indices(of: name).flatMap {
      ListField.members(bytes[entries[$0].value]).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Whether a line of this name lists a token (RFC 9110 §5.6.2), in any case. Quotes have no meaning.
  package func lists(_ name: FieldName, token: String) -> Bool {
    var found = firstIndex(of: name)
    while let index = found {
      if ListField.tokens(bytes[entries[index].value], contain: token) { return true }
      found = firstIndex(of: name, from: index + 1)
    }
    return false
  }

  /// Adds a line at the end. Control characters except HTAB become SP, so that no value can end its line (RFC 9110 §5.5).
  public mutating func append(_ name: FieldName, _ value: String) { append(name, value, "", "") }

  /// Adds a line whose value comes in pieces.
  package mutating func append(_ name: FieldName, _ first: String, _ second: String, _ third: String) {
    let spelling = name.spelling
    let length = first.utf8.count + second.utf8.count + third.utf8.count
    makeRoom(spelling.utf8.count + length + 4)
    let nameStart = bytes.count
    let nameEnd = nameStart + spelling.utf8.count
    let (valueStart, valueEnd) = (nameEnd + 2, nameEnd + 2 + length)
    bytes.append(upTo: valueEnd + 2 - nameStart) { line in
      line.append(text: spelling)
      line.append(": ")
      line.append(text: first)
      line.append(text: second)
      line.append(text: third)
      line.append("\r\n")
    }
    if !Grammar.isFieldContent(bytes.span, in: valueStart..<valueEnd) {
      for index in valueStart..<valueEnd where !Grammar.isFieldContent(bytes[index]) { bytes[index] = 0x20 }
    }
    entries.append(Entry(name: nameStart..<nameEnd, value: valueStart..<valueEnd))
  }

  /// Adds all lines of others at the end.
  package mutating func append(_ others: Fields) {
    makeRoom(others.bytes.count)
    let offset = UInt32(truncatingIfNeeded: bytes.count)
    bytes.append(contentsOf: others.bytes)
    for var entry in others.entries {
      entry.nameStart &+= offset
      entry.valueStart &+= offset
      entries.append(entry)
    }
  }

  /// Makes room for another line in few steps: a response has about ten lines, half a KiB in all.
  private mutating func makeRoom(_ count: Int) {
    if bytes.capacity - bytes.count < count {
      bytes.reserveCapacity(Swift.max(bytes.count * 2, bytes.count + count, 480))
    }
    if entries.isEmpty { entries.reserveCapacity(12) }
  }

  /// Removes every line of that name.
  package mutating func remove(_ name: FieldName) {
    guard firstIndex(of: name) != nil else { return }
    var rebuilt = Fields()
    for entry in entries where !matches(entry, name: name) { rebuilt.appendLine(of: self, entry) }
    self = rebuilt
  }

  private mutating func appendLine(of other: Fields, _ entry: Entry) {
    let nameStart = bytes.count
    bytes.append(contentsOf: other.bytes[entry.name])
    bytes.append(0x3A)
    bytes.append(0x20)
    let valueStart = bytes.count
    bytes.append(contentsOf: other.bytes[entry.value])
    bytes.append(0x0D)
    bytes.append(0x0A)
    entries.append(
      Entry(name: nameStart..<(nameStart + entry.name.count), value: valueStart..<(valueStart + entry.value.count)))
  }
}

extension Fields: Equatable {
  /// Whether both have the same lines in the same order; names are compared without regard to case.
  public static func == (a: Fields, b: Fields) -> Bool {
    a.entries.count == b.entries.count
      && zip(a.entries, b.entries).allSatisfy { x, y in
        ASCII.equalIgnoringCase(a.bytes[x.name], b.bytes[y.name]) && a.bytes[x.value].elementsEqual(b.bytes[y.value])
      }
  }
}

extension Fields: Sequence {
  /// A field as it is sent; a name may come more than once.
  public typealias Element = (name: String, value: String)

  public func makeIterator() -> AnyIterator<Element> {
    var rest = entries.makeIterator()
    return AnyIterator { rest.next().map { (name: string($0.name), value: string($0.value)) } }
  }
}

extension Fields: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (FieldName, String)...) {
    self.init()
    for (name, value) in elements { append(name, value) }
  }
}

extension Fields {
  /// The index of the first line of that name.
  package func firstIndex(of name: FieldName) -> Int? { firstIndex(of: name, from: 0) }

  func firstIndex(of name: FieldName, from start: Int) -> Int? {
    name.spelling.withBytes { name in
      entries.withUnsafeBufferPointer { entries in entries[start...].firstIndex { hasName($0, name: name) } }
    }
  }

  /// Whether there is more than one line of that name.
  package func repeats(_ name: FieldName) -> Bool {
    name.spelling.withBytes { name in entries.count { hasName($0, name: name) } } > 1
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

  /// Whether there is exactly one line of that name, and its value is exactly this one.
  package func has(_ name: FieldName, _ value: StaticString) -> Bool {
    name.spelling.withBytes { name in
      var found: Entry?
      for entry in entries where hasName(entry, name: name) {
        if found != nil { return false }
        found = entry
      }
      guard let found, Int(found.valueLength) == value.utf8CodeUnitCount else { return false }
      return bytes.withUnsafeBytes { bytes in
        let bytes = UnsafeRawBufferPointer(rebasing: bytes[found.value])
        return bytes.baseAddress.map { memcmp($0, value.utf8Start, bytes.count) == 0 } ?? true
      }
    }
  }

  package func string(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
  }

  package func matches(_ entry: Entry, name: FieldName) -> Bool {
    name.spelling.withBytes { hasName(entry, name: $0) }
  }

  @inline(__always)
  private func hasName(_ entry: Entry, name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard Int(entry.nameLength) == name.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      let held = UnsafeBufferPointer(rebasing: bytes[entry.name])
      // Compared from the end, as names of the same length often begin alike, such as `Sec-Fetch-Site` and `Sec-Fetch-Mode`.
      return name.indices.reversed().allSatisfy {
        held[$0] == name[$0] || ASCII.lower(held[$0]) == ASCII.lower(name[$0])
      }
    }
  }
}
