import FormCells
import Support
import Templates

/// An attachment on the form, `Templates/cells/attachment.html`: the files that were added, and a field to add more.
/// Every button of the page uploads the files chosen in the field.
struct AttachmentCellView: CellView {
  let context: CellContext
  let attachment: AttachmentPresentation
  let files: [AttachedFileView]

  init(_ context: CellContext, attachment: AttachmentPresentation) {
    self.context = context
    self.attachment = attachment
    files = AttachedFile.list(context.value.text).map { file in
      AttachedFileView(
        file: file, attachment: attachment, id: AttachmentPresentation.fileID(file, of: context.presentation.id),
        canRemove: context.state.isEditable)
    }
  }

  /// A group cannot have `aria-required`, so words say that it is required.
  var furtherReferences: CellReferences.Shown { context.state.isRequired ? .state : [] }

  static let needs: [Need] =
    commonNeeds + [
      .field, .slot("carried", adding: #"value="{carried}""#, or: "the files would be lost"),
      .slot("files", where: "hasFiles", adding: #"<t:each of="files">…</t:each>"#, or: "the files would not show"),
      .attribute("name", "fileField", where: "isEditable", or: "no file could be added"),
      .attribute("value", "addValue", where: "isEditable", or: "no file could be added without sending the form"),
      .slot("limits", where: "isEditable", or: "nobody would know which files can be added"),
    ]

  static let slots: [Slot<AttachmentCellView>] =
    commonSlots + [
      .text("carried") { $0.context.value.text },
      .flag("hasFiles") { !$0.files.isEmpty },
      .list("files") { $0.files },
      .flag("isEditable") { $0.context.state.isEditable },
      .text("none") { $0.context.words[.none] },
      .text("required") { $0.context.words[.required] },
      .text("limits") { $0.attachment.limits },
      .text("fileField") { $0.attachment.field },
      .optionalText("accept") { $0.attachment.accept },
      .optionalText("capture") { $0.attachment.kind.hasCapture ? "environment" : nil },
      .flag("isMultiple") { $0.attachment.kind.maximum > 1 },
      .text("choose") { $0.attachment.choose },
      .optionalText("fieldReferences") { view in
        ["\(view.context.presentation.id)_limits", view.context.isInvalid ? view.context.presentation.errorID : nil]
          .compactMap(\.self).joined(separator: " ")
      },
      .text("add") { $0.context.words.attachment.add },
      .text("addValue") { $0.attachment.addValue },
      .url("address") { $0.attachment.link },
      .optionalText("module") { $0.context.state.isEditable ? "attachment" : nil },
      .text("maximum") { String($0.attachment.kind.maximum) },
      .optionalText("byteLimit") { $0.attachment.byteLimit.map(String.init) },
      .flag("keepsOriginal") { $0.attachment.kind.keepsOriginal },
      .optionalText("scriptWords") { $0.context.state.isEditable ? $0.attachment.scriptWords : nil },
    ]
}

/// A file that was added.
struct AttachedFileView: View {
  let file: AttachedFile
  let attachment: AttachmentPresentation
  let id: String
  let canRemove: Bool

  /// A file without a seal is an example and is in no store.
  private var hasLink: Bool { !file.seal.isEmpty }

  static let needs: [Need] = [
    .slot("name", or: "the file would have no name"),
    .slot("size", or: "nobody would know how large the file is"),
    .attribute("value", "removeValue", where: "canRemove", or: "the file could not be removed"),
    .attribute("id", "fileID", or: "links to the file would lead nowhere"),
  ]

  static let slots: [Slot<AttachedFileView>] = [
    .text("fileID") { $0.id },
    .text("name") { $0.file.name },
    .text("size") { AttachmentPresentation.description(of: $0.file, in: $0.attachment.words) },
    .text("sign") { AttachmentPresentation.sign(of: $0.file) },
    .flag("hasLink") { $0.hasLink },
    .flag("isPicture") { $0.hasLink && FileType.shownInPlace.contains($0.file.type) },
    .url("link") { "\($0.attachment.link)?file=\(PercentEncoding.encode($0.file.sealedName))" },
    .flag("canRemove") { $0.canRemove },
    .text("removeValue") { view in
      FormAction.change(cell: view.attachment.cell, button: AttachmentKind.Button.remove(view.file.key).name).value
    },
    .text("remove") { $0.attachment.words[.remove] },
    .text("removeName") { $0.attachment.words.removeItem($0.file.name) },
  ]
}

/// The texts of an attachment, the same for every visitor.
final class AttachmentPresentation: Sendable {
  let kind: AttachmentKind
  let cell: String
  let words: Words
  let link: String
  let field: String
  let accept: String?
  /// The largest file in bytes; `nil` if it is not known.
  let byteLimit: Int?
  let limits: String
  let choose: String
  let addValue: String
  /// A JSON object with the words that scripts use.
  let scriptWords: String

  init(_ kind: AttachmentKind, of cell: Cell, link: String, in surroundings: CellPresentation.Kind.Surroundings) {
    self.kind = kind
    self.cell = cell.id
    self.link = link
    words = surroundings.words
    field = PageField.part(PageField.filePart, of: cell.id)
    accept = kind.accept.isEmpty ? nil : kind.accept.map(\.attribute).joined(separator: ",")
    byteLimit = [kind.byteLimit, surroundings.fileByteLimit].compactMap(\.self).min()
    limits = words.attachment.limits(of: kind, byteLimit: byteLimit, in: words)
    choose = kind.maximum > 1 ? words.attachment.chooseSeveral : words.attachment.choose
    addValue = FormAction.change(cell: cell.id, button: AttachmentKind.Button.add.name).value
    let own = words.attachment
    let tooLarge = byteLimit.map { limit in
      own.message(
        for: AttachmentRefusal(cell: "", name: "{name}", reason: .tooLarge(limit)), of: kind, in: surroundings.words)
    }
    let said: JSONValue = [
      "uploading": .string(own.uploading("{percent}")), "added": .string(own.added("{name}")),
      "failed": .string(own.failed("{name}")), "cancel": .string(own.cancel("{name}")),
      "retry": .string(own.retry("{name}")), "drop": .string(own.drop),
      "waiting": .string(own.waiting), "paused": .string(own.paused), "remove": .string(words.removeItem("{name}")),
      "kilobytes": .string(words.sizeTemplates.kilobytes), "megabytes": .string(words.sizeTemplates.megabytes),
      "tooLarge": tooLarge.map { .string($0) } ?? .null,
    ]
    scriptWords = String(decoding: said.compactBytes, as: UTF8.self)
  }

  static func fileID(_ file: AttachedFile, of cell: String) -> String { "\(cell)_\(file.key)" }

  /// "PDF, 48 KB"
  static func description(of file: AttachedFile, in words: Words) -> String {
    words.list([sign(of: file), words.fileSize(file.bytes)])
  }

  /// The kind of file in a few letters, such as "PDF".
  static func sign(of file: AttachedFile) -> String {
    let usual = FileType.ending(of: file.type) ?? AttachedFile.fileEnding(of: file.name)
    return (usual ?? "file").uppercased()
  }

  /// A line for each file, for lists of answers.
  func answers(in text: String) -> [AnswerLine] {
    AttachedFile.list(text).map { file in
      AnswerLine(text: file.name, behind: " (\(Self.description(of: file, in: words)))")
    }
  }

  /// The id of the control that gets the focus after a button was pressed.
  func focus(after button: AttachmentKind.Button, in cell: String, holding text: String) -> String {
    let files = AttachedFile.list(text)
    switch button {
    case .add: return files.last.map { Self.fileID($0, of: cell) } ?? "\(cell)_file"
    case .remove: return "\(cell)_file"
    }
  }
}
