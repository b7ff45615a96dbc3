package import FormCells
package import Support

/// A session as bytes, as stores keep it.
extension Session {
  package struct Packed: Sendable {
    package let bytes: [UInt8]
    /// Tables of options without which the bytes cannot be read: hardly ever any.
    package let tables: [OptionTable]
    /// Whether it holds anything that a visitor entered or sent.
    package let holdsWork: Bool
    /// Bytes of the largest draft.
    package let draftByteCount: Int
  }

  /// The first byte: another form of these bytes gets another one.
  private static let formatByte: UInt8 = 3
  /// The first byte of what stands under a session's former id instead: where it went.
  package static let formerFormatByte: UInt8 = 2
  /// The same with the owner behind it.
  private static let formatByteWithOwner: UInt8 = 4
  /// The same without the answers of sent forms.
  private static let formatByteWithoutAnswers: UInt8 = 1
  /// Of a draft: what most hold, and what stands before that besides the names of its form and version.
  private static let usualByteCount = 256
  private static let headByteCount = 12

  package func packed() -> Packed {
    var tables: [OptionTable] = []
    var holdsWork = !sent.isEmpty
    let parts = drafts.map { draft in
      var part = PackedWriter(expecting: Self.usualByteCount)
      if draft.filling.pack(into: &part, &tables) { holdsWork = true }
      return part.bytes
    }
    // The bytes are kept for long: they have hardly any room left over.
    var writer = PackedWriter(expecting: byteCount(with: parts))
    writer.append(byte: owner == nil ? Self.formatByte : Self.formatByteWithOwner)
    if let owner { writer.append(owner) }
    writer.append(drafts.count)
    for (draft, part) in zip(drafts, parts) {
      writer.append(draft.filling.form.id)
      writer.append(draft.filling.form.version)
      writer.append(max(0, draft.changedAt))
      Notice.pack(draft.notice, into: &writer)
      writer.append(part)
    }
    writer.append(sent.count)
    for form in sent {
      writer.append(form.filling)
      writer.append(form.receipt)
      writer.append(word: form.digest)
      writer.append(byte: form.answers == nil ? 0 : 1)
      form.answers?.pack(into: &writer, &tables)
    }
    return Packed(
      bytes: writer.bytes, tables: tables, holdsWork: holdsWork, draftByteCount: parts.map(\.count).max() ?? 0)
  }

  private var answerByteCount: Int { sent.reduce(0) { $0 + ($1.answers.map { $0.bytes.count + 64 } ?? 0) } }

  /// About as many as it takes; notices are small and seldom.
  private func byteCount(with parts: [[UInt8]]) -> Int {
    zip(drafts, parts).reduce((owner == nil ? 3 : 19) + sent.count * 40 + answerByteCount) { count, draft in
      count + Self.headByteCount + draft.0.filling.form.id.utf8.count + draft.0.filling.form.version.utf8.count
        + draft.1.count
    }
  }

  /// Reads what `packed` wrote, from anyone. A draft whose form, or whose version of it, is known no more is left out: the
  /// page in front of the visitor holds it.
  /// - Parameter tables: those that were packed with it.
  package init(
    unpacking bytes: [UInt8], _ tables: [OptionTable] = [], in edition: Edition
  ) throws(PackingError) {
    var reader = PackedReader(bytes)
    self.init()
    let format = try reader.byte()
    guard [Self.formatByte, Self.formatByteWithOwner, Self.formatByteWithoutAnswers].contains(format) else {
      throw .malformed
    }
    if format == Self.formatByteWithOwner { owner = try reader.token() }
    for _ in 0..<(try reader.number(upTo: Self.draftLimit)) {
      let id = try reader.text()
      let version = try reader.text()
      let changedAt = try reader.number(upTo: .max)
      let notice = try Notice.unpack(&reader)
      var part = PackedReader(try reader.bytes())
      guard let form = edition.version(version, of: id) else { continue }
      var draft = Draft(try Filling(unpacking: &part, of: form, tables), changedAt: changedAt)
      draft.notice = notice
      guard part.isAtEnd, self[draft.filling.id] == nil else { throw .malformed }
      self[draft.filling.id] = draft
    }
    var sent: [Sent] = []
    for _ in 0..<(try reader.number(upTo: Self.sentLimit)) {
      var form = Sent(filling: try reader.token(), receipt: try reader.token(), digest: try reader.word())
      if format != Self.formatByteWithoutAnswers, try reader.number(upTo: 1) == 1 {
        form.answers = try SentAnswers(unpacking: &reader, tables)
      }
      sent.append(form)
    }
    remember(sent)
    guard reader.isAtEnd else { throw .malformed }
  }

  package var holdsPasswords: Bool { drafts.contains(where: \.filling.holdsPasswords) }

  /// The same session for whoever must not know passwords: each that was entered is asked for again.
  package var withoutPasswords: Session {
    var session = self
    for draft in drafts where draft.filling.holdsPasswords {
      session[draft.filling.id]?.filling = draft.filling.withoutPasswords
      session[draft.filling.id]?.appearance = nil
    }
    return session
  }
}

extension Notice {
  private enum Mark: UInt8 {
    case none, sessionEnded, notSaved, alreadySent, formChanged, cellsAppeared, undone, scanned, scannedFirst
  }

  fileprivate static func pack(_ notice: Notice?, into writer: inout PackedWriter) {
    func append(_ mark: Mark) { writer.append(byte: mark.rawValue) }
    switch notice {
    case nil: append(.none)
    case .sessionEnded: append(.sessionEnded)
    case .notSaved: append(.notSaved)
    case .alreadySent(let receipt):
      append(.alreadySent)
      writer.append(receipt)
    case .formChanged: append(.formChanged)
    case .cellsAppeared: append(.cellsAppeared)
    case .undone: append(.undone)
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
    case .alreadySent: .alreadySent(try reader.token())
    case .formChanged: .formChanged
    case .cellsAppeared: .cellsAppeared
    case .undone: .undone
    case .scanned: .scanned(label: try reader.text(), isFirstOfSeveral: false)
    case .scannedFirst: .scanned(label: try reader.text(), isFirstOfSeveral: true)
    case nil: throw .malformed
    }
  }
}
