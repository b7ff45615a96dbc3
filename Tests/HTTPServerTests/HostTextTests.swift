import Testing

@testable import HTTPServer

@Suite("Host names and addresses as text")
struct HostTextTests {
  @Test("a URL has an IPv6 address in brackets once, and its zone percent-encoded")
  func urls() {
    #expect(HostText.url("127.0.0.1", port: 80) == "http://127.0.0.1:80")
    #expect(HostText.url("forms.example", port: 80) == "http://forms.example:80")
    #expect(HostText.url("::", port: 80) == "http://[::]:80")
    #expect(HostText.url(HostText.unbracketed("[::1]"), port: 80) == "http://[::1]:80")
    #expect(HostText.url("fe80::1%eth0", port: 80) == "http://[fe80::1%25eth0]:80")
    #expect(HostText.unbracketed("[::1") == "[::1")
  }
}
