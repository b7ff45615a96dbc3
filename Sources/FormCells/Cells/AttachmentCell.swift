public import Localization
import Support

/// `attachment`: files. The value is their sealed names (``AttachedFile``), separated by blanks, in the order in which they were added.
package struct AttachmentKind: Sendable {
  /// The accepted files; empty for any file.
  package var accept: [AcceptedFiles] = []
  package var minimum: Int?
  package var maximum = 1
  /// The maximum size of one file in bytes; `nil` for the server's limit.
  package var byteLimit: Int?
  /// Whether a phone offers its camera first.
  package var hasCapture = false
  /// Whether scripts leave large pictures unchanged.
  package var keepsOriginal = false
}

extension AttachmentKind: InputKind {
  static let type = CellType.attachment
  static var place: PlaceOnPages { .hiddenFieldValue }
  var takesFiles: Bool { true }
  var kind: Cell.Kind { .attachment(self) }
  var reading: TextReading? { nil }
  /// How many files it has.
  var measure: Condition.Measure? { .count }

  package enum Button: Sendable, Equatable {
    /// Accepts the files that come with the page, as every button does, and leads back to the cell.
    case add
    /// Removes the file with this ``AttachedFile/key``.
    case remove(String)

    package var name: String {
      switch self {
      case .add: "add"
      case .remove(let key): "remove-\(key)"
      }
    }
  }

  func isEmpty(_ value: CellValue) -> Bool { value.text.isEmpty }

  func problem(with text: String, today: CalendarDate?) -> Problem? {
    let count = AttachedFile.list(text).count
    if let minimum, count < minimum { return .tooFew(minimum: minimum, count: count) }
    if count > maximum { return .tooMany(maximum: maximum, count: count) }
    return nil
  }

  /// Whether a file of this type and name may be added.
  package func accepts(type: String, name: String) -> Bool {
    accept.isEmpty || accept.contains { $0.accepts(type: type, name: name) }
  }

  /// The type under which a file with this head may be added; `nil` if it may not.
  package func acceptedType(of head: [UInt8], named name: String) -> String? {
    FileType.types(of: head, named: name).first { accepts(type: $0, name: name) }
  }

  /// The value with these files after the others. A file that is already there under the same name is left out.
  package static func adding(_ files: [AttachedFile], to text: String) -> String {
    var all = AttachedFile.list(text)
    for file in files where all.count < fileLimit && !all.contains(where: { $0.isSame(as: file) }) { all.append(file) }
    return AttachedFile.text(of: all)
  }

  /// Files that the cell accepts, which no server has: for proofs and pictures.
  package func examples(_ count: Int) -> [AttachedFile] {
    let (type, ending) = accept.first?.example ?? ("application/pdf", "pdf")
    return (1...max(1, count)).compactMap { number in
      let name = "file-\(number).\(ending)"
      return AttachedFile(name: name, type: type, bytes: 48_213, digest: SHA256.hex(of: Array(name.utf8)))
    }
  }

  func button(named name: String) -> CellButton? {
    if name == Button.add.name { return .attachment(.add) }
    let prefix = Button.remove("").name
    return name.hasPrefix(prefix) ? .attachment(.remove(String(name.dropFirst(prefix.count)))) : nil
  }

  func value(pressing button: CellButton, on value: CellValue, today: CalendarDate) -> CellValue {
    guard case .attachment(.remove(let key)) = button else { return value }
    return .text(AttachedFile.text(of: AttachedFile.list(value.text).filter { $0.key != key }))
  }

  func value(posted: String, numbers: NumberFormat) -> CellValue? {
    .text(AttachedFile.text(of: Array(AttachedFile.list(posted).prefix(Self.fileLimit))))
  }

  func value(plain texts: [String], numbers: NumberFormat) -> CellValue? {
    let names = texts.flatMap { $0.split(separator: " ") }
    // A text that is not a sealed name is not a file.
    guard names.allSatisfy({ AttachedFile(sealedName: $0) != nil }) else { return nil }
    return value(posted: names.joined(separator: " "), numbers: numbers)
  }

  func value(hiddenFieldValue: String) -> CellValue? {
    .text(AttachedFile.text(of: Array(AttachedFile.list(hiddenFieldValue).prefix(Self.fileLimit))))
  }

