/// A regular expression compiled to steps, and the simulation that follows all paths at once.
struct PatternProgram: Sendable {
  enum Step: Sendable {
    case scalar(ScalarSet)
    case fork(Int, Int)
    case jump(Int)
    case place(PatternNode.Place)
    /// One of `looks`, whose places are known before matching.
    case look(Int, isNegated: Bool)
    case accept
  }

  /// The content of a look-around, compiled separately.
  struct Look: Sendable {
    let direction: PatternNode.Direction
    let entry: Int
  }

  private(set) var steps: [Step] = []
  private(set) var looks: [Look] = []
  private(set) var entry = 0

  /// - Parameter isReversed: whether texts are read from their end.
  init(_ node: PatternNode, isReversed: Bool = false) throws(Pattern.Refusal) {
    entry = try compilePart(node, isReversed: isReversed)
  }

  func matches(_ text: [Unicode.Scalar]) -> Bool {
    var simulation = PatternSimulation(program: self, text: text)
    // Look-arounds within a look-around have smaller indices, so they are marked first.
    for look in looks { simulation.mark(look) }
    return simulation.matchesWhole(from: entry)
  }

  /// Whether one of these scalars can be anywhere in a matching text.
  func takes(_ scalars: ClosedRange<Unicode.Scalar>) -> Bool {
    let scalars = (scalars.lowerBound.value...scalars.upperBound.value).compactMap(Unicode.Scalar.init)
    return steps.contains { step in
      if case .scalar(let set) = step { scalars.contains(where: set.contains) } else { false }
    }
  }

  // MARK: Compiling

  /// Compiles steps that end in `accept`, and returns the first.
  private mutating func compilePart(_ node: PatternNode, isReversed: Bool) throws(Pattern.Refusal) -> Int {
    // Look-arounds are compiled first: their steps must not be in the middle of these.
    var node = node
    try hoistLooks(&node)
    let start = steps.count
    try compile(node, isReversed: isReversed)
    try emit(.accept)
    return start
  }

  /// Compiles the look-arounds within a node, and replaces them by their indices.
  private mutating func hoistLooks(_ node: inout PatternNode) throws(Pattern.Refusal) {
    switch node {
    case .set, .place, .hoisted: return
    case .sequence(var nodes):
      for index in nodes.indices { try hoistLooks(&nodes[index]) }
      node = .sequence(nodes)
    case .alternation(var nodes):
      for index in nodes.indices { try hoistLooks(&nodes[index]) }
      node = .alternation(nodes)
    case .repetition(var inner, let least, let most):
      try hoistLooks(&inner)
      node = .repetition(inner, least: least, most: most)
    case .look(let inner, let direction, let isNegated):
      // A look-ahead is read from the end of the text to its start.
      let entry = try compilePart(inner, isReversed: direction == .ahead)
      looks.append(Look(direction: direction, entry: entry))
      node = .hoisted(look: looks.count - 1, isNegated: isNegated)
    }
  }

  private mutating func emit(_ step: Step) throws(Pattern.Refusal) {
    guard steps.count < Pattern.stepLimit else {
      throw Pattern.Refusal(
        offset: 0, message: "the expression is too large: written out, it has more than \(Pattern.stepLimit) steps")
    }
    steps.append(step)
  }

  private mutating func compile(_ node: PatternNode, isReversed: Bool) throws(Pattern.Refusal) {
    switch node {
    case .set(let set): try emit(.scalar(set))
    case .place(let place): try emit(.place(place))
    case .hoisted(let look, let isNegated): try emit(.look(look, isNegated: isNegated))
    case .look: preconditionFailure("look-arounds are compiled first")
    case .sequence(let nodes):
      for node in isReversed ? nodes.reversed() : nodes { try compile(node, isReversed: isReversed) }
    case .alternation(let nodes):
      var ends: [Int] = []
      for node in nodes.dropLast() {
        let fork = steps.count
        try emit(.fork(fork + 1, 0))
        try compile(node, isReversed: isReversed)
        ends.append(steps.count)
        try emit(.jump(0))
        steps[fork] = .fork(fork + 1, steps.count)
      }
      if let last = nodes.last { try compile(last, isReversed: isReversed) }
      for end in ends { steps[end] = .jump(steps.count) }
    case .repetition(let inner, let least, let most):
      for _ in 0..<least {
        let start = steps.count
        try compile(inner, isReversed: isReversed)
        // Repeating an empty expression changes nothing, and the limit of steps would never stop it.
        if steps.count == start { return }
      }
      guard let most else {
        let fork = steps.count
        try emit(.fork(fork + 1, 0))
        try compile(inner, isReversed: isReversed)
        try emit(.jump(fork))
        steps[fork] = .fork(fork + 1, steps.count)
        return
      }
      var forks: [Int] = []
      for _ in least..<most {
        forks.append(steps.count)
        try emit(.fork(steps.count + 1, 0))
        try compile(inner, isReversed: isReversed)
      }
      for fork in forks { steps[fork] = .fork(fork + 1, steps.count) }
    }
  }
}

/// One text under one program: holds the set of steps reached at a place in the text, and moves it on by one scalar at a time.
private struct PatternSimulation {
  private let program: PatternProgram
  private let text: [Unicode.Scalar]
  /// The places of the text at which each look-around holds.
  private var marks: [[Bool]] = []
  /// The steps reached that wait for a scalar.
  private var waiting: [Int] = []
  private var accepts = false
  /// When a step was last reached, so that each is followed once at each position.
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

  /// Finds all places where the next look-around holds. A look-behind holds where a match ends, which may begin anywhere before. A
  /// look-ahead holds where a match begins, which may end anywhere after; its steps are reversed, so it is read backward.
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

  /// Follows all paths from a step that do not read a scalar.
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
