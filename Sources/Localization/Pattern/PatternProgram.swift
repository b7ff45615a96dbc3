/// A regular expression compiled to steps, and the simulation that follows all of its ways at once.
struct PatternProgram: Sendable {
  enum Step: Sendable {
    case scalar(ScalarSet)
    case fork(Int, Int)
    case jump(Int)
    case place(PatternNode.Place)
    /// One of `looks`, whose places are worked out before.
    case look(Int, isNegated: Bool)
    case accept
  }

  /// The inside of a look-around, compiled by itself.
  struct Look: Sendable {
    let direction: PatternNode.Direction
    let entry: Int
  }

  private(set) var steps: [Step] = []
  private(set) var looks: [Look] = []
  private var entry = 0

  init(_ node: PatternNode) throws(Pattern.Refusal) {
    entry = try compilePart(node, isReversed: false)
  }

  func matches(_ text: [Unicode.Scalar]) -> Bool {
    var simulation = PatternSimulation(program: self, text: text)
    // A look-around's own look-arounds have smaller indices.
    for look in looks { simulation.mark(look) }
    return simulation.matchesWhole(from: entry)
  }

  /// Whether one of these scalars can stand anywhere in a text.
  func takes(_ scalars: ClosedRange<Unicode.Scalar>) -> Bool {
    let scalars = (scalars.lowerBound.value...scalars.upperBound.value).compactMap(Unicode.Scalar.init)
    return steps.contains { step in
      if case .scalar(let set) = step { scalars.contains(where: set.contains) } else { false }
    }
  }

  // MARK: Compiling

  /// Steps that end in `accept`; gives the first.
  private mutating func compilePart(_ node: PatternNode, isReversed: Bool) throws(Pattern.Refusal) -> Int {
    // Look-arounds first: their steps must not stand in the middle of these.
    var node = node
    try hoistLooks(&node)
    let start = steps.count
    try compile(node, isReversed: isReversed)
    try emit(.accept)
    return start
  }

  /// Compiles the look-arounds within, and leaves their indices in their places.
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
      // What is ahead is read from the end of the text to its start.
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
        // What is empty stays empty however often, and would never come to the limit.
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
