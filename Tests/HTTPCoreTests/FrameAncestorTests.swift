import HTTPCore
import Testing

@Suite("Pages that may show the site in a frame")
struct FrameAncestorTests {
  @Test(
    "origins are accepted and written as the policy needs them",
    arguments: [
      ("none", "'none'"), ("self", "'self'"), ("'self'", "'self'"),
      ("https://www.example.com", "https://www.example.com"),
      ("self, https://*.Example.com:8443", "'self' https://*.example.com:8443"),
      ("http://localhost:3000 http://localhost:3000", "http://localhost:3000"),
    ])
  func taken(text: String, directive: String) throws {
    #expect(try #require(FrameAncestors(text)).directive == directive)
  }

  @Test(
    "values that could end the directive or allow more than intended are refused",
    arguments: [
      "", " ", "*", "https:", "https://", "https://*", "example.com", "none self", "https://example.com/",
      "https://a/b",
      "https://a;script-src *", "https://a:0", "https://a:x", "https://a:70000", "https://-a.de", "https://a..b",
      "https://user@example.com", "https://a'b", "ftp://example.com", "https://*.*.com", "https://exämple.com",
    ])
  func refused(text: String) { #expect(FrameAncestors(text) == nil) }
}
