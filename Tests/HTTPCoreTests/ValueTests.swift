import HTTPCore
import Testing

@Suite("Cookies, tags, preferences, types")
struct ValueTests {
  @Test("a Cookie field is parsed into pairs, in order")
  func cookies() {
    let cookies = Cookies("a=1; b=\"2\";c=x=y; bad; =z;a=3")
    #expect(cookies.pairs.map(\.name) == ["a", "b", "c", "a"])
    #expect(cookies["a"] == "1")
    #expect(cookies["b"] == "2")
    #expect(cookies["c"] == "x=y")
    #expect(cookies.values(of: "a") == ["1", "3"])
    #expect(cookies["A"] == nil)
    #expect(Request(fields: [.cookie: "a=1", .cookie: "b=2"]).cookies["b"] == "2")
  }

  @Test("a Set-Cookie field contains nothing that could end it")
  func setCookie() {
    #expect(SetCookie("sid", value: "abc").serialized == "sid=abc; Path=/; HttpOnly; SameSite=Lax")
    #expect(
      SetCookie(
        "a", value: "", path: "/x", maxAge: 0, isHTTPOnly: false, isSecure: true, sameSite: SetCookie.SameSite.none
      )
      .serialized == "a=; Path=/x; Max-Age=0; Secure; SameSite=None")
    #expect(
      SetCookie("a=b;", value: "c; Domain=x\r\n,\"", path: nil, isHTTPOnly: false, sameSite: nil).serialized
        == "ab=cDomain=x")
  }

  @Test("entity tags are read, written and compared")
  func tags() throws {
    let tag = EntityTag("abc")
    #expect(tag.description == "\"abc\"")
    #expect(EntityTag(parsing: "W/\"abc\"") == EntityTag("abc", isWeak: true))
    for text in ["abc", "\"abc", "w/\"abc\"", "\"a\"b\"", "\"a b\"", "\"", ""] {
      #expect(EntityTag(parsing: text) == nil, "\(text)")
    }
    #expect(tag.matchesWeakly(EntityTag("abc", isWeak: true)))
    #expect(tag.isNamed(byIfNoneMatch: "\"x,y\", W/\"abc\""))
    #expect(tag.isNamed(byIfNoneMatch: "*"))
    #expect(!tag.isNamed(byIfNoneMatch: "\"x\", abc"))
    #expect(tag.isNamed(byIfMatch: "\"x\", \"abc\""))
    #expect(tag.isNamed(byIfMatch: "*"))
    #expect(!tag.isNamed(byIfMatch: "W/\"abc\""))
    #expect(!EntityTag("abc", isWeak: true).isNamed(byIfMatch: "W/\"abc\""))
  }

  @Test("preferences are sorted by quality")
  func preferences() {
    let list = AcceptList("de;q=0.5, en-GB, en; q=0.8 , *;q=0, fr;q=1.5, it;Q=0.8")
    #expect(list.items.map(\.value) == ["en-gb", "en", "it", "de", "*"])
    #expect(list.items.map(\.quality) == [1000, 800, 800, 500, 0])
    #expect(list.accepted == ["en-gb", "en", "it", "de"])
    #expect(AcceptList("gzip;q=0, *").quality(of: "br") == 1000)
    #expect(AcceptList("gzip;q=0, *").quality(of: "GZIP") == 0)
    #expect(AcceptList("x-gzip;q=0.5, *").quality(of: "gzip", or: "X-GZIP") == 500)
    #expect(AcceptList("").quality(of: "gzip") == nil)
    #expect(AcceptList("gzip;q=0.001").quality(of: "gzip") == 1)
    #expect(AcceptList("gzip;q=0.0001").items.isEmpty)
  }

  @Test(
    "the content coding is chosen from those that the client accepts",
    arguments: [
      (["gzip"], .gzip), (["gzip, deflate, br, zstd"], .gzip), (["GZip"], .gzip), (["x-gzip"], .gzip), (["*"], .gzip),
      (["br;q=1.0, gzip;q=0.8, *;q=0.1"], .gzip), (["br", "gzip"], .gzip), (["identity;q=0.5, gzip"], .gzip),
      (["gzip;q=0.001"], .gzip), (["identity;q=0, *"], .gzip), (["identity, gzip"], .gzip), (["*;q=0, gzip"], .gzip),
      ([], .identity), ([""], .identity), (["identity"], .identity), (["br"], .identity), (["gzip;q=0"], .identity),
      (["gzip; Q=0.0, *"], .identity), (["gzip;q=0.000"], .identity), (["*;q=0"], .identity), (["gzipped"], .identity),
      (["gzip;q=0.5, identity"], .identity), (["gzip;q=0.5, *;q=0.8"], .identity), (["identity;q=0"], .identity),
      (["gzip;q=2"], .identity), (["gzip;q=0", "gzip"], .gzip),
    ] as [([String], ContentCoding)])
  func contentCoding(_ lines: [String], _ expected: ContentCoding) {
    var fields = Fields()
    for line in lines { fields.append(.acceptEncoding, line) }
    #expect(ContentCoding(acceptedBy: fields) == expected)
  }

  @Test("media types are parsed")
  func mediaTypes() throws {
    let type = try #require(MediaType("Text/HTML; Charset=\"utf-8\";x=1"))
    #expect(type.essence == "text/html")
    #expect(type.parameter("charset") == "utf-8")
    for text in ["", "text", "text/", "/html", "a/b/c", "te xt/html"] { #expect(MediaType(text) == nil, "\(text)") }
  }

  @Test("the items of a query are decoded, and the first of each name counts")
  func query() throws {
    let query = Request(query: "a=1&b=x+y%26&&%63=d%3De=&%61=2&=3&flag&aa=4").queryItems
    #expect(query["a"] == "1")
    #expect(query["b"] == "x y&")
    #expect(query["c"] == "d=e=")
    #expect(query["flag"] == "")
    #expect(query["aa"] == "4")
    #expect(query["d"] == nil)
    #expect(Request(query: "%61=1").queryItems["a"] == "1")
    #expect(Request(query: "").queryItems["a"] == nil)
    #expect(Request().queryItems["a"] == nil)
  }

  @Test("a request has its target, a status its text, and a redirect its location")
  func small() {
    #expect(Request(path: "/a", query: "b").target == "/a?b")
    #expect(Request(path: "/a", query: "").target == "/a?")
    #expect(Status.unprocessableContent.description == "422 Unprocessable Content")
    #expect(!Status.noContent.allowsBody)
    #expect(Response.redirect(to: "/x").fields[.location] == "/x")
    #expect(Response.redirect(to: "/x").status == .seeOther)
  }

  @Test(
    "content is recognized as JSON by its type",
    arguments: [
      ("application/json", true), ("Application/JSON ; charset=utf-8", true), (" ;application/json", true),
      ("application/json;", true), ("application/jsonl", false), ("text/plain; a=application/json", false),
      ("application/x-www-form-urlencoded", false), ("\"a;application/json", false), ("", false),
    ])
  func json(_ type: String, _ isJSON: Bool) {
    #expect(Request(fields: [.contentType: type]).isJSON == isJSON)
  }
}
