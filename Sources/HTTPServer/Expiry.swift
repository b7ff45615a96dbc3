import HTTPWire

/// The action that a conversation asks for when its deadline has passed.
enum Expiry: Equatable {
  /// Close: nobody waits for an answer.
  case close
  /// Close and let the kernel forget what is unsent: nobody reads it.
  case reset
  /// Answer with the error page of this fault.
  case refuse(Fault)
  /// The site took too long: answer 503.
  case giveUp
}
