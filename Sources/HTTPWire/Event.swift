/// A connection's news after octets came in.
package enum Event: Sendable {
  /// Nothing until more octets come, or until the answer is out.
  case needMore
  /// The head of a request whose content has not come whole; told once, before anything waits for that content. It may be
  /// answered already (`request()`), and is then to be refused; else the next events go on as if nothing had been told.
  case head
  /// The client waits for `100 Continue` before it sends its content (RFC 9110 §10.1.1).
  case continueExpected
  /// A whole request: `request()`. The next event comes after its answer.
  case request
  /// The request is refused; answer with the fault's status, then close.
  case fault(Fault)
  /// Nothing more will come.
  case end
}
