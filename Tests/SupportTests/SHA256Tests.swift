import Support
import Testing

@Suite("SHA-256") struct SHA256Tests {
  @Test(
    "digests match the vectors of FIPS 180, also at the edges of blocks",
    arguments: [
      ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      ("a", 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
      ("a", 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
      ("a", 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
      ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
  func vectors(text: String, times: Int, digest: String) {
    #expect(SHA256.hex(of: Array(String(repeating: text, count: times).utf8)) == digest)
  }

  @Test("pieces of any size give the digest of the whole, with or without CPU instructions", arguments: [true, false])
  func pieces(usesInstructions: Bool) {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for size in [1, 3, 63, 64, 65, 127, 200, 300] {
      var hash = SHA256(usesInstructions: usesInstructions)
      for start in stride(from: 0, to: bytes.count, by: size) {
        hash.update(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(hash.finish() == SHA256.digest(of: bytes))
    }
  }
}
