/// Writes into memory that is reserved once for all bytes: an append costs a comparison and a copy.
@usableFromInline
package struct ByteWriter: ~Copyable {
  @usableFromInline let room: UnsafeMutableBufferPointer<UInt8>
  @usableFromInline var count = 0

  /// The number of bytes written.
  @inlinable
  package var writtenCount: Int { count }

  @inlinable
  package init(into room: UnsafeMutableBufferPointer<UInt8>) { self.room = room }

  @inlinable
  package mutating func append(_ byte: UInt8) {
    precondition(count < room.count, "more bytes were written than reserved")
    room[count] = byte
    count &+= 1
  }

  @inlinable
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    precondition(bytes.count <= room.count &- count, "more bytes were written than reserved")
    guard let source = bytes.baseAddress, let target = room.baseAddress else { return }
    (target + count).update(from: source, count: bytes.count)
    count &+= bytes.count
  }

  @inlinable
  package mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inlinable
  package mutating func append(_ bytes: [UInt8]) { append(bytes[...]) }

  @inlinable
  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  @inlinable
  package mutating func append(text: String) {
    text.withBytes { append($0) }
  }

  /// - Parameter number: written in decimal digits, at most twenty.
  package mutating func append(decimal number: UInt64) {
    if number >= 10 { append(decimal: number / 10) }
    append(0x30 &+ UInt8(truncatingIfNeeded: number % 10))
  }

  /// - Parameter number: its last `count` decimal digits are written, with leading zeros.
  package mutating func append(decimal number: Int, digits count: Int) {
    if count > 1 { append(decimal: number / 10, digits: count - 1) }
    append(0x30 &+ UInt8(truncatingIfNeeded: number % 10))
  }

  /// - Parameter number: its last `count` hexadecimal digits are written, in lower case and with leading zeros.
  package mutating func append(hexadecimal number: UInt64, digits count: Int) {
    precondition(count <= room.count &- self.count, "more bytes were written than reserved")
    var (rest, place) = (number, self.count &+ count)
    while place > self.count {
      place &-= 1
      let digit = UInt8(truncatingIfNeeded: rest & 15)
      room[place] = digit &+ (digit < 10 ? 0x30 : 0x57)
      rest >>= 4
    }
    self.count &+= count
  }
}

extension String {
  /// The bytes that `body` writes, which must be UTF-8.
  /// - Parameter limit: the most bytes that it may write.
  package init(upTo limit: Int, _ body: (inout ByteWriter) -> Void) {
    self.init(unsafeUninitializedCapacity: limit) { room in
      var writer = ByteWriter(into: room)
      body(&writer)
      return writer.count
    }
  }
}

extension [UInt8] {
  /// Appends what `body` writes.
  /// - Parameter limit: the most bytes that it may write.
  @inlinable
  package mutating func append(upTo limit: Int, _ body: (inout ByteWriter) -> Void) {
    append(addingCapacity: limit) { span in
      span.withUnsafeMutableBufferPointer { buffer, count in
        var writer = ByteWriter(into: UnsafeMutableBufferPointer(rebasing: buffer[count...]))
        body(&writer)
        count += writer.count
      }
    }
  }
}
