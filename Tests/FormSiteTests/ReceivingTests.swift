import FormCells
import FormCellsTesting
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

@Suite("Receiving files")
struct ReceivingTests {
  private static let boundary = "b0undary"

  private static func test(spools: Bool = true, configure: (inout Site.Configuration) -> Void = { _ in }) throws
    -> TestSite
  {
    let plain = ScanTests.form.replacing(#""scan": true"#, with: #""scan": false"#)
      .replacing(#""id": "plate""#, with: #""id": "other""#)
    let reader = CodeReader { content in
      (try? content.bytes()) == ScanTests.photo ? .code("SN-1", isFirstOfSeveral: false) : .noCode
    }
    let folder = try TemporaryFolder()
    return try TestSite(
      [ScanTests.form, plain], data: folder.path, codeReader: reader,
      configure: { configuration in
        if spools { configuration.spoolDirectory = "\(folder.path)/files/incoming" }
        configure(&configuration)
      })
  }

  private static func request(
    _ path: String = "/forms/plate", method: Method = .post, type: String? = "multipart/form-data; boundary=\(boundary)"
  ) -> Request {
    var fields = Fields()
    fields[.contentType] = type
    return Request(method: method, path: path, fields: fields, host: "h")
  }

  /// The body of the page's form with a photo, as a browser sends it when "Scan" is pressed.
  private static func scan(_ photo: [UInt8], on site: Site) async throws -> [UInt8] {
    var visitor = Visitor(site)
    await visitor.open("/forms/plate")
    visitor.type("typed", into: "plain")
    try visitor.choose(photo, in: "Photo of the code for Serial Number")
    let button = try #require(visitor.page.buttons("Scan").first)
    return visitor.body(with: button).multipart(boundary: boundary)
  }

  private static func send(_ body: [UInt8], by size: Int, to site: Site) async throws -> (Request, Response) {
    let receiver = try #require(site.receiver(for: request()))
    for start in stride(from: 0, to: body.count, by: size) {
      _ = await receiver.receive(Array(body[start..<min(start + size, body.count)]))
    }
    let request = await receiver.finish(request())
    return (request, await site.respond(to: request))
  }

  @Test("only a multipart post to a form with a file input has a receiver")
  func receivers() throws {
    let site = try Self.test().site
    for path in ["/forms/plate", "/forms/plate/cells/serial", "/forms/plate/items/a/1"] {
      #expect(site.receiver(for: Self.request(path)) != nil, "\(path)")
    }
    for path in ["/forms/other", "/forms/none", "/", "/schema/form.json"] {
      #expect(site.receiver(for: Self.request(path)) == nil, "\(path)")
    }
    #expect(site.receiver(for: Self.request(method: .get)) == nil)
    for type in ["application/x-www-form-urlencoded", "application/json", "multipart/form-data", nil] {
      #expect(site.receiver(for: Self.request(type: type)) == nil)
    }
    #expect(try Self.test(spools: false).site.receiver(for: Self.request()) == nil)
  }

  @Test("a photo that arrives in pieces is on disk until it has been read", arguments: [1, 100, 100_000])
  func pieces(size: Int) async throws {
    let test = try Self.test()
    let body = try await Self.scan(ScanTests.photo, on: test.site)
    do {
      let (request, response) = try await Self.send(body, by: size, to: test.site)
      #expect(response.status == .seeOther)
      guard case .spooled(let file)? = try request.form().files.first?.content else {
        Issue.record("the photo is not on the disk")
        return
      }
      #expect(file.count == ScanTests.photo.count)
      #expect(try test.site.spool?.open().hasPrefix("\(test.data)/files/incoming/") == true)
      #expect(test.site.spool?.heldBytes == ScanTests.photo.count)
    }
    #expect(test.site.spool?.heldBytes == 0)
  }

  @Test("a file that is too large is reported at its cell, and the other entries are kept")
  func tooLarge() async throws {
    let test = try Self.test { $0.fileByteLimit = 3 << 20 }
    let body = try await Self.scan([UInt8](repeating: 1, count: 4 << 20), on: test.site)
    let (_, response) = try await Self.send(body, by: 64 << 10, to: test.site)
    let page = HTMLPage(response.body)
    #expect(response.status == .unprocessableContent)
    #expect(page.element(id: "serial_error")?.text.contains("larger than 3 MB") == true)
    #expect(page.element(id: "plain")?["value"] == "typed")
  }

  @Test("a file for which there is no room is reported at its cell, and the other entries are kept")
  func full() async throws {
    let test = try Self.test { $0.spoolByteLimit = 100_000 }
    let body = try await Self.scan([UInt8](repeating: 1, count: 200_000), on: test.site)
    let (_, response) = try await Self.send(body, by: 64 << 10, to: test.site)
    let page = HTMLPage(response.body)
    #expect(response.status == .unprocessableContent)
    #expect(page.element(id: "serial_error") != nil)
    #expect(page.element(id: "plain")?["value"] == "typed")
    #expect(test.site.spool?.heldBytes == 0)
  }

  @Test("fields have the same limit as a body, and a malformed body is answered after all of it has arrived")
  func refused() async throws {
    let test = try Self.test { $0.bodyByteLimit = 50_000 }
    let head = "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"plain\"\r\n\r\n"
    let text = Array(head.utf8) + [UInt8](repeating: 0x61, count: 60_000)
    #expect(try await Self.send(text, by: 10_000, to: test.site).1.status == .contentTooLarge)
    #expect(try await Self.send(Array("--x\r\n".utf8), by: 2, to: test.site).1.status == .badRequest)
  }

  @Test("files in memory have the same size limit")
  func inMemory() async throws {
    let test = try Self.test(spools: false) { $0.fileByteLimit = 1000 }
    var request = Self.request()
    request.body = try await Self.scan([UInt8](repeating: 1, count: 1001), on: test.site)
    let response = await test.site.respond(to: request)
    #expect(response.status == .unprocessableContent)
    #expect(HTMLPage(response.body).element(id: "serial_error")?.text.contains("larger than") == true)
  }
}
