import Glibc
import Support

/// Removes the position where a photo was taken, which visitors rarely mean to send. The GPS part of its Exif data is overwritten
/// in place (Exif 2.32 §4.6.6), so the picture and the size stay the same. In XMP, the properties `exif:GPS…` are overwritten.
enum PhotoPosition {
  /// The types that can contain a position.
  static let types = ["image/jpeg", "image/png", "image/webp", "image/heic", "image/heif", "image/avif", "image/tiff"]

  /// Overwrites all positions.
  /// - Returns: whether there was any.
  static func remove(from bytes: inout [UInt8], type: String) -> Bool {
    var isChanged = false
    if type == "image/tiff", removeDirectory(from: &bytes, at: 0) { isChanged = true }
    for start in starts(of: Array("Exif\0\0".utf8), in: bytes) where removeDirectory(from: &bytes, at: start + 6) {
      isChanged = true
    }
    // In PNG and WebP, no such word precedes the Exif data.
    for name in ["eXIf", "EXIF"] {
      for start in starts(of: Array(name.utf8), in: bytes) {
        let content = start + (name == "EXIF" ? 8 : 4)
        guard removeDirectory(from: &bytes, at: content) else { continue }
        isChanged = true
        if name == "eXIf" { correctChecksum(ofChunkAt: start, in: &bytes) }
      }
    }
    if removeProperties(from: &bytes) { isChanged = true }
    return isChanged
  }

  /// - Parameter start: of the TIFF header.
  private static func removeDirectory(from bytes: inout [UInt8], at start: Int) -> Bool {
    guard let reader = TIFFReader(bytes, at: start), let directory = reader.directory(at: reader.number4(start + 4)),
      let position = directory.first(where: { $0.tag == 0x8825 })
    else { return false }
    var isChanged = false
    for entry in reader.directory(at: reader.number4(position.place + 8)) ?? [] {
      for place in entry.value + Array(entry.place..<(entry.place + 12)) where bytes[place] != 0 {
        bytes[place] = 0
        isChanged = true
      }
    }
    return isChanged
  }

  /// Overwrites values in attributes (`exif:GPSLatitude="…"`) and elements.
  private static func removeProperties(from bytes: inout [UInt8]) -> Bool {
    var isChanged = false
    for start in starts(of: Array("exif:GPS".utf8), in: bytes) where start > 0 {
      let isElement = bytes[start - 1] == UInt8(ascii: "<")
      var index = start
      while index < bytes.count, bytes[index] != UInt8(ascii: "="), bytes[index] != UInt8(ascii: ">") { index += 1 }
      guard index + 1 < bytes.count else { continue }
      let quote = bytes[index + 1]
      let end: UInt8 = bytes[index] == UInt8(ascii: ">") ? UInt8(ascii: "<") : quote
      guard isElement || quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
      index += bytes[index] == UInt8(ascii: ">") ? 1 : 2
      while index < bytes.count, bytes[index] != end {
        if bytes[index] != UInt8(ascii: " ") { isChanged = true }
        bytes[index] = UInt8(ascii: " ")
        index += 1
      }
    }
    return isChanged
  }

  /// Corrects the checksum of a PNG chunk, which covers its name and content (PNG §5.3).
  private static func correctChecksum(ofChunkAt name: Int, in bytes: inout [UInt8]) {
    guard name >= 4 else { return }
    let length = bytes[(name - 4)..<name].reduce(0) { $0 << 8 | Int($1) }
    let end = name + 4 + length
    guard end + 4 <= bytes.count else { return }
    let sum = CRC32.checksum(Array(bytes[name..<end]))
    for byte in 0..<4 { bytes[end + byte] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32(byte))) }
  }

  private static func starts(of pattern: [UInt8], in bytes: [UInt8]) -> [Int] {
    var found: [Int] = []
    bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, bytes.count >= pattern.count else { return }
      var from = 0
      while from + pattern.count <= bytes.count, let hit = memchr(base + from, Int32(pattern[0]), bytes.count - from) {
        let start = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(hit))
        guard start + pattern.count <= bytes.count else { break }
        if memcmp(base + start, pattern, pattern.count) == 0 { found.append(start) }
        from = start + 1
      }
    }
    return found
  }
}

/// Reads the directories of a TIFF file (TIFF 6.0 §2), the format of Exif data.
private struct TIFFReader {
  struct Entry {
    let tag: Int
    /// Where its twelve bytes begin.
    let place: Int
    /// Where its value's bytes are, if they are outside of the entry.
    let value: [Int]
  }

  private let bytes: [UInt8]
  private let start: Int
  private let isBigEndian: Bool

  /// `nil` if there is no TIFF header.
  init?(_ bytes: [UInt8], at start: Int) {
    guard start >= 0, start + 8 <= bytes.count else { return nil }
    switch Array(bytes[start..<(start + 4)]) {
    case [0x49, 0x49, 0x2A, 0x00]: isBigEndian = false
    case [0x4D, 0x4D, 0x00, 0x2A]: isBigEndian = true
    default: return nil
    }
    (self.bytes, self.start) = (bytes, start)
  }

  private func number(_ place: Int, count: Int) -> Int {
    guard place >= 0, place + count <= bytes.count else { return -1 }
    let part = bytes[place..<(place + count)]
    return isBigEndian ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number of four bytes; -1 if it is out of range.
  func number4(_ place: Int) -> Int { number(place, count: 4) }

  /// - Parameter offset: from the start of the TIFF data.
  func directory(at offset: Int) -> [Entry]? {
    guard offset >= 8 else { return nil }
    let first = start + offset
    let count = number(first, count: 2)
    guard count > 0, first + 2 + count * 12 <= bytes.count else { return nil }
    return (0..<count).map { index in
      let place = first + 2 + index * 12
      let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8]
      let size = (sizes[number(place + 2, count: 2)] ?? 0) * max(0, number(place + 4, count: 4))
      let value = start + number(place + 8, count: 4)
      let isElsewhere = size > 4 && value >= start && value + size <= bytes.count
      return Entry(tag: number(place, count: 2), place: place, value: isElsewhere ? Array(value..<(value + size)) : [])
    }
  }
}
