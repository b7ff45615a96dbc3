import Glibc

extension Array where Element: BitwiseCopyable {
  /// Overwrites what it holds, also where the compiler sees that nobody reads it again.
  package mutating func erase() {
    withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
    }
  }
}
