import Templates
import Support

/// The style sheet and the script of every page as a page holds them itself, so that a visitor who comes for the first time
/// sees it one round trip earlier.
package struct InlinedAssets: Sendable {
  /// Their elements.
  let fragment: Fragment
  /// Their names in the content security policy (CSP Level 3 §2.3.1, `hash-source`).
  package let styleSource: String
  package let scriptSource: String

  private let style: [UInt8]
  private let script: [UInt8]

  /// - `script`: a zero stands where an address begins, for the path that the site is mounted at.
  /// - `path`: that path; empty: the site's addresses are those of its server.
  package init(style: [UInt8], script: [UInt8], below path: String = "") {
    self.style = style
    self.script = script
    let placed = Array(script.split(separator: 0, omittingEmptySubsequences: false).joined(separator: path.utf8))
    // What the script asks for is on its way while the rest of the page comes.
    fragment = .verbatim(
      Array("<script type=\"module\" async>".utf8) + placed + "</script><style>".utf8 + style + "</style>".utf8)
    styleSource = Self.source(style)
    scriptSource = Self.source(placed)
  }

  func below(_ path: String) -> InlinedAssets { InlinedAssets(style: style, script: script, below: path) }

  private static func source(_ text: [UInt8]) -> String {
    var digest: [UInt8] = []
    Base64.standard.append(SHA256.digest(of: text), to: &digest)
    // 32 bytes: one letter of padding.
    return "'sha256-\(String(decoding: digest, as: UTF8.self))='"
  }
}
