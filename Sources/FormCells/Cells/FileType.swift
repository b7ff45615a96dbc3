import Support

/// Detects the media type of a file from its content. The name counts only if several types have the same content: a spreadsheet and a text
/// document are both archives.
package enum FileType {
  /// - Parameters:
  ///   - head: the first bytes, 4 KiB if the file has that many.
  ///   - name: decides among the types that this content can have.
  /// - Returns: the usual type first, if the head and the name leave several.
  package static func types(of head: [UInt8], named name: String) -> [String] {
    let ending = AttachedFile.fileEnding(of: name)
    if let signature = signatures.first(where: { $0.fits(head) }) { return [signature.type] }
    return mediaTypes(head, ending: ending) ?? [type(of: head, ending: ending)]
  }

  /// The usual type among ``types(of:named:)``.
  package static func type(of head: [UInt8], named name: String) -> String { types(of: head, named: name)[0] }

  private static func type(of head: [UInt8], ending: String?) -> String {
    if begins(head, bytes: [0x50, 0x4B, 0x03, 0x04]) { return archive(head, ending: ending) }
    if begins(head, bytes: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
      return chosen(
        by: ending, among: "application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint")
        ?? "application/x-ole-storage"
    }
    let text = text(head, ending: ending)
    return isPDF(head, ending: ending, text: text) ? pdf : text ?? "application/octet-stream"
  }

  // MARK: PDF

  private static let pdf = "application/pdf"
  private static let startOfPDF = Array("%PDF-".utf8)

  /// Readers look for the start within 1024 bytes (PDF 1.7, annex H, note 13). Blank lines or a byte order mark before it come from
  /// programs that send files. A file with other text before it, such as commands for a printer, may only be about PDF; then the name
  /// decides.
  /// - Parameter text: the type that the head has as text.
  private static func isPDF(_ head: [UInt8], ending: String?, text: String?) -> Bool {
    guard let start = head.prefix(1024).firstRange(of: startOfPDF)?.lowerBound else { return false }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let before = head[(head.starts(with: mark) ? mark.count : 0)..<start]
    if before.allSatisfy({ $0 == 0 || isBlank($0) }) { return true }
    let isMarkup = text.map { ["text/html", "image/svg+xml", "application/xml"].contains($0) } ?? false
    return ending == "pdf" && !isMarkup && !before.starts(with: Array("#!".utf8)) && before.allSatisfy { isText($0) }
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

  private static func begins(_ head: [UInt8], bytes: [UInt8]) -> Bool { head.starts(with: bytes) }

  /// ISO base media files (ISO/IEC 14496-12 §4.3): the first brand tells the type, or one of the compatible brands does.
  /// - Returns: `nil` if it is not such a file.
  private static func mediaTypes(_ head: [UInt8], ending: String?) -> [String]? {
    guard head.count >= 12, head[4..<8].elementsEqual("ftyp".utf8) else { return nil }
    let end = min(head.count, head[0..<4].reduce(0) { $0 << 8 | Int($1) })
    let others = stride(from: 16, to: end - 3, by: 4).map { brand(head, at: $0) }
    switch brand(head, at: 8) {
    case let first where heic.contains(first): return ["image/heic"]
    case "avif", "avis": return ["image/avif"]
    case "mif1", "msf1":
      if others.contains(where: { heic.contains($0) }) { return ["image/heic", "image/heif"] }
      return others.contains("avif") ? ["image/avif", "image/heif"] : ["image/heif"]
    case "qt  ": return ["video/quicktime"]
    case "M4A ", "M4B ": return ["audio/mp4"]
    case let first where first.hasPrefix("3g"):
      let tracks = trackKinds(head)
      // The file may also have a picture track after the head.
      return tracks.contains("vide")
        ? ["video/3gpp"] : tracks.contains("soun") ? ["audio/3gpp", "video/3gpp"] : ["video/3gpp", "audio/3gpp"]
    // Audio and video files share these brands.
    default: return [chosen(by: ending, among: "audio/mp4") ?? "video/mp4"]
    }
  }

  private static let heic: Set<String> = ["heic", "heix", "hevc", "hevx", "heim", "heis"]

  /// The kinds of the tracks whose description begins in the head (§8.4.3): "vide", "soun".
  private static func trackKinds(_ head: [UInt8]) -> [String] {
    head.ranges(of: Array("hdlr".utf8)).map(\.upperBound).filter { $0 + 12 <= head.count }.map {
      brand(head, at: $0 + 8)
    }
  }

  /// Four characters.
  private static func brand(_ head: [UInt8], at offset: Int) -> String {
    String(decoding: head[offset..<(offset + 4)], as: UTF8.self)
  }

  /// Nothing is unpacked: the names of the first entries are readable in the head (PKWARE APPNOTE §4.3.7).
  private static func archive(_ head: [UInt8], ending: String?) -> String {
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
    ending.flatMap { contentTypes(ofEnding: $0).first { types.contains($0) } }
  }

  // MARK: Text

  /// `nil` if it is not text.
  private static func text(_ head: [UInt8], ending: String?) -> String? {
    if begins(head, bytes: [0xFF, 0xFE]) || begins(head, bytes: [0xFE, 0xFF]) { return "text/plain" }
    guard !head.isEmpty, head.allSatisfy({ isText($0) }) else { return nil }
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

  /// What a browser may interpret as a page (WHATWG MIME Sniffing §7.1).
  private static let markup = [
    "<!doctype html", "<html", "<head", "<script", "<iframe", "<body", "<h1", "<div", "<font", "<table", "<a ",
    "<style",
    "<title", "<b>", "<br", "<p>", "<!--", "<img", "<form",
  ]

  private static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 || byte == 0x1B || isBlank(byte) }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(byte) }

  // MARK: Endings

  /// The types of files with this ending, the usual one first; `nil` if the ending is not known.
  package static func types(ofEnding ending: String) -> [String]? { endings.first { $0.ending == ending }?.types }

  /// The types that the content of files with this ending can have, including endings that share their content with a more usual one; empty
  /// if the ending is not known.
  static func contentTypes(ofEnding ending: String) -> [String] { types(ofEnding: ending) ?? variants[ending] ?? [] }

  /// Whether a file with an ending that is not known may have this content.
  static func isContent(_ type: String, ofUnknownEnding ending: String) -> Bool {
    if containers.contains(type) || variants[ending]?.contains(type) == true { return true }
    return type != "application/x-executable" && !endings.contains { $0.types[0] == type }
  }

  /// Formats in which many programs keep their own files.
  private static let containers: Set = ["text/plain", "application/xml", "application/zip", "application/gzip"]

  /// Endings of files whose content more usually has another ending.
  private static let variants: [String: [String]] = {
    let office = "application/vnd.openxmlformats-officedocument."
    let groups = [
      (["\(office)wordprocessingml.document"], "docm dotx dotm"),
      (["\(office)spreadsheetml.sheet"], "xlsm xlsb xltx xltm xlam"),
      (["\(office)presentationml.presentation"], "pptm potx potm ppsx ppsm ppam sldx sldm"),
      ([pdf, "application/postscript"], "ai"),
      (["application/postscript"], "eps epsf epsi"),
      (["image/tiff"], "dng nef nrw cr2 arw sr2 srw pef erf kdc dcr 3fr fff iiq mef mos rwl gpr svs ndpi btf tf8"),
      (["image/jpeg"], "mpo jps"), (["image/png"], "apng"), (["image/bmp"], "dib"),
      (["image/heic", "image/heif"], "hif heics heifs"), (["image/avif"], "avifs"),
      (["video/mp4"], "f4v cr3 insv lrv mp4v mpg4"), (["audio/mp4", "video/mp4"], "m4r m4p f4a"),
      (["video/quicktime"], "qt mqv"), (["video/3gpp", "audio/3gpp", "video/mp4"], "3gpp 3g2"),
      (["audio/3gpp", "video/3gpp", "audio/mp4"], "3ga"),
      (["video/x-msvideo"], "divx"), (["video/webm"], "weba mka mks mk3d"), (["audio/ogg"], "oga ogv ogx spx"),
      (["audio/wav"], "bwf"), (["audio/mpeg"], "mp2 mpga"),
      (["application/vnd.rar"], "cbr"), (["application/x-7z-compressed"], "cb7"),
      (["text/vcard"], "vcard"), (["text/calendar"], "ical ifb vcs"),
    ]
    return Dictionary(
      uniqueKeysWithValues: groups.flatMap { types, names in names.split(separator: " ").map { (String($0), types) } })
  }()

  /// The usual ending of files of a type.
  package static func ending(of type: String) -> String? { endings.first { $0.types.first == type }?.ending }

  /// Whether the content of some file is recognized as this type.
  static func isRecognised(_ type: String) -> Bool {
    endings.contains { $0.types.contains(type) }
      || ["application/octet-stream", "application/x-executable"].contains(type)
      || type.hasPrefix("application/vnd.oasis.opendocument.") && AcceptedFiles.isType(type)
  }

  /// Whether some file type is of this family: "image".
  static func hasFamily(_ family: String) -> Bool { endings.contains { $0.types[0].hasPrefix(family + "/") } }

  /// The type and the ending of a file of this family; `nil` if none is known.
  static func example(ofFamily family: String) -> (type: String, ending: String)? {
    endings.first { $0.types[0].hasPrefix(family + "/") }.map { ($0.types[0], $0.ending) }
  }

  private static let endings: [(ending: String, types: [String])] = {
    let office = "application/vnd.openxmlformats-officedocument."
    let open = "application/vnd.oasis.opendocument."
    return [
      ("jpg", ["image/jpeg"]), ("jpeg", ["image/jpeg"]), ("jpe", ["image/jpeg"]), ("jfif", ["image/jpeg"]),
      ("png", ["image/png"]), ("gif", ["image/gif"]),
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
      ("mp3", ["audio/mpeg"]), ("wav", ["audio/wav"]), ("m4a", ["audio/mp4", "video/mp4"]),
      ("m4b", ["audio/mp4", "video/mp4"]), ("aac", ["audio/aac"]), ("ogg", ["audio/ogg"]), ("opus", ["audio/ogg"]),
      ("flac", ["audio/flac"]), ("amr", ["audio/amr"]),
      ("mp4", ["video/mp4"]), ("m4v", ["video/mp4"]), ("mov", ["video/quicktime"]), ("webm", ["video/webm"]),
      ("avi", ["video/x-msvideo"]),
      ("3gp", ["video/3gpp", "audio/3gpp"]), ("mkv", ["video/webm"]),
      ("zip", ["application/zip"]), ("gz", ["application/gzip"]), ("tgz", ["application/gzip"]),
      ("7z", ["application/x-7z-compressed"]),
      ("rar", ["application/vnd.rar"]), ("exe", ["application/x-msdownload"]),
    ]
  }()

  /// Picture types that every browser draws and that contain no scripts: pages show these in place.
  package static let shownInPlace = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"]
}
