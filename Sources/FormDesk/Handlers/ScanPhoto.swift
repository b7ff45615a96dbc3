import FormCells
import FormPages
package import HTTPMessage

/// "Scan" beside a text field: takes the photo off the page.
struct ScanPhoto: Handler {
  let cell: Cell

  func answer(_ call: Call, _ session: inout Session) -> Reply {
    guard let filling = session.filling(call.token) else { return .badRequest }
    let scan = Scan(call: call, cell: cell, filling: filling, picture: call.posted?.photo(of: cell) ?? [])
    guard filling.layered(for: cell.index).states[cell.index].isEditable else {
      return .redirect(scan.place(in: filling), fragment: cell.id)
    }
    if scan.picture.isEmpty { return scan.refusal(call.words.scan.noPhoto, in: filling) }
    if scan.picture.count > Scan.pictureByteLimit {
      return scan.refusal(call.words.scan.pictureTooLarge(call.words.size(Scan.pictureByteLimit)), in: filling)
    }
    return .scan(scan)
  }
}

/// A photo whose code goes into a cell. Immutable; a class only so that handing it around costs one reference count.
package final class Scan: Sendable {
  let call: Call
  let cell: Cell
  /// With what the page held; the session has it already, so that nothing is lost whatever the photo shows.
  let filling: Filling
  package let picture: [UInt8]

  fileprivate init(call: Call, cell: Cell, filling: Filling, picture: [UInt8]) {
    (self.call, self.cell, self.filling, self.picture) = (call, cell, filling, picture)
  }

  /// The photo of a phone has two to six million bytes.
  package static let pictureByteLimit = 8 << 20

  /// The modal section that the cell stands in, where its view is open.
  private func openSection(in filling: Filling) -> Int? {
    filling.form.modalSection(of: cell.index).flatMap { filling.sectionDrafts[$0] == nil ? nil : $0 }
  }

  /// The page that shows the cell: the form, or the view of its modal section.
  fileprivate func place(in filling: Filling) -> String {
    openSection(in: filling).map { call.link(to: .section($0)) } ?? call.page(behind: .cell(cell.index))
  }

  /// 422 (RFC 9110 §15.5.21) with the message on the cell, and everything else as the visitor left it.
  fileprivate func refusal(_ message: String, in filling: Filling) -> Reply {
    .refuse(
      front: openSection(in: filling).map { .section($0) },
      refusal: Reply.Refusal(cell: cell.index, message: message))
  }

  /// The field takes the code, unless the form was replaced meanwhile. The visitor may have gone on in another tab.
  fileprivate func fill(_ text: String, isFirstOfSeveral: Bool, _ session: inout Session) -> Reply {
    let value = CellValue.text(cell.entry(cell.normalised(text), in: call.presentation.numbers))
    if let held = session.filling(call.token), held.form.version == call.form.version {
      let isOpen = openSection(in: held) != nil
      session.change(call.token) {
        $0.reduce(isOpen ? .enterInSection(cell: cell.index, value) : .enter(cell: cell.index, value))
      }
      let label = cell.label.text(in: call.presentation.languages)
      session.tell(.scanned(label: label, isFirstOfSeveral: isFirstOfSeveral), on: call.token)
    }
    return .redirect(place(in: filling), fragment: cell.id)
  }
}

/// The text or the message that reading a photo came to.
package enum ScanOutcome: Sendable {
  case code(String, isFirstOfSeveral: Bool)
  case noCode, noPicture, tookTooLong, busy, failed
}

extension Desk {
  /// The photo was read: the field has the code, or a message says what to do.
  package static func finish(_ scan: Scan, _ outcome: ScanOutcome, _ session: inout Session) -> Response {
    let call = scan.call
    let taken = Session.Draft(scan.filling, changedAt: call.visit.moment.seconds)
    session.restore(taken)
    let before = session[call.token] ?? taken
    let words = call.words.scan
    let reply =
      switch outcome {
      case .code(let text, let isFirst): scan.fill(text, isFirstOfSeveral: isFirst, &session)
      case .noCode: scan.refusal(words.noCode, in: before.filling)
      case .noPicture: scan.refusal(words.noPicture, in: before.filling)
      case .tookTooLong: scan.refusal(words.tookTooLong, in: before.filling)
      case .busy: scan.refusal(words.busy, in: before.filling)
      case .failed: scan.refusal(words.failed, in: before.filling)
      }
    settle(call, from: Standing(of: before.filling), &session)
    guard case .response(let response) = answer(reply, call, &session) else {
      preconditionFailure("a code that was read comes to a response")
    }
    return response
  }
}
