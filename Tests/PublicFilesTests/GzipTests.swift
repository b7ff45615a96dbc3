import HTTPMessage
import Testing

@testable import PublicFiles

/// The encoder and what it is used for; that the bytes are right is checked from outside, by another reader of gzip.
@Suite("Gzip")
struct GzipTests {
  /// gzip's first bytes, deflate's number, and at the end the length of what was compressed (RFC 1952 §2.3).
  private func isGzip(_ body: [UInt8], of plain: [UInt8]) -> Bool {
    let length = UInt32(plain.count)
    return body.starts(with: [0x1F, 0x8B, 8])
      && body.suffix(4).elementsEqual([0, 8, 16, 24].map { UInt8(truncatingIfNeeded: length >> $0) })
  }

  @Test("one encoder makes the same of the same, whatever it made before")
  func reuse() {
    let encoder = GzipEncoder(.page)
    func isRight(_ body: [UInt8]) -> Bool { isGzip(encoder.encode(body), of: body) }
    let (first, second) = (Array("one one one one".utf8), [UInt8](repeating: 7, count: 1 << 20))
    let packed = encoder.encode(first)
    #expect([first, second, []].allSatisfy(isRight))
    #expect(encoder.encode(first) == packed)
  }

  @Test("a picture, and a text that compressing makes no smaller, come as they are and vary by nothing")
  func incompressible() throws {
    let encoder = GzipEncoder(.most)
    let accepted: Fields = [.acceptEncoding: "gzip"]
    for (file, bytes) in [("a.png", [UInt8](repeating: 0, count: 1000)), ("a.css", Array("a{b:c}".utf8))] {
      let response = Asset(bytes, type: AssetType(of: file), hash: "0", encoder).response(to: accepted)
      #expect(response.body == bytes)
      #expect(response.fields[.contentEncoding] == nil)
      #expect(response.fields[.vary] == nil)
      #expect(response.fields[.eTag] == "\"0\"")
    }
  }
}
