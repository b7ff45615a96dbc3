import PostgreSQLSubmissions
import ValkeySessions

extension FuzzTarget {
  /// The addresses contain a secret, and C libraries parse a part of them. A build without a store does not read its addresses.
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
