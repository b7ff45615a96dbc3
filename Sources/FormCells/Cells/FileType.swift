import Support

/// The media type of a file by its content. Names and what a browser says count only where several types have one content: a
/// spreadsheet and a text document are both archives.
package enum FileType {
  /// - Parameters:
  ///   - head: the first bytes, 4 KiB where there are so many.
  ///   - name: decides among the types that this content can have.
  package static func type(of head: [UInt8], named name: String) -> String {
    let ending = AttachedFile.fileEnding(of: name)
    if let signature = signatures.first(where: { $0.fits(head) }) { return signature.type }
    if begins(head, [0x50, 0x4B, 0x03, 0x04]) { return archive(head, ending) }
    if begins(head, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
      return chosen(
        by: ending, among: "application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint")
        ?? "application/x-ole-storage"
    }
    if let brand = mediaBrand(head) { return brand }
    return text(head, ending) ?? "application/octet-stream"
  }

  // MARK: Binary content

  private struct Signature {
    let type: String
    let bytes: [UInt8?]
    var offset = 0

    func fits(_ head: [UInt8]) -> Bool {
      head.count >= offset + bytes.count && zip(head[offset...], bytes).allSatisfy { $1 == nil || $0 == $1 }
    }
  }

  private static func ascii(_ text: String) -> [UInt8?] { text.utf8.map { $0 } }
  private static let anyFour: [UInt8?] = [nil, nil, nil, nil]

  private static let signatures: [Signature] = [
    Signature(type: "image/jpeg", bytes: [0xFF, 0xD8, 0xFF]),
    Signature(type: "image/png", bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    Signature(type: "image/gif", bytes: ascii("GIF87a")), Signature(type: "image/gif", bytes: ascii("GIF89a")),
    Signature(type: "image/webp", bytes: ascii("RIFF") + anyFour + ascii("WEBP")),
    Signature(type: "image/tiff", bytes: [0x49, 0x49, 0x2A, 0x00]),
    Signature(type: "image/tiff", bytes: [0x4D, 0x4D, 0x00, 0x2A]),
    Signature(type: "image/bmp", bytes: ascii("BM") + anyFour + [0, 0, 0, 0]),
    Signature(type: "application/pdf", bytes: ascii("%PDF-")),
    Signature(type: "application/rtf", bytes: ascii("{\\rtf")),
    Signature(type: "application/postscript", bytes: ascii("%!PS")),
    Signature(type: "audio/wav", bytes: ascii("RIFF") + anyFour + ascii("WAVE")),
    Signature(type: "video/x-msvideo", bytes: ascii("RIFF") + anyFour + ascii("AVI ")),
    Signature(type: "audio/mpeg", bytes: ascii("ID3")), Signature(type: "audio/mpeg", bytes: [0xFF, 0xFB]),
    Signature(type: "audio/mpeg", bytes: [0xFF, 0xF3]), Signature(type: "audio/mpeg", bytes: [0xFF, 0xF2]),
    Signature(type: "audio/aac", bytes: [0xFF, 0xF1]), Signature(type: "audio/aac", bytes: [0xFF, 0xF9]),
    Signature(type: "audio/ogg", bytes: ascii("OggS")), Signature(type: "audio/flac", bytes: ascii("fLaC")),
    Signature(type: "audio/amr", bytes: ascii("#!AMR")),
    Signature(type: "video/webm", bytes: [0x1A, 0x45, 0xDF, 0xA3]),
    Signature(type: "application/gzip", bytes: [0x1F, 0x8B]),
    Signature(type: "application/x-7z-compressed", bytes: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    Signature(type: "application/vnd.rar", bytes: ascii("Rar!")),
    Signature(type: "application/x-msdownload", bytes: ascii("MZ")),
    Signature(type: "application/x-executable", bytes: [0x7F, 0x45, 0x4C, 0x46]),
  ]

  private static func begins(_ head: [UInt8], _ bytes: [UInt8]) -> Bool { head.starts(with: bytes) }

  /// ISO base media files (ISO/IEC 14496-12 §4.3): the brand says what they are.
  private static func mediaBrand(_ head: [UInt8]) -> String? {
    guard head.count >= 12, head[4..<8].elementsEqual("ftyp".utf8) else { return nil }
    switch String(decoding: head[8..<12], as: UTF8.self) {
    case "heic", "heix", "hevc", "heim", "heis": return "image/heic"
    case "mif1", "msf1": return "image/heif"
    case "avif", "avis": return "image/avif"
    case "qt  ": return "video/quicktime"
    case "M4A ", "M4B ": return "audio/mp4"
    case let brand where brand.hasPrefix("3g"): return "video/3gpp"
    default: return "video/mp4"
    }
  }

  /// Nothing is unpacked: the names of the first entries stand in the head as they are (PKWARE APPNOTE §4.3.7).
  private static func archive(_ head: [UInt8], _ ending: String?) -> String {
    if let type = openDocumentType(head) { return type }
    let office = "application/vnd.openxmlformats-officedocument."
    let documents = [
      "word/": "\(office)wordprocessingml.document", "xl/": "\(office)spreadsheetml.sheet",
      "ppt/": "\(office)presentationml.presentation",
    ]
    guard head.firstRange(of: Array("[Content_Types].xml".utf8)) != nil else { return "application/zip" }
    if let found = documents.first(where: { head.firstRange(of: Array($0.key.utf8)) != nil }) { return found.value }
    return chosen(by: ending, among: documents.values.sorted()) ?? "application/zip"
  }

  /// The first entry is `mimetype`, not compressed, and holds the type (ODF 1.3, part 2, §3.3).
  private static func openDocumentType(_ head: [UInt8]) -> String? {
    let (nameStart, contentStart) = (30, 38)
    guard head.count > contentStart, head[nameStart..<contentStart].elementsEqual("mimetype".utf8) else { return nil }
    let type = head[contentStart...].prefix { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "P") }
    let known = String(decoding: type, as: UTF8.self)
    return AcceptedFiles.isType(known) ? known : nil
  }

  private static func chosen(by ending: String?, among types: String...) -> String? { chosen(by: ending, among: types) }

  private static func chosen(by ending: String?, among types: [String]) -> String? {
    ending.flatMap { self.types(ofEnding: $0) }?.first { types.contains($0) }
  }

  // MARK: Text

  /// Nil: it is no text.
  private static func text(_ head: [UInt8], _ ending: String?) -> String? {
    if begins(head, [0xFF, 0xFE]) || begins(head, [0xFE, 0xFF]) { return "text/plain" }
    let isText = !head.isEmpty && head.allSatisfy { $0 >= 0x20 || [0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains($0) }
    guard isText else { return nil }
    let start = String(decoding: head, as: UTF8.self).lowercased().drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if markup.contains(where: { start.hasPrefix($0) }) || start.contains("<script") || start.contains("<html") {
      return start.contains("<svg") && !start.contains("<html") ? "image/svg+xml" : "text/html"
    }
    if start.hasPrefix("<svg") || start.hasPrefix("<?xml") && start.contains("<svg") { return "image/svg+xml" }
    if start.hasPrefix("<?xml") { return "application/xml" }
    if start.hasPrefix("begin:vcard") { return "text/vcard" }
    if start.hasPrefix("begin:vcalendar") { return "text/calendar" }
    return chosen(by: ending, among: "text/csv", "application/json", "text/markdown", "message/rfc822") ?? "text/plain"
  }

  /// What a browser may take for a page (WHATWG MIME Sniffing §7.1).
  private static let markup = [
    "<!doctype html", "<html", "<head", "<script", "<iframe", "<body", "<h1", "<div", "<font", "<table", "<a ",
    "<style",
    "<title", "<b>", "<br", "<p>", "<!--", "<img", "<form",
  ]

  // MARK: Endings

  /// The types of files with this ending, the usual one first; nil: it is not known.
  package static func types(ofEnding ending: String) -> [String]? { endings.first { $0.ending == ending }?.types }

  /// The usual ending of files of a type.
  package static func ending(of type: String) -> String? { endings.first { $0.types.first == type }?.ending }

  /// Whether the content of any file is taken for this type.
  static func isRecognised(_ type: String) -> Bool {
    endings.contains { $0.types.contains(type) }
      || ["application/octet-stream", "application/x-executable"].contains(type)
      || type.hasPrefix("application/vnd.oasis.opendocument.") && AcceptedFiles.isType(type)
  }

  /// Whether any file is of this family of types: "image".
  static func hasFamily(_ family: String) -> Bool { endings.contains { $0.types[0].hasPrefix(family + "/") } }

  /// The type and the ending of a file of this family; nil: none is known.
  static func example(ofFamily family: String) -> (type: String, ending: String)? {
    endings.first { $0.types[0].hasPrefix(family + "/") }.map { ($0.types[0], $0.ending) }
  }

  private static let endings: [(ending: String, types: [String])] = {
    let office = "application/vnd.openxmlformats-officedocument."
    let open = "application/vnd.oasis.opendocument."
    return [
      ("jpg", ["image/jpeg"]), ("jpeg", ["image/jpeg"]), ("png", ["image/png"]), ("gif", ["image/gif"]),
      ("webp", ["image/webp"]), ("heic", ["image/heic", "image/heif"]), ("heif", ["image/heif", "image/heic"]),
      ("avif", ["image/avif"]), ("tiff", ["image/tiff"]), ("tif", ["image/tiff"]), ("bmp", ["image/bmp"]),
      ("svg", ["image/svg+xml"]),
      ("pdf", ["application/pdf"]), ("rtf", ["application/rtf"]), ("ps", ["application/postscript"]),
      ("docx", ["\(office)wordprocessingml.document"]), ("xlsx", ["\(office)spreadsheetml.sheet"]),
      ("pptx", ["\(office)presentationml.presentation"]), ("doc", ["application/msword", "application/x-ole-storage"]),
      ("xls", ["application/vnd.ms-excel", "application/x-ole-storage"]),
      ("ppt", ["application/vnd.ms-powerpoint", "application/x-ole-storage"]),
      ("odt", ["\(open)text"]), ("ods", ["\(open)spreadsheet"]), ("odp", ["\(open)presentation"]),
      ("epub", ["application/epub+zip"]),
      ("txt", ["text/plain"]), ("csv", ["text/csv", "text/plain"]), ("md", ["text/markdown", "text/plain"]),
      ("json", ["application/json"]), ("xml", ["application/xml"]), ("html", ["text/html"]), ("htm", ["text/html"]),
      ("ics", ["text/calendar"]), ("vcf", ["text/vcard"]), ("eml", ["message/rfc822", "text/plain"]),
      ("mp3", ["audio/mpeg"]), ("wav", ["audio/wav"]), ("m4a", ["audio/mp4", "video/mp4"]), ("aac", ["audio/aac"]),
      ("ogg", ["audio/ogg"]), ("flac", ["audio/flac"]), ("amr", ["audio/amr"]),
      ("mp4", ["video/mp4"]), ("mov", ["video/quicktime"]), ("webm", ["video/webm"]), ("avi", ["video/x-msvideo"]),
      ("3gp", ["video/3gpp"]), ("mkv", ["video/webm"]),
      ("zip", ["application/zip"]), ("gz", ["application/gzip"]), ("7z", ["application/x-7z-compressed"]),
      ("rar", ["application/vnd.rar"]), ("exe", ["application/x-msdownload"]),
    ]
  }()

  /// The types of pictures that every browser draws and that hold no scripts: pages show these in place.
  package static let shownInPlace = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"]
}
