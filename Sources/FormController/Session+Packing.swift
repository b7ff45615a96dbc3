package import FormCells
package import Support

/// A session packed into bytes, as stores keep it.
extension Session {
  package struct Packed: Sendable {
    package let bytes: [UInt8]
    /// Tables of options that are needed to read the bytes; there are rarely any.
    package let tables: [OptionTable]
    /// Whether it has anything that a visitor entered or sent.
    package let holdsWork: Bool
    /// Bytes of the largest draft.
    package let draftByteCount: Int
  }

  /// The first byte names the format. A new format gets a new byte.
  private static let formatByte: UInt8 = 3
  /// The first byte of what is stored under a session's former id: where the session has moved.
  package static let formerFormatByte: UInt8 = 2
  /// The same format with the owner after the byte.
  private static let formatByteWithOwner: UInt8 = 4
  /// The two formats above, with what few drafts have: the time at which they were begun, and links.
  private static let formatByteWithExtras: UInt8 = 5
  private static let formatByteWithOwnerAndExtras: UInt8 = 6
  /// The first format without the answers of sent forms.
  private static let formatByteWithoutAnswers: UInt8 = 1
  /// The usual size of a packed draft, and the size of its head without the id and version of its form.
  private static let usualByteCount = 256
  private static let headByteCount = 12

  package func packed() -> Packed {
    var tables: [OptionTable] = []
    var holdsWork = !sent.isEmpty
    var parts = PackedWriter(expecting: drafts.count * Self.usualByteCount)
    // Where each draft ends.
    var ends: [Int] = []
    ends.reserveCapacity(drafts.count + 1)
    ends.append(0)
    let hasExtras = drafts.contains { $0.hasExtras }
    var byteCount = (owner == nil ? 3 : 19) + sent.count * 40 + answerByteCount
    var draftByteCount = 0
    for position in drafts.indices {
      if drafts[position].formState.pack(into: &parts, &tables) { holdsWork = true }
      draftByteCount = max(draftByteCount, parts.bytes.count - ends[position])
      ends.append(parts.bytes.count)
      let form = drafts[position].formState.form
      byteCount += Self.headByteCount + form.id.utf8.count + form.version.utf8.count
    }
    // The bytes are kept for long, so the buffer has little spare room. Notices are small and rare.
    var writer = PackedWriter(expecting: byteCount + parts.bytes.count)
    writer.append(
      byte: hasExtras
        ? owner == nil ? Self.formatByteWithExtras : Self.formatByteWithOwnerAndExtras
        : owner == nil ? Self.formatByte : Self.formatByteWithOwner)
    if let owner { writer.append(owner) }
    writer.append(drafts.count)
    for position in drafts.indices {
      let form = drafts[position].formState.form
      writer.append(form.id)
      writer.append(form.version)
      writer.append(max(0, drafts[position].changedAt))
      if hasExtras {
        // Plus one, because 0 means none.
        writer.append(drafts[position].begunAt.map { max(0, $0.seconds * 1000 + $0.milliseconds) + 1 } ?? 0)
        writer.append(drafts[position].saved?.text ?? "")
        writer.append(drafts[position].change?.text ?? "")
        writer.append(drafts[position].invitation?.text ?? "")
      }
      Notice.pack(drafts[position].notice, into: &writer)
      writer.append(parts.bytes[ends[position]..<ends[position + 1]])
    }
    writer.append(sent.count)
    for form in sent {
      writer.append(form.draft)
      writer.append(form.receipt)
      writer.append(word: form.digest)
      writer.append(byte: form.answers == nil ? 0 : 1)
      form.answers?.pack(into: &writer, &tables)
    }
    return Packed(bytes: writer.bytes, tables: tables, holdsWork: holdsWork, draftByteCount: draftByteCount)
  }

  private var answerByteCount: Int { sent.reduce(0) { $0 + ($1.answers.map { $0.bytes.count + 64 } ?? 0) } }

  /// Reads what `packed` wrote, from an untrusted source. A draft whose form or version no longer exists is left out: the
  /// visitor's page has it.
  /// - Parameter tables: those that were packed with it.
  package init(
    unpacking bytes: [UInt8], _ tables: [OptionTable] = [], in snapshot: SiteSnapshot
  ) throws(PackingError) {
    var reader = PackedReader(bytes)
    self.init()
    let format = try reader.byte()
    let hasExtras = [Self.formatByteWithExtras, Self.formatByteWithOwnerAndExtras].contains(format)
    guard hasExtras || [Self.formatByte, Self.formatByteWithOwner, Self.formatByteWithoutAnswers].contains(format)
    else {
      throw .malformed
    }
    if [Self.formatByteWithOwner, Self.formatByteWithOwnerAndExtras].contains(format) { owner = try reader.token() }
    for _ in 0..<(try reader.number(upTo: Self.draftLimit)) {
      let id = try reader.text()
      let version = try reader.text()
      let changedAt = try reader.number(upTo: .max)
      let begun = hasExtras ? try reader.number(upTo: .max) : 0
      let saved = hasExtras ? SavedMark(try reader.text()) : nil
      let change = hasExtras ? LinkSecret(try reader.text()) : nil
      let invitation = hasExtras ? LinkSecret(try reader.text()) : nil
      let notice = try Notice.unpack(&reader)
      var part = PackedReader(try reader.bytes())
      guard let form = snapshot.version(version, of: id) else { continue }
      var draft = Draft(try FormState(unpacking: &part, of: form, tables), changedAt: changedAt)
      draft.notice = notice
      if begun > 0 { draft.begunAt = Timestamp(seconds: (begun - 1) / 1000, milliseconds: (begun - 1) % 1000) }
      (draft.saved, draft.change, draft.invitation) = (saved, change, invitation)
      guard part.isAtEnd, self[draft.formState.id] == nil else { throw .malformed }
      self[draft.formState.id] = draft
    }
    var sent: [Sent] = []
    for _ in 0..<(try reader.number(upTo: Self.sentLimit)) {
      var form = Sent(draft: try reader.token(), receipt: try reader.token(), digest: try reader.word())
      if format != Self.formatByteWithoutAnswers, try reader.number(upTo: 1) == 1 {
        form.answers = try SentAnswers(unpacking: &reader, tables)
      }
      sent.append(form)
    }
    remember(sent)
    guard reader.isAtEnd else { throw .malformed }
  }

