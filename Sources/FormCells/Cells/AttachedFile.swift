import Localization
package import Support

/// A file that was added to a form, as pages and drafts name it. Its bytes are in the server's attachment store, under the digest.
package struct AttachedFile: Sendable, Equatable {
  /// As the visitor's machine named it, without folders and control characters. Never used as a path.
  package let name: String
  /// Its media type, detected from its content.
  package let type: String
  package let bytes: Int
  /// The SHA-256 of its content, 64 lower-case hex digits.
  package let digest: String
  /// The seal of the server that accepted the file, over everything else (Base64 for URLs); empty if nobody has sealed it.
  package let seal: String

  /// `nil` if the digest or the type is not valid.
  package init?(name: String, type: String, bytes: Int, digest: String, seal: String = "") {
    guard SHA256.isHex(digest), bytes >= 0, AcceptedFiles.isType(type), seal.utf8.allSatisfy(ASCII.isTokenCharacter)
    else {
      return nil
    }
    self.name = Self.cleaned(name)
    (self.type, self.bytes, self.digest, self.seal) = (type, bytes, digest, seal)
  }
}

/// The sealed name: `digest:bytes:type:name:seal`.
extension AttachedFile {
  /// The text that the seal covers.
  package var unsealedName: String {
    "\(digest):\(bytes):\(type):\(PercentEncoding.encode(name))"
  }

  package var sealedName: String { "\(unsealedName):\(seal)" }

  /// `nil` if it is not a sealed name. Whether the seal is the server's own is not checked.
  package init?(sealedName: Substring) {
    let parts = sealedName.split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, let bytes = Int(parts[1]),
      let name = PercentEncoding.decodeStrictly(ArraySlice(parts[3].utf8)), !name.isEmpty
    else { return nil }
    self.init(name: name, type: parts[2], bytes: bytes, digest: parts[0], seal: parts[4])
  }

  /// The same file, sealed.
  package func sealed(_ seal: String) -> AttachedFile? {
    AttachedFile(name: name, type: type, bytes: bytes, digest: digest, seal: seal)
  }

  /// A short name of it in its cell, for buttons; it does not depend on the file's position in the list.
  package var key: String { String(SHA256.hex(of: Array(unsealedName.utf8)).prefix(12)) }

  /// Whether it has the same content and name.
  func isSame(as other: AttachedFile) -> Bool { digest == other.digest && name == other.name }

  /// The files of a cell's value; anything that is not a sealed name is left out.
  package static func list(_ text: String) -> [AttachedFile] {
    text.isEmpty ? [] : text.split(separator: " ").compactMap { AttachedFile(sealedName: $0) }
  }

  static func text(of files: [AttachedFile]) -> String { files.map(\.sealedName).joined(separator: " ") }

  /// The file as a submission describes it.
  package var json: JSONValue {
    ["name": .string(name), "type": .string(type), "bytes": .number(String(bytes)), "sha256": .string(digest)]
  }

  /// The files in a submission's values, in their order, including those of entries.
  package static func all(in values: JSONValue) -> [(cell: CellID, file: AttachedFile)] {
    guard case .object(let members) = values else { return [] }
    return members.flatMap { member -> [(cell: CellID, file: AttachedFile)] in
      list(member.value).map { (CellID(member.key), $0) }
        + elements(of: member.value).enumerated().flatMap { position, entry -> [(cell: CellID, file: AttachedFile)] in
          guard case .object(let cells) = entry else { return [] }
          return cells.flatMap { cell in
            list(cell.value).map { (CellID(cell.key, inEntry: position, of: member.key), $0) }
          }
        }
    }
  }

  /// The files of a cell's value in a submission.
  private static func list(_ value: JSONValue) -> [AttachedFile] { elements(of: value).compactMap { AttachedFile($0) } }

  private static func elements(of value: JSONValue) -> [JSONValue] {
    if case .array(let elements) = value { elements } else { [] }
  }

  /// Reads `json`; `nil` if it does not describe a file.
  private init?(_ json: JSONValue) {
    guard case .object(let members) = json, members.map(\.key) == ["name", "type", "bytes", "sha256"],
      case .string(let name)? = json["name"], case .string(let type)? = json["type"],
      case .number(let count)? = json["bytes"], let bytes = Int(count), case .string(let digest)? = json["sha256"]
    else { return nil }
    self.init(name: name, type: type, bytes: bytes, digest: digest)
  }
}

extension AttachedFile {
  /// The maximum number of characters of a name.
  private static let nameLimit = 150

  /// A name that can be shown and used for downloads anywhere: the last part of a path, without control characters and without characters
  /// that change the direction of the following text. A name that is too long loses its middle and keeps its ending.
  package static func cleaned(_ name: String) -> String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    let visible = last.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      // Emoji are joined by U+200D.
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: scalar == "\u{200D}"
      default: true
      }
    }
    let shown = TextReading.line.read(String(visible))
    guard !shown.isEmpty, shown.contains(where: { $0 != "." }) else { return "file" }
    guard shown.count > nameLimit else { return shown }
    let ending = fileEnding(of: shown).map { "." + $0 } ?? ""
    return shown.prefix(nameLimit - 1 - ending.count) + "…" + ending
  }

  /// The letters after the last point, in lower case; `nil` if there are none, or too many for an ending.
  package static func fileEnding(of name: String) -> String? {
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return nil }
    let ending = name[point...].dropFirst().lowercased()
    return 1...10 ~= ending.count ? ending : nil
  }
}

