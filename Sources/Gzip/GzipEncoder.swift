import CZlib

/// Writes gzip (RFC 1952) by zlib, as small as it can: for what is compressed once. One state serves any number of bodies, one
/// after the other: setting it up costs 256 KiB of memory, starting it anew costs little.
///
/// Sendable without a check: it is held by one at a time.
package final class GzipEncoder: @unchecked Sendable {
  /// zlib's highest.
  private static let level: Int32 = 9

  /// zlib keeps its address, so it may not move.
  private let stream: UnsafeMutablePointer<z_stream>

  package init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 15 bits of window, as deflate has at most; 16 more ask for gzip's header and checksum.
    let status = deflateInit2_(
      stream, GzipEncoder.level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib has no memory, or is not the one that this was built with (\(status))")
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  package func encode(_ bytes: [UInt8]) -> [UInt8] {
    deflateReset(stream)
    let bound = Int(deflateBound(stream, UInt(bytes.count)))
    let whole = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      bytes.withUnsafeBufferPointer { input in
        // zlib takes a pointer to what it does not change.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(bound)
        let status = deflate(stream, Z_FINISH)
        precondition(status == Z_STREAM_END, "zlib needs more room than it asked for (\(status))")
        count = bound - Int(stream.pointee.avail_out)
      }
    }
    // It is kept, without the room that it might have needed.
    return whole.withUnsafeBufferPointer { Array($0) }
  }
}

/// gzip's checksum (RFC 1952 §8): by multiplication without carries where the processor has it, else by zlib.
func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
  guard let first = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
  guard foldsChecksums, bytes.count >= leastFolded else {
    return UInt32(truncatingIfNeeded: crc32_z(0, first, bytes.count))
  }
  let foldedCount = bytes.count & ~(foldedAtOnce - 1)
  let folded = UInt(formcells_folded_checksum(first, foldedCount))
  return UInt32(truncatingIfNeeded: crc32_z(folded, first + foldedCount, bytes.count - foldedCount))
}

private let foldsChecksums = formcells_folds_checksums() != 0
private let foldedAtOnce = 16
private let leastFolded = 64
