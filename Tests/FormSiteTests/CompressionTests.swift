import FormCells
import FormPages
import Gallery
import HTTPCore
import Assets
import Support
import TestSupport
import Testing

@testable import FormSite

/// Which responses are compressed, and for which clients.
@Suite("Compression")
struct CompressionTests {
  private static let site = Result { try TestSite([SampleForms.trip, SampleForms.other]).site }

  private func respond(_ path: String, _ accepted: String?, _ condition: String? = nil) async throws -> Response {
    var request = Request(method: .get, path: path, host: "test")
    request.fields[.acceptEncoding] = accepted
    request.fields[.ifNoneMatch] = condition
    return try await Self.site.get().respond(to: request)
  }

  @Test(
    "pages and the schema are compressed for clients that accept gzip",
    arguments: ["/forms/trip", "/forms/trip/cells/kinds", "/schema/form.json"])
  func dynamic(_ path: String) async throws {
    let plain = try await respond(path, nil)
    #expect(plain.fields[.contentEncoding] == nil)
    #expect(plain.fields.list(.vary).contains("Accept-Encoding"))
    let packed = try await respond(path, "gzip, br")
    #expect(packed.fields[.contentEncoding] == "gzip")
    #expect(packed.fields[.vary] == plain.fields[.vary])
    #expect(packed.status == plain.status)
    #expect(ReferenceGzip.decode(packed.body)?.count == plain.body.count)
    #expect(packed.body.count * 4 < plain.body.count * 3)
    let refused = try await respond(path, "gzip;q=0, *")
    #expect(refused.fields == plain.fields)
    #expect(refused.body.count == plain.body.count)
  }

  @Test("a page that repeats its address is not compressed", arguments: [nil, "", "q=kinds"])
  func addressInPage(_ query: String?) async throws {
    var request = Request(method: .get, path: "/", query: query, host: "test")
    request.fields[.acceptEncoding] = "gzip"
    // From eight forms on, the list has a search field.
    let forms = (1...8).map { SampleForms.other.replacing("other", with: "kinds\($0)") }
    let response = try await TestSite(forms).site.respond(to: request)
    let repeats = query?.hasPrefix("q=") == true
    #expect(response.fields[.contentEncoding] == (repeats ? nil : "gzip"))
    #expect(response.fields.list(.vary).contains("Accept-Encoding") == !repeats)
    #expect(!repeats || String(decoding: response.body, as: UTF8.self).contains("value=\"kinds\""))
  }

  @Test("compressed pages are at most a tenth larger than zlib's output at level 6")
  func size() async throws {
    let site = try TestSite([], showsGallery: true).site
    let paths = ["/gallery"] + CellFixture.all.map { "/gallery/\($0.slug)" }
    var (own, zlib, count) = (0, 0, 0)
    // Neighbouring fixtures are similar, so every seventh one is enough.
    for path in paths.enumerated().filter({ $0.offset < 2 || $0.offset % 7 == 0 }).map(\.element) {
      var request = Request(method: .get, path: path, host: "test")
      request.fields[.acceptEncoding] = "gzip"
      let response = await site.respond(to: request)
      let plain = try #require(ReferenceGzip.decode(response.body), "\(path)")
      own += response.body.count
      zlib += ReferenceGzip.encodedByteCount(plain, level: 6)
      count += 1
      #expect(plain.count > Response.gzipByteMinimum, "\(path)")
    }
    #expect(count > 30)
    #expect(own * 10 <= zlib * 11, "\(own) bytes beside \(zlib)")
  }

  @Test("small responses are not compressed")
  func small() async throws {
    let response = try await respond("/healthz", "gzip")
    #expect(response.body.count < Response.gzipByteMinimum)
    #expect(response.fields[.contentEncoding] == nil)
  }

  @Test("pages name in Vary the request fields on which they depend")
  func vary() async throws {
    let read: Set = ["Accept-Encoding", "Accept-Language", "Cookie", "Sec-CH-Viewport-Width", "Sec-CH-UA-Mobile"]
    for path in ["/", "/forms/trip", "/forms/trip/cells/kinds", "/none"] {
      #expect(Set(try await respond(path, nil).fields.list(.vary)) == read, "\(path)")
    }
  }

  @Test("each coding of an asset has its own strong tag, and If-None-Match is compared with the coding to be sent")
  func tags() async throws {
    let path = try Self.site.get().assets.load().assets.link(to: "css/site.css")
    let (plain, packed) = (try await respond(path, nil), try await respond(path, "gzip"))
    #expect(packed.fields[.contentEncoding] == "gzip")
    #expect(ReferenceGzip.decode(packed.body) == plain.body)
    let tags = try [plain, packed].map { response in
      let field = try #require(response.fields[.eTag])
      return try #require(EntityTag(parsing: field))
    }
    #expect(tags[0] != tags[1])
    #expect(tags.allSatisfy { !$0.isWeak })
    for (accepted, own, other) in [(nil, tags[0], tags[1]), ("gzip", tags[1], tags[0])] {
      let same = try await respond(path, accepted, own.description)
      #expect(same.status == .notModified)
      #expect(same.body.isEmpty)
      #expect(same.fields[.eTag] == own.description)
      #expect(same.fields[.vary] == "Accept-Encoding")
      #expect(same.fields[.contentEncoding] == nil)
      #expect(try await respond(path, accepted, other.description).status == .ok)
      #expect(try await respond(path, accepted, "*").status == .notModified)
    }
  }
}
