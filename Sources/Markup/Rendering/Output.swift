import Glibc

/// The growing page. Raw memory with a cursor: an append costs a comparison and a copy.
@usableFromInline
struct Output: ~Copyable {
  /// Large enough for most pages, so that few grow.
  static let initialCapacityInBytes = 16 * 1024

  private(set) var base: UnsafeMutableRawPointer
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 64)
    base = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit {
    base.deallocate()
  }

  /// Takes back what was written after `mark`, an earlier `count`.
  @inline(__always)
  mutating func truncate(to mark: Int) {
    count = mark
  }

  /// Makes room for `additional` bytes more.
  @inline(__always)
  mutating func reserve(_ additional: Int) {
    if count &+ additional > capacity { grow(additional) }
  }

  @inline(never)
  private mutating func grow(_ additional: Int) {
    let needed = max(capacity * 2, count + additional)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: needed, alignment: 16)
    larger.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = larger
    capacity = needed
  }

  /// Appends bytes that are escaped already.
  @inline(__always)
  mutating func copy(_ source: UnsafeRawPointer, _ length: Int) {
    reserve(length)
    memcpy(base + count, source, length)
    count &+= length
  }

  mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    copy(UnsafeRawPointer(start), bytes.count)
  }

  @inline(__always)
  mutating func copy(_ span: Operation.Span, of literals: UnsafeRawBufferPointer) {
    guard span.length > 0, let start = literals.baseAddress else { return }
    copy(start + Int(span.offset), Int(span.length))
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    copy(UnsafeRawPointer(text.utf8Start), text.utf8CodeUnitCount)
  }

  /// The cursor after the caller itself wrote `length` bytes into reserved room.
  @inline(__always)
  mutating func advance(_ length: Int) {
    count &+= length
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: UnsafeRawBufferPointer(start: base, count: count))
  }
}
