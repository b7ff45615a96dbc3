import HTTPCore
import Testing

@Suite("Fields")
struct FieldsTests {
  @Test("names are compared case-insensitively and keep their spelling")
  func names() {
    var fields = Fields()
    fields.append("X-Thing", "1")
    fields.append("x-thing", "2")
    #expect(fields["X-THING"] == "1")
    #expect(fields.values(of: "x-Thing") == ["1", "2"])
    #expect(fields.map(\.name) == ["X-Thing", "x-thing"])
    #expect(FieldName("ETag") == FieldName.eTag)
    #expect(FieldName("ETag").hashValue == FieldName("etag").hashValue)
  }

  @Test("fields keep their order when others are replaced or removed")
  func order() {
    var fields: Fields = [.host: "h", .accept: "a", .cookie: "c", .accept: "b"]
    fields[.accept] = "z"
    #expect(fields.map(\.name) == ["Host", "Cookie", "Accept"])
    #expect(fields.map(\.value) == ["h", "c", "z"])
    fields[.host] = nil
    #expect(fields.count == 2)
    #expect(!fields.contains(.host))
    fields.remove(.eTag)
    #expect(fields.count == 2)
  }

  @Test("fields appended from another list follow the existing ones")
  func others() {
    var fields: Fields = [.host: "h"]
    fields.append([.accept: "a", .cookie: "c"])
    #expect(fields == [.host: "h", .accept: "a", .cookie: "c"])
    #expect(String(decoding: fields.bytes, as: UTF8.self) == "Host: h\r\nAccept: a\r\nCookie: c\r\n")
    fields[.accept] = nil
    #expect(fields == [.host: "h", .cookie: "c"])
  }

  @Test("a field has a value only if the one line of its name matches exactly")
  func has() {
    let fields: Fields = [.host: "h", .cookie: "a", .accept: "text", .cookie: "a"]
    #expect(fields.has(.accept, "text"))
    for (name, value): (FieldName, StaticString) in [
      (.accept, "tex"), (.accept, "texts"), (.accept, "Text"), (.cookie, "a"), (.host, "text"),
    ] {
      #expect(!fields.has(name, value))
    }
  }

  @Test("fields are equal if they have the same lines in the same order")
  func equality() {
    #expect(Fields([.host: "h", .accept: "a"]) == ["HOST": "h", "accept": "a"])
    #expect(Fields([.host: "h", .accept: "a"]) != [.accept: "a", .host: "h"])
    #expect(Fields([.host: "h"]) != [.host: "H"])
    var replaced: Fields = [.host: "x"]
    replaced[.host] = "h"
    #expect(replaced == [.host: "h"])
  }

  @Test("a list spans lines, keeps quoted commas, and ignores empty members")
  func lists() {
    let fields: Fields = [.vary: "a, ,b", .accept: "x", .vary: "\"c,d\" ,"]
    #expect(fields.list(.vary) == ["a", "b", "\"c,d\""])
  }

  @Test("control characters in names and values are replaced")
  func sanitised() {
    let fields: Fields = ["A\r\nB": "c\r\nd\u{0}\te\u{7F}"]
    #expect(fields.map(\.name) == ["A--B"])
    #expect(fields.map(\.value) == ["c  d \te "])
  }
}
