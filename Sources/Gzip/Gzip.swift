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
package func gzip(_ bytes: [UInt8], _ effort: GzipEffort) -> [UInt8] {
  let encoder = idleEncoders.withLock { $0.popLast() } ?? GzipEncoder()
  defer { idleEncoders.withLock { $0.append(encoder) } }
  return encoder.encode(bytes, effort)
}

/// Bytes of a deflate stream (RFC 1951): what comes of the pieces of a content, one behind the other, is the whole content's. So a content
/// that is made while it goes out need never be in memory. Pieces of 64 KiB and more cost little more than the whole at once.
/// - Parameter isLast: whether no piece follows.
package func deflate(_ piece: [UInt8], isLast: Bool, _ effort: GzipEffort) -> [UInt8] {
  let encoder = idleEncoders.withLock { $0.popLast() } ?? GzipEncoder()
  defer { idleEncoders.withLock { $0.append(encoder) } }
  return encoder.encode(piece, isLast: isLast, effort)
}

/// Encoders take 290 KiB each and some time to set up. Nothing suspends while it compresses, so there are never more than
/// threads that compress at once.
private let idleEncoders = Lock<[GzipEncoder]>([])

/// Writes one member of gzip after another, in the same memory.
///
/// Sendable without a check: it is held by one at a time.
private final class GzipEncoder: @unchecked Sendable {
  private var matcher = Matcher()
  private var pageMatcher = PageMatcher()
  private var block = Block()
  private var writer = BlockWriter()
  private var output = BitWriter()

  func encode(_ bytes: [UInt8], _ effort: GzipEffort) -> [UInt8] {
    output.clear()
    // Deflate, no flags, no time, no level, Unix (RFC 1952 §2.3).
    for byte: UInt8 in [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] { output.append(byte) }
    writeBlocks(bytes, isLast: true, effort)
    output.padToByte()
    output.append(CRC32.checksum(bytes))
    output.append(UInt32(truncatingIfNeeded: bytes.count))
    return output.bytes
  }

  func encode(_ piece: [UInt8], isLast: Bool, _ effort: GzipEffort) -> [UInt8] {
    output.clear()
    writeBlocks(piece, isLast: isLast, effort)
    if !isLast {
      // A block of no bytes, not compressed, ends with a whole byte (RFC 1951 §3.2.4): the next piece begins with one.
      output.reserve(8)
      output.write(0, 3)
      output.padToByte()
      output.append(0xFFFF_0000 as UInt32)
    }
    output.padToByte()
    return output.bytes
  }

  private func writeBlocks(_ bytes: [UInt8], isLast: Bool, _ effort: GzipEffort) {
    bytes.withUnsafeBytes { bytes in
      if effort.tryCount == nil { pageMatcher.begin(bytes.count) } else { matcher.begin() }
      var position = 0
      repeat {
        position =
          effort.tryCount.map { matcher.fill(&block, with: bytes, from: position, tryCount: $0) }
          ?? pageMatcher.fill(&block, with: bytes, from: position)
        writer.write(block, of: bytes, isLast: isLast && position == bytes.count, to: &output)
      } while position < bytes.count
    }
  }
}
