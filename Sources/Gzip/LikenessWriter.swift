/// Writes a page that is much like a model: what both have in common from the model's bits, with its distances where something
/// else has come between; what only the page has in the model's words, with repeats of what stands before it.
struct LikenessWriter: ~Copyable {
  private static let hashBits = 11
  private static let window = 32 * 1024
  private static let leastRepeat = 4
  /// Bytes behind a repeat that are all looked up; behind them more and more are passed over.
  private static let patienceBits = 6
  private static let groupMask = 1 << PageModel.groupBits - 1

  private var alignment = Alignment()
  /// Where five bytes stood last, among those that only pages have.
  private let recent = UnsafeMutablePointer<UInt32>.allocate(capacity: 1 << hashBits)
  /// The page's first byte's place in that memory.
  private var base: UInt32 = 1

  init() { recent.initialize(repeating: 0, count: 1 << LikenessWriter.hashBits) }

  deinit { recent.deallocate() }

  /// Writes a whole body, as its last block. Answers false, and writes nothing, where the page is not like the model.
  mutating func write(_ page: UnsafeRawBufferPointer, like model: PageModel, to output: inout BitWriter) -> Bool {
    guard alignment.align(page, with: model), let bytes = page.baseAddress else { return false }
    if UInt32.max - base <= UInt32(page.count) {
      recent.update(repeating: 0, count: 1 << LikenessWriter.hashBits)
      base = 1
    }
    output.reserve(2 * page.count + BlockCodes.headByteLimit)
    var writing = Writing(bytes: bytes, count: page.count, model: model, bits: output.bits)
    writing.bits.copy(model.bits, 0, model.headBitCount)
    var place = 0
    for index in 0..<alignment.runCount {
      let run = alignment.runs[index]
      if place < run.page { writeOwn(place, run.page, index, &writing) }
      write(run, index, &writing)
      place = run.pageEnd
    }
    if place < page.count { writeOwn(place, page.count, alignment.runCount, &writing) }
    writing.bits.add(writing.words.literals[Block.endOfBlock])
    writing.bits.flush()
    output.bits = writing.bits
    base &+= UInt32(page.count)
    return true
  }

  /// A page on its way.
  private struct Writing {
    let bytes: UnsafeRawPointer
    let count: Int
    let model: PageModel
    let words: BlockCodes.Words
    let distances: DistanceWords.Words
    var bits: BitWriter.Bits
    /// The model's next repeat.
    var next = 0

    init(bytes: UnsafeRawPointer, count: Int, model: PageModel, bits: BitWriter.Bits) {
      (self.bytes, self.count, self.model, self.bits) = (bytes, count, model, bits)
      (words, distances) = (model.codes.words, model.distances.words)
    }
  }

  /// The bytes of run `index`: literals and whole repeats as the model has them, and what it has of repeats that it cuts.
  private func write(_ run: Alignment.Run, _ index: Int, _ writing: inout Writing) {
    let (repeats, repeatCount) = (writing.model.repeats, writing.model.repeatCount)
    let (shift, end) = (run.shift, run.modelEnd)
    while writing.next < repeatCount, repeats[writing.next].end <= run.model { writing.next &+= 1 }
    var written = run.model
    if writing.next < repeatCount, repeats[writing.next].first < written {
      let first = repeats[writing.next]
      let length = min(first.end, end) &- written
      writeRepeat(written &+ shift, length, written &- Int(first.distance), index, &writing)
      written &+= length
      if first.end <= end { writing.next &+= 1 }
    }
    written = writeWhole(run, index, from: written, &writing)
    let isCut = writing.next < repeatCount && repeats[writing.next].first < end && written < end
    let last = isCut ? max(written, repeats[writing.next].first) : end
    writing.bits.write(writing.bytes + (written &+ shift), last &- written, writing.words.literals)
    if isCut {
      writeRepeat(last &+ shift, end &- last, last &- Int(repeats[writing.next].distance), index, &writing)
    }
  }

