import FormCells
import Support
import Testing

@Suite("Types of files by their content") struct FileTypeTests {
  private func type(_ head: String, _ name: String = "x") -> String { FileType.type(of: Array(head.utf8), named: name) }

  @Test(
    "binary files are recognized by their first bytes, whatever their name",
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE1], "image/jpeg"), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
      (Array("GIF89a".utf8), "image/gif"), (Array("RIFFxxxxWEBPVP8 ".utf8), "image/webp"),
      (Array("\0\0\0\u{18}ftypheic".utf8), "image/heic"), (Array("\0\0\0\u{18}ftypavif".utf8), "image/avif"),
      (Array("\0\0\0\u{18}ftypqt  ".utf8), "video/quicktime"), (Array("\0\0\0\u{18}ftypisom".utf8), "video/mp4"),
      (Array("%PDF-1.7".utf8), "application/pdf"), (Array("PK\u{3}\u{4}".utf8), "application/zip"),
      ([0x1F, 0x8B, 8], "application/gzip"), (Array("MZ\u{90}".utf8), "application/x-msdownload"),
      ([0x7F, 0x45, 0x4C, 0x46], "application/x-executable"), ([0, 1, 2, 3], "application/octet-stream"),
      ([UInt8](), "application/octet-stream"),
    ] as [([UInt8], String)])
  func signatures(head: [UInt8], type: String) { #expect(FileType.type(of: head, named: "x.png") == type) }

  @Test("documents in archives are recognized by the names of their parts, or else by their ending")
  func archives() {
    let office = "application/vnd.openxmlformats-officedocument."
    let start = "PK\u{3}\u{4}....[Content_Types].xml"
    #expect(type(start + "...word/document.xml") == office + "wordprocessingml.document")
    #expect(type(start + "...xl/workbook.xml") == office + "spreadsheetml.sheet")
    #expect(type(start, "x.PPTX") == office + "presentationml.presentation")
    #expect(type(start, "x.exe") == "application/zip")
    let open = "PK\u{3}\u{4}" + String(repeating: "\u{1}", count: 26) + "mimetype"
    #expect(type(open + "application/vnd.oasis.opendocument.textPK") == "application/vnd.oasis.opendocument.text")
  }

  @Test("HTML and SVG are recognized whatever the file is called")
  func pages() {
    for page in [
      "<html><body>", "  \n<!DOCTYPE HTML>", "hello <script>alert(1)</script>", "<svg><html></html></svg>",
      "<!-- x --><p>",
      "\u{FEFF}<img src=x onerror=alert(1)>",
    ] { #expect(type(page, "photo.png") == "text/html", "\(page)") }
    #expect(type("<svg xmlns='…'/>") == "image/svg+xml")
    #expect(type("<?xml version='1.0'?><svg/>") == "image/svg+xml")
    #expect(type("<?xml version='1.0'?><a/>") == "application/xml")
  }

  @Test("a text file's type follows its ending, if that is an ending of texts")
  func texts() {
    #expect(type("a;b\n1;2", "x.csv") == "text/csv")
    #expect(type("a;b\n1;2", "x.pdf") == "text/plain")
    #expect(type("{}", "x.json") == "application/json")
    #expect(FileType.type(of: [0x47, 0xFC, 0x6E], named: "latin1.txt") == "text/plain")
    #expect(type("BEGIN:VCARD\n") == "text/vcard")
  }

  private static let office = "application/vnd.openxmlformats-officedocument."

  private func accepts(_ accept: String, _ head: [UInt8], _ name: String) throws -> String? {
    let cells = try form(#"{ "id": "a", "type": "attachment", "label": "A", "accept": ["\#(accept)"] }"#).cells
    guard case .attachment(let kind) = cells[0].kind else { return nil }
    return kind.acceptedType(of: head, named: name)
  }

  private static let ole: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0]
  private static func archive(of name: String) -> [UInt8] { Array("PK\u{3}\u{4}....\(name)".utf8) }
  private static func document(_ part: String) -> [UInt8] { archive(of: "[Content_Types].xml...\(part)") }
  private static func media(_ brands: String...) -> [UInt8] {
    let content = "ftyp" + brands[0] + "\0\0\0\0" + brands.dropFirst().joined()
    return [0, 0, 0, UInt8(content.utf8.count + 4)] + Array(content.utf8) + Array("\0\0\0\u{8}free".utf8)
  }

  @Test(
    "AT6 a file with an accepted ending is accepted, even if other endings share its kind of content",
    arguments: [
      (".msg", ole), (".mpp", ole), (".vsd", ole), (".pub", ole), (".pages", archive(of: "Index/Document.iwa")),
      (".key", archive(of: "Index/Document.iwa")), (".kmz", archive(of: "doc.kml")), (".jar", archive(of: "META-INF/")),
      (".vsdx", document("visio/document.xml")), (".docm", document("word/document.xml")),
      (".dotx", document("word/document.xml")), (".xlsm", document("xl/workbook.xml")),
      (".ppsx", document("ppt/presentation.xml")), (".xltx", document("")),
      (".dng", [0x49, 0x49, 0x2A, 0, 8]), (".nef", [0x4D, 0x4D, 0, 0x2A, 0]), (".ai", Array("%PDF-1.5".utf8)),
      (".eps", Array("%!PS-Adobe-3.0".utf8)), (".tgz", [0x1F, 0x8B, 8]), (".svgz", [0x1F, 0x8B, 8]),
      (".jfif", [0xFF, 0xD8, 0xFF, 0xE0]), (".m4v", media("M4V ", "isom")), (".cr3", media("crx ", "isom")),
      (".3g2", media("3g2a")), (".3ga", media("isom")), (".hif", media("heix", "mif1")), (".ogv", Array("OggS\0".utf8)),
      (".gpx", Array("<?xml version='1.0'?><gpx/>".utf8)), (".vcs", Array("BEGIN:VCALENDAR".utf8)),
      (".dwg", Array("AC1032\0".utf8)), (".log", Array("one".utf8)),
    ] as [(String, [UInt8])])
  func variants(ending: String, head: [UInt8]) throws {
    #expect(try accepts(ending, head, "file\(ending.uppercased())") != nil)
    #expect(try accepts(ending, Array("<html>".utf8), "file\(ending)") == nil)
    #expect(try accepts(ending, Array("MZ\u{90}\0ftypisom".utf8), "file\(ending)") == nil)
    #expect(try accepts(ending, [0x7F, 0x45, 0x4C, 0x46], "file\(ending)") == nil)
  }

  @Test(
    "AT6 a file whose content or name contradicts the accepted ending is refused",
    arguments: [
      (".dwg", Array("%PDF-1.7".utf8), "x.dwg"), (".msg", Array("%PDF-1.7".utf8), "x.msg"),
      (".msg", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "x.msg"), (".pages", document("word/"), "x.pages"),
      (".docm", document("xl/"), "x.docm"), (".dng", [0xFF, 0xD8, 0xFF], "x.dng"), (".msg", ole, "x.mpp"),
      (".dng", [0x49, 0x49, 0x2A, 0, 8], "x.tif"), (".kmz", Array("<svg/>".utf8), "x.kmz"),
      (".pdf", document("word/"), "x.pdf"), (".png", Array("<html>".utf8), "x.png"), (".docx", ole, "x.docx"),
      (".ai", archive(of: "a"), "x.pdf"), (".cr3", media("qt  "), "x.cr3"),
    ] as [(String, [UInt8], String)])
  func contradictions(ending: String, head: [UInt8], name: String) throws {
    #expect(try accepts(ending, head, name) == nil)
  }

  @Test("AT6 “capture” is allowed with an ending of pictures, videos or sound, and refused with others")
  func variantFamilies() {
    for ending in [".dng", ".jfif", ".m4v", ".3ga"] {
      let cell = #"{ "id": "a", "type": "attachment", "label": "A", "accept": ["\#(ending)"], "capture": true }"#
      #expect(mistakes(cell: cell).isEmpty)
    }
    #expect(
      mistakes(cell: #"{ "id": "a", "type": "attachment", "label": "A", "accept": [".msg"], "capture": true }"#) != [])
  }

  @Test(
    "sound in a container that videos share is recognized by its ending",
    arguments: [
      ("audio/*", "Recording.m4a", media("mp42", "isom", "mp42"), "audio/mp4"),
      ("audio/mp4", "Voice 001.M4A", media("isom", "iso2", "mp41"), "audio/mp4"),
      ("audio/mp4", "tone.m4r", media("mp42"), "audio/mp4"), (".m4a", "a.m4a", media("M4A ", "mp42"), "audio/mp4"),
      ("audio/mp4", "film.mp4", media("isom"), nil), ("audio/*", "film.m4v", media("mp42"), nil),
      ("video/*", "film.mp4", media("isom"), "video/mp4"), ("video/*", "song.m4a", media("isom"), nil),
      ("audio/*", "Recording.3gp", media("3gp4", "isom"), "audio/3gpp"),
      ("audio/3gpp", "Recording.3gp", media("3gp4"), "audio/3gpp"),
      ("video/*", "film.3gp", media("3gp4", "isom"), "video/3gpp"),
      (
        "audio/*", "film.3gp", media("3gp4") + Array("hdlr\0\0\0\0\0\0\0\0soun....hdlr\0\0\0\0\0\0\0\0vide".utf8), nil
      ),
      (".3gp", "film.3gp", media("3gp4") + Array("hdlr\0\0\0\0\0\0\0\0soun".utf8), "audio/3gpp"),
    ] as [(String, String, [UInt8], String?)])
  func sound(accept: String, name: String, head: [UInt8], expected: String?) throws {
    #expect(try accepts(accept, head, name) == expected)
  }

  @Test(
    "a picture's type follows all compatible brands in its header",
    arguments: [
      ("image/heic", media("mif1", "mif1", "heic"), "image/heic"), (".heic", media("msf1", "hevc"), "image/heic"),
      ("image/heif", media("mif1", "heic"), "image/heif"), ("image/*", media("mif1", "avif"), "image/avif"),
      ("image/heif", media("mif1"), "image/heif"), ("image/heic", media("mif1", "miaf"), nil),
      ("image/heic", media("mp42", "isom"), nil), ("image/heic", media("mif1") + Array("heic".utf8), nil),
    ] as [(String, [UInt8], String?)])
  func brands(accept: String, head: [UInt8], expected: String?) throws {
    #expect(try accepts(accept, head, "x.heic") == expected)
  }

  @Test("a PDF may begin after blanks or a byte order mark, and after other text if its name ends in .pdf")
  func latePDF() {
    for start in ["\u{FEFF}", "\r\n", "\n \t\n", "\u{FEFF}\r\n", "\0\0", String(repeating: "\n", count: 900)] {
      #expect(type(start + "%PDF-1.7\n%âãÏÓ", "x") == "application/pdf", "\(start.debugDescription)")
    }
    let commands = "\u{1B}%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n%PDF-1.7\n"
    #expect(type(commands, "x.PDF") == "application/pdf")
    #expect(type(commands, "x.txt") == "text/plain")
    for other in [
      "<html>%PDF-1.7", "a\n<script>1</script>%PDF-1.7", "<?xml version='1.0'?>%PDF-1.7", "#!/bin/sh\n%PDF-1.7",
      "MZ\n%PDF-1.7", "PK\u{3}\u{4}%PDF-1.7", "\u{1}\u{2}%PDF-1.7", String(repeating: "\n", count: 1020) + "%PDF-1.7",
    ] { #expect(type(other, "x.pdf") != "application/pdf", "\(other.debugDescription)") }
  }
}
