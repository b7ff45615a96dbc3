import FormPages
import Templates

/// Pages as snapshots have them: an element a line, and nothing in it that changes where the page does not: the hashes in the
/// names of assets, and the digest of the definition.
enum PageText {
  static let versionField = PageField.version.rawValue
  static let pinnedVersion = "0000000000000000"

  static func of(_ html: [UInt8]) -> String {
    var text = String(decoding: PrettyHTML.format(html), as: UTF8.self)
      .replacing(#/(/assets/[^"?# ]*\.)[0-9a-f]{16}\./#) { "\($0.output.1)hash." }
    if let field = text.firstRange(of: "name=\"\(versionField)\" value=\"") {
      let value = text[field.upperBound...].prefix { $0 != "\"" }
      text.replaceSubrange(value.startIndex..<value.endIndex, with: pinnedVersion)
    }
    return text
  }
}
