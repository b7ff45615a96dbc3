/// `Deadlines` in the units of the loop.
struct Pace: Sendable {
  var head: Interval
  var content: Interval
  var progress: Interval
  var progressBytes: Int
  var idle: Interval
  var answer: Interval
  var linger: Interval
  /// What a connection that was opened but not used yet gets when the server drains: its request may be on the way.
  var drainGrace = Interval(.milliseconds(500))

  init(_ deadlines: Deadlines) {
    head = Interval(deadlines.head)
    content = Interval(deadlines.content)
    progress = Interval(deadlines.progress)
    progressBytes = deadlines.progressBytes
    idle = Interval(deadlines.idle)
    answer = Interval(deadlines.answer)
    linger = Interval(deadlines.linger)
  }
}
