import HTTPCore
import Testing

@testable import Assets

@Suite("Gzip of assets")
struct GzipTests {
  @Test("pictures, and texts that compression does not shrink, are served uncompressed and without Vary")
  func incompressible() throws {
    let accepted: Fields = [.acceptEncoding: "gzip"]
    for (file, bytes) in [("a.png", [UInt8](repeating: 0, count: 1000)), ("a.css", Array("a{b:c}".utf8))] {
      let response = Asset(bytes, type: AssetType(of: file), hash: "0").response(to: accepted)
      #expect(response.body == bytes)
      #expect(response.fields[.contentEncoding] == nil)
      #expect(response.fields[.vary] == nil)
      #expect(response.fields[.eTag] == "\"0\"")
    }
  }
}
