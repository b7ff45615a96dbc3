import FormSite
import Support

/// A person's request to the outbox of the server that has the folder.
struct OutboxRequest {
  static let verb = "outbox"

  enum Order: String { case retry, drop }

  let order: Order
  /// The destination; `nil`: all destinations, only possible with `retry`.
  let destination: String?
  /// The submission's id; `nil`: all submissions.
  let id: String?

  init(_ order: Order, destination: String?, id: String?) {
    (self.order, self.destination, self.id) = (order, destination, id)
  }

  /// - Throws: if the JSON is not such a request.
  init(_ request: JSONValue) throws(Failure) {
    func text(_ key: String) -> String? { if case .string(let text)? = request[key] { text } else { nil } }
    guard let order = text("order").flatMap(Order.init), order == .retry || text("destination") != nil else {
      throw Failure("outbox needs an order, and drop a destination")
    }
    self.init(order, destination: text("destination"), id: text("id"))
  }

  var json: JSONValue {
    [
      "do": .string(Self.verb), "order": .string(order.rawValue),
      "destination": destination.map { .string($0) } ?? .null,
      "id": id.map { .string($0) } ?? .null,
    ]
  }

  /// - Returns: the number of deliveries.
  func carryOut(by outbox: any Outbox) throws(SubmissionError) -> Int {
    switch order {
    case .retry: try outbox.retry(destination: destination, id: id)
    case .drop: try outbox.drop(destination: destination ?? "", id: id)
    }
  }

  /// - Parameter outbox: `nil` if nothing waits at this server.
  func execute(on outbox: (any Outbox)?) throws -> JSONValue {
    guard let outbox else { throw Failure("error: the server has no outbox: nothing waits") }
    return ["count": .number("\(try carryOut(by: outbox))")]
  }

  static func count(_ answer: JSONValue) -> Int {
    if case .number(let text)? = answer["count"] { Int(text) ?? 0 } else { 0 }
  }
}
