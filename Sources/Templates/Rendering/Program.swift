import Synchronization

/// A compiled template: a flat list of operations over one pool of literal bytes.
///
/// The operations are in manually allocated memory, written once and never changed. An array in a class would be
/// retained and its bounds checked at each step.
@usableFromInline
final class Program: @unchecked Sendable {
  static let empty = Program(operations: [], literals: [], accesses: Accesses())

  /// The accessors that operations name by number.
  struct Accesses {
    var writers: [Access.Writer] = []
    var tests: [Access.Test] = []
    var visitors: [Access.Visitor] = []
    var contents: [Access.Content] = []
  }

  let operations: UnsafeMutableBufferPointer<Operation>
  let literals: UnsafeMutableRawBufferPointer
  let writers: UnsafeMutableBufferPointer<Unmanaged<Access.Writer>>
  let tests: UnsafeMutableBufferPointer<Unmanaged<Access.Test>>
  let visitors: UnsafeMutableBufferPointer<Unmanaged<Access.Visitor>>
  let contents: UnsafeMutableBufferPointer<Unmanaged<Access.Content>>

  /// The number of bytes that the next page is expected to take, from the largest of the recent pages.
  private let expected = Atomic(Output.initialByteCapacity)
  /// The largest form's page has some four million bytes.
  private static let expectedByteLimit = 4 * 1024 * 1024

  init(operations: [Operation], literals: [UInt8], accesses: Accesses) {
    self.operations = Program.copy(operations)
    // A literal is copied in whole blocks, so a block of zeros follows the last one.
    let padded = literals + Array(repeating: 0, count: Output.blockByteCount)
    self.literals = UnsafeMutableRawBufferPointer.allocate(byteCount: padded.count, alignment: Output.blockByteCount)
    self.literals.copyBytes(from: padded)
    writers = Program.copy(accesses.writers.map(Unmanaged.passRetained))
    tests = Program.copy(accesses.tests.map(Unmanaged.passRetained))
    visitors = Program.copy(accesses.visitors.map(Unmanaged.passRetained))
    contents = Program.copy(accesses.contents.map(Unmanaged.passRetained))
  }

  deinit {
    literals.deallocate()
    Program.free(operations)
    for access in writers { access.release() }
    Program.free(writers)
    for access in tests { access.release() }
    Program.free(tests)
    for access in visitors { access.release() }
    Program.free(visitors)
    for access in contents { access.release() }
    Program.free(contents)
  }

  private static func copy<T>(_ elements: [T]) -> UnsafeMutableBufferPointer<T> {
    let buffer = UnsafeMutableBufferPointer<T>.allocate(capacity: elements.count)
    _ = buffer.initialize(from: elements)
    return buffer
  }

  private static func free<T>(_ buffer: UnsafeMutableBufferPointer<T>) {
    buffer.deinitialize()
    buffer.deallocate()
  }
}

extension Program {
  /// Appends the page to `bytes`.
  @usableFromInline
  func render(
    _ view: UnsafeRawPointer, into bytes: inout [UInt8], linking assetLink: (@Sendable (String) -> String?)? = nil
  ) {
    let guess = expected.load(ordering: .relaxed)
    let written = Output.append(to: &bytes, expecting: guess) { output in
      output.assetLink = assetLink
      run(view, output: &output)
    }
    // Pages rendered at the same time may each store a guess. After one huge page the guess shrinks again, step by
    // step.
    if written > guess {
      expected.store(min(written, Program.expectedByteLimit), ordering: .relaxed)
    } else if guess > max(written * 2, Output.initialByteCapacity) {
      expected.store(guess - guess / 16, ordering: .relaxed)
    }
  }

  @usableFromInline
  func run(_ view: UnsafeRawPointer, output: inout Output) {
    run(0, end: operations.count, view: view, output: &output)
  }

  func run(_ start: Int, end: Int, view: UnsafeRawPointer, output: inout Output) {
    guard start < end, let operations = operations.baseAddress, let literals = literals.baseAddress else { return }
    var next = start
    while next < end {
      let operation = operations + next
      next &+= 1
      output.copy(operation.pointee.literal, of: literals)
      let operand = Int(operation.pointee.operand)
      switch operation.pointee.action {
      case .none: break
      case .write:
        output.position = operation.pointee.position
        _ = call(writers[operand], view: view, output: &output)
      case .attribute:
        let mark = output.count
        output.copy(operation.pointee.second, of: literals)
        output.position = operation.pointee.position
        if call(writers[operand], view: view, output: &output) {
          output.append(UInt8(ascii: "\""))
        } else {
          output.truncate(to: mark)
        }
      case .flag:
        if holds(tests[operand], view: view) { output.copy(operation.pointee.second, of: literals) }
      case .truth:
        output.append(holds(tests[operand], view: view) ? "true" : "false")
      case .jumpUnless:
        if !holds(tests[operand], view: view) { next = Int(operation.pointee.target) }
      case .jumpIf:
        if holds(tests[operand], view: view) { next = Int(operation.pointee.target) }
      case .jump:
        next = Int(operation.pointee.target)
      case .visit:
        let body = next
        let after = Int(operation.pointee.target)
        visitors[operand]._withUnsafeGuaranteedRef { visitor in
          visitor.call(view, &output) { child, output in run(body, end: after, view: child, output: &output) }
        }
        next = after
      case .content:
        contents[operand]._withUnsafeGuaranteedRef { $0.call(view, &output) }
      }
    }
  }

  @inline(__always)
  func call(_ writer: Unmanaged<Access.Writer>, view: UnsafeRawPointer, output: inout Output) -> Bool {
    writer._withUnsafeGuaranteedRef { $0.call(view, &output) }
  }

  @inline(__always)
  func holds(_ test: Unmanaged<Access.Test>, view: UnsafeRawPointer) -> Bool {
    test._withUnsafeGuaranteedRef { $0.call(view) }
  }
}

/// One step of a program: it copies bytes, then does something.
struct Operation: Sendable {
  enum Action: UInt8, Sendable {
    /// Does nothing after the bytes.
    case none
    /// Writes the value of writer `operand`.
    case write
    /// Writes the second bytes (` name="`), the value and a quote; writes nothing if the value is `nil`.
    case attribute
    /// Writes the second bytes (` name`) if test `operand` holds.
    case flag
    /// Writes "true" or "false", the result of test `operand`.
    case truth
    /// Jumps to `target` if test `operand` does not hold.
    case jumpUnless
    case jumpIf
    case jump
    /// Runs the steps from here to `target` for each child of visitor `operand`.
    case visit
    /// Writes the fragments of content `operand`.
    case content
  }

  var action = Action.none
  var position = Position.text
  var operand: UInt32 = 0
  var target: UInt32 = 0
  var literal = Span.empty
  var second = Span.empty

  /// A run in the pool of literal bytes.
  struct Span: Sendable {
    let offset: UInt32
    let length: UInt32
    static let empty = Span(offset: 0, length: 0)
  }
}
