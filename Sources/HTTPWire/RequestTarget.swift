import HTTPMessage
import Support

/// `request-target = origin-form / absolute-form / authority-form / asterisk-form` (RFC 9112 §3.2), reduced to what a
/// site asks for.
struct RequestTarget {
  var path: String
  var query: String?
  /// Of absolute-form: it wins over the Host field (§3.2.2).
  var authority: String?
  /// Of absolute-form "https://…".
  var isSecure = false

  init(_ span: Span<UInt8>, _ range: Range<Int>, method: Method) throws(Fault) {
    switch span[range.lowerBound] {
    case 0x2F:
      // origin-form = absolute-path [ "?" query ]
      self = RequestTarget(span, pathAndQuery: range, authority: nil)
    case 0x2A where range.count == 1 && method == .options:
      // asterisk-form = "*", for OPTIONS only (§3.2.4)
      self = RequestTarget(path: "*", query: nil, authority: nil)
    default:
      // absolute-form = absolute-URI, of the schemes that lead to an HTTP origin
      guard let start = RequestTarget.authorityStart(span, range) else { throw .malformedTarget }
      var end = start
      while end < range.upperBound, span[end] != 0x2F, span[end] != 0x3F { end += 1 }
      // A URI without a host, or with user information, is invalid (RFC 9110 §4.2.1, §4.2.4).
      guard end > start, Grammar.isHost(span, start..<end) else { throw .malformedTarget }
      let authority = span.text(start..<end)
      if end < range.upperBound, span[end] == 0x2F {
        self = RequestTarget(span, pathAndQuery: end..<range.upperBound, authority: authority)
      } else {
        // An empty path is "/", for OPTIONS the server as a whole (§3.2.1, §3.2.4).
        let query = end < range.upperBound ? span.text((end + 1)..<range.upperBound) : nil
        self = RequestTarget(path: method == .options && query == nil ? "*" : "/", query: query, authority: authority)
      }
      isSecure = ASCII.lower(span[range.lowerBound + 4]) == 0x73
    }
  }

  private init(path: String, query: String?, authority: String?) {
    self.path = path
    self.query = query
    self.authority = authority
  }

  private init(_ span: Span<UInt8>, pathAndQuery range: Range<Int>, authority: String?) {
    var end = range.lowerBound
    while end < range.upperBound, span[end] != 0x3F { end += 1 }
    path = span.text(range.lowerBound..<end)
    query = end < range.upperBound ? span.text((end + 1)..<range.upperBound) : nil
    self.authority = authority
  }

  /// Behind "http://" or "https://", in any case (RFC 3986 §3.1).
  private static func authorityStart(_ span: Span<UInt8>, _ range: Range<Int>) -> Int? {
    for scheme in ["http://", "https://"] as [StaticString] where range.count >= scheme.utf8CodeUnitCount {
      let count = scheme.utf8CodeUnitCount
      if (0..<count).allSatisfy({ ASCII.lower(span[range.lowerBound + $0]) == scheme.utf8Start[$0] }) {
        return range.lowerBound + count
      }
    }
    return nil
  }
}
