@testable import Gzip
import TestSupport
import Testing

/// Compresses all kinds of bytes and reads them with zlib.
@Suite("Gzip")
struct GzipTests {
  struct Body: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) { (testDescription, self.bytes) = (name, bytes) }
  }

  private static func random(_ count: Int, below limit: UInt8 = 255) -> [UInt8] {
    var generator = SeededGenerator(seed: 1)
    return (0..<count).map { _ in UInt8.random(in: 0...limit, using: &generator) }
  }

  /// Each byte is half as frequent as the one before. Without a limit, the code of the rarest byte would have 20 bits.
  private static let steep = (0..<20).flatMap { [UInt8](repeating: UInt8(65 + $0), count: 1 << (19 - $0)) }

  /// The same run of bytes twice, this number of bytes apart.
  private static func apart(_ distance: Int) -> [UInt8] {
    let run = Array("a run that stands here twice and nowhere else".utf8)
    return run + random(distance - run.count) + run + random(20)
  }

  static let bodies: [Body] = [
    Body("nothing", []),
    Body("one byte", [7]),
    Body("less than is hashed", Array("<p>short</p".utf8)),
    Body("as much as is hashed", Array("abcdabcdabcd".utf8)),
    Body("each byte once", Array(0...255)),
    Body("a megabyte of one byte", [UInt8](repeating: 65, count: 1 << 20)),
    Body("a repeat of three bytes' distance", (0..<100_000).map { UInt8($0 % 3) }),
    Body("bytes by chance, more than a block", random(100_000)),
    Body("few kinds of bytes by chance", random(200_000, below: 3)),
    Body("words of very different lengths", steep + steep.reversed()),
    Body("repeats of every length", (1...600).flatMap { [0, UInt8($0 & 255)] + [UInt8](repeating: 9, count: $0) }),
    Body("the farthest repeat", apart(32 * 1024)),
    Body("a repeat one too far away", apart(32 * 1024 + 1)),
    Body("a repeat that ends with the body", Array("<ul><li>one</li><li>two</li><li>one</li><li>two".utf8)),
  ]

  @Test("zlib decompresses what was compressed", arguments: bodies)
  func roundTrip(_ body: Body) {
    for effort in [GzipEffort.page, .firstPage, .file] {
      #expect(ReferenceGzip.decode(gzip(body.bytes, effort: effort)) == body.bytes)
    }
  }

  @Test("pieces that are compressed one by one form one stream", arguments: bodies)
  func pieces(_ body: Body) {
    for size in [1, 1000, 50_000] where body.bytes.count / size < 1000 {
      var stream: [UInt8] = []
      for start in Swift.stride(from: 0, to: body.bytes.count, by: size) {
        stream += deflate(Array(body.bytes[start..<min(start + size, body.bytes.count)]), isLast: false, effort: .page)
      }
      stream += deflate([], isLast: true, effort: .page)
      #expect(ReferenceGzip.decode(stream, isBare: true) == body.bytes)
    }
  }

  @Test("a member is joined from compressed pieces and stored bytes between them", arguments: bodies)
  func joiner(_ body: Body) {
    let piece = deflate(body.bytes, isLast: false, effort: .page)
    for between in [[], Array("0123456789abcdef".utf8), Self.random(65_535)] {
      var joiner = GzipJoiner(expecting: 0)
      for _ in 0..<3 {
        body.bytes.withUnsafeBytes { joiner.append(piece, of: $0) }
        joiner.append(stored: between)
      }
      let whole = body.bytes + between
      #expect(ReferenceGzip.decode(joiner.finished(), byteLimit: 1 << 26) == whole + whole + whole)
    }
  }

  @Test("bytes that are not known yet are inserted between pieces, and no repeat refers to them")
  func unknown() {
    let digits = Array("0123456789abcdef0123456789abcdef".utf8)
    let words = Array("<p>a page of many words</p><p>a page of many more words</p>".utf8)
    for (first, second) in [
      (words, words), (words + digits, digits + words), ([], words), (words, []), (digits, digits),
    ] {
      let text = first + digits + second
      let pieces = [0..<first.count, first.count + digits.count..<text.count]
      for effort in [GzipEffort.page, .firstPage, .file] {
        let deflated = deflate(pieces, of: text, effort: effort)
        for known in [digits, Array("fedcba9876543210fedcba9876543210".utf8)] {
          var joiner = GzipJoiner(expecting: 100)
          first.withUnsafeBytes { joiner.append(deflated[0], of: $0) }
          joiner.append(stored: known)
          second.withUnsafeBytes { joiner.append(deflated[1], of: $0) }
          #expect(ReferenceGzip.decode(joiner.finished()) == first + known + second)
        }
      }
    }
    let (alone, after) = (
      deflate(words, isLast: false, effort: .page),
      deflate([0..<59, 91..<150], of: words + digits + words, effort: .page)[1]
    )
    #expect(after.count < alone.count / 2, "the second piece repeats the first")
  }

  @Test("a body gives the same bytes, whatever was compressed before")
  func reuse() {
    let first = Self.bodies.map { gzip($0.bytes, effort: .page) }
    for (body, written) in zip(Self.bodies, first).reversed() {
      #expect(gzip(body.bytes, effort: .page) == written, "\(body.testDescription)")
    }
  }

  @Test("the matcher finds the right repeats after its count of bytes wraps around")
  func placesBeginAnew() {
    let (noise, words) = (Self.random(2200), Array("the same words, ".utf8))
    let page = noise[..<1500] + words + noise[1500...] + words
    var matcher = PageMatcher(end: .max - 3 * UInt32(page.count))
    var block = Block()
    for _ in 0..<8 {
      matcher.begin(page.count)
      #expect(page.withUnsafeBytes { matcher.fill(&block, with: $0, from: 0) } == page.count)
      var read: [UInt8] = []
      for part in UnsafeBufferPointer(start: block.parts, count: block.partCount) {
        read += page[read.count...].prefix(Int(part.literalCount))
        for _ in 0..<Int(part.length) + Block.shortestRepeat { read.append(read[read.count - Int(part.distance) - 1]) }
      }
      read += page[read.count...].prefix(block.lastLiteralCount)
      #expect(read == page)
      #expect(block.partCount == 1)
    }
  }

  @Test("bodies of every length have the right checksum")
  func checksums() {
    let bytes = Self.random(300)
    for count in 0...bytes.count {
      let body = Array(bytes.prefix(count))
      #expect(ReferenceGzip.decode(gzip(body, effort: .page)) == body, "\(count) bytes")
    }
  }

  @Test("bytes that cannot be compressed grow by less than 1 %")
  func growth() {
    let bytes = Self.random(100_000)
    #expect(gzip(bytes, effort: .page).count < bytes.count + bytes.count / 100)
  }

  @Test("the reference decoder refuses invalid gzip")
  func reference() {
    var bytes = gzip(Array("a text".utf8), effort: .page)
    #expect(ReferenceGzip.decode(bytes) != nil)
    #expect(ReferenceGzip.decode(bytes + bytes) == nil)
    bytes[bytes.count - 6] ^= 1
    #expect(ReferenceGzip.decode(bytes) == nil)
    #expect(ReferenceGzip.decode([]) == nil)
  }
}
