import Glibc

/// The growing page. Raw memory with a cursor: an append costs a comparison and a copy.
///
/// Whoever writes from outside this module can only write what is escaped on the way, for the place where it stands.
@usableFromInline
package struct Output: ~Copyable {
  /// Large enough for most pages, so that few grow.
  static let initialByteCapacity = 16 * 1024
  /// Short runs are copied as blocks, beyond the run's end, so memory goes on that far.
  static let blockByteCount = 64
  private static let runByteCount = 2048
  private typealias Half = SIMD4<UInt64>

  /// Where the next value stands.
  var position = Position.text
  /// The address of a file among the site's assets.
  var assetLink: (@Sendable (String) -> String?)?
  private(set) var base: UnsafeMutableRawPointer
  private(set) var count = 0
  private var capacity: Int
  /// Whether it outgrew the memory that it was given.
  private(set) var ownsMemory = false

  /// - Parameter memory: at least a block.
  private init(borrowing memory: UnsafeMutableRawBufferPointer, from start: UnsafeMutableRawPointer) {
    base = start
    capacity = memory.count - Output.blockByteCount
  }

  deinit {
    if ownsMemory { free(base) }
  }

  /// Writes at the end of `bytes`, straight into its memory where `expected` bytes suffice. Answers how many were
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

  /// Takes back what was written after `mark`, an earlier `count`.
  @inline(__always)
  mutating func truncate(to mark: Int) {
    count = mark
  }

  /// Makes room for `additional` bytes more, and a block beyond.
  @inline(__always)
  mutating func reserve(_ additional: Int) {
    if count &+ additional > capacity { grow(additional) }
  }

  @inline(never)
  private mutating func grow(_ additional: Int) {
    let needed = max(capacity * 2, count + additional)
    // Large blocks grow where they are: the system moves their pages.
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
    // The C library's loop over short runs needs fewer steps than its way for long ones.
    for offset in stride(from: 0, to: bytes.count, by: Output.runByteCount) {
      memcpy(base + count + offset, start + offset, min(Output.runByteCount, bytes.count - offset))
    }
    count &+= bytes.count
  }

  /// Appends a run of a program's literals, which may be read a block beyond its end.
  @inline(__always)
  mutating func copy(_ span: Operation.Span, of literals: UnsafeMutableRawPointer) {
    let length = Int(span.length)
    let source = UnsafeRawPointer(literals + Int(span.offset))
    reserve(length)
    let target = base + count
    // Most literals are short: two halves of a block, copied whatever the length, cost less than a loop or a call.
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

  /// The cursor after the caller itself wrote `length` bytes into reserved room.
  @inline(__always)
  mutating func advance(_ length: Int) {
    count &+= length
  }
}

/// Where a value stands in the page, which decides how it is escaped.
@usableFromInline
enum Position: UInt8, Sendable {
  /// Element content: `&`, `<`, `>` are escaped.
  case text
  /// Inside a double-quoted attribute: `"` as well.
  case attribute
  /// The beginning of a URL attribute: as an attribute, and the scheme must be a harmless one.
  case url
}

/// A number's decimal digits, made once to be written several times.
package struct ShortNumber: Sendable {
  /// ASCII, the first digit in the lowest byte, zeros behind the last.
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
