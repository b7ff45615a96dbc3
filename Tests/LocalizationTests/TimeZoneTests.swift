import Glibc
import Support
import TestSupport
import Testing

@testable import Localization

/// Local times of places, from the machine's zone files and from rules.
@Suite("Time zones")
struct TimeZoneTests {
  private func zone(_ name: String) throws -> TimeZone { try TimeZoneFiles.machine.zone(named: name) }

  /// Seconds since 1970 of a time in UTC.
  private func seconds(_ year: Int64, _ month: Int64, _ day: Int64, _ hour: Int = 0, _ minute: Int = 0) -> Int {
    Int(CivilDate.days(to: year, month: month, day: day)) * 86_400 + hour * 3600 + minute * 60
  }

  @Test("clocks change on the right days, also beyond the years that a file lists")
  func changes() throws {
    let berlin = try zone("Europe/Berlin")
    #expect(LocalTime(seconds(2026, 1, 31, 12), in: berlin)?.plain == "2026-01-31 13:00 CET")
    #expect(LocalTime(seconds(2026, 3, 29, 0, 59), in: berlin)?.plain == "2026-03-29 01:59 CET")
    #expect(LocalTime(seconds(2026, 3, 29, 1), in: berlin)?.plain == "2026-03-29 03:00 CEST")
    #expect(LocalTime(seconds(2026, 10, 25, 0, 59), in: berlin)?.plain == "2026-10-25 02:59 CEST")
    #expect(LocalTime(seconds(2026, 10, 25, 1), in: berlin)?.plain == "2026-10-25 02:00 CET")
    #expect(LocalTime(seconds(2826, 7, 1), in: berlin)?.plain == "2826-07-01 02:00 CEST")
    let sydney = try zone("Australia/Sydney")
    #expect(LocalTime(seconds(2126, 1, 1), in: sydney)?.plain == "2126-01-01 11:00 AEDT")
    #expect(LocalTime(seconds(2126, 7, 1), in: sydney)?.plain == "2126-07-01 10:00 AEST")
  }

  @Test("a time has its UTC offset for machines, and its abbreviation or the offset for people")
  func texts() throws {
    let kolkata = try #require(LocalTime(seconds(2026, 1, 31, 20), in: zone("Asia/Kolkata")))
    #expect(kolkata.iso8601 == "2026-02-01T01:30:00+05:30")
    #expect(kolkata.plain == "2026-02-01 01:30 IST")
    let manaus = try #require(LocalTime(seconds(2026, 1, 31, 2), in: zone("America/Manaus")))
    #expect(manaus.iso8601 == "2026-01-30T22:00:00-04:00")
    #expect(manaus.plain == "2026-01-30 22:00 UTC-04:00")
    #expect(LocalTime(0, in: .utc)?.iso8601 == "1970-01-01T00:00:00Z")
    #expect(LocalTime(0, in: .utc)?.plain == "1970-01-01 00:00 UTC")
  }

  @Test("the day is that of the time zone")
  func days() throws {
    let evening = seconds(2026, 1, 31, 22, 30)
    #expect(TimeZone.utc.day(at: evening) == CalendarDate(parsing: "2026-01-31"))
    #expect(try zone("Europe/Athens").day(at: evening) == CalendarDate(parsing: "2026-02-01"))
    #expect(try zone("America/Los_Angeles").day(at: seconds(2026, 2, 1, 7)) == CalendarDate(parsing: "2026-01-31"))
    #expect(TimeZone.utc.day(at: .max) == nil)
    #expect(try zone("Europe/Athens").day(at: .min) == nil)
  }

  @Test("sixty random zones agree with the command `date`, at 200 moments each")
  func againstDate() throws {
    let lines = try FileContent(of: "/usr/share/zoneinfo/tzdata.zi", byteLimit: 1 << 20).bytes.split(separator: 10)
    // The lines of zones and links: "Z Europe/Berlin …", "L Europe/Berlin Arctic/Longyearbyen".
    let names = lines.compactMap { (line: ArraySlice<UInt8>) -> String? in
      let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
      return words.first == "Z" ? words[1] : words.first == "L" ? words[2] : nil
    }
    #expect(names.count > 400)
    var generator = SeededGenerator(seed: 11)
    let range = seconds(1900, 1, 1)...seconds(2200, 1, 1)
    let moments = (0..<200).map { _ in Int.random(in: range, using: &generator) }
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    folder.write("moments", Array(moments.map { "@\($0)\n" }.joined().utf8))
    for name in names.shuffled(using: &generator).prefix(60) {
      let zone = try zone(name)
      let said = try Self.output(of: "TZ=\(name) date -f \(folder.path)/moments '+%:::z %Z'")
      #expect(said.count == moments.count)
      for (now, line) in zip(moments, said) {
        let period = zone.period(at: now)
        let sign = period.abbreviation == "-00" ? "-00" : Self.distance(period.offset)
        #expect("\(sign) \(period.abbreviation)" == line, "\(name) at \(now)")
      }
    }
  }

