import Support

/// The place of a message from a host's check.
public struct CellID: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// As in the errors that a program receives as JSON: `email`; `expenses[0].amount` for a cell of an entry; empty for the form.
  public let description: String

  /// The form as a whole.
  public static let form = CellID("")

  /// - Parameter id: the id of a cell, or of a repeated section as a whole.
  public init(_ id: String) { description = id }

  public init(stringLiteral id: String) { self.init(id) }

  /// A cell of an entry.
  /// - Parameters:
  ///   - cell: its id in the definition.
  ///   - position: the position of the entry among the values of its section, from 0.
  ///   - section: the repeated section's id.
  public init(_ cell: String, inEntry position: Int, of section: String) {
    self.init("\(section)[\(position)].\(cell)")
  }
}

/// The messages of a host's check about the answers that were sent. Each is shown until what it is about is changed.
package struct HostMessages: Sendable, Equatable {
  enum Place: Sendable, Equatable {
    /// By `Cell.index`; for a repeated section as a whole, its first cell in the definition.
    case cell(Int)
    case form
  }

  struct Message: Sendable, Equatable {
    var place: Place
    let text: String
    /// The digest of what the message is about, as it was sent.
    var digest: UInt64
  }

  /// A message that cannot be shown where the check wants it. It is shown at the form instead, or left out.
  package struct Fault: Sendable {
    package let id: CellID
    /// For people.
    package let reason: String
  }

  /// The maximum length of one message in grapheme clusters; the rest is left out.
  package static let characterLimit = 500
  /// The maximum number of messages at the form; the rest is left out.
  package static let formLimit = 50

  fileprivate(set) var messages: [Message] = []

  package init() {}

  package var isEmpty: Bool { messages.isEmpty }

  /// - Parameters:
  ///   - given: what the check returned. Messages without text are ignored.
  ///   - formState: the answers that were sent.
  ///   - report: called for each message that cannot be shown where the check wants it.
  package init(_ given: [CellID: String], of formState: FormState, report: (Fault) -> Void = { _ in }) {
    var formCount = 0
    for (id, text) in given.sorted(by: { $0.key.description < $1.key.description }) {
      guard let text = Self.line(of: text) else { continue }
      var place = Place.form
      if id != .form, let cell = formState.cell(sentAs: id.description) {
        if formState.showsMessages(at: cell) {
          place = .cell(cell)
        } else {
          report(Fault(id: id, reason: "it is hidden"))
        }
      } else if id != .form {
        report(Fault(id: id, reason: formState.form.message(ofUnknownPlace: id.description)))
      }
      if place == .form { formCount += 1 }
      guard formCount <= Self.formLimit else {
        report(Fault(id: id, reason: "\(Self.formLimit) others are shown at the form; this one is left out"))
        continue
      }
      messages.append(Message(place: place, text: text, digest: formState.digest(of: place)))
    }
  }

  /// A message as one line; `nil` if it has no text.
  private static func line(of text: String) -> String? {
    func isGap(_ character: Character) -> Bool {
      character.isWhitespace || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
    }
    let words = text.split(whereSeparator: isGap)
    let line = words.joined(separator: " ")
    if line.isEmpty { return nil }
    return line.count > characterLimit ? line.prefix(characterLimit - 1) + "…" : line
  }
}

extension FormState {
  /// Records that the host's check refused these answers. A message stays at its cell only if the cell has not changed since it was sent.
  package mutating func refuse(with messages: HostMessages) {
    var messages = messages
    for position in messages.messages.indices {
      let message = messages.messages[position]
      if message.place != .form, message.digest == digest(of: message.place) { continue }
      messages.messages[position].place = .form
      messages.messages[position].digest = digest(of: .form)
    }
    hostMessages = messages
    showsProblems = true
  }

