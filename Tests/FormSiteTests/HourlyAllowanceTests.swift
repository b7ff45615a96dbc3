import Testing

@testable import FormSite

@Suite("The hourly allowance of a network")
struct HourlyAllowanceTests {
  @Test("an allowance is available again after an hour", arguments: ["192.0.2.1", "2001:db8::1", ""])
  func limit(_ address: String) {
    let allowance = HourlyAllowance(10)
    #expect(allowance.waitSeconds(at: 0) == 0)
    #expect(allowance.take(6, from: address, at: 5))
    #expect(!allowance.take(5, from: address, at: 3604))
    #expect(allowance.take(4, from: address, at: 3604))
    #expect(!allowance.take(from: address, at: 3604))
    #expect(allowance.waitSeconds(at: 3604) == 1)
    #expect(allowance.take(10, from: address, at: 3605))
  }

  @Test("addresses of one IPv6 network share an allowance; other networks and IPv4 addresses do not")
  func networks() {
    let allowance = HourlyAllowance(1)
    #expect(allowance.take(from: "2001:db8:1:2::1", at: 0))
    #expect(!allowance.take(from: "2001:db8:1:2:ffff::9", at: 0))
    #expect(allowance.take(from: "2001:db8:1:3::1", at: 0))
    #expect(allowance.take(from: "192.0.2.1", at: 0) && allowance.take(from: "192.0.2.2", at: 0))
    #expect(!allowance.take(from: "::ffff:192.0.2.1", at: 0))
  }

  @Test("a heavy user stays counted even if very many addresses ask")
  func bounded() {
    let allowance = HourlyAllowance(10)
    #expect(allowance.take(9, from: "192.0.2.1", at: 0))
    for number in 0...HourlyAllowance.countLimit {
      _ = allowance.take(from: "10.\(number >> 16).\(number >> 8 & 255).\(number & 255)", at: 0)
    }
    #expect(!allowance.take(2, from: "192.0.2.1", at: 0))
  }
}
