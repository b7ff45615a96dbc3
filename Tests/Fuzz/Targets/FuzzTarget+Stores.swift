import PostgreSQLSubmissions
import ValkeySessions

extension FuzzTarget {
  /// Both are C's to parse in part, and hold a secret; a build without a store reads no address of it.
  static let stores = [
    FuzzTarget(
      name: "store-address",
      invariant: "An address of a shared store is refused, or named in the log without its password."
    ) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      for address in [text, "://fuzz:\(secret)@" + text] {
        #if Valkey
        for scheme in ["", "valkey", "valkeys"] {
          guard let read = ValkeyAddress(scheme + address) else { continue }
          try expect(!read.description.contains(secret) || text.contains(secret), read.description)
        }
        #endif
        #if PostgreSQL
        for scheme in ["", "postgresql"] {
          guard let read = try? PostgreSQLAddress(scheme + address) else { continue }
          try expect(!read.description.contains(secret) || text.contains(secret), read.description)
        }
        #endif
      }
    }
  ]

  private static let secret = "s3cret-0f-fuzz"
}
