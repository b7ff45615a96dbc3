/// `Deadlines` in the units of the loop.
struct Pace: Sendable {
  var head: Interval
  var content: Interval
  var progress: Interval
  var progressBytes: Int
  var idle: Interval
  var answer: Interval
  var linger: Interval
  /// The time that an unused connection still has when the server drains: its first request may be on the way.
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
