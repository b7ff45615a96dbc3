import FormCells
import FormPages
import HTTPMessage
import Synchronization

/// A photo whose code goes into a cell.
struct Scan: Sendable {
  /// With what the page held; the session has it already, so that nothing is lost whatever the photo shows.
  let filling: Filling
  let cell: Cell
  let picture: [UInt8]
  let visit: Visit
  var entry: SessionStore.Entry?
  var cookie: SetCookie?
}

extension Cell {
  var hasScan: Bool {
    if case .text(let text) = kind { text.hasScan } else { false }
  }
}

extension Site {
  /// "Scan" beside a text field: takes the photo off the page. What the page held is kept first.
  func scan(
    into cell: Cell, _ page: PostedPage, _ filling: Filling, _ session: inout Session, _ visit: Visit
  ) -> Answer? {
    guard environment.codeReader != nil else { return nil }
    session.keep(filling)
    guard filling.form.state(of: cell.index, in: filling.layered(for: cell.index).values).isEditable else {
      return .ready(.seeOther(place(of: cell, in: filling, visit), fragment: cell.id))
    }
    let picture = page.data.file(Pages.photoName(of: cell))?.bytes ?? []
    let limit = CodeReader.pictureByteLimit
    if picture.isEmpty || picture.count > limit {
      let message =
        picture.isEmpty ? visit.words.scan.noPhoto : visit.words.scan.pictureTooLarge(visit.words.size(limit))
      return .ready(refuse(message, for: cell, in: filling, visit))
    }
    return .scan(Scan(filling: filling, cell: cell, picture: picture, visit: visit))
  }

  /// Waits for the reader; then the field has the code, or a message says what to do.
  func finish(_ scan: Scan) async -> Response {
    let reading = await environment.codeReader?.read(scan.picture) ?? .noCode
    let words = scan.visit.words.scan
    let message: String
    switch reading {
    case .code(let text, let isFirstOfSeveral):
      return fill(scan, with: text, isFirstOfSeveral: isFirstOfSeveral)
    case .noCode: message = words.noCode
    case .noPicture: message = words.noPicture
    case .tookTooLong: message = words.tookTooLong
    case .busy: message = words.busy
    case .failed(let reason):
      onFailure(ScanError(reason: reason))
      message = words.failed
    }
    let filling = scan.entry?.session.withLock { $0.fillings[scan.filling.form.id] } ?? scan.filling
    return with(scan.cookie, refuse(message, for: scan.cell, in: filling, scan.visit))
  }

  private func fill(_ scan: Scan, with text: String, isFirstOfSeveral: Bool) -> Response {
    let presentation = presentation(of: scan.filling.form, scan.visit)
    let value = scan.cell.entry(scan.cell.normalised(Self.typeable(text)), in: scan.visit.numbers)
    scan.entry?.session.withLock { session in
      // The visitor may have gone on in another tab meanwhile.
      var filling = session.fillings[scan.filling.form.id] ?? scan.filling
      guard filling.form.cells.indices.contains(scan.cell.index), filling.form.version == scan.filling.form.version
      else { return }
      let entry = Action.enter(cell: scan.cell.index, .text(value))
      filling.reduce(openSection(of: scan.cell, in: filling).map { .section($0, .act(entry)) } ?? entry)
      session.keep(filling)
      session.notice =
        session.notice
        ?? .scanned(label: scan.cell.label.text(in: presentation.languages), isFirstOfSeveral: isFirstOfSeveral)
    }
    let link = place(of: scan.cell, in: scan.filling, scan.visit)
    return with(scan.cookie, .seeOther(link, fragment: scan.cell.id))
  }

  private func with(_ cookie: SetCookie?, _ response: Response) -> Response {
    var response = response
    if let cookie { response.fields.append(.setCookie, cookie.serialized) }
    return response
  }

  /// 422 (RFC 9110 §15.5.21) with the message on the cell, and everything else as the visitor left it.
  private func refuse(_ message: String, for cell: Cell, in filling: Filling, _ visit: Visit) -> Response {
    var request = pageRequest(visit, focusesProblems: true)
    request.refusal = (cell.index, message)
    let presentation = presentation(of: filling.form, visit)
    let view = openSection(of: cell, in: filling).map { InnerView.section($0) }
    let page = pages.view(view, of: filling, in: presentation, request)
    return .page(page, status: .unprocessableContent, language: visit.words.language)
  }

  /// The modal section that the cell stands in, where its view is open.
  private func openSection(of cell: Cell, in filling: Filling) -> Int? {
    filling.form.modalSection(of: cell.index).flatMap { filling.sectionDrafts[$0] == nil ? nil : $0 }
  }

  /// The page that shows the cell: the form, or the view of its modal section.
  private func place(of cell: Cell, in filling: Filling, _ visit: Visit) -> String {
    let links = presentation(of: filling.form, visit).links
    return openSection(of: cell, in: filling).map { links.sections[$0] } ?? links.form
  }

  /// Without the control characters that no keyboard types: the separators inside of some barcodes.
  private static func typeable(_ text: String) -> String {
    String(text.unicodeScalars.filter { $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t" })
  }
}

/// Why no picture could be read; for the log.
struct ScanError: Error, CustomStringConvertible {
  let reason: String
  var description: String { "scan: \(reason)" }
}