  /// `+01`, `+05:30`, `-00:25:21`: without trailing parts that are zero.
  private static func distance(_ offset: Int) -> String {
    let parts = [abs(offset) / 3600, abs(offset) / 60 % 60, abs(offset) % 60]
    let count = parts[2] != 0 ? 3 : parts[1] != 0 ? 2 : 1
    return (offset < 0 ? "-" : "+")
      + parts.prefix(count).map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
  }

  private static func output(of command: String) throws -> [String] {
    let stream = try #require(popen(command, "r"))
    defer { pclose(stream) }
    var bytes: [UInt8] = []
    while case let byte = getc(stream), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return bytes.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "a rule with missing or extra characters is refused",
    arguments: [
      "CET-1CEST,M3.5.0,M10.5.0/3", "<+0330>-3:30", "EST5EDT", "IST-1GMT0,M10.5.0,M3.5.0/1",
      "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
      "AAA0BBB,J60/0,J300/23:59:59", "AAA0BBB,59,299",
    ])
  func rules(_ text: String) throws {
    #expect(TimeZone(rule: text) != nil)
    #expect(TimeZone(rule: text + "!") == nil)
    #expect(TimeZone(rule: String(text.dropFirst(3))) == nil)
  }

  @Test(
    "a malformed rule is refused",
    arguments: ["", "C", "CET", "CET-25", "CET-1CEST,M13.1.0,M1.1.0", "CET-1CEST,M3.5.0", "CET1:60"])
  func noRules(_ text: String) { #expect(TimeZone(rule: text) == nil) }

  @Test("the days of a rule are counted as POSIX counts them, in leap years too")
  func days29() throws {
    let julian = try #require(TimeZone(rule: "AAA0BBB,J60/0,J61/0"))
    // Day J60 is March 1 in every year.
    #expect(julian.period(at: seconds(2024, 3, 1)).abbreviation == "BBB")
    #expect(julian.period(at: seconds(2024, 2, 29)).abbreviation == "AAA")
    #expect(julian.period(at: seconds(2025, 3, 1)).abbreviation == "BBB")
    let ordinal = try #require(TimeZone(rule: "AAA0BBB,59/0,60/0"))
    #expect(ordinal.period(at: seconds(2024, 2, 29)).abbreviation == "BBB")
    #expect(ordinal.period(at: seconds(2025, 3, 1)).abbreviation == "BBB")
  }

  @Test("an unknown zone is refused, with the nearest name")
  func unknown() {
    func refusal(_ name: String, _ files: TimeZoneFiles = .machine) -> String? {
      do throws(TimeZoneFiles.Refusal) {
        _ = try files.zone(named: name)
        return nil
      } catch { return error.sentence(on: name) }
    }
    #expect(refusal("Europe/Berlim") == "“Europe/Berlim” is not a time zone; did you mean “Europe/Berlin”?")
    #expect(refusal("berlin") == "“berlin” is not a time zone; did you mean “Europe/Berlin”?")
    #expect(
      refusal("Mars/Olympus Mons")
        == "“Mars/Olympus Mons” is not a time zone; write an IANA name such as “Europe/Berlin”")
    for path in [
      "../../../etc/localtime", "/etc/localtime", "Europe", "Europe//Berlin", "", "tzdata.zi", "posix/../UTC",
    ] {
      #expect(refusal(path)?.contains("is not a time zone") == true, "\(path)")
    }
    #expect(refusal("Europe/Berlin", TimeZoneFiles(folder: "/nowhere"))?.contains("install the package tzdata") == true)
    #expect(refusal("UTC", TimeZoneFiles(folder: "/nowhere")) == nil)
  }

  @Test("a host names a time zone as a definition does")
  func named() throws {
    #expect(try TimeZone(named: "Europe/Berlin") == zone("Europe/Berlin"))
    let mistake = #expect(throws: UnknownTimeZone.self) { try TimeZone(named: "berlin") }
    #expect(mistake?.description == "“berlin” is not a time zone; did you mean “Europe/Berlin”?")
  }

  @Test("a truncated zone file is refused, and a changed one never crashes the reader")
  func mutations() throws {
    let bytes = try FileContent(of: "/usr/share/zoneinfo/Africa/Casablanca", byteLimit: 1 << 16).bytes
    #expect(TimeZone(name: "", file: bytes) != nil)
    for count in bytes.indices { #expect(TimeZone(name: "", file: Array(bytes[..<count])) == nil, "\(count)") }
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<5_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        changed[Int.random(in: changed.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      let zone = TimeZone(name: "", file: changed)
      for now in [Int.min, -1, 0, 1 << 31, Int.max] { _ = zone?.period(at: now) }
    }
  }
}

extension LocalTime {
  /// "2026-01-31 13:00 CET"
  fileprivate var plain: String {
    let (hour, minute) = (second / 3600, second / 60 % 60)
    let name = text(in: .of("en")).split(separator: " ").last ?? ""
    return "\(day) \(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute) \(name)"
  }
}
