import HTTPWire

/// The next thing that a conversation asks of its loop.
enum Action: Equatable {
  /// Read from the peer, as far as there is something.
  case read
  /// Hand `takeRequest()` to the site; its answer comes by `answer`.
  case respond
  /// Look at `takeRequest()`, of which only the head is there: what can be answered without its content is, by `refuse` and
  /// `answer`.
  case screen
  /// Set room aside for `wantedBytes`: then `reserved`, else `refuse` and an answer that says so.
  case reserve
  /// Answer with the error page of this fault.
  case refuse(Fault)
  /// Write what is queued.
  case write
  /// Nothing until the site answers.
  case wait
  /// Say that nothing more will be sent, then read and forget until the peer closes.
  case linger
  /// Close.
  case close
}
