/// The pages that may show the site in a frame (CSP Level 3, `frame-ancestors`).
public struct FrameAncestors: Sendable, Equatable {
  /// No page may.
  public static let none = FrameAncestors(sources: [])

  /// The sources of the directive: `'self'`, or origins.
  private let sources: [String]

  private init(sources: [String]) { self.sources = sources }

  /// - Parameter text: `none`; or, separated by blanks or commas, `self` and origins such as `https://www.example.com`,
  ///   `http://localhost:3000` or `https://*.example.com`. The result is `nil` for anything else, so that a typing error can neither
  ///   allow every site nor break the rest of the policy.
  public init?(_ text: some StringProtocol) {
    let words = text.split { $0 == " " || $0 == "," }.map { $0.lowercased() }
    if words == ["none"] || words == ["'none'"] {
      self = .none
      return
    }
    var sources: [String] = []
    for word in words {
      guard let source = Self.source(word) else { return nil }
      if !sources.contains(source) { sources.append(source) }
    }
    guard !sources.isEmpty, sources.count <= Self.sourceLimit else { return nil }
    self.sources = sources
  }

  /// The number of sources is limited, as every page repeats them.
  private static let sourceLimit = 20
  private static let hostByteLimit = 253

  private static func source(_ word: String) -> String? {
    if word == "self" || word == "'self'" { return "'self'" }
    guard let scheme = ["https://", "http://"].first(where: word.hasPrefix) else { return nil }
    let authority = word.dropFirst(scheme.count)
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    guard let host = parts.first, parts.count <= 2, isHost(host.hasPrefix("*.") ? host.dropFirst(2) : host) else {
      return nil
    }
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy(isDigit), let port = UInt16(parts[1]), port > 0 else { return nil }
    }
    return word
  }

  private static func isHost(_ host: Substring) -> Bool {
    let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return host.utf8.count <= hostByteLimit
      && labels.allSatisfy { label in
        !label.isEmpty && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
          && label.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "-") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
      }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  /// Whether pages of other sites may show it.
  package var hasOthers: Bool { sources.contains { $0 != "'self'" } }

  /// The directive's value.
  package var directive: String { sources.isEmpty ? "'none'" : sources.joined(separator: " ") }
}
