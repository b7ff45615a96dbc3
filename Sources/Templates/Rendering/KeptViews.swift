import Support
import Synchronization

/// The first views of a long list as they are written, for as long as they are the same for everyone: bytes that a page
/// copies.
///
/// Only one source's are held. What all lists of the process hold together is limited: beyond it, views are written each time.
public final class KeptViews: Sendable {
  /// The views of one source, as bytes, one after the other.
  final class Run: Sendable {
    let source: UInt64
    let origin: Program?
    let bytes: [UInt8]
    /// Where each view begins, and behind them where the last one ends.
    let bounds: [Int]
    /// Whether a further view would be too much.
    let isFull: Bool

    init(source: UInt64, origin: Program?, bytes: [UInt8], bounds: [Int], isFull: Bool) {
      self.source = source
      self.origin = origin
      self.bytes = bytes
      self.bounds = bounds
      self.isFull = isFull
      KeptViews.heldByteCount.wrappingAdd(byteCount, ordering: .relaxed)
    }

    deinit { KeptViews.heldByteCount.wrappingSubtract(byteCount, ordering: .relaxed) }

    var count: Int { bounds.count - 1 }

    func copy(_ views: Range<Int>, to output: inout Output) {
      bytes.withUnsafeBufferPointer {
        output.copy(UnsafeBufferPointer(rebasing: $0[bounds[views.lowerBound]..<bounds[views.upperBound]]))
      }
    }

    private var byteCount: Int { bytes.capacity + bounds.count * MemoryLayout<Int>.stride }
  }

  /// Views of a list, and bytes, that are held.
  package static let viewLimit = 1024
  private static let byteLimit = 256 << 10
  /// Bytes that all lists hold together.
  private static let totalByteLimit = 16 << 20
  private static let heldByteCount = Atomic(0)

  private let last = AtomicReference(Run(source: 0, origin: nil, bytes: [], bounds: [0], isFull: false))

  /// Nothing is held yet.
  public init() {}

  /// The first views of this source, as many as are held of those that are wanted.
  /// - `source`: not 0; another number for other views.
  /// - `origin`: of their template.
  /// - `page`: that asks: of one list, all have their assets in the same place.
  func run(
    of source: UInt64, _ origin: Program, wanted: Int, for page: borrowing Output,
    write: (Int, inout Output) -> Void
  ) -> Run {
    let held = last.load()
    let count = min(wanted, Self.viewLimit)
    let isOfSource = held.source == source && held.origin === origin
    if isOfSource, held.isFull || held.count >= count { return held }
    guard Self.heldByteCount.load(ordering: .relaxed) + Self.byteLimit <= Self.totalByteLimit else {
      return isOfSource ? held : Run(source: source, origin: origin, bytes: [], bounds: [0], isFull: true)
    }
    let assetLink = page.assetLink
    var bytes: [UInt8] = []
    var bounds = [0]
    var isFull = false
    Output.append(to: &bytes, expecting: Output.initialByteCapacity) { output in
      output.assetLink = assetLink
      for view in 0..<count {
        write(view, &output)
        guard output.count <= Self.byteLimit else {
          output.truncate(to: bounds[bounds.count - 1])
          isFull = true
          break
        }
        bounds.append(output.count)
      }
    }
    let run = Run(source: source, origin: origin, bytes: Array(bytes[...]), bounds: bounds, isFull: isFull)
    last.store(run)
    return run
  }
}

/// Where the views of a list are kept that are the same for everyone.
package struct KeptSource: Sendable {
  let views: KeptViews
  let source: UInt64

  /// - `source`: not 0; another number for other views.
  package init(_ views: KeptViews, source: UInt64) {
    self.views = views
    self.source = source
  }
}

/// Views of a list whose numbers follow each other.
package struct ViewRun: Sendable {
  let numbers: Range<Int>
  /// Whether they are as everyone sees them, and not this page's own.
  let isPlain: Bool

  /// - Parameters: the properties of these names.
  package init(_ numbers: Range<Int>, isPlain: Bool) {
    self.numbers = numbers
    self.isPlain = isPlain
  }
}