  func json(of value: CellValue) -> JSONValue? { .array(AttachedFile.list(value.text).map(\.json)) }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    let file = JSONValue.sentObject(
      [
        .init("name", ["type": "string", "minLength": 1]),
        .init("type", ["type": "string"]),
        .init("bytes", ["type": "integer", "minimum": 1]),
        .init("sha256", ["type": "string", "pattern": "^[0-9a-f]{64}$"]),
      ], required: ["name", "type", "bytes", "sha256"])
    var members: [JSONValue.Member] = [.init("type", "array"), .init("items", .object(file))]
    guard demand.isChecked else { return members }
    members.append(.init("maxItems", .number(String(maximum))))
    if demand == .filled { members.append(.init("minItems", .number(String(max(minimum ?? 1, 1))))) }
    return members
  }
}

extension AttachmentKind {
  static let about = "Files: photos, documents."
  static let value: Shape? = nil
  static let messageKeys: Set<Cell.MessageKey> = [.tooFew, .tooMany]
  /// Without `maximum` the limit is one file.
  static let boundlessMessages: Set<Cell.MessageKey> = [.tooMany]

  /// The number of files that one cell holds, whatever its maximum, until surplus files are removed.
  package static let fileLimit = 100
  private static let fileCounts = 1...50

  static let keys = [
    Key(
      "accept", .array(.string, atLeast: 1),
      "The files that can be added: types (application/pdf), families of types (image/*) and endings (.docx). The content of a file "
        + "decides, not its name. Left out: any file."),
    Key("minimum", .count(fileCounts), "The minimum number of files, if any are added."),
    Key("maximum", .count(fileCounts), "The maximum number of files; 1 if left out."),
    Key(
      "maxBytes", .count(1...(1 << 40)), "The maximum size of a file in bytes; the server's --file-limit if left out."),
    Key("capture", .boolean, "Whether a phone offers its camera first."),
    Key(
      "original", .boolean, "Whether pictures of more than 2 MB are sent as they are; else scripts make them smaller."),
  ]

  static func refusal(of key: String) -> String? {
    switch key.lowercased() {
    case "value": "no file can be there at the start; a file to download is a link in a “content”"
    case "multiple", "maxfiles", "filelimit", "limit": "write \"maximum\": how many files can be added"
    case "maxsize", "maxfilesize", "maxbyte", "filesize", "sizelimit", "size":
      "write \"maxBytes\": how many bytes a file may have, such as 5000000"
    case "types", "filetypes", "mimetypes", "allowed", "extensions", "accepts":
      "write \"accept\": the files that can be added, such as [\"image/*\", \"application/pdf\"]"
    default: nil
    }
  }

  init?(_ reader: ObjectReader, isRequired: Bool) {
    for (node, path) in reader.elements("accept") ?? [] {
      guard let text = reader.decoder.string(node, at: path) else { continue }
      guard let files = AcceptedFiles(text) else {
        let meant =
          ["*", "*/*"].contains(text)
          ? "; leave “accept” out to accept any file"
          : AcceptedFiles.meant(by: text).map { "; write “\($0)”" } ?? ""
        reader.decoder.report.add(
          .badValue, at: node.offset, path: path,
          message:
            "“\(text)” is neither a type that is recognised (application/pdf), nor a family of types (image/*), nor an ending (.docx)\(meant)"
        )
        continue
      }
      if accept.contains(files) {
        reader.decoder.report.add(.duplicate, at: node.offset, path: path, message: "“\(text)” is in the list already")
      }
      accept.append(files)
    }
    minimum = reader.count("minimum")
    maximum = reader.count("maximum") ?? 1
    byteLimit = Self.byteLimit(reader)
    hasCapture = reader.flag("capture") ?? false
    keepsOriginal = reader.flag("original") ?? false
    if let minimum, minimum > maximum {
      reader.add(
        .badValue, key: "minimum",
        message: reader.has("maximum")
          ? "the minimum \(minimum) is above the maximum \(maximum)"
          : "the minimum \(minimum) is above the maximum, which is 1 if it is left out; write \"maximum\"")
    }
    let takesPictures = accept.isEmpty || accept.contains { $0.takesMedia }
    if hasCapture, !takesPictures {
      reader.addNoEffect(of: "capture", "“capture” has no effect: “accept” has neither pictures, nor videos, nor sound")
    }
    if keepsOriginal, !(accept.isEmpty || accept.contains { $0.takesPictures }) {
      reader.addNoEffect(of: "original", "“original” has no effect: “accept” has no pictures")
    }
  }

