import CZlib

/// gzip by zlib, for comparison with the project's implementation.
public enum ReferenceGzip {
  /// The decompressed bytes; `nil` if the input is not gzip, or has more than one member.
  /// - Parameter isBare: whether the input is plain deflate (RFC 1951), without a header and a checksum.
  public static func decode(_ bytes: [UInt8], isBare: Bool = false, byteLimit: Int = 1 << 26) -> [UInt8]? {
    var stream = z_stream()
    guard inflateInit2_(&stream, isBare ? -15 : 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    var input = bytes
    var isWhole = false
    var result: [UInt8] = []
    input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      var status = Z_OK
      while status == Z_OK, result.count <= byteLimit {
        let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { output, count in
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          status = inflate(&stream, Z_NO_FLUSH)
          count = output.count - Int(stream.avail_out)
        }
        result += piece
      }
      isWhole = status == Z_STREAM_END && stream.avail_in == 0
    }
    return isWhole ? result : nil
  }

  /// The number of bytes to which zlib compresses the input.
  public static func encodedByteCount(_ bytes: [UInt8], level: Int32) -> Int {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        == Z_OK
    else { return 0 }
    defer { deflateEnd(&stream) }
    var input = bytes
    let bound = Int(deflateBound(&stream, UInt(bytes.count)))
    var output = [UInt8](repeating: 0, count: bound)
    return input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return deflate(&stream, Z_FINISH) == Z_STREAM_END ? bound - Int(stream.avail_out) : 0
      }
    }
  }
}
