import HTTPCore
import Testing

@Suite("Mount paths")
struct MountPathTests {
  @Test("segments of unreserved characters are valid", arguments: ["/a", "/a/b", "/town-hall/forms_2.1/~x", "/A/.b"])
  func paths(_ text: String) { #expect(MountPath(text)?.text == text) }

  @Test(
    "all other paths are refused",
    arguments: [
      "", "/", "//", "a", "a/b", "/a/", "//a", "/a//b", "/.", "/..", "/a/../b", "/a/./b", "/a%2Fb", "/a b", "/a?b",
      "/a#b",
      "/a;b", "/a,b", "/ä", "/a\\b", "/a\"b", "/<a>", "/a\r\nb", "https://a", "/a:b",
      "/" + String(repeating: "a", count: 256),
    ])
  func others(_ text: String) { #expect(MountPath(text) == nil) }

  @Test("paths are joined as long as the result stays short")
  func joined() throws {
    let (a, b) = (try #require(MountPath("/a")), try #require(MountPath("/b/c")))
    #expect(a.appending(b)?.text == "/a/b/c")
    #expect(a.appending(.root) == a)
    #expect(MountPath.root.appending(a) == a)
    let long = try #require(MountPath("/" + String(repeating: "x", count: 254)))
    #expect(long.appending(a) == nil)
  }
}
