/// A list of values in one attribute-safe string: percent-encoded, joined by commas. Pages carry in it which rows they
/// showed, so that a box that comes back unticked is told from one that was never there.
public enum CarriedValues {
  public static func encode(_ values: some Sequence<String>) -> String {
    var bytes: [UInt8] = []
    for (position, value) in values.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      for byte in value.utf8 {
        if isSafe(byte) {
          bytes.append(byte)
        } else {
          bytes.append(UInt8(ascii: "%"))
          bytes.append(hex[Int(byte >> 4)])
          bytes.append(hex[Int(byte & 15)])
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// - Parameter limit: values beyond it are dropped; no page carries so many.
  public static func decode(_ text: String, limit: Int = 100_000) -> [String] {
    guard !text.isEmpty else { return [] }
    return text.utf8.split(separator: UInt8(ascii: ","), maxSplits: limit, omittingEmptySubsequences: false)
      .prefix(limit).map { part in
        var bytes: [UInt8] = []
        var rest = part[...]
        while let byte = rest.popFirst() {
          if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(digit),
            let low = rest.dropFirst().first.flatMap(digit)
          {
            bytes.append(high << 4 | low)
            rest = rest.dropFirst(2)
          } else {
            bytes.append(byte)
          }
        }
        return String(decoding: bytes, as: UTF8.self)
      }
  }

  private static let hex = Array("0123456789ABCDEF".utf8)

  private static func isSafe(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
