package import FormCells

/// The words of attachments, and of files that cannot be added.
package struct AttachmentWords: Sendable {
  let add: String
  let choose: String
  let chooseSeveral: String
  let addFile: String
  /// Shown after a press of the button if no file is chosen.
  package let chooseFirst: String
  let tooFew: CountedPhrase
  let tooMany: CountedPhrase
  private let accepted: Phrase
  private let largest: Phrase
  private let most: CountedPhrase
  private let images: String
  private let videos: String
  private let audio: String
  private let texts: String
  private let tooLarge: Phrase
  private let empty: Phrase
  private let wrongType: Phrase
  private let noRoom: Phrase
  private let notStored: Phrase
  private let tooManyFiles: Phrase
  private let refused: Phrase
  private let refusedBecause: Phrase
  private let notChecked: Phrase
  private let gone: Phrase
  /// Used by scripts.
  let uploading: Phrase
  let added: Phrase
  let failed: Phrase
  let cancel: Phrase
  let retry: Phrase
  let drop: String
  let waiting: String
  let paused: String

  init(_ reader: inout WordReader) {
    add = reader.text("add")
    choose = reader.text("choose")
    chooseSeveral = reader.text("chooseSeveral")
    addFile = reader.text("addFile")
    chooseFirst = reader.text("chooseFirst")
    tooFew = reader.counted("tooFew", places: "minimum", "count")
    tooMany = reader.counted("tooMany", places: "maximum", "count")
    accepted = reader.phrase("accepted", places: "types")
    largest = reader.phrase("largest", places: "size")
    most = reader.counted("most", places: "maximum")
    images = reader.text("images")
    videos = reader.text("videos")
    audio = reader.text("audio")
    texts = reader.text("texts")
    tooLarge = reader.phrase("tooLarge", places: "name", "size")
    empty = reader.phrase("empty", places: "name")
    wrongType = reader.phrase("wrongType", places: "name", "types")
    noRoom = reader.phrase("noRoom", places: "name")
    notStored = reader.phrase("notStored", places: "name")
    tooManyFiles = reader.phrase("tooManyFiles", places: "name", "maximum")
    refused = reader.phrase("refused", places: "name")
    refusedBecause = reader.phrase("refusedBecause", places: "name", "reason")
    notChecked = reader.phrase("notChecked", places: "name")
    gone = reader.phrase("gone", places: "name")
    uploading = reader.phrase("uploading", places: "percent")
    added = reader.phrase("added", places: "name")
    failed = reader.phrase("failed", places: "name")
    cancel = reader.phrase("cancel", places: "name")
    retry = reader.phrase("retry", places: "name")
    drop = reader.text("drop")
    waiting = reader.text("waiting")
    paused = reader.text("paused")
  }
}

extension AttachmentWords {
  /// The kinds of file that can be added, such as "PDF, pictures"; `nil` for all kinds.
  func types(_ accept: [AcceptedFiles], in words: Words) -> String? {
    if accept.isEmpty { return nil }
    var names: [String] = []
    for files in accept {
      let name = files.shortName ?? family(files)
      if !names.contains(name) { names.append(name) }
    }
    return words.list(names)
  }

  private func family(_ files: AcceptedFiles) -> String {
    guard case .family(let family) = files else { return files.attribute }
    return switch family {
    case "image": images
    case "video": videos
    case "audio": audio
    case "text": texts
    default: files.attribute
    }
  }

  /// The words beside the field before a file is chosen.
  /// - `byteLimit`: the limit of one file; `nil` if it is not known.
  func limits(of kind: AttachmentKind, byteLimit: Int?, in words: Words) -> String {
    let parts = [
      types(kind.accept, in: words).map { accepted($0) },
      byteLimit.map { largest(words.fileSize(atMost: $0)) },
      kind.maximum > 1 ? most(kind.maximum) : nil,
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  /// Why a file could not be added.
  package func message(for refusal: AttachmentRefusal, of kind: AttachmentKind, in words: Words) -> String {
    let name = refusal.name
    return switch refusal.reason {
    case .tooLarge(let limit): tooLarge(name, words.fileSize(atMost: limit))
    case .empty: empty(name)
    case .wrongType: wrongType(name, types(kind.accept, in: words) ?? "")
    case .noRoom: noRoom(name)
    case .notStored: notStored(name)
    case .tooManyFiles(let limit): tooManyFiles(name, String(limit))
    case .refused(nil): refused(name)
    case .refused(let reason?): refusedBecause(name, reason)
    case .notChecked: notChecked(name)
    case .gone: gone(name)
    }
  }
}

extension Words {
  /// "48 KB", "2.4 MB": the size of a file, rounded.
  package func fileSize(_ count: Int) -> String {
    fileSize(roundedKilobytes: max(1, (count + 512) >> 10), tenths: (count + 52_428) / 104_857, of: count)
  }

  /// The same for a limit, rounded down, so that it never promises more than is accepted.
  package func fileSize(atMost count: Int) -> String {
    fileSize(roundedKilobytes: count >> 10, tenths: (count * 10) >> 20, of: count)
  }

  /// - Parameter tenths: tenths of a megabyte.
  private func fileSize(roundedKilobytes: Int, tenths: Int, of count: Int) -> String {
    if count < 1 << 10 { return size(count) }
    if count < 1 << 20 { return size(roundedKilobytes << 10) }
    return megabytes(tenths: tenths)
  }
}
