/// Octets that no server should accept, and the status of the response.
struct BadRequest: Sendable, CustomStringConvertible {
  var octets: String
  var status: Int

  var description: String { "\(status): \(octets.prefix(60).debugDescription)" }

  static let all: [BadRequest] = [
    BadRequest(octets: "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +5\r\n\r\nhello", status: 400),
    BadRequest(
      octets: "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello", status: 400),
    BadRequest(octets: "GET / HTTP/1.1\r\nHost : h\r\n\r\n", status: 400),
    BadRequest(octets: "GET / HTTP/one\r\nHost: h\r\n\r\n", status: 400),
    BadRequest(octets: "GET / HTTP/1.1\r\n\r\n", status: 400),
    BadRequest(octets: "GET / HTTP/1.1\nHost: h\n\n", status: 400),
    BadRequest(octets: "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1048577\r\n\r\n", status: 413),
    BadRequest(octets: "GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\nHost: h\r\n\r\n", status: 414),
    BadRequest(
      octets: "POST / HTTP/1.1\r\nHost: h\r\nExpect: tea\r\nContent-Length: 1\r\n\r\n", status: 417),
    BadRequest(
      octets: "GET / HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "a", count: 40_000))\r\n\r\n", status: 431),
    BadRequest(octets: "CONNECT h:443 HTTP/1.1\r\nHost: h\r\n\r\n", status: 501),
    BadRequest(octets: "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", status: 501),
    BadRequest(octets: "GET / HTTP/3.0\r\nHost: h\r\n\r\n", status: 505),
  ]
}
