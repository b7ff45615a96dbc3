extension Pattern {
  /// The end of a text at which something is removed.
  package enum End: Sendable { case start, end }

  /// What happens to all texts that have the same beginning, or the same end.
  package enum Fate: Sendable {
    /// They are left unchanged.
    case stays
    /// Something is removed from each of them.
    case changes
    /// It depends on what follows; and whether the text is left unchanged if nothing follows.
    case open(isLeftAlone: Bool)
  }

  /// Whether there may be a text that matches, has only these scalars, and is left unchanged. Look-arounds and places are assumed to
  /// hold, so only the answer "no" is certain. A few members represent a large class of scalars.
  /// - Parameter fate: what happens to the texts with these scalars at that end.
  package func mayMatch(
    only isTaken: @escaping (Unicode.Scalar) -> Bool = { _ in true }, from end: End = .start,
    fate: (String) -> Fate = { _ in .stays }
  ) -> Bool {
    var parser = PatternParser(source)
    guard let node = try? parser.parse(), let program = try? PatternProgram(node, isReversed: end == .end) else {
      return true
    }
    return PatternReach(program, only: isTaken).mayLeave(from: end, fate)
  }
}

/// All texts that a program accepts: knows which of its steps lead to its end.
private struct PatternReach {
  /// Beginnings that are examined; if there are more, the answer is not certain.
  private static let limit = 20_000

  private let program: PatternProgram
  private let isTaken: (Unicode.Scalar) -> Bool
  /// Whether a step leads to the end.
  private var leads: [Bool]

  init(_ program: PatternProgram, only isTaken: @escaping (Unicode.Scalar) -> Bool) {
    self.program = program
    self.isTaken = isTaken
    leads = Array(repeating: false, count: program.steps.count)
    let passes = program.steps.map { step in
      if case .scalar(let set) = step { set.members.contains(where: isTaken) } else { true }
    }
    var isChanged = true
    while isChanged {
      isChanged = false
      for (index, step) in program.steps.enumerated().reversed() where !leads[index] && passes[index] {
        let isLast = if case .accept = step { true } else { false }
        if isLast || program.followers(of: index).contains(where: { leads[$0] }) {
          leads[index] = true
          isChanged = true
        }
      }
    }
  }

  /// Whether there may be a matching text that is left unchanged.
  func mayLeave(from end: Pattern.End, _ fate: (String) -> Pattern.Fate) -> Bool {
    var open: [(text: String, steps: [Int])] = [("", [program.entry])]
    var count = 0
    while let (text, steps) = open.popLast() {
      for (index, set) in waiting(behind: steps) {
        for scalar in set.members where isTaken(scalar) {
          count += 1
          if count > Self.limit { return true }
          let longer = end == .start ? text + String(scalar) : String(scalar) + text
          switch fate(longer) {
          case .stays: return true
          case .changes: break
          case .open(let isLeftAlone):
            if isLeftAlone, accepts(behind: [index + 1]) { return true }
            open.append((longer, [index + 1]))
          }
        }
      }
    }
    return false
  }

  /// The steps that read the next scalar and lead to the end.
  private func waiting(behind steps: [Int]) -> [(index: Int, set: ScalarSet)] {
    reached(from: steps).compactMap { index in
      if case .scalar(let set) = program.steps[index] { (index, set) } else { nil }
    }
  }

  /// Whether a text may end here.
  private func accepts(behind steps: [Int]) -> Bool {
    reached(from: steps).contains { if case .accept = program.steps[$0] { true } else { false } }
  }

  /// The steps that are reached without reading a scalar, and that lead to the end.
  private func reached(from steps: [Int]) -> Set<Int> {
    var pending = steps
    var found: Set<Int> = []
    while let index = pending.popLast() {
      guard leads[index], found.insert(index).inserted else { continue }
      if case .scalar = program.steps[index] { continue }
      pending += program.followers(of: index)
    }
    return found
  }
}

extension PatternProgram {
  /// The steps that may follow a step.
  fileprivate func followers(of index: Int) -> [Int] {
    switch steps[index] {
    case .accept: []
    case .jump(let target): [target]
    case .fork(let one, let other): [one, other]
    case .scalar, .place, .look: [index + 1]
    }
  }
}

extension ScalarSet {
  /// The scalars of the set; for a large set, some of each kind.
  fileprivate var members: [Unicode.Scalar] {
    var values: [UInt32] = []
    if case .ranges(let ranges) = self {
      if ranges.reduce(0, { $0 + $1.count }) <= 1_000 { return ranges.joined().compactMap(Unicode.Scalar.init) }
      values = ranges.flatMap { [$0.lowerBound, $0.upperBound] }
    }
    // Letters, digits and signs, including full-width ones.
    values += Array(0x20...0x7E) + Array(0xA1...0xAC) + Array(0xAE...0x24F) + Array(0xFF01...0xFF5E)
    return values.compactMap(Unicode.Scalar.init).filter(contains)
  }
}
