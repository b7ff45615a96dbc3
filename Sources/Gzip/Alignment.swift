/// Where a page is the same as a model: runs that follow each other in both.
///
/// Behind a run that ends, the two are compared again from the next bytes on that the model has only once, if enough bytes
/// equal each other there for what of the model is passed over (Bram Cohen's "patience diff" finds its way alike).
struct Alignment: ~Copyable {
  struct Run {
    let page: Int
    let model: Int
    let count: Int

    static let none = Run(page: 0, model: 0, count: 0)

    var shift: Int { page - model }
    var modelEnd: Int { model + count }
  }

  /// Runs at most; a page with more is not much like its model.
  private static let runLimit = 4096
  /// Equal bytes that count whatever is passed over.
  private static let longRun = 64
  /// Bytes of the model that may be passed over for each byte that is equal behind them, and for none.
  private static let passedForEqual = 8
  private static let passedForNothing = 64

  /// Bytes between two that are looked up: a run that both have is found a little late, and followed back to its begin.
  private static let stride = 4

  let runs = UnsafeMutablePointer<Run>.allocate(capacity: runLimit)
  private(set) var runCount = 0
  /// By stretches of the model: the first run that ends in the stretch, or behind it.
  private let firstRuns = UnsafeMutablePointer<UInt16>.allocate(capacity: PageModel.byteLimit >> stretchBits + 1)
  private static let stretchBits = 6

  deinit {
    runs.deallocate()
    firstRuns.deallocate()
  }

  /// Answers false where the page is not like the model.
  mutating func align(_ page: UnsafeRawBufferPointer, with model: PageModel) -> Bool {
    runCount = 0
    guard let bytes = page.baseAddress else { return false }
    let (others, anchors, hashBits) = (model.bytes, model.anchors, model.hashBits)
    let literals = model.codes.words.literals
    let (count, otherCount) = (page.count, model.byteCount)
    /// Bits that the rest of what is not in the model may take.
    var room = model.bitCount
    var position = 0
    var other = 0
    var stretch = 0
    while true {
      let equal = ByteRuns.equalCount(bytes + position, others + other, min(count &- position, otherCount &- other))
      if equal > 0 {
        guard runCount < Alignment.runLimit else { return false }
        (runs + runCount).initialize(to: Run(page: position, model: other, count: equal))
        while stretch &<< Alignment.stretchBits < other &+ equal {
          firstRuns[stretch] = UInt16(truncatingIfNeeded: runCount)
          stretch &+= 1
        }
        runCount &+= 1
        position &+= equal
        other &+= equal
      }
      let start = position
      let passed = other
      var isAligned = false
      // Each byte takes a bit at least.
      while position &+ PageModel.anchorByteCount <= count, position &- start <= room {
        let eight = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        let four = bytes.loadUnaligned(fromByteOffset: position &+ 8, as: UInt32.self)
        let anchor = anchors[ByteRuns.hash(eight, four, bitCount: hashBits)]
        if anchor != PageModel.nowhere, Int(anchor) >= passed,
          others.loadUnaligned(fromByteOffset: Int(anchor), as: UInt64.self) == eight
        {
          let equal = ByteRuns.equalCount(
            bytes + position, others + Int(anchor), min(count &- position, otherCount &- Int(anchor)))
          if equal >= PageModel.anchorByteCount,
            equal >= Alignment.longRun
              || Int(anchor) &- passed <= Alignment.passedForNothing &+ equal &* Alignment.passedForEqual
          {
            other = Int(anchor)
            isAligned = true
            break
          }
        }
        position &+= Alignment.stride
      }
      if !isAligned { position = count }
      while isAligned, position > start, other > passed,
        bytes.load(fromByteOffset: position &- 1, as: UInt8.self)
          == others.load(fromByteOffset: other &- 1, as: UInt8.self)
      {
        position &-= 1
        other &-= 1
      }
      for index in start..<position {
        room &-= literals[Int(bytes.load(fromByteOffset: index, as: UInt8.self))].bitCount
      }
      if room < 0 { return false }
      if !isAligned {
        while stretch &<< Alignment.stretchBits < otherCount {
          firstRuns[stretch] = UInt16(truncatingIfNeeded: runCount)
          stretch &+= 1
        }
        return true
      }
    }
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