  /// The message of a host's check at a cell, by index; `nil` if there is none.
  func problemOfHost(at cell: Int) -> CellProblem? {
    guard hasHostMessages else { return nil }
    let message = hostMessages.messages.first { $0.place == .cell(cell) }
    guard let message, message.digest == digest(of: message.place), showsMessages(at: cell) else { return nil }
    return CellProblem(cell: cell, problem: .host(message.text))
  }

  /// The messages that are shown at the form.
  package var hostMessagesAtForm: [String] {
    guard hasHostMessages else { return [] }
    let digest = digest(of: .form)
    return hostMessages.messages.filter { $0.place == .form && $0.digest == digest }.map(\.text)
  }

  /// The first step with a cell that has a message of the host's check; `nil` if there is none.
  package var firstStepWithHostMessages: Int? {
    hostMessages.messages.compactMap { message in
      guard case .cell(let cell) = message.place, problemOfHost(at: cell) != nil else { return nil }
      let section = form.sectionOfCell[cell]
      return form.step(of: .section(section))
    }.min()
  }

  fileprivate func showsMessages(at cell: Int) -> Bool {
    let section = form.sectionOfCell[cell]
    if form.sections[section].repeated != nil { return isShown(repeated: section) }
    return isEntry(section) && states[cell].isVisible && form.cells[cell].hasValue
  }

  /// A digest that changes when what a message is about changes.
  fileprivate func digest(of place: HostMessages.Place) -> UInt64 {
    switch place {
    case .cell(let cell):
      // With the same `Idempotency-Key`, other answers may have been sent, with more entries.
      guard form.cells.indices.contains(cell) else { return 0 }
      let section = form.sectionOfCell[cell]
      return form.sections[section].repeated == nil ? digests[cell] : digest(ofEntries: section)
    case .form:
      let own = form.sections.indices.filter { form.sections[$0].entry == nil && form.sections[$0].repeated == nil }
      let cells = own.flatMap { form.sections[$0].cells.map { digests[$0.index] } }
      return Self.combined(cells + form.repeatedSections.map(digest(ofEntries:)))
    }
  }

  private func digest(ofEntries section: Int) -> UInt64 {
    Self.combined(
      zip(entries[section], entries(of: section)).flatMap { number, entry in
        [UInt64(number)] + form.sections[entry].cells.map { digests[$0.index] }
      })
  }

  /// FNV-1a, by words instead of bytes.
  private static func combined(_ digests: [UInt64]) -> UInt64 {
    digests.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ $1) &* 0x0000_0100_0000_01b3 }
  }
}

extension Form {
  /// Why a check's message has no place in the form.
  fileprivate func message(ofUnknownPlace name: String) -> String {
    guard let open = name.firstIndex(of: "["), let section = repeatedSection(String(name[..<open])) else {
      return message(ofUnknownCell: name)
    }
    let id = String(name[..<open])
    guard let end = name.firstRange(of: "].")?.upperBound else { return "“\(id)[0].CELL” is expected" }
    let cells = sections[section].cells.map(\.id)
    let cell = String(name[end...])
    if cells.contains(cell) { return "“\(id)” has no such entry" }
    let meant = Suggestion.nearest(to: cell, among: cells).map { "; did you mean “\($0)”?" } ?? ""
    return "an entry of “\(id)” has no cell “\(cell)”\(meant)"
  }
}

/// These come near the end of packed answers, since most have none.
extension HostMessages {
  func pack(into writer: inout PackedWriter) {
    writer.append(messages.count)
    for message in messages {
      if case .cell(let cell) = message.place { writer.append(cell + 1) } else { writer.append(0) }
      writer.append(message.text)
      writer.append(word: message.digest)
    }
  }

  init(unpacking reader: inout PackedReader, cellCount: Int) throws(PackingError) {
    if reader.isAtEnd { return }
    for _ in 0..<(try reader.number(upTo: cellCount + Self.formLimit)) {
      let cell = try reader.number(upTo: cellCount)
      messages.append(
        Message(place: cell == 0 ? .form : .cell(cell - 1), text: try reader.text(), digest: try reader.word()))
    }
  }
}
