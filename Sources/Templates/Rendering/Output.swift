import Glibc

/// The page while it grows: raw memory with a cursor, so that an append costs one comparison and one copy.
///
/// Code outside this module can only write values that are escaped for the place where they are written.
@usableFromInline
package struct Output: ~Copyable {
  /// Large enough for most pages, so that few grow.
  static let initialByteCapacity = 16 * 1024
  /// Short runs are copied as whole blocks, past the run's end, so the memory extends one block further.
  static let blockByteCount = 64
  private static let runByteCount = 2048
  private typealias Half = SIMD4<UInt64>

  /// The kind of place where the next value is written.
  var position = Position.text
  /// The address of a file among the site's assets.
  var assetLink: (@Sendable (String) -> String?)?
  private(set) var base: UnsafeMutableRawPointer
  private(set) var count = 0
  private var capacity: Int
  /// Whether the page outgrew the memory that it was given.
  private(set) var ownsMemory = false

  /// - Parameter memory: at least one block long.
  private init(borrowing memory: UnsafeMutableRawBufferPointer, from start: UnsafeMutableRawPointer) {
    base = start
    capacity = memory.count - Output.blockByteCount
  }

  deinit {
    if ownsMemory { free(base) }
  }

  /// Writes at the end of `bytes`, straight into its memory if `expected` bytes are enough. Answers the number of bytes
  /// written.
  @discardableResult
  static func append(to bytes: inout [UInt8], expecting expected: Int, _ body: (inout Output) -> Void) -> Int {
    var written = 0
    var overflow: UnsafeMutableRawPointer?
    bytes.append(addingCapacity: expected + blockByteCount) { span in
      span.withUnsafeMutableBufferPointer { buffer, count in
        let memory = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        guard let start = memory.baseAddress else { return }
        var output = Output(borrowing: memory, from: start)
        body(&output)
        written = output.count
        if output.ownsMemory {
          overflow = output.base
          output.ownsMemory = false
        } else {
          count += written
        }
      }
    }
    if let overflow {
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: overflow, count: written))
      free(overflow)
    }
    return written
  }

  /// Removes what was written after `mark`, an earlier `count`.
  @inline(__always)
  mutating func truncate(to mark: Int) {
    count = mark
  }

  /// Makes room for `additional` bytes and one block more.
  @inline(__always)
  mutating func reserve(_ additional: Int) {
    if count &+ additional > capacity { grow(additional) }
  }

  @inline(never)
  private mutating func grow(_ additional: Int) {
    let needed = max(capacity * 2, count + additional)
    // `realloc` extends large blocks without a copy, as the system moves their pages.
    let grown = realloc(ownsMemory ? base : nil, needed + Output.blockByteCount)
    guard let grown else { fatalError("no memory for a page of \(needed) bytes") }
    if !ownsMemory { memcpy(grown, base, count) }
    ownsMemory = true
    base = grown
    capacity = needed
  }

  /// Appends bytes that are escaped already.
  mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    // The C library's loop for short runs takes fewer steps than its code for long ones.
    for offset in stride(from: 0, to: bytes.count, by: Output.runByteCount) {
      memcpy(base + count + offset, start + offset, min(Output.runByteCount, bytes.count - offset))
    }
    count &+= bytes.count
  }

  /// Appends a run of a program's literals. Up to one block after the run's end is read too.
  @inline(__always)
  mutating func copy(_ span: Operation.Span, of literals: UnsafeMutableRawPointer) {
    let length = Int(span.length)
    let source = UnsafeRawPointer(literals + Int(span.offset))
    reserve(length)
    let target = base + count
    // Most literals are short. Copying two half blocks, whatever the length, costs less than a loop or a call.
    if length <= Output.blockByteCount {
      target.storeBytes(of: source.loadUnaligned(as: Half.self), as: Half.self)
      if length > Output.blockByteCount / 2 {
        let half = Output.blockByteCount / 2
        (target + half).storeBytes(of: (source + half).loadUnaligned(as: Half.self), as: Half.self)
      }
    } else {
      memcpy(target, source, length)
    }
    count &+= length
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  mutating func append(_ text: StaticString) {
    copy(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Moves the cursor after the caller has written `length` bytes into reserved memory.
  @inline(__always)
  mutating func advance(_ length: Int) {
    count &+= length
  }
}

/// The kind of place where a value is written; it decides how the value is escaped.
@usableFromInline
enum Position: UInt8, Sendable {
  /// Element content: `&`, `<`, `>` are escaped.
  case text
  /// Inside a double-quoted attribute: `"` as well.
  case attribute
  /// The beginning of a URL attribute: escaped as in an attribute, and the scheme must be a harmless one.
  case url
}

/// A number's decimal digits, computed once and written several times.
package struct ShortNumber: Sendable {
  /// ASCII, with the first digit in the lowest byte and zeros after the last.
  let digits: UInt64
  let length: Int

  /// - Parameter number: from 0 to 99,999,999.
  package init(_ number: Int) {
    precondition(0...99_999_999 ~= number, "a number of more than eight digits, or a negative one")
    var digits: UInt64 = 0
    var length = 0
    var rest = UInt32(truncatingIfNeeded: number)
    repeat {
      digits = digits &<< 8 | UInt64(UInt32(UInt8(ascii: "0")) | rest % 10)
      rest /= 10
      length &+= 1
    } while rest > 0
    self.digits = digits
    self.length = length
  }
}
