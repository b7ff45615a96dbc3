/// A strict pull parser for RFC 8259 over bytes, used in two ways:
///
/// - whole documents: `JSONReader.document(bytes)` gives a tree of `JSONNode` with the offset of every key and value;
/// - long arrays, an element at a time and without a tree (a source file of a million options): `beginArray()`, then
///   `while try reader.nextElement() { … }`, in it `beginObject()` and `while let key = try reader.nextKey() { … }`,
///   each value taken with `node()`, `string()`, `appendString(to:)` or passed over (and still checked) with `skip()`.
///
/// It never looks at a byte twice and allocates only what it gives back. Objects read with `nextKey()` leave duplicate
/// keys to the caller, `node()` and `skip()` refuse them.
package struct JSONReader {
  /// Nesting of arrays and objects: definitions need about 12; a limit keeps the recursion off the end of the stack.
  package static let depthLimit = 64
  /// A definition of this size has tens of thousands of cells; options in such numbers belong into a source file.
  package static let documentLimitBytes = 8 << 20

  package let bytes: [UInt8]
  /// In bytes.
  package private(set) var offset: Int

  package init(_ bytes: [UInt8], at offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  /// The one value of a whole document.
  package static func document(
    _ bytes: [UInt8], limitBytes: Int = documentLimitBytes
  ) throws(JSONError) -> JSONNode { throw JSONError(.empty, at: 0) }

  package mutating func beginArray() throws(JSONError) {}
  package mutating func nextElement() throws(JSONError) -> Bool { false }
  package mutating func beginObject() throws(JSONError) {}
  package mutating func nextKey() throws(JSONError) -> (key: String, offset: Int)? { nil }
  package mutating func node() throws(JSONError) -> JSONNode { throw JSONError(.empty, at: 0) }
  package mutating func string() throws(JSONError) -> String { "" }
  package mutating func appendString(to utf8: inout [UInt8]) throws(JSONError) {}
  package mutating func skip() throws(JSONError) {}
  package mutating func endDocument() throws(JSONError) {}
}
