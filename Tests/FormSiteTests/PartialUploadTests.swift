import FormCellsTesting
import FormPages
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// Files that scripts upload in pieces.
@Suite("Partial uploads")
struct PartialUploadTests {
  private static let id = String(repeating: "a", count: 32)
  private static let content = AttachmentTests.pdf(String(repeating: "x", count: 991))

  private static func started(configure: (inout Site.Configuration) -> Void = { _ in }) throws -> TestSite {
    let folder = try TemporaryFolder()
    return try TestSite(
      [AttachmentTests.form], data: folder.path,
      configure: { configuration in
        configuration.spoolDirectory = "\(folder.path)/files/incoming"
        configure(&configuration)
      })
  }

  /// The server's answer to a piece, or to the question how much has arrived (without bytes).
  private static func say(
    _ bytes: ArraySlice<UInt8>?, at offset: Int, of size: Int = content.count, named name: String = "a.pdf",
    as id: String = id, cell: String = "bills", from address: String = "1.2.3.4", to test: TestSite
  ) async -> (Status, String) {
    var data = FormData()
    for (field, value) in [
      (PageField.Piece.upload, id), (.offset, String(offset)), (.size, String(size)), (.name, name),
    ] {
      data.append(field.rawValue, value)
    }
    if let bytes { data.files = [FilePart(name: "\(cell).file", filename: name, bytes: Array(bytes))] }
    var fields = Fields()
    fields[.contentType] = "multipart/form-data; boundary=b0undary"
    let body = data.multipart(boundary: "b0undary")
    var request = Request(method: .post, path: "/forms/claim/cells/\(cell)", fields: fields, body: body, host: "h")
    request.peer = address
    let response = await test.site.respond(to: request)
    return (response.status, String(decoding: response.body, as: UTF8.self))
  }

