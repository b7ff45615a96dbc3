/// One text under one program: the set of steps reached at a place in the text, moved one scalar at a time.
struct PatternSimulation {
  private let program: PatternProgram
  private let text: [Unicode.Scalar]
  /// For each look-around, at which places of the text it holds.
  private var marks: [[Bool]] = []
  /// The steps reached that wait for a scalar.
  private var waiting: [Int] = []
  private var accepts = false
  /// When a step was last reached, so that each is followed once at each place.
  private var stamps: [Int]
  private var stamp = 0
  private var pending: [Int] = []

  init(program: PatternProgram, text: [Unicode.Scalar]) {
    self.program = program
    self.text = text
    stamps = Array(repeating: -1, count: program.steps.count)
  }

  /// Whether the steps from `entry` read the whole text.
  mutating func matchesWhole(from entry: Int) -> Bool {
    begin()
    reach(entry, at: 0)
    for place in text.indices {
      if waiting.isEmpty { return false }
      advance(over: text[place], to: place + 1)
    }
    return accepts
  }

  /// Works out all places where the next look-around holds: behind a place something ends that may begin anywhere
  /// (forward), ahead of it something begins that may end anywhere (backward, its steps being reversed).
  mutating func mark(_ look: PatternProgram.Look) {
    var holds = Array(repeating: false, count: text.count + 1)
    begin()
    switch look.direction {
    case .behind:
      reach(look.entry, at: 0)
      holds[0] = accepts
      for place in text.indices {
        advance(over: text[place], to: place + 1)
        reach(look.entry, at: place + 1)
        holds[place + 1] = accepts
      }
    case .ahead:
      reach(look.entry, at: text.count)
      holds[text.count] = accepts
      for place in text.indices.reversed() {
        advance(over: text[place], to: place)
        reach(look.entry, at: place)
        holds[place] = accepts
      }
    }
    marks.append(holds)
  }

  private mutating func begin() {
    stamp += 1
    waiting.removeAll(keepingCapacity: true)
    accepts = false
  }

  private mutating func advance(over scalar: Unicode.Scalar, to place: Int) {
    let before = waiting
    begin()
    for step in before {
      if case .scalar(let set) = program.steps[step], set.contains(scalar) { reach(step + 1, at: place) }
    }
  }

  /// Follows all ways from a step that read nothing.
  private mutating func reach(_ step: Int, at place: Int) {
    pending.append(step)
    while let step = pending.popLast() {
      guard stamps[step] != stamp else { continue }
      stamps[step] = stamp
      switch program.steps[step] {
      case .scalar: waiting.append(step)
      case .accept: accepts = true
      case .jump(let target): pending.append(target)
      case .fork(let one, let other):
        pending.append(one)
        pending.append(other)
      case .place(let condition): if holds(condition, at: place) { pending.append(step + 1) }
      case .look(let index, let isNegated): if marks[index][place] != isNegated { pending.append(step + 1) }
      }
    }
  }

  private func holds(_ condition: PatternNode.Place, at place: Int) -> Bool {
    switch condition {
    case .start: return place == 0
    case .end: return place == text.count
    case .wordBoundary, .noWordBoundary:
      let before = place > 0 && ScalarSet.word.contains(text[place - 1])
      let after = place < text.count && ScalarSet.word.contains(text[place])
      return (before != after) == (condition == .wordBoundary)
    }
  }
}
