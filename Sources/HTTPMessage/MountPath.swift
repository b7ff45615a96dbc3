/// The beginning of a site's addresses: `/town/forms`, or nothing where the site has its host to itself.
public struct MountPath: Hashable, Sendable, CustomStringConvertible {
  /// A site that has its host to itself.
  public static let root = MountPath(unchecked: "")

  /// Empty at the root, else with a slash at its beginning and none at its end.
  public let text: String

  /// Addresses repeat it in every link.
  package static let byteLimit = 256

  private init(unchecked text: String) { self.text = text }

  /// - Parameter text: segments of unreserved characters (RFC 3986 §2.3), a slash before each, none of them `.` or `..`; nil
  ///   for anything else, so that it means the same to every proxy and browser, and nothing in it needs escaping.
  public init?(_ text: some StringProtocol) {
    let segments = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.byteLimit, segments.count > 1, segments[0].isEmpty else { return nil }
    for segment in segments.dropFirst() {
      guard !segment.isEmpty, segment.allSatisfy(Self.isUnreserved), segment.contains(where: { $0 != Self.dot }) else {
        return nil
      }
    }
    self.text = String(text)
  }

  public var description: String { text }
  package var isRoot: Bool { text.utf8.isEmpty }

  /// This path and another one below it; nil where both are too long together.
  package func appending(_ other: MountPath) -> MountPath? {
    if other.isRoot { return self }
    return isRoot ? other : MountPath(text + other.text)
  }

  private static let dot = UInt8(ascii: ".")

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), dot, UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
