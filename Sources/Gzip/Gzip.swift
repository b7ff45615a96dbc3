import Support

/// How thoroughly repeats are searched for.
package enum GzipEffort: Sendable {
  /// For pages, which are made for one request: 4 % larger than by zlib at level 6, in three tenths of the time.
  case page
  /// For the first page that a visitor opens, which contains its style sheet and its script: as small as by zlib at level 6,
  /// in three fifths of the time.
  case firstPage
  /// For files, which are compressed once: as small as by zlib at its highest level.
  case file

  /// Earlier places that are compared with the bytes at one place; `nil`: only the latest are remembered (`PageMatcher`).
  fileprivate var tryCount: Int? {
    switch self {
    case .page: nil
    case .firstPage: 64
    case .file: 256
    }
  }
}

/// The bytes as one gzip member (RFC 1952), without a name and a time.
package func gzip(_ bytes: [UInt8], effort: GzipEffort) -> [UInt8] {
  withEncoder { $0.encode(bytes, effort: effort) }
}

/// Compresses a piece of a content into bytes of a deflate stream (RFC 1951). The results for all pieces, one after another, are the
/// stream of the whole content. So content that is made while it is sent need never be in memory as a whole. Pieces of 64 KiB and more
/// cost little more than compressing the whole at once.
/// - Parameter isLast: whether no piece follows.
package func deflate(_ piece: [UInt8], isLast: Bool, effort: GzipEffort) -> [UInt8] {
  withEncoder { $0.encode(piece, isLast: isLast, effort: effort) }
}

/// Compresses pieces of a text into pieces of a deflate stream, none of them the last one. The bytes between the pieces are not known
/// yet: they are stored there later (`GzipJoiner`), as many as in this text, and no repeat refers to them.
/// - Parameters:
///   - pieces: their ranges in the text, one after another.
///   - text: in UTF-8.
package func deflate(_ pieces: [Range<Int>], of text: [UInt8], effort: GzipEffort) -> [[UInt8]] {
  var text = text
  // This byte does not occur in UTF-8, so it matches nothing.
  for (before, behind) in zip(pieces, pieces.dropFirst()) {
    for index in before.upperBound..<behind.lowerBound { text[index] = 0xFF }
  }
  return withEncoder { $0.encode(pieces, of: text, effort: effort) }
}

/// Joins one gzip member from pieces that were compressed before, and from bytes between them that are stored uncompressed.
package struct GzipJoiner {
  private var member: [UInt8]
  private var checksum: UInt32 = 0
  private var count = 0

  /// - Parameter byteCount: roughly the size of the member.
  package init(expecting byteCount: Int) {
    member = []
    member.reserveCapacity(byteCount)
    member += gzipHeader
  }

  /// - Parameters:
  ///   - deflated: the piece as compressed by `deflate`, not as the last one.
  ///   - piece: the original bytes.
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

  /// Appends a block that is not compressed (RFC 1951 §3.2.4); it starts at a whole byte.
  private mutating func appendStored(_ bytes: UnsafeRawBufferPointer, isLast: Bool) {
    let length = UInt16(bytes.count)
    member.append(isLast ? 1 : 0)
    for word in [length, ~length] { withUnsafeBytes(of: word.littleEndian) { member.append(contentsOf: $0) } }
    member.append(contentsOf: bytes)
  }
}

/// Deflate, no flags, no time, no level, Unix (RFC 1952 §2.3).
private let gzipHeader: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

/// Encoders that are not in use. Each takes 290 KiB and some time to set up. Compressing never suspends, so there are at most as many
/// as threads that compress at the same time.
private let idleEncoders = Lock<[GzipEncoder]>([])

private func withEncoder<Result>(_ body: (GzipEncoder) -> Result) -> Result {
  let encoder = idleEncoders.withLock { $0.popLast() } ?? GzipEncoder()
  defer { idleEncoders.withLock { $0.append(encoder) } }
  return body(encoder)
}

/// Writes one gzip member after another, in the same memory.
///
/// Sendable without a check: only one thread holds it at a time.
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

  /// - Parameter start: repeats may refer to the bytes before it.
  private func writeBlocks(_ bytes: UnsafeRawBufferPointer, from start: Int, isLast: Bool, effort: GzipEffort) {
    var position = start
    repeat {
      position =
        effort.tryCount.map { matcher.fill(&block, with: bytes, from: position, tryCount: $0) }
        ?? pageMatcher.fill(&block, with: bytes, from: position)
      writer.write(block, of: bytes, isLast: isLast && position == bytes.count, to: &output)
    } while position < bytes.count
  }

  /// Ends with a whole byte, by an empty block that is not compressed (RFC 1951 §3.2.4), so that the next piece can begin.
  private func endWithByte() {
    output.reserve(8)
    output.write(0, bitCount: 3)
    output.padToByte()
    output.append(0xFFFF_0000 as UInt32)
  }
}
