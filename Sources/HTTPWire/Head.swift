import HTTPMessage

/// The head of the request that is being read.
struct Head {
  var line: RequestLine?
  var framing = Framing()
  /// Where each field stands, counted from `fieldsStart`.
  var entries: [Fields.Entry] = []
  /// Of the input: from behind the request line to the empty line.
  var fieldsStart = 0
  var fieldsEnd = 0
  private var fields = Fields()
  private var host: String?

  var minorVersion: Int { line?.minorVersion ?? 1 }
  var persists: Bool { framing.persists(minorVersion: minorVersion) }

  mutating func begin(_ line: RequestLine, fieldsStart: Int) {
    self.line = line
    self.fieldsStart = fieldsStart
    // A browser's request has some fourteen fields; growing there by doubling would cost four allocations.
    entries.reserveCapacity(16)
  }

  mutating func add(_ field: FieldLine, _ fact: FramingFact) throws(Fault) {
    try framing.note(fact)
    entries.append(
      Fields.Entry(
        name: (field.name.lowerBound - fieldsStart)..<(field.name.upperBound - fieldsStart),
        value: (field.value.lowerBound - fieldsStart)..<(field.value.upperBound - fieldsStart),
        nameKey: field.nameKey))
  }

  /// Takes the field lines out of the input, which content will overwrite.
  mutating func takeFields(_ input: [UInt8]) {
    fields = Fields(checked: Array(input[fieldsStart..<fieldsEnd]), entries: entries)
    entries = []
    host = framing.hostLines > 0 ? input.span.text(framing.host) : nil
  }

  func request(body: [UInt8]) -> Request {
    Request(
      method: line?.method ?? .get, path: line?.target.path ?? "/", query: line?.target.query, fields: fields,
      body: body, scheme: line?.target.isSecure == true ? "https" : "http", host: line?.target.authority ?? host)
  }

  mutating func clear() { self = Head() }
}
