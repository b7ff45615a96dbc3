import Support

/// How hard repeats are looked for.
package enum GzipEffort: Sendable {
  /// For pages, which are made for one request: 4 % larger than zlib makes them at its level 6, in three tenths of the time.
  case page
  /// For the page that a visitor comes with, which holds its style sheet and its script: as small as zlib makes it at level 6,
  /// in three fifths of the time.
  case firstPage
  /// For files, which are compressed once: as small as zlib makes them at its highest level.
  case file

  /// Earlier places that are compared with the bytes at one place; nil: only the latest are remembered (`PageMatcher`).
  fileprivate var tryCount: Int? {
    switch self {
    case .page: nil
    case .firstPage: 64
    case .file: 256
    }
  }
}

/// The bytes as one member of gzip (RFC 1952), without a name and a time.
package func gzip(_ bytes: [UInt8], effort: GzipEffort) -> [UInt8] {
  withEncoder { $0.encode(bytes, effort: effort) }
}

/// Bytes of a deflate stream (RFC 1951): what comes of the pieces of a content, one behind the other, is the whole content's. So a content
/// that is made while it goes out need never be in memory. Pieces of 64 KiB and more cost little more than the whole at once.
/// - Parameter isLast: whether no piece follows.
package func deflate(_ piece: [UInt8], isLast: Bool, effort: GzipEffort) -> [UInt8] {
  withEncoder { $0.encode(piece, isLast: isLast, effort: effort) }
}

/// Pieces of a deflate stream, as `deflate(_:isLast:_:)` makes them, none the last: those of a text of which the bytes between the
/// pieces are not known yet. They stand there as they are (`GzipJoiner`), as many as in this text, and no repeat reaches into them.
/// - Parameters:
///   - pieces: where they are in the text, one behind the other.
///   - text: in UTF-8.
package func deflate(_ pieces: [Range<Int>], of text: [UInt8], effort: GzipEffort) -> [[UInt8]] {
  var text = text
  // No byte of UTF-8 is the same.
  for (before, behind) in zip(pieces, pieces.dropFirst()) {
    for index in before.upperBound..<behind.lowerBound { text[index] = 0xFF }
  }
  return withEncoder { $0.encode(pieces, of: text, effort: effort) }
}

/// Puts one member of gzip together from pieces that were deflated before, and bytes between them that stand in it as they are.
package struct GzipJoiner {
  private var member: [UInt8]
  private var checksum: UInt32 = 0
  private var count = 0

  /// - Parameter byteCount: about as many as the member will have.
  package init(expecting byteCount: Int) {
    member = []
    member.reserveCapacity(byteCount)
    member += gzipHeader
  }

  /// - Parameters:
  ///   - deflated: what `deflate` made of it as a piece that is not the last.
  ///   - piece: the bytes themselves.
  package mutating func append(_ deflated: [UInt8], of piece: UnsafeRawBufferPointer) {
    member += deflated
    note(piece)
  }

  /// - Parameter bytes: less than 64 KiB.
  package mutating func append(stored bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      appendStored(bytes, isLast: false)
      note(bytes)
    }
  }

  package consuming func finished() -> [UInt8] {
    appendStored(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
    for word in [checksum, UInt32(truncatingIfNeeded: count)] {
      withUnsafeBytes(of: word.littleEndian) { member.append(contentsOf: $0) }
    }
    return member
  }

  private mutating func note(_ bytes: UnsafeRawBufferPointer) {
    checksum = CRC32.checksum(bytes, after: checksum)
    count += bytes.count
  }

  /// A block that is not compressed (RFC 1951 §3.2.4), from a whole byte on.
  private mutating func appendStored(_ bytes: UnsafeRawBufferPointer, isLast: Bool) {
    let length = UInt16(bytes.count)
    member.append(isLast ? 1 : 0)
    for word in [length, ~length] { withUnsafeBytes(of: word.littleEndian) { member.append(contentsOf: $0) } }
    member.append(contentsOf: bytes)
  }
}

/// Deflate, no flags, no time, no level, Unix (RFC 1952 §2.3).
private let gzipHeader: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

/// Encoders take 290 KiB each and some time to set up. Nothing suspends while it compresses, so there are never more than
/// threads that compress at once.
private let idleEncoders = Lock<[GzipEncoder]>([])

private func withEncoder<Result>(_ body: (GzipEncoder) -> Result) -> Result {
  let encoder = idleEncoders.withLock { $0.popLast() } ?? GzipEncoder()
  defer { idleEncoders.withLock { $0.append(encoder) } }
  return body(encoder)
}

/// Writes one member of gzip after another, in the same memory.
///
/// Sendable without a check: it is held by one at a time.
private final class GzipEncoder: @unchecked Sendable {
  private var matcher = Matcher()
  private var pageMatcher = PageMatcher()
  private var block = Block()
  private var writer = BlockWriter()
  private var output = BitWriter()

  func encode(_ bytes: [UInt8], effort: GzipEffort) -> [UInt8] {
    output.clear()
    for byte in gzipHeader { output.append(byte) }
    writeBlocks(bytes, isLast: true, effort: effort)
    output.padToByte()
    output.append(CRC32.checksum(bytes))
    output.append(UInt32(truncatingIfNeeded: bytes.count))
    return output.bytes
  }

  func encode(_ piece: [UInt8], isLast: Bool, effort: GzipEffort) -> [UInt8] {
    output.clear()
    writeBlocks(piece, isLast: isLast, effort: effort)
    if !isLast { endWithByte() }
    output.padToByte()
    return output.bytes
  }

  func encode(_ pieces: [Range<Int>], of text: [UInt8], effort: GzipEffort) -> [[UInt8]] {
    text.withUnsafeBytes { text in
      begin(text.count, effort: effort)
      return pieces.map { piece in
        output.clear()
        writeBlocks(
          UnsafeRawBufferPointer(rebasing: text[..<piece.upperBound]), from: piece.lowerBound, isLast: false,
          effort: effort)
        endWithByte()
        return output.bytes
      }
    }
  }

  private func writeBlocks(_ bytes: [UInt8], isLast: Bool, effort: GzipEffort) {
    bytes.withUnsafeBytes { bytes in
      begin(bytes.count, effort: effort)
      writeBlocks(bytes, from: 0, isLast: isLast, effort: effort)
    }
  }

  private func begin(_ byteCount: Int, effort: GzipEffort) {
    if effort.tryCount == nil { pageMatcher.begin(byteCount) } else { matcher.begin() }
  }

  /// - Parameter start: what stands before it is there to be repeated.
  private func writeBlocks(_ bytes: UnsafeRawBufferPointer, from start: Int, isLast: Bool, effort: GzipEffort) {
    var position = start
    repeat {
      position =
        effort.tryCount.map { matcher.fill(&block, with: bytes, from: position, tryCount: $0) }
        ?? pageMatcher.fill(&block, with: bytes, from: position)
      writer.write(block, of: bytes, isLast: isLast && position == bytes.count, to: &output)
    } while position < bytes.count
  }

  /// A block of no bytes, not compressed, ends with a whole byte (RFC 1951 §3.2.4): the next piece begins with one.
  private func endWithByte() {
    output.reserve(8)
    output.write(0, bitCount: 3)
    output.padToByte()
    output.append(0xFFFF_0000 as UInt32)
  }
}
