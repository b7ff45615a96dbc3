import Support
import TestSupport
import Testing

/// A ZIP archive whose entries are found by the directory at its end, as readers do.
struct Archive {
  struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var entries: [(name: String, bytes: [UInt8])] = []

  subscript(name: String) -> String? {
    entries.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// - Parameter start: the position of the bytes in their file.
  init(_ bytes: [UInt8], at start: UInt64 = 0) throws {
    func number(_ offset: Int, _ count: Int) throws -> UInt64 {
      guard offset >= 0, offset + count <= bytes.count else { throw Broken(description: "ends before \(offset)") }
      return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    func expect(_ signature: UInt64, at offset: Int) throws {
      let found = try number(offset, 4)
      guard found == signature else { throw Broken(description: "\(found) at \(offset) is not \(signature)") }
    }
    let end = bytes.count - 22
    try expect(0x0605_4B50, at: end)
    var (count, directory) = (Int(try number(end + 10, 2)), try number(end + 16, 4))
    if directory == UInt64(UInt32.max) {
      try expect(0x0706_4B50, at: end - 20)
      let long = Int(try number(end - 12, 8) - start)
      try expect(0x0606_4B50, at: long)
      (count, directory) = (Int(try number(long + 32, 8)), try number(long + 48, 8))
    }
    var place = Int(directory - start)
    for _ in 0..<count {
      try expect(0x0201_4B50, at: place)
      let nameCount = Int(try number(place + 28, 2))
      let extraCount = Int(try number(place + 30, 2))
      let name = String(decoding: bytes[place + 46..<place + 46 + nameCount], as: UTF8.self)
      var offset = try number(place + 42, 4)
      if offset == UInt64(UInt32.max) { offset = try number(place + 46 + nameCount + 4, 8) }
      let head = Int(offset - start)
      try expect(0x0403_4B50, at: head)
      let first = head + 30 + Int(try number(head + 26, 2)) + Int(try number(head + 28, 2))
      let last = first + Int(try number(place + 20, 4))
      guard let content = ReferenceGzip.decode(Array(bytes[first..<last]), isBare: true) else {
        throw Broken(description: "\(name) is damaged")
      }
      try expect(0x0807_4B50, at: last)
      for sizes in [place + 16, last + 4] {
        guard UInt64(CRC32.checksum(content)) == (try number(sizes, 4)), try number(sizes + 8, 4) == content.count
        else {
          throw Broken(description: "\(name) has other sizes")
        }
      }
      entries.append((name, content))
      place += 46 + nameCount + extraCount
    }
  }
}