extension Form {
  /// The attachment for files sent under this name, and the id of its cell: `CELL.file` on pages, `CELL` from programs. The cell may belong
  /// to an entry for which this form has no room.
  package func attachment(ofField name: String) -> (cell: String, kind: AttachmentKind)? {
    let id = name.hasSuffix(".file") ? String(name.dropLast(5)) : name
    if let cell = cell(id) { return cell.attachmentKind.map { (id, $0) } }
    let parts = id.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, Int(parts[1]) != nil, let section = repeatedSection(parts[0]),
      let kind = sections[section].cells.first(where: { $0.id == parts[2] })?.attachmentKind
    else { return nil }
    return (id, kind)
  }
}

extension Cell {
  fileprivate var attachmentKind: AttachmentKind? { if case .attachment(let kind) = kind { kind } else { nil } }
}

extension FormState {
  /// The files that its submission would contain.
  package var attachments: [(cell: String, file: AttachedFile)] {
    guard form.hasAttachments else { return [] }
    return form.cells.flatMap { cell -> [(cell: String, file: AttachedFile)] in
      guard case .attachment = cell.kind, states[cell.index].isSent,
        form.sections[form.sectionOfCell[cell.index]].repeated == nil
      else { return [] }
      return AttachedFile.list(value(of: cell).text).map { (cell.id, $0) }
    }
  }
}

/// The files that an element of `accept` allows.
package enum AcceptedFiles: Sendable, Equatable {
  /// `application/pdf`
  case type(String)
  /// `image/*`: everything before the slash.
  case family(String)
  /// `.docx`, without the point.
  case ending(String)

  init?(_ text: String) {
    if text.hasPrefix("."), AttachedFile.fileEnding(of: "x" + text) == String(text.dropFirst()),
      !text.dropFirst().contains(".")
    {
      self = .ending(String(text.dropFirst()))
    } else if text.hasSuffix("/*"), FileType.hasFamily(String(text.dropLast(2))) {
      self = .family(String(text.dropLast(2)))
    } else if FileType.isRecognised(text) {
      self = .type(text)
    } else {
      return nil
    }
  }

  /// What the author of an invalid element probably meant; `nil` if unknown.
  static func meant(by text: String) -> String? {
    let small = text.lowercased()
    switch small {
    case "image/jpg", "image/pjpeg": return "image/jpeg"
    case "audio/mp3": return "audio/mpeg"
    case "application/x-zip-compressed", "application/x-zip": return "application/zip"
    case "application/x-pdf": return "application/pdf"
    case "text/xml": return "application/xml"
    case "image", "images", "picture", "pictures", "photo", "photos": return "image/*"
    case "video", "videos": return "video/*"
    case "audio", "sound": return "audio/*"
    case "*", "*/*": return nil
    default: break
    }
    if small != text, AcceptedFiles(small) != nil { return small }
    let ending = small.drop { $0 == "*" || $0 == "." }
    return FileType.types(ofEnding: String(ending)) == nil ? nil : ".\(ending)"
  }

  /// `type/subtype` in lower case (RFC 6838 §4.2).
  package static func isType(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { isToken($0) }
  }

  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.count <= 127
      && text.utf8.allSatisfy { ASCII.isTokenCharacter($0) && !(0x41...0x5A ~= $0) && $0 != 0x2A }
  }

  /// - Parameters:
  ///   - type: detected from the file's content.
  ///   - name: the file's.
  func accepts(type: String, name: String) -> Bool {
    switch self {
    case .type(let accepted): return type == accepted
    case .family(let family): return type.hasPrefix(family + "/")
    case .ending(let ending):
      if let types = FileType.types(ofEnding: ending) { return types.contains(type) }
      return AttachedFile.fileEnding(of: name) == ending && FileType.isContent(type, ofUnknownEnding: ending)
    }
  }

  /// The type and the ending of an example file that it accepts.
  var example: (type: String, ending: String) {
    switch self {
    case .type(let type): (type, FileType.ending(of: type) ?? "bin")
    case .family(let family):
      FileType.example(ofFamily: family) ?? ("\(family)/x-example", "bin")
    case .ending(let ending): (FileType.contentTypes(ofEnding: ending).first ?? "application/octet-stream", ending)
    }
  }

  /// As the HTML attribute `accept` writes it.
  package var attribute: String {
    switch self {
    case .type(let type): type
    case .family(let family): "\(family)/*"
    case .ending(let ending): ".\(ending)"
    }
  }

  /// For example "PDF"; `nil` for a family, which words of the page name.
  package var shortName: String? {
    switch self {
    case .type(let type): FileType.ending(of: type)?.uppercased() ?? type
    case .family: nil
    case .ending(let ending): ending.uppercased()
    }
  }

  /// The family of types, or that of the type.
  private var families: [String] {
    switch self {
    case .type(let type): [String(type.prefix { $0 != "/" })]
    case .family(let family): [family]
    case .ending(let ending): FileType.contentTypes(ofEnding: ending).map { String($0.prefix { $0 != "/" }) }
    }
  }

  var takesPictures: Bool { families.contains("image") }
  /// Whether a camera or a microphone makes such files.
  var takesMedia: Bool { families.contains { ["image", "video", "audio"].contains($0) } }
}

extension FormState {
  /// Replaces its files by the same ones with new seals.
  package mutating func replaceFiles(_ replacement: (AttachedFile) -> AttachedFile) {
    guard form.hasAttachments else { return }
    let cells = form.cells
    changeAlone { values in
      for cell in cells where cell.attachmentKind != nil {
        values[cell.index] = .text(AttachedFile.text(of: AttachedFile.list(values[cell.index].text).map(replacement)))
      }
    }
  }
}
