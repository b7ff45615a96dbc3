extension Program {
  /// The same program for all views that agree with this one in their fixed slots: what those write stands in its literals,
  /// and where they decide, only the way taken is left.
  /// - Parameter steps: left out: all.
  func specialized(for view: UnsafeRawPointer, steps: Range<Int>? = nil) -> Program {
    let steps = steps ?? operations.indices
    let reached = reachedSteps(steps, view)
    var builder = ProgramBuilder()
    /// The jumps and visits that end at a step, by their numbers in the new program.
    var landings: [Int: [Int]] = [:]
    var innerEnd = 0
    for index in steps.lowerBound...steps.upperBound {
      for jump in landings[index] ?? [] { builder.land(jump) }
      guard index < steps.upperBound, reached[index] else { continue }
      let operation = operations[index]
      builder.literal(bytes(operation.literal))
      if isSettled(index, isInner: index < innerEnd) {
        specialize(operation, at: index, view, &builder)
      } else if let jump = copy(operation, to: &builder) {
        landings[Int(operation.target), default: []].append(jump)
      }
      if operation.action == .visit { innerEnd = max(innerEnd, Int(operation.target)) }

      // What goes one way only needs no jump where that is the next step anyway.
      let way = successors(of: index, isInner: index < innerEnd, view)
      let next = reached[(index + 1)...].firstIndex(of: true) ?? steps.upperBound
      if way.count == 1, way[0] != next { landings[way[0], default: []].append(builder.jump()) }
    }
    return builder.finish()
  }

  /// Which steps some view can come to that agrees with this one. All jumps lead forward.
  private func reachedSteps(_ steps: Range<Int>, _ view: UnsafeRawPointer) -> [Bool] {
    var reached = [Bool](repeating: false, count: steps.upperBound + 1)
    reached[steps.lowerBound] = true
    var innerEnd = 0
    for index in steps where reached[index] {
      for next in successors(of: index, isInner: index < innerEnd, view) { reached[next] = true }
      if operations[index].action == .visit { innerEnd = max(innerEnd, Int(operations[index].target)) }
    }
    return Array(reached.dropLast())
  }

  /// Where it goes on behind a step.
  private func successors(of index: Int, isInner: Bool, _ view: UnsafeRawPointer) -> [Int] {
    let operation = operations[index]
    switch operation.action {
    case .none, .write, .attribute, .flag, .truth, .content: return [index + 1]
    case .jump: return [Int(operation.target)]
    case .visit:
      let after = Int(operation.target)
      return isSettled(index, isInner: isInner) ? [after] : [index + 1, after]
    case .jumpIf, .jumpUnless:
      guard isSettled(index, isInner: isInner) else { return [index + 1, Int(operation.target)] }
      let jumps = holds(tests[Int(operation.operand)], view) == (operation.action == .jumpIf)
      return [jumps ? Int(operation.target) : index + 1]
    }
  }

  /// - Parameter isInner: for the children of a visit, which are other views.
  private func isSettled(_ index: Int, isInner: Bool) -> Bool {
    let operation = operations[index]
    let operand = Int(operation.operand)
    return switch operation.action {
    case .none, .jump: true
    case .write, .attribute: !isInner && writers[operand]._withUnsafeGuaranteedRef { $0.isFixed }
    case .flag, .truth, .jumpIf, .jumpUnless: !isInner && tests[operand]._withUnsafeGuaranteedRef { $0.isFixed }
    case .visit:
      !isInner && visitors[operand]._withUnsafeGuaranteedRef { $0.isFixed }
        && isSelfContained((index + 1)..<Int(operation.target))
    case .content: false
    }
  }

  /// Whether what a visit writes hangs on nothing but the view.
  private func isSelfContained(_ steps: Range<Int>) -> Bool {
    operations[steps].allSatisfy { step in
      switch step.action {
      case .content: false
      case .write, .attribute: !writers[Int(step.operand)]._withUnsafeGuaranteedRef { $0.needsPage }
      case .none, .flag, .truth, .jumpUnless, .jumpIf, .jump, .visit: true
      }
    }
  }

  /// Writes what a fixed slot says. Where it only leads on, that is for ``successors(of:isInner:_:)``.
  private func specialize(
    _ operation: Operation, at index: Int, _ view: UnsafeRawPointer, _ builder: inout ProgramBuilder
  ) {
    let operand = Int(operation.operand)
    switch operation.action {
    case .write, .attribute:
      var value: [UInt8] = []
      var isPresent = false
      Output.append(to: &value, expecting: 0) { output in
        output.position = operation.position
        isPresent = call(writers[operand], view, &output)
      }
      builder.literal(isPresent ? bytes(operation.second) : [])
      builder.literal(value)
      if isPresent, operation.action == .attribute { builder.literal("\"") }
    case .flag: builder.literal(holds(tests[operand], view) ? bytes(operation.second) : [])
    case .truth: builder.literal(holds(tests[operand], view) ? "true" : "false")
    case .visit:
      var content: [UInt8] = []
      Output.append(to: &content, expecting: 0) { output in
        visitors[operand]._withUnsafeGuaranteedRef {
          $0.call(view, &output) { child, output in run(index + 1, Int(operation.target), child, &output) }
        }
      }
      builder.literal(content)
    case .none, .jump, .jumpIf, .jumpUnless, .content: break
    }
  }

  /// Answers a jump or visit, to be landed.
  private func copy(_ operation: Operation, to builder: inout ProgramBuilder) -> Int? {
    let operand = Int(operation.operand)
    switch operation.action {
    case .none, .jump: break
    case .write: builder.write(writers[operand].takeUnretainedValue(), operation.position)
    case .attribute:
      builder.attribute(
        opening: bytes(operation.second), writers[operand].takeUnretainedValue(), operation.position)
    case .flag: builder.flag(attribute: bytes(operation.second), tests[operand].takeUnretainedValue())
    case .truth: builder.truth(tests[operand].takeUnretainedValue())
    case .jumpUnless: return builder.jump(tests[operand].takeUnretainedValue(), when: false)
    case .jumpIf: return builder.jump(tests[operand].takeUnretainedValue(), when: true)
    case .visit: return builder.visit(visitors[operand].takeUnretainedValue())
    case .content: builder.content(contents[operand].takeUnretainedValue())
    }
    return nil
  }

  private func bytes(_ span: Operation.Span) -> [UInt8] {
    Array(literals[Int(span.offset)..<Int(span.offset + span.length)])
  }
}
