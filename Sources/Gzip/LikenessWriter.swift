/// Writes a page that is much like a model: what both have in common from the model's bits, with its distances where something
/// else has come between; what only the page has in the model's words, with repeats of what stands before it.
struct LikenessWriter: ~Copyable {
  private static let hashBits = 11
  private static let window = 32 * 1024
  private static let leastRepeat = 4
  private static let groupMask = 1 << PageModel.groupBits - 1

  private var alignment = Alignment()
  private let symbols = RepeatSymbols()
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
    var writing = Writing(bytes: bytes, count: page.count, model: model, words: model.codes.words, bits: output.bits)
    writing.bits.copy(model.bits, 0, model.headBitCount)
    var place = 0
    for index in 0..<alignment.runCount {
      let run = alignment.runs[index]
      if place < run.page { writeOwn(place, run.page, index, &writing) }
      write(run, index, &writing)
      place = run.page + run.count
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
    var bits: BitWriter.Bits
    /// The model's next repeat.
    var next = 0

    @inline(__always)
    mutating func writeLiterals(_ start: Int, _ end: Int) {
      bits.write(bytes + start, end &- start, words.literals)
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
    writing.writeLiterals(written &+ shift, last &+ shift)
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
    let (model, words, distances) = (writing.model, writing.words, symbols.distances)
    let (repeats, repeatCount, sources) = (model.repeats, model.repeatCount, model.sources)
    let (shift, end) = (run.shift, run.modelEnd)
    var (written, next) = (start, writing.next)
    guard next < repeatCount, repeats[next].end <= end else { return written }
    // A copy stays in registers.
    var bits = writing.bits
    let first = repeats[next]
    bits.write(writing.bytes + (written &+ shift), first.first &- written, words.literals)
    var copied = first.bitStart
    while next < repeatCount {
      let each = repeats[next]
      guard each.end <= end else { break }
      // Most of a long run repeats only itself.
      let last = next | LikenessWriter.groupMask
      if next & LikenessWriter.groupMask == 0, last < repeatCount, repeats[last].end <= end,
        Int(sources[next &>> PageModel.groupBits]) >= run.model
      {
        written = repeats[last].end
        next = last &+ 1
        continue
      }
      if each.source < run.model {
        let origin = alignment.run(holding: each.source, before: index) ?? .none
        let distance = Int(each.distance) &+ shift &- origin.shift
        if each.source &+ Int(each.length) > origin.modelEnd || distance > LikenessWriter.window {
          bits.copy(model.bits, copied, each.bitStart)
          writing.bits = bits
          writeRepeat(each.first &+ shift, Int(each.length), each.source, index, &writing)
          bits = writing.bits
          copied = each.bitEnd
        } else if origin.shift != shift {
          bits.copy(model.bits, copied, each.bitStart)
          words.addRepeat(
            Int(each.length) &- Block.shortestRepeat, UInt64(truncatingIfNeeded: distance &- 1),
            RepeatSymbols.ofDistance(distance &- 1, distances), to: &bits)
          copied = each.bitEnd
        }
      }
      written = each.end
      next &+= 1
    }
    bits.copy(model.bits, copied, repeats[next &- 1].bitEnd)
    writing.bits = bits
    writing.next = next
    return written
  }

  /// - `source`: in the model.
  private func writeRepeat(_ place: Int, _ length: Int, _ source: Int, _ index: Int, _ writing: inout Writing) {
    var written = place
    if let run = alignment.run(holding: source, before: index &+ 1) {
      let distance = place &- source &- run.shift
      if distance > 0, distance <= LikenessWriter.window {
        let equal = ByteRuns.equalCount(writing.bytes + place, writing.bytes + (place &- distance), length)
        written &+= addRepeat(equal, distance, &writing)
      }
    }
    writeOwn(written, place &+ length, index &+ 1, &writing)
  }

  /// Answers how many bytes it says.
  @inline(__always)
  private func addRepeat(_ length: Int, _ distance: Int, _ writing: inout Writing) -> Int {
    let symbol = symbols.ofDistance(distance &- 1)
    var rest = length
    while rest >= Block.shortestRepeat {
      let part = min(rest, Block.longestRepeat)
      writing.words.addRepeat(
        part &- Block.shortestRepeat, UInt64(truncatingIfNeeded: distance &- 1), symbol, to: &writing.bits)
      rest &-= part
    }
    return length &- rest
  }

  /// The bytes before run `index`, which the model has not.
  private func writeOwn(_ start: Int, _ end: Int, _ index: Int, _ writing: inout Writing) {
    let (bytes, model) = (writing.bytes, writing.model)
    var written = start
    var place = start
    let hashedEnd = min(end, writing.count &- 7)
    while place < hashedEnd {
      let eight = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let hash = ByteRuns.hash(eight, bitCount: LikenessWriter.hashBits)
      let last = recent[hash]
      recent[hash] = base &+ UInt32(truncatingIfNeeded: place)
      var length = 0
      var distance = 0
      if last >= base {
        distance = place &- Int(last &- base)
        if distance <= LikenessWriter.window,
          (bytes + (place &- distance)).loadUnaligned(as: UInt32.self) == UInt32(truncatingIfNeeded: eight)
        {
          length = ByteRuns.equalCount(bytes + place, bytes + (place &- distance), end &- place)
        }
      }
      let first = model.firsts[ByteRuns.hash(eight, bitCount: model.hashBits)]
      if first != PageModel.nowhere,
        (model.bytes + Int(first)).loadUnaligned(as: UInt32.self) == UInt32(truncatingIfNeeded: eight),
        let run = alignment.run(holding: Int(first), before: index)
      {
        let other = place &- Int(first) &- run.shift
        if other > 0, other <= LikenessWriter.window {
          let equal = ByteRuns.equalCount(bytes + place, bytes + (place &- other), end &- place)
          if equal > length { (length, distance) = (equal, other) }
        }
      }
      guard length >= LikenessWriter.leastRepeat else {
        place &+= 1
        continue
      }
      writing.writeLiterals(written, place)
      place &+= addRepeat(length, distance, &writing)
      written = place
    }
    writing.writeLiterals(written, end)
  }
}
