import Support

/// Collects a program. Neighbouring literals become one run, even if they come from different elements.
struct ProgramBuilder {
  private var operations: [Operation] = []
  private(set) var literals: [UInt8] = []
  private var pendingStart = 0
  private var accesses = Program.Accesses()

  var operationCount: Int { operations.count }

  mutating func literal(_ bytes: some Sequence<UInt8>) {
    literals.append(contentsOf: bytes)
  }

  mutating func literal(_ text: String) {
    text.withBytes { literals.append(contentsOf: $0) }
  }

  /// Adds an attribute's name, up to its value.
  mutating func literal(opening attribute: String) {
    literal(" ")
    literal(attribute)
    literal("=\"")
  }

  mutating func write(_ writer: Access.Writer, position: Position) {
    accesses.writers.append(writer)
    append(.write, operand: accesses.writers.count - 1, position: position)
  }

  /// Adds an attribute that is left out if its value is `nil`.
  mutating func attribute(_ name: String, writer: Access.Writer, position: Position) {
    accesses.writers.append(writer)
    append(.attribute, operand: accesses.writers.count - 1, position: position, second: " \(name)=\"".utf8)
  }

  mutating func flag(_ name: String, test: Access.Test) {
    flag(attribute: " \(name)".utf8, test)
  }

  mutating func flag(attribute: some Sequence<UInt8>, _ test: Access.Test) {
    accesses.tests.append(test)
    append(.flag, operand: accesses.tests.count - 1, second: attribute)
  }

  mutating func truth(_ test: Access.Test) {
    accesses.tests.append(test)
    append(.truth, operand: accesses.tests.count - 1)
  }

  mutating func content(_ content: Access.Content) {
    accesses.contents.append(content)
    append(.content, operand: accesses.contents.count - 1)
  }

  /// Adds a jump and answers its number; ``land(_:)`` sets its target.
  mutating func jump(_ test: Access.Test, when holds: Bool) -> Int {
    accesses.tests.append(test)
    append(holds ? .jumpIf : .jumpUnless, operand: accesses.tests.count - 1)
    return operations.count - 1
  }

  mutating func jump() -> Int {
    append(.jump)
    return operations.count - 1
  }

  mutating func visit(_ visitor: Access.Visitor) -> Int {
    accesses.visitors.append(visitor)
    append(.visit, operand: accesses.visitors.count - 1)
    return operations.count - 1
  }

  /// Sets the target of a jump, or the end of a visit, to this place.
  mutating func land(_ operation: Int) {
    if pendingStart < literals.count { append(.none) }
    operations[operation].target = UInt32(operations.count)
  }

  mutating func finish() -> Program {
    if pendingStart < literals.count { append(.none) }
    return Program(operations: operations, literals: literals, accesses: accesses)
  }

  private mutating func append(
    _ action: Operation.Action, operand: Int = 0, position: Position = .text,
    second: some Sequence<UInt8> = EmptyCollection()
  ) {
    let literal = Operation.Span(
      offset: UInt32(pendingStart), length: UInt32(literals.count - pendingStart))
    let secondStart = literals.count
    literals.append(contentsOf: second)
    pendingStart = literals.count
    operations.append(
      Operation(
        action: action, position: position, operand: UInt32(operand), target: 0, literal: literal,
        second: Operation.Span(offset: UInt32(secondStart), length: UInt32(pendingStart - secondStart))))
  }
}
