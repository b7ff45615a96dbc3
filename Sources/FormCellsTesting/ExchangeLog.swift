import FormPages
import HTTPCore
import Templates

/// Exchanges as text, to be kept as one snapshot. Each has the request line, the fields that matter and the body; then the
/// status, the fields that matter, and the lines in which the page differs from the previous one.
struct ExchangeLog: Sendable {
  private(set) var text = ""
  /// The laid-out page of the last answer.
  private var page: [Substring]

  private static let requestFields: [FieldName] = [.contentType, .acceptLanguage, .cookie]
  /// `Content-Type` is left out, as it is the same for all pages.
  private static let answerFields: [FieldName] = [.location, .setCookie, .cacheControl, .allow]

  /// - `html`: the page with which the first answer is compared; empty if there was none.
  init(after html: [UInt8]) { page = PageText.of(html).split(separator: "\n") }

  /// - `body`: the posted fields; `nil` for a GET.
  mutating func append(_ request: Request, body: FormData?, response: Response) {
    if !text.isEmpty { text += "\n" }
    text += "> \(request.method) \(request.target)\n"
    for name in Self.requestFields { append(name, of: request.fields, mark: ">") }
    for pair in body?.pairs ?? [] {
      let value = pair.name == PageText.versionField ? PageText.pinnedVersion : Self.escaped(pair.value)
      text += ">   \(pair.name) = \(value)\n"
    }
    for file in body?.files ?? [] { text += ">   \(file.name) = a file of \(file.content.count) bytes\n" }
    text += "< \(response.status)\n"
    for name in Self.answerFields { append(name, of: response.fields, mark: "<") }
    if !response.body.isEmpty { append(page: response.body) }
  }

  /// Adds a note about something that happened between the exchanges.
  mutating func append(note: String) { text += "\n# \(note)\n" }

  private mutating func append(_ name: FieldName, of fields: Fields, mark: String) {
    for value in fields.values(of: name) { text += "\(mark) \(name): \(value)\n" }
  }

  /// Adds a page. The first one, and one that has little in common with the previous one, is written whole, without its head.
  private mutating func append(page html: [UInt8]) {
    let new = PageText.of(html).split(separator: "\n")
    let difference = LineDifference(from: page, to: new)
    if difference.removedCount * 2 >= page.count {
      text += "@ a page of its own\n"
      text += new.drop { $0 != "  <body>" }.dropLast().map { "+ \($0.dropFirst(2))\n" }.joined()
    } else {
      let changes = difference.text
      text += changes.isEmpty ? "= the page before\n" : changes
    }
    page = new
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\r", with: "\\r").replacing("\n", with: "\\n")
  }
}

/// Pages as snapshots store them: one element per line, without what changes although the page does not: the hashes in the
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
