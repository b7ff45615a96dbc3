import Gzip
import Support

/// A ZIP archive (PKWARE APPNOTE 6.3.10) that is written front to back: neither its entries nor their compressed forms are ever in
/// memory as a whole.
///
/// An entry's sizes and checksum come after it (§4.3.9), since they are not known before. They are 32-bit numbers, because
/// spreadsheets refuse longer ones there: so an entry has at most `entryByteLimit` bytes. The places of entries have no such limit:
/// beyond 4 GiB the directory is that of ZIP64 (§4.3.14).
struct ZIPWriter {
  /// An entry of this size has less than 4 GiB when compressed, whatever its content is.
  static let entryByteLimit = 4_000_000_000
  /// Bytes that are compressed at once.
  private static let pieceByteCount = 128 << 10
  private static let longest32 = UInt64(UInt32.max)
  /// The first day that the format can express. A fixed day makes the archive depend only on its content.
  private static let day: UInt16 = 1 << 5 | 1

  private struct Entry {
    let name: [UInt8]
    let offset: UInt64
    var checksum: UInt32 = 0
    var byteCount = 0
    var compressedByteCount = 0
  }

  private var entries: [Entry] = []
  private var pending: [UInt8] = []
  /// Bytes that were written but not taken yet.
  private var output: [UInt8] = []
  /// The number of bytes that were taken.
  private var takenByteCount: UInt64

  /// - Parameter offset: bytes of the file before the archive.
  init(at offset: UInt64 = 0) { takenByteCount = offset }

  /// The bytes of the entry that is being written.
  var entryByteCount: Int { (entries.last?.byteCount ?? 0) + pending.count }

  private var offset: UInt64 { takenByteCount + UInt64(output.count) }

  /// The bytes that were written since the last call.
  mutating func takeBytes() -> [UInt8] {
    takenByteCount += UInt64(output.count)
    defer { output = [] }
    return output
  }

  /// - Parameter name: ASCII, with `/` between folders.
  mutating func beginEntry(_ name: String) {
    let entry = Entry(name: Array(name.utf8), offset: offset)
    output.append(littleEndian: 0x0403_4B50 as UInt32)
    appendKind(version: 20)
    for _ in 0..<3 { output.append(littleEndian: 0 as UInt32) }
    output.append(littleEndian: UInt16(entry.name.count))
    output.append(littleEndian: 0 as UInt16)
    output += entry.name
    entries.append(entry)
  }

  /// Writes the fields that an entry's head and the directory share: deflated, with sizes after the entry.
  private mutating func appendKind(version: UInt16) {
    for field: UInt16 in [version, 1 << 3, 8, 0, Self.day] { output.append(littleEndian: field) }
  }

  mutating func append(_ bytes: [UInt8]) {
    pending += bytes
    if pending.count >= Self.pieceByteCount { compress(isLast: false) }
  }

  mutating func endEntry() {
    compress(isLast: true)
    let entry = entries[entries.count - 1]
    output.append(littleEndian: 0x0807_4B50 as UInt32)
    appendSizes(entry)
  }

  private mutating func appendSizes(_ entry: Entry) {
    output.append(littleEndian: entry.checksum)
    output.append(littleEndian: UInt32(entry.compressedByteCount))
    output.append(littleEndian: UInt32(entry.byteCount))
  }

  private mutating func compress(isLast: Bool) {
    let piece = deflate(pending, isLast: isLast, effort: .page)
    let last = entries.count - 1
    entries[last].checksum = CRC32.checksum(pending, after: entries[last].checksum)
    entries[last].byteCount += pending.count
    entries[last].compressedByteCount += piece.count
    output += piece
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes the directory.
  mutating func finish() {
    let start = offset
    for entry in entries {
      let isFar = entry.offset >= Self.longest32
      output.append(littleEndian: 0x0201_4B50 as UInt32)
      output.append(littleEndian: (isFar ? 45 : 20) as UInt16)
      appendKind(version: isFar ? 45 : 20)
      appendSizes(entry)
      output.append(littleEndian: UInt16(entry.name.count))
      output.append(littleEndian: (isFar ? 12 : 0) as UInt16)
      // No comment, the first disk, no attributes.
      output += [UInt8](repeating: 0, count: 10)
      output.append(littleEndian: UInt32(min(entry.offset, Self.longest32)))
      output += entry.name
      if isFar {
        output.append(littleEndian: 1 as UInt16)
        output.append(littleEndian: 8 as UInt16)
        output.append(littleEndian: entry.offset)
      }
    }
    let end = offset
    if end >= Self.longest32 { appendLongEnd(start: start, end: end) }
    output.append(littleEndian: 0x0605_4B50 as UInt32)
    output.append(littleEndian: 0 as UInt32)
    for _ in 0..<2 { output.append(littleEndian: UInt16(entries.count)) }
    output.append(littleEndian: UInt32(end - start))
    output.append(littleEndian: UInt32(min(start, Self.longest32)))
    output.append(littleEndian: 0 as UInt16)
  }

  /// Writes the end of a ZIP64 directory, and where it is (§4.3.14, §4.3.15).
  private mutating func appendLongEnd(start: UInt64, end: UInt64) {
    output.append(littleEndian: 0x0606_4B50 as UInt32)
    output.append(littleEndian: 44 as UInt64)
    for _ in 0..<2 { output.append(littleEndian: 45 as UInt16) }
    output.append(littleEndian: 0 as UInt64)
    for field in [UInt64(entries.count), UInt64(entries.count), end - start, start] {
      output.append(littleEndian: field)
    }
    output.append(littleEndian: 0x0706_4B50 as UInt32)
    output.append(littleEndian: 0 as UInt32)
    output.append(littleEndian: end)
    output.append(littleEndian: 1 as UInt32)
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
