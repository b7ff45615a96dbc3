import HTTPCore
import Testing

@Suite("Fields from a trusted proxy")
struct ProxyReportTests {
  /// A request from 10.0.0.1 to http://inner, after the proxy's report was applied.
  private func believed(_ fields: Fields) -> [String?] {
    var request = Request(fields: fields, peer: "10.0.0.1", host: "inner")
    request.believeProxy()
    return [request.peer, request.scheme, request.host]
  }

  @Test("the fields of one proxy give the address, scheme and host")
  func one() {
    let fields: Fields = [
      .xForwardedFor: "192.0.2.7", .xForwardedProto: "HTTPS", .xForwardedHost: "forms.example:8443",
    ]
    #expect(believed(fields) == ["192.0.2.7", "https", "forms.example:8443"])
  }

  @Test("of a list, the last address counts, and the first scheme and host")
  func lists() {
    let fields: Fields = [
      .xForwardedFor: "6.6.6.6, 192.0.2.7", .xForwardedFor: "192.0.2.8", .xForwardedProto: "https, http",
      .xForwardedHost: "forms.example", .xForwardedHost: "inner.example",
    ]
    #expect(believed(fields) == ["192.0.2.8", "https", "forms.example"])
  }

  @Test("the forwarded port belongs to a host without one, unless it is the other scheme's default")
  func ports() {
    func host(_ host: String, _ port: String, _ scheme: String = "https") -> String? {
      believed([.xForwardedHost: host, .xForwardedPort: port, .xForwardedProto: scheme])[2]
    }
    #expect(host("forms.example", "8443") == "forms.example:8443")
    #expect(host("forms.example", "8443, 80") == "forms.example:8443")
    #expect(host("forms.example:9443", "8443") == "forms.example:9443")
    #expect(host("[2001:db8::1]", "8443") == "[2001:db8::1]:8443")
    #expect(host("[2001:db8::1]:9443", "8443") == "[2001:db8::1]:9443")
    #expect(host("forms.example", "80") == "forms.example")
    #expect(host("forms.example", "443", "http") == "forms.example")
    for port in ["", "65536", "-1", "https", "8443x"] { #expect(host("forms.example", port) == "forms.example") }
    #expect(believed([.xForwardedPort: "8080"]) == ["10.0.0.1", "http", "inner:8080"])
  }

  @Test("a proxy's request id is used only if logs and pages can contain it unchanged")
  func requestIDs() {
    func id(_ name: String) -> String? {
      var request = Request(fields: [.xRequestID: name])
      request.believeProxy()
      return request.id
    }
    let longest = String(repeating: "a", count: 128)
    for name in ["4k7p-9x2m-q3tz", "Root=1-67891233-abcdef", "YWJj+/==", "a_b.c~d:e@f", longest] {
      #expect(id(name) == name)
    }
    for name in ["", "a b", "a\"b", "<b>", "a\\n", "é", "a,b", longest + "a"] { #expect(id(name) == nil) }
  }

  @Test("prefixes are joined in order; an invalid one discards them all")
  func prefixes() {
    func prefix(_ fields: Fields) -> String {
      var request = Request(fields: fields)
      request.believeProxy()
      return request.strippedPrefix.text
    }
    #expect(prefix([.xForwardedPrefix: "/town"]) == "/town")
    #expect(prefix([.xForwardedPrefix: "/town , /forms"]) == "/town/forms")
    #expect(prefix([.xForwardedPrefix: "/town", .xForwardedPrefix: "/forms"]) == "/town/forms")
    #expect(prefix([.xForwardedPrefix: "/town/, /forms/"]) == "/town/forms")
    #expect(prefix([.xForwardedPrefix: "/town, /"]) == "/town")
    for bad in ["", "/", "//evil.example", "//", "/a//", "/../x", "/a\"b", "/a, b", "https://evil.example"] {
      #expect(prefix([.xForwardedPrefix: bad]) == "", "\(bad)")
    }
    #expect(prefix([.forwarded: "for=192.0.2.7;prefix=/x"]) == "")
  }

  @Test("each field is read separately, and invalid values are ignored")
  func part() {
    #expect(believed([.xForwardedProto: "https"]) == ["10.0.0.1", "https", "inner"])
    #expect(believed([:]) == ["10.0.0.1", "http", "inner"])
    #expect(believed([.xForwardedProto: "gopher", .xForwardedFor: "", .xForwardedHost: " , "]) == believed([:]))
  }

  @Test(
    "nodes are read as addresses, or ignored",
    arguments: [
      ("192.0.2.7:4711", "192.0.2.7"), ("[2001:DB8::1]:4711", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"),
      ("2001:db8::1", "2001:db8::1"), ("::ffff:192.0.2.7", "192.0.2.7"), ("unknown", "10.0.0.1"),
      ("_hidden", "10.0.0.1"), ("300.0.0.1", "10.0.0.1"), ("[::1", "10.0.0.1"), ("[::1]x", "10.0.0.1"),
    ])
  func nodes(_ node: String, _ address: String) {
    #expect(believed([.xForwardedFor: node])[0] == address)
    #expect(believed([.forwarded: "for=\"\(node)\""])[0] == address)
  }

  @Test("Forwarded is read with pairs in any case and order, quoted strings and several lines")
  func forwarded() {
    let fields: Fields = [
      .forwarded: "For=\"[2001:db8::6]:1, x\";Proto=https ; HOST=\"forms.example\", for=_a",
      .forwarded: "by=b;for=192.0.2.7",
    ]
    #expect(believed(fields) == ["192.0.2.7", "https", "forms.example"])
    #expect(believed([.forwarded: "for=1.2.3.4;host=\"a\\\"b\", nonsense"]) == ["10.0.0.1", "http", "a\"b"])
  }

  @Test("X-Forwarded fields take precedence, so a Forwarded that a visitor sent is not read")
  func both() {
    let fields: Fields = [.forwarded: "for=6.6.6.6;proto=http;host=evil.example", .xForwardedFor: "192.0.2.7"]
    #expect(believed(fields) == ["192.0.2.7", "http", "inner"])
  }

  @Test("IP addresses are parsed and printed, and other texts are refused")
  func addresses() {
    for text in ["0.0.0.0", "192.0.2.100", "255.255.255.255", "::1", "2001:db8::10:0", "fe80::1"] {
      #expect(IPAddress(text)?.description == text)
    }
    for text in ["", "1.2.3", "1.2.3.4.5", "1.2.3.4 ", "::1%lo", "1.2.3.4\0", "localhost"] {
      #expect(IPAddress(text) == nil, "\(text)")
    }
    #expect(IPAddress("::ffff:192.0.2.7") == IPAddress("192.0.2.7"))
  }
}