  private static func sealedName(_ answer: (Status, String)) throws -> String {
    #expect(answer.0 == .ok)
    let text = try JSONReader.document(Array(answer.1.utf8)).value["sealedName"]
    guard case .string(let name)? = text else { return try #require(nil as String?, "\(answer.1)") }
    return name
  }

  @Test("AT12 pieces in order become a file, and its sealed name is posted with the page")
  func inOrder() async throws {
    let test = try Self.started()
    let content = Self.content
    #expect(await Self.say(nil, at: 0, to: test) == (.ok, #"{"received":0}"#))
    #expect(await Self.say(content[..<400], at: 0, to: test) == (.ok, #"{"received":400}"#))
    #expect(await Self.say(nil, at: 0, to: test) == (.ok, #"{"received":400}"#))
    #expect(await Self.say(content[400..<900], at: 400, to: test) == (.ok, #"{"received":900}"#))
    let name = try Self.sealedName(await Self.say(content[900...], at: 900, to: test))
    #expect(name.hasPrefix("\(SHA256.hex(of: content)):1000:application/pdf:a.pdf:"))
    #expect(TestFile.read("\(test.data)/files/\(SHA256.hex(of: content))") == content)
    // The script may ask or send again if the answer was lost.
    #expect(try Self.sealedName(await Self.say(nil, at: 0, to: test)) == name)
    #expect(try Self.sealedName(await Self.say(content[900...], at: 900, to: test)) == name)

    var visitor = Visitor(test.site)
    await visitor.open("/forms/claim")
    let add = try #require(visitor.page.buttons("Add File").first)
    var body = visitor.body(with: add)
    body.append("bills.file", name)
    await visitor.post(body, to: "/forms/claim")
    #expect(visitor.page.all("bdi").map(\.text) == ["a.pdf"])
  }

  @Test("a piece out of order is ignored, and the answer says how much has arrived")
  func outOfOrder() async throws {
    let test = try Self.started()
    let content = Self.content
    #expect(await Self.say(content[400..<900], at: 400, to: test) == (.ok, #"{"received":0}"#))
    #expect(await Self.say(content[..<400], at: 0, to: test) == (.ok, #"{"received":400}"#))
    #expect(await Self.say(content[..<400], at: 0, to: test) == (.ok, #"{"received":400}"#))
    #expect(await Self.say(content[900...], at: 900, to: test) == (.ok, #"{"received":400}"#))
    #expect(await Self.say(content[400...], at: 400, of: 999, to: test) == (.ok, #"{"received":400}"#))
    #expect(await Self.say(content[400...] + [0], at: 400, to: test) == (.ok, #"{"received":400}"#))
    let name = try Self.sealedName(await Self.say(content[400...], at: 400, to: test))
    #expect(name.hasPrefix(SHA256.hex(of: content)))
  }

  @Test("an upload continues only from the same address and for the same cell")
  func bound() async throws {
    let test = try Self.started()
    _ = await Self.say(Self.content[..<400], at: 0, to: test)
    #expect(await Self.say(nil, at: 0, from: "5.6.7.8", to: test) == (.ok, #"{"received":0}"#))
    #expect(await Self.say(nil, at: 0, of: 90, cell: "plan", to: test) == (.ok, #"{"received":0}"#))
  }

  @Test("AT6 a file that is too large or empty is refused at once, one with wrong content at its end")
  func refusals() async throws {
    let test = try Self.started()
    #expect(
      await Self.say(Self.content[..<50], at: 0, of: 101, named: "plan.txt", cell: "plan", to: test)
        == (.unprocessableContent, #"{"refusal":"“plan.txt” is larger than 100 bytes. Add a smaller file."}"#))
    #expect(
      await Self.say([], at: 0, of: 0, to: test)
        == (.unprocessableContent, #"{"refusal":"“a.pdf” is empty. Choose another file."}"#))
    let page = Array("<html>".utf8)
    let refusal = #"{"refusal":"“evil.png” cannot be added because of its content. Accepted: pictures, PDF."}"#
    #expect(
      await Self.say(page[...], at: 0, of: 6, named: "evil.png", to: test) == (.unprocessableContent, refusal))
    #expect(await Self.say(nil, at: 0, of: 6, named: "evil.png", to: test) == (.unprocessableContent, refusal))
    #expect(test.names(in: "files").filter { $0.utf8.count == 64 }.isEmpty)
  }

  @Test("a malformed piece is a bad request, and a site without a spool accepts no uploads")
  func malformed() async throws {
    let test = try Self.started()
    #expect(await Self.say(nil, at: 0, as: "short", to: test).0 == .badRequest)
    #expect(await Self.say(nil, at: 1001, to: test).0 == .badRequest)
    #expect(await Self.say(nil, at: -1, to: test).0 == .badRequest)
    #expect(await Self.say(nil, at: 0, cell: "subject", to: test).0 == .badRequest)
    let inMemory = try TestSite([AttachmentTests.form])
    #expect(await Self.say(nil, at: 0, to: inMemory).0 == .notFound)
  }

  @Test("the uploads of one address are limited; complete ones do not count, and idle ones expire")
  func limits() async throws {
    let test = try Self.started()
    func begin(_ number: Int, from address: String = "1.2.3.4") async -> Status {
      let digits = String(number, radix: 16)
      let id = String(repeating: "0", count: 32 - digits.count) + digits
      return await Self.say(Self.content[..<10], at: 0, as: id, from: address, to: test).0
    }
    _ = try Self.sealedName(await Self.say(Self.content[...], at: 0, to: test))
    for number in 0..<PartialUploads.addressLimit { #expect(await begin(number) == .ok) }
    #expect(await begin(99) == .serviceUnavailable)
    #expect(await begin(99, from: "5.6.7.8") == .ok)
    #expect(test.names(in: "files/incoming").count == 1)
    test.pinned.advance(bySeconds: PartialUploads.idleSecondLimit)
    test.site.dropExpiredSessions()
    #expect(await begin(99) == .ok)
    #expect(await Self.say(nil, at: 0, as: String(repeating: "0", count: 32), to: test) == (.ok, #"{"received":0}"#))
  }

  @Test("AT6 an upload without room is refused, and nothing of it is kept")
  func noRoom() async throws {
    let test = try Self.started { $0.spoolByteLimit = 999 }
    #expect(await Self.say(Self.content[..<400], at: 0, to: test) == (.ok, #"{"received":400}"#))
    let (status, text) = await Self.say(Self.content[400...], at: 400, to: test)
    #expect(status == .unprocessableContent)
    #expect(text.contains("there is no room for it at the moment"))
    #expect(await Self.say(nil, at: 0, to: test) == (.ok, #"{"received":0}"#))
  }
}
