import Localization

extension FuzzTarget {
  static let timeZones = [
    FuzzTarget(
      name: "time-zone",
      invariant: "A zone file or a rule is refused, or has a distance from UTC of a week at most at every moment."
    ) { bytes in
      let zones = [TimeZone(name: "fuzz", file: bytes), TimeZone(rule: String(decoding: bytes, as: UTF8.self))]
      for zone in zones.compactMap(\.self) {
        for now in [.min, -1 << 40, -1, 0, 951_782_400, 1_769_860_800, 4_102_444_800, 1 << 40, .max] {
          let offset = zone.period(at: now).offset
          try expect(abs(offset) <= 7 * 86_400, "\(offset) seconds at \(now)")
          guard let local = LocalTime(now, in: zone) else { continue }
          try expect(local.day == zone.day(at: now) && 0..<86_400 ~= local.second, "\(local) at \(now)")
        }
      }
    }
  ]
}
