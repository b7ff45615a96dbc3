/// Where a page is the same as a model: runs that follow each other in both.
///
/// Behind a run that ends, the two are compared again from the next bytes on that the model has only once, if enough bytes
/// equal each other there for what of the model is passed over (Bram Cohen's "patience diff" finds its way alike).
struct Alignment: ~Copyable {
  struct Run {
    private let first: Int32
    private let end: Int32
    private let difference: Int32

    init(model: Int, end: Int, shift: Int) {
      first = Int32(truncatingIfNeeded: model)
      self.end = Int32(truncatingIfNeeded: end)
      difference = Int32(truncatingIfNeeded: shift)
    }

    var model: Int { Int(first) }
    var modelEnd: Int { Int(end) }
    /// From a place in the model to that in the page.
    var shift: Int { Int(difference) }
    var page: Int { model &+ shift }
    var pageEnd: Int { modelEnd &+ shift }
  }

  /// A larger page has no place among numbers of 32 bits.
  private static let byteLimit = 1 << 30
  /// Runs at most; a page with more is not much like its model.
  private static let runLimit = 4096
  /// Equal bytes that count whatever is passed over.
  private static let longRun = 64
  /// Bytes of the model that may be passed over for each byte that is equal behind them, and for none.
  private static let passedForEqual = 8
  private static let passedForNothing = 64

  /// Bytes between two that are looked up: a run that both have is found a little late, and followed back to its begin.
  private static let stride = 8
  /// Bytes of which one is measured.
  private static let sampling = 8

  let runs = UnsafeMutablePointer<Run>.allocate(capacity: runLimit)
  private(set) var runCount = 0
  /// By stretches of the model: the first run that ends in the stretch, or behind it.
  let firstRuns = UnsafeMutablePointer<UInt16>.allocate(capacity: PageModel.byteLimit >> stretchBits + 1)
  static let stretchBits = 6

  deinit {
    runs.deallocate()
    firstRuns.deallocate()
  }

  /// Answers false where the page is not like the model.
  mutating func align(_ page: UnsafeRawBufferPointer, with model: PageModel) -> Bool {
    runCount = 0
    guard let bytes = page.baseAddress, page.count <= Alignment.byteLimit else { return false }
    let (runs, firstRuns) = (runs, firstRuns)
    let (others, anchors, hashBits) = (model.bytes, model.anchors, model.hashBits)
    let literals = model.codes.words.literals
    let (count, otherCount) = (page.count, model.byteCount)
    /// Bits that the rest of what is not in the model may take.
    var room = model.bitCount
    var runCount = 0
    var position = 0
    var other = 0
    var stretch = 0
    var equal = ByteRuns.equalCount(bytes, others, min(count, otherCount))
    while true {
      if equal > 0 {
        guard runCount < Alignment.runLimit else { return false }
        (runs + runCount).initialize(to: Run(model: other, end: other &+ equal, shift: position &- other))
        position &+= equal
        other &+= equal
        while stretch &<< Alignment.stretchBits < other {
          firstRuns[stretch] = UInt16(truncatingIfNeeded: runCount)
          stretch &+= 1
        }
        runCount &+= 1
      }
      let start = position
      let passed = other
      equal = 0
      // Each byte takes a bit at least.
      let lastLooked = min(count &- PageModel.anchorByteCount, start &+ room)
      while position <= lastLooked {
        let eight = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        let four = bytes.loadUnaligned(fromByteOffset: position &+ 8, as: UInt32.self)
        let anchor = Int(anchors[ByteRuns.hash(eight, four, bitCount: hashBits)])
        if anchor >= passed, others.loadUnaligned(fromByteOffset: anchor, as: UInt64.self) == eight {
          let found = ByteRuns.equalCount(
            bytes + position, others + anchor, min(count &- position, otherCount &- anchor))
          if found >= PageModel.anchorByteCount,
            found >= Alignment.longRun
              || anchor &- passed <= Alignment.passedForNothing &+ found &* Alignment.passedForEqual
          {
            let before = ByteRuns.equalCount(
              before: bytes + position, others + anchor, min(position &- start, anchor &- passed))
            position &-= before
            other = anchor &- before
            equal = found &+ before
            break
          }
        }
        position &+= Alignment.stride
      }
      if equal == 0 { position = count }
      // A byte stands for those up to the next one.
      var own = start
      while own < position {
        let bitCount = literals[Int(bytes.load(fromByteOffset: own, as: UInt8.self))].bitCount
        room &-= bitCount &* min(Alignment.sampling, position &- own)
        own &+= Alignment.sampling
      }
      if room < 0 { return false }
      if equal == 0 { break }
    }
    while stretch &<< Alignment.stretchBits < otherCount {
      firstRuns[stretch] = UInt16(truncatingIfNeeded: runCount)
      stretch &+= 1
    }
    self.runCount = runCount
    return true
  }

  /// The run that holds a byte of the model, among those before run `index`.
  @inline(__always)
  func run(holding place: Int, before index: Int) -> Run? {
    var each = Int(firstRuns[place &>> Alignment.stretchBits])
    while each < index, runs[each].modelEnd <= place { each &+= 1 }
    guard each < index, runs[each].model <= place else { return nil }
    return runs[each]
  }
}
