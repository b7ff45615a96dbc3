/// A compiled template: a flat list of operations over one pool of literal bytes.
@usableFromInline
final class Program: Sendable {
  static let empty = Program()

  /// Renders into a fresh output and appends that to `bytes`.
  @usableFromInline
  func render(_ view: UnsafeRawPointer, into bytes: inout [UInt8]) {
    var output = Output(capacity: Output.initialCapacityInBytes)
    run(view, &output)
    output.append(to: &bytes)
  }

  @usableFromInline
  func run(_ view: UnsafeRawPointer, _ output: inout Output) {
  }
}
