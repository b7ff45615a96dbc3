/// SHA-256 (FIPS 180-4).
package struct SHA256 {
  package init() {}
  package mutating func update(_ bytes: some Sequence<UInt8>) {}
  /// 32 bytes.
  package consuming func finish() -> [UInt8] { [] }
  /// 64 lower-case hex digits.
  package static func hex(of bytes: [UInt8]) -> String { "" }
}
