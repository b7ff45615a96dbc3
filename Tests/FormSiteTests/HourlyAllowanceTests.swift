import Testing

@testable import FormSite

@Suite("What one customer of a network may use up in an hour")
struct HourlyAllowanceTests {
  @Test("as much as is allowed, until the hour is over", arguments: ["192.0.2.1", "2001:db8::1", ""])
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

  @Test("the addresses of one IPv6 network share it, those of IPv4 and of other networks do not")
  func networks() {
    let allowance = HourlyAllowance(1)
    #expect(allowance.take(from: "2001:db8:1:2::1", at: 0))
    #expect(!allowance.take(from: "2001:db8:1:2:ffff::9", at: 0))
    #expect(allowance.take(from: "2001:db8:1:3::1", at: 0))
    #expect(allowance.take(from: "192.0.2.1", at: 0) && allowance.take(from: "192.0.2.2", at: 0))
    #expect(!allowance.take(from: "::ffff:192.0.2.1", at: 0))
  }

  @Test("where very many ask, who has used much stays counted")
  func bounded() {
    let allowance = HourlyAllowance(10)
    #expect(allowance.take(9, from: "192.0.2.1", at: 0))
    for number in 0...HourlyAllowance.countLimit {
      _ = allowance.take(from: "10.\(number >> 16).\(number >> 8 & 255).\(number & 255)", at: 0)
    }
    #expect(!allowance.take(2, from: "192.0.2.1", at: 0))
  }
}
