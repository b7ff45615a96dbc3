#if Valkey
import Testing

@testable import ValkeySessions

@Suite("Addresses of Valkey")
struct ValkeyAddressTests {
  @Test("all parts are read")
  func parts() throws {
    let full = try #require(ValkeyAddress("valkeys://ada:p%40ss%3A@[::1]:7000/12?ca=/etc/my%20ca.pem"))
    #expect(full.host == "::1" && full.port == 7000 && full.database == 12 && full.usesTLS)
    #expect(full.user == "ada" && full.password == "p@ss:" && full.authorities == "/etc/my ca.pem")
    let short = try #require(ValkeyAddress("redis://:secret@cache"))
    #expect(short.host == "cache" && short.port == 6379 && short.database == 0 && !short.usesTLS)
    #expect(short.user == nil && short.password == "secret" && short.authorities == nil)
    #expect(try #require(ValkeyAddress("rediss://cache/")).usesTLS)
  }

  @Test(
    "what is not an address is refused",
    arguments: [
      "valkey:", "valkey://", "valkey://:6379", "http://cache", "valkey://cache:0", "valkey://cache:65536",
      "valkey://cache:+1", "valkey://cache/-1", "valkey://cache/one", "valkey://cache/1/2", "valkey://ada@cache",
      "valkey://cache?ca=x", "valkeys://cache?cert=x", "valkey://cache:", "valkey://ada:secret@\u{35F}cache",
    ])
  func wrong(_ text: String) { #expect(ValkeyAddress(text) == nil) }
}
#endif