  /// For a size with a unit, the report names the number of bytes that it means.
  private static func byteLimit(_ reader: ObjectReader) -> Int? {
    guard case .string(let text)? = reader["maxBytes"]?.content, let meant = bytes(meantBy: text) else {
      return reader.count("maxBytes")
    }
    reader.add(
      .wrongType, key: "maxBytes", message: "this is a string; a whole number of bytes is expected: write \(meant)")
    return nil
  }

  /// "5MB", "1.5 MiB", in bytes; `nil` if it is not a size.
  private static func bytes(meantBy text: String) -> Int? {
    let small = text.lowercased().filter { !$0.isWhitespace }
    let digits = small.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let units = [
      "b": 1.0, "bytes": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9, "kib": 1024,
      "mib": 1_048_576, "gib": 1_073_741_824,
    ]
    guard let number = Double(digits), let unit = units[String(small.dropFirst(digits.count))], number >= 0,
      number * unit <= 1e12
    else { return nil }
    return Int(number * unit)
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    let expected =
      #"an array of files, [{"name": "bill.pdf", "type": "application/pdf", "bytes": 48213, "sha256": "…"}]"#
    guard case .array(let elements) = node.content else {
      if case .null = node.content { return .text("") }
      return decoder.wrongType(node, at: path, expected: expected)
    }
    guard elements.count <= Self.fileLimit else {
      decoder.report.add(
        .badValue, at: node.offset, path: path,
        message: "\(elements.count) files are too many; the limit is \(Self.fileLimit)")
      return nil
    }
    var files: [AttachedFile] = []
    for (index, element) in elements.enumerated() {
      let path = "\(path)[\(index)]"
      guard let reader = ObjectReader(element, as: .attachedFile, at: path, decoder: decoder),
        let name = reader.string("name"), let type = reader.string("type"), let bytes = reader.count("bytes"),
        let digest = reader.string("sha256")
      else { return nil }
      guard let file = AttachedFile(name: name, type: type, bytes: bytes, digest: digest) else {
        decoder.report.add(
          .badValue, at: element.offset, path: path,
          message: "“sha256” has 64 lower-case hex digits, and “type” is a type such as application/pdf")
        return nil
      }
      files.append(file)
    }
    return .text(AttachedFile.text(of: files))
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    decoder.noOperand(node, at: path, of: id, kind: self)
  }
}

extension KeyTable {
  fileprivate static let attachedFile = KeyTable(
    name: "attached-file", about: "A file that was added.",
    keys: [
      Key("name", .string, required: true, "Its name on the visitor's machine."),
      Key("type", .string, required: true, "Its media type, by its content."),
      Key("bytes", .count(0...(1 << 50)), required: true, "Its size."),
      Key("sha256", .string, required: true, "The SHA-256 of its content in hex digits, under which it is stored."),
    ])
}

/// `attachment` in a form written in Swift: files.
public struct AttachmentCell: FormCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(_ id: String, label: Localized, file: String = #fileID, line: Int = #line) {
    definition = CellDefinition(.attachment, id: id, label: label, line: SwiftLine(file: file, line: line))
  }
}

extension AttachmentCell {
  /// The files that can be added: types (`application/pdf`), families of types (`image/*`) and endings (`.docx`); any file if left out.
  public func accept(_ files: [String]) -> Self { with("accept", .array(files.map { .string($0) })) }

  /// The minimum number of files, if any are added.
  public func minimum(_ count: Int) -> Self { with("minimum", .count(count)) }

  /// The maximum number of files; 1 if left out.
  public func maximum(_ count: Int) -> Self { with("maximum", .count(count)) }

  /// The maximum size of a file in bytes; the server's limit if left out.
  public func maxBytes(_ bytes: Int) -> Self { with("maxBytes", .count(bytes)) }

  /// Whether a phone offers its camera first.
  public func capture(_ isOffered: Bool = true) -> Self { with("capture", .bool(isOffered)) }

  /// Whether pictures of more than 2 MB are sent unchanged; otherwise scripts make them smaller.
  public func original(_ isKept: Bool = true) -> Self { with("original", .bool(isKept)) }
}
