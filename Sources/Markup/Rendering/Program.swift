/// A compiled template: a flat list of operations over one pool of literal bytes.
@usableFromInline
final class Program: Sendable {
  static let empty = Program(
    operations: [], literals: [], writers: [], tests: [], visitors: [], contents: [])

  private let operations: [Operation]
  private let literals: [UInt8]
  private let writers: [Access.Writer]
  private let tests: [Access.Test]
  private let visitors: [Access.Visitor]
  private let contents: [Access.Content]

  init(
    operations: [Operation], literals: [UInt8], writers: [Access.Writer], tests: [Access.Test],
    visitors: [Access.Visitor], contents: [Access.Content]
  ) {
    self.operations = operations
    self.literals = literals
    self.writers = writers
    self.tests = tests
    self.visitors = visitors
    self.contents = contents
  }

  /// Renders into a fresh output and appends that to `bytes`.
  @usableFromInline
  func render(_ view: UnsafeRawPointer, into bytes: inout [UInt8]) {
    var output = Output(capacity: Output.initialCapacityInBytes)
    run(view, &output)
    output.append(to: &bytes)
  }

  @usableFromInline
  func run(_ view: UnsafeRawPointer, _ output: inout Output) {
    literals.withUnsafeBytes { literals in
      operations.withUnsafeBufferPointer { operations in
        run(operations, literals, 0, operations.count, view, &output)
      }
    }
  }

  private func run(
    _ operations: UnsafeBufferPointer<Operation>, _ literals: UnsafeRawBufferPointer, _ start: Int, _ end: Int,
    _ view: UnsafeRawPointer, _ output: inout Output
  ) {
    var next = start
    while next < end {
      let operation = operations[next]
      next += 1
      output.copy(operation.literal, of: literals)
      let operand = Int(operation.operand)
      switch operation.action {
      case .none: break
      case .write:
        _ = writers[operand](view, &output, operation.position)
      case .attribute:
        let mark = output.count
        output.copy(operation.second, of: literals)
        if writers[operand](view, &output, operation.position) {
          output.append(UInt8(ascii: "\""))
        } else {
          output.truncate(to: mark)
        }
      case .flag:
        if tests[operand](view) { output.copy(operation.second, of: literals) }
      case .truth:
        output.append(tests[operand](view) ? "true" : "false")
      case .jumpUnless:
        if !tests[operand](view) { next = Int(operation.target) }
      case .jumpIf:
        if tests[operand](view) { next = Int(operation.target) }
      case .jump:
        next = Int(operation.target)
      case .visit:
        let body = next
        let after = Int(operation.target)
        visitors[operand](view, &output) { child, output in
          run(operations, literals, body, after, child, &output)
        }
        next = after
      case .content:
        contents[operand](view, &output)
      }
    }
  }
}