  /// Copies the run's whole repeats, and the literals before them, from a byte of the model on. Answers up to where.
  ///
  /// Bits are copied as late as possible: up to a repeat that reaches back over something else than in the model.
  private func writeWhole(
    _ run: Alignment.Run, _ index: Int, from start: Int, _ writing: inout Writing
  ) -> Int {
    let (model, distances, modelBits) = (writing.model, writing.distances, writing.model.bits)
    let (repeats, sources, groupSources) = (model.repeats, model.sources, model.groupSources)
    let (runs, firstRuns) = (alignment.runs, alignment.firstRuns)
    let (begin, shift, end) = (run.model, run.shift, run.modelEnd)
    var next = writing.next
    let stop = model.firstRepeat(endingBehind: end, from: next)
    guard next < stop else { return start }
    // A copy stays in registers.
    var bits = writing.bits
    let first = repeats[next]
    bits.write(writing.bytes + (start &+ shift), first.first &- start, writing.words.literals)
    var copied = first.bitStart
    while next < stop {
      // Most of a long run repeats only itself.
      if next & LikenessWriter.groupMask == 0, next &+ LikenessWriter.groupMask < stop,
        Int(groupSources[next &>> PageModel.groupBits]) >= begin
      {
        next &+= LikenessWriter.groupMask &+ 1
        continue
      }
      let source = Int(sources[next])
      next &+= 1
      guard source < begin else { continue }
      let each = repeats[next &- 1]
      // This run ends behind its begin, so there is one.
      var place = Int(firstRuns[source &>> Alignment.stretchBits])
      while runs[place].modelEnd <= source { place &+= 1 }
      let origin = runs[place]
      let distance = Int(each.distance) &+ shift &- origin.shift
      if source >= origin.model, source &+ Int(each.length) <= origin.modelEnd, distance <= LikenessWriter.window {
        guard origin.shift != shift else { continue }
        bits.copy(modelBits, copied, each.bitMiddle)
        distances.add(distance &- 1, to: &bits)
        bits.flush()
      } else {
        bits.copy(modelBits, copied, each.bitStart)
        writing.bits = bits
        writeRepeat(each.first &+ shift, Int(each.length), source, index, &writing)
        bits = writing.bits
      }
      copied = each.bitEnd
    }
    let last = repeats[next &- 1]
    bits.copy(modelBits, copied, last.bitEnd)
    writing.bits = bits
    writing.next = next
    return last.end
  }

  /// - `source`: in the model.
  private func writeRepeat(_ place: Int, _ length: Int, _ source: Int, _ index: Int, _ writing: inout Writing) {
    let said = writeFound(place, place, place &+ length, 0, source, index &+ 1, &writing)
    if said < length { writeOwn(place &+ said, place &+ length, index &+ 1, &writing) }
  }

  /// The bytes before run `index`, which the model has not.
  private func writeOwn(_ start: Int, _ end: Int, _ index: Int, _ writing: inout Writing) {
    let (bytes, others, firsts) = (writing.bytes, writing.model.bytes, writing.model.firsts)
    let (recent, base) = (recent, base)
    let shift = UInt64(truncatingIfNeeded: UInt64.bitWidth &- writing.model.hashBits)
    var written = start
    var place = start
    let hashedEnd = min(end &- (LikenessWriter.leastRepeat &- 1), writing.count &- 7)
    while place < hashedEnd {
      let eight = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let four = UInt32(truncatingIfNeeded: eight)
      let mixed = ByteRuns.mixed(eight)
      let hash = Int(truncatingIfNeeded: mixed &>> UInt64(UInt64.bitWidth &- LikenessWriter.hashBits))
      let last = recent[hash]
      recent[hash] = base &+ UInt32(truncatingIfNeeded: place)
      let first = Int(firsts[Int(truncatingIfNeeded: mixed &>> shift)])
      if others.loadUnaligned(fromByteOffset: first, as: UInt32.self) == four
        || last >= base && bytes.loadUnaligned(fromByteOffset: Int(last &- base), as: UInt32.self) == four
      {
        let before = last >= base ? place &- Int(last &- base) : 0
        let said = writeFound(written, place, end, before, first, index, &writing)
        if said > 0 {
          place &+= said
          written = place
          continue
        }
      }
      place &+= 1 &+ (place &- written) &>> LikenessWriter.patienceBits
    }
    if written < end { LikenessWriter.writeLiterals(written, end, &writing) }
  }

  /// Writes the bytes from `written` to `place`, and what is repeated there up to `end`. Answers how many bytes that are; where
  /// they are too few it writes nothing.
  /// - `distance`: to where four bytes stood last that may be the same, 0 for nowhere.
  /// - `first`: where they stand in the model.
  @inline(never)
  private func writeFound(
    _ written: Int, _ place: Int, _ end: Int, _ distance: Int, _ first: Int, _ index: Int, _ writing: inout Writing
  ) -> Int {
    let bytes = writing.bytes
    var (length, nearest) = (0, 0)
    if distance > 0, distance <= LikenessWriter.window {
      length = ByteRuns.equalCount(bytes + place, bytes + (place &- distance), end &- place)
      nearest = distance
    }
    if let run = alignment.run(holding: first, before: index) {
      let before = place &- first &- run.shift
      if before > 0, before <= LikenessWriter.window {
        let equal = ByteRuns.equalCount(bytes + place, bytes + (place &- before), end &- place)
        if equal > length { (length, nearest) = (equal, before) }
      }
    }
    guard length >= LikenessWriter.leastRepeat else { return 0 }
    var bits = writing.bits
    bits.write(bytes + written, place &- written, writing.words.literals)
    var rest = length
    while rest >= Block.shortestRepeat {
      let part = min(rest, Block.longestRepeat)
      bits.add(writing.words.word(ofLength: part &- Block.shortestRepeat))
      writing.distances.add(nearest &- 1, to: &bits)
      bits.flush()
      rest &-= part
    }
    writing.bits = bits
    return length &- rest
  }

  @inline(never)
  private static func writeLiterals(_ start: Int, _ end: Int, _ writing: inout Writing) {
    writing.bits.write(writing.bytes + start, end &- start, writing.words.literals)
  }
}