  package var holdsPasswords: Bool { drafts.contains(where: \.formState.holdsPasswords) }

  /// The session without passwords; the visitor has to enter them again.
  package var withoutPasswords: Session {
    var session = self
    for draft in drafts where draft.formState.holdsPasswords {
      session[draft.formState.id]?.formState = draft.formState.withoutPasswords
      session[draft.formState.id]?.displayState = nil
    }
    return session
  }
}

extension Session.Draft {
  /// Whether it has what few drafts have.
  fileprivate var hasExtras: Bool { begunAt != nil || saved != nil || change != nil || invitation != nil }
}

extension Notice {
  private enum Mark: UInt8 {
    case none, sessionEnded, notSaved, alreadySent, formChanged, cellsAppeared, undone, scanned, scannedFirst,
      resultsChanged, notUndone, itemGone, savedElsewhere, formChangedAndCleared, savedTooOften
  }

  fileprivate static func pack(_ notice: Notice?, into writer: inout PackedWriter) {
    func append(_ mark: Mark) { writer.append(byte: mark.rawValue) }
    switch notice {
    case nil: append(.none)
    case .sessionEnded: append(.sessionEnded)
    case .notSaved: append(.notSaved)
    case .savedTooOften(let minutes):
      append(.savedTooOften)
      writer.append(minutes)
    case .alreadySent(let receipt):
      append(.alreadySent)
      writer.append(receipt)
    case .formChanged(""): append(.formChanged)
    case .formChanged(let cleared):
      append(.formChangedAndCleared)
      writer.append(cleared)
    case .cellsAppeared: append(.cellsAppeared)
    case .resultsChanged: append(.resultsChanged)
    case .undone: append(.undone)
    case .notUndone: append(.notUndone)
    case .itemGone: append(.itemGone)
    case .savedElsewhere: append(.savedElsewhere)
    case .scanned(let label, let isFirstOfSeveral):
      append(isFirstOfSeveral ? .scannedFirst : .scanned)
      writer.append(label)
    }
  }

  fileprivate static func unpack(_ reader: inout PackedReader) throws(PackingError) -> Notice? {
    switch Mark(rawValue: try reader.byte()) {
    case .none?: nil
    case .sessionEnded: .sessionEnded
    case .notSaved: .notSaved
    case .savedTooOften: .savedTooOften(waitMinutes: try reader.number(upTo: 60))
    case .alreadySent: .alreadySent(try reader.token())
    case .formChanged: .formChanged()
    case .formChangedAndCleared: .formChanged(cleared: try reader.text())
    case .cellsAppeared: .cellsAppeared
    case .resultsChanged: .resultsChanged
    case .undone: .undone
    case .notUndone: .notUndone
    case .itemGone: .itemGone
    case .savedElsewhere: .savedElsewhere
    case .scanned: .scanned(label: try reader.text(), isFirstOfSeveral: false)
    case .scannedFirst: .scanned(label: try reader.text(), isFirstOfSeveral: true)
    case nil: throw .malformed
    }
  }
}

/// The answers of a sent form for its receipt. They are packed, because nobody changes them and they are rarely shown.
package struct SentAnswers: Sendable {
  let form: String
  let version: String
  let bytes: [UInt8]
  /// Tables of options that are needed to read the bytes; there are rarely any.
  let tables: [OptionTable]

  init(of formState: FormState) {
    var writer = PackedWriter()
    var tables: [OptionTable] = []
    formState.sent.pack(into: &writer, &tables)
    form = formState.form.id
    version = formState.form.version
    bytes = writer.bytes
    self.tables = tables
  }

  /// `nil` if the form no longer exists, or if its options have changed so that the bytes cannot be read.
  package func formState(in snapshot: SiteSnapshot) -> FormState? {
    guard let form = snapshot.version(version, of: form) else { return nil }
    var reader = PackedReader(bytes)
    return try? FormState(unpacking: &reader, of: form, tables)
  }
}

/// As part of a packed session.
extension SentAnswers {
  func pack(into writer: inout PackedWriter, _ tables: inout [OptionTable]) {
    writer.append(form)
    writer.append(version)
    writer.append(bytes)
    for table in self.tables where !tables.contains(where: { $0 === table }) { tables.append(table) }
  }

  init(unpacking reader: inout PackedReader, _ tables: [OptionTable]) throws(PackingError) {
    form = try reader.text()
    version = try reader.text()
    bytes = try reader.bytes()
    self.tables = tables
  }
}
