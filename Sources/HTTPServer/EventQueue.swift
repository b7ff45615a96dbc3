/// The kinds of events that a loop wants to hear of a descriptor.
struct Interest: OptionSet, Sendable {
  var rawValue: UInt8
  static let readable = Interest(rawValue: 1)
  static let writable = Interest(rawValue: 2)
}

/// The kernel's news of a descriptor.
struct Readiness: Equatable, Sendable {
  var token: UInt64
  /// Something to read or to write, or both.
  var isReady: Bool
  /// Both directions are over: the peer reset the connection, or both sides ended.
  var isOver: Bool
}

/// The kernel's event queue, as much of it as a loop uses.
protocol EventQueue: AnyObject {
  /// An `errno` value, or 0.
  func add(_ descriptor: Int32, _ interest: Interest, token: UInt64) -> Int32
  func modify(_ descriptor: Int32, _ interest: Interest, token: UInt64) -> Int32
  func remove(_ descriptor: Int32)
  /// Waits for events, at most so many milliseconds; -1: without end. How many there are; none when woken or interrupted.
  func wait(milliseconds: Int32) -> Int
  /// One event of the last `wait`; nil where it concerns the queue alone.
  func event(_ index: Int) -> Readiness?
  /// Ends a `wait`, the present or the next one. From any thread.
  func wake()
  func close()
}
