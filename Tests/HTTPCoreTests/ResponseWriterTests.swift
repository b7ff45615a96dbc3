import HTTPCore
import Testing

@Suite("Responses on the wire")
struct ResponseWriterTests {
  private let date = Array("Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n".utf8)

  private func head(
    _ response: Response, isHead: Bool = false, persists: Bool = true, announcesKeepAlive: Bool = false
  ) -> String {
    var output: [UInt8] = []
    let context = ResponseWriter.Context(isHead: isHead, persists: persists, announcesKeepAlive: announcesKeepAlive)
    ResponseWriter.appendHead(of: response, context, dateLine: date, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test("a head has status, fields, Date, Content-Length and an empty line")
  func plain() {
    #expect(
      head(Response(contentType: "text/plain", text: "hello")) == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
        + "Date: Thu, 01 Jan 1970 00:00:00 GMT\r\nContent-Length: 5\r\n\r\n")
  }

  @Test("a response has the request's id, unless the site has set one")
  func requestID() {
    func head(_ response: Response) -> String {
      var output: [UInt8] = []
      let context = ResponseWriter.Context(isHead: false, persists: true, requestID: "a-1")
      ResponseWriter.appendHead(of: response, context, dateLine: date, to: &output)
      return String(decoding: output, as: UTF8.self)
    }
    #expect(head(Response()).contains("\r\nX-Request-Id: a-1\r\n"))
    let own = head(Response(fields: [.xRequestID: "own"]))
    #expect(own.contains("\r\nX-Request-Id: own\r\n"))
    #expect(!own.contains("a-1"))
  }

  @Test("HEAD has the length of the answer to GET, and no content")
  func headRequest() {
    let response = Response(contentType: "text/plain", text: "hello")
    #expect(head(response, isHead: true).contains("Content-Length: 5\r\n"))
    #expect(!ResponseWriter.sendsBody(response, in: .init(isHead: true, persists: true)))
  }

  @Test("a site may set the length for HEAD without making the content")
  func headWithoutContent() {
    let text = head(Response(fields: [.contentLength: "12"]), isHead: true)
    #expect(text.contains("Content-Length: 12\r\n"))
    #expect(!text.contains("Content-Length: 0\r\n"))
  }

  @Test("204 and 304 have neither content nor length", arguments: [Status.noContent, .notModified])
  func withoutContent(_ status: Status) {
    let response = Response(status: status, contentType: "text/plain", text: "hello")
    #expect(!head(response).contains("Content-Length"))
    #expect(!ResponseWriter.sendsBody(response, in: .init(isHead: false, persists: true)))
  }

  @Test("the last answer has Connection: close, and a persistent one to HTTP/1.0 has keep-alive")
  func connection() {
    #expect(head(Response(), persists: false).contains("Connection: close\r\n"))
    #expect(head(Response(), announcesKeepAlive: true).contains("Connection: keep-alive\r\n"))
    #expect(!head(Response()).contains("Connection"))
  }

  @Test("a site cannot set the fields that frame a message")
  func owned() {
    let fields: Fields = [
      .contentLength: "99", .transferEncoding: "chunked", .connection: "keep-alive", .keepAlive: "timeout=5",
      .trailer: "X", "X-Kept": "yes",
    ]
    let text = head(Response(fields: fields, body: [1, 2, 3]))
    #expect(
      text == "HTTP/1.1 200 OK\r\nX-Kept: yes\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nContent-Length: 3\r\n\r\n")
  }

  @Test("a site's own Date is kept, and no other is added")
  func ownDate() {
    let text = head(Response(fields: ["date": "Sun, 06 Nov 1994 08:49:37 GMT"]))
    #expect(text.contains("date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"))
    #expect(!text.contains("1970"))
  }

  @Test("a site can ask to close the connection")
  func siteCloses() {
    #expect(ResponseWriter.closes(Response(fields: [.connection: "x, Close"])))
    #expect(!ResponseWriter.closes(Response(fields: [.connection: "keep-alive"])))
  }

  @Test("no value can end its header line")
  func splitting() {
    let text = head(Response(fields: [.location: "/a\r\nSet-Cookie: b=c\r\n\r\n<html>", "X\r\nY": "z"]))
    #expect(text.contains("Location: /a  Set-Cookie: b=c    <html>\r\n"))
    #expect(text.contains("X--Y: z\r\n"))
  }

  @Test("a status without a registered phrase keeps its space")
  func unknownStatus() { #expect(head(Response(status: Status(299))).hasPrefix("HTTP/1.1 299 \r\n")) }

  @Test("each fault has an answer with its status", arguments: Fault.allCases)
  func pages(_ fault: Fault) {
    let page = ErrorAnswer.plain(fault.status)
    #expect(page.status == fault.status)
    #expect(fault.status.rawValue >= 400)
    #expect(
      String(decoding: page.body, as: UTF8.self).hasPrefix("\(fault.status.rawValue) \(fault.status.reason)\n\n"))
  }
}
