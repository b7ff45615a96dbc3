import FormCells
import FormController
import FormPages
import HTTPCore
import Support

/// Files that scripts upload in pieces, by posts to the address of their cell. These do not use the session: when the file is
/// complete, the page is posted with its sealed name.
extension Site {
  /// Answers a post that has a piece of a file or asks how much of it was received: with `{"received": BYTES}`, and for a
  /// complete file with `{"sealedName": "…"}`, or 422 (RFC 9110 §15.5.21) with `{"refusal": "…"}`.
  /// - Parameters:
  ///   - upload: the id of the upload.
  ///   - cell: the last part of the address.
  func takePiece(
    of upload: String, from data: FormData, to id: String, cell: String?, in requestContext: RequestContext
  ) async -> Response {
    guard let uploads, let cell else { return FormController.errorPage(.notFound, for: requestContext) }
    let field = PageField.part(PageField.filePart, of: cell)
    guard let form = attachmentForm(id, in: requestContext), let (_, kind) = form.attachment(ofField: field),
      let token = Token(upload), let filename = data[PageField.Piece.name.rawValue],
      let size = data[PageField.Piece.size.rawValue].flatMap({ Int($0) }), size >= 0,
      let offset = data[PageField.Piece.offset.rawValue].flatMap({ Int($0) }), 0...size ~= offset
    else { return FormController.errorPage(.badRequest, for: requestContext) }

    func response(to outcome: PartialUploads.Outcome) -> Response {
      switch outcome {
      case .added(let sealedName): .json(["sealedName": .string(sealedName)], status: .ok)
      case .refused(let refusal):
        .json(
          ["refusal": .string(refusal.message(of: kind, in: form, for: requestContext))], status: .unprocessableContent)
      }
    }
    func refuse(_ reason: AttachmentRefusal.Reason) -> Response {
      response(to: .refused(AttachmentRefusal(cell: cell, name: AttachedFile.cleaned(filename), reason: reason)))
    }

    // Refuse before any byte is accepted.
    let limit = min(kind.byteLimit ?? .max, configuration.fileByteLimit)
    if size > limit { return refuse(.tooLarge(limit)) }
    if size == 0 { return refuse(.empty) }
    let name = PartialUploads.Name(id: token, form: id, cell: cell, address: requestContext.address)
    let piece = data.file(field)?.content
    let state: PartialUploads.Answer =
      switch piece {
      case nil: uploads.state(of: name, now: environment.uptime())
      case let piece? where piece.count > 0:
        await uploads.take(piece, at: offset, of: size, for: name, now: environment.uptime())
      // The disk has no space for it.
      case .notStored?: .failed(.full)
      default: uploads.state(of: name, now: environment.uptime())
      }
    switch state {
    case .received(let count): return .json(["received": .number(String(count))], status: .ok)
    case .ended(let outcome): return response(to: outcome)
    case .tooMany: return FormController.errorPage(.serviceUnavailable, for: requestContext).askingToRetry()
    case .failed(.full): return refuse(.noRoom)
    case .failed(let error):
      report(AttachmentError(error), requestID: requestContext.requestID)
      return refuse(.notStored)
    case .whole(let file):
      let outcome = await add(
        FilePart(name: field, filename: filename, content: .spooled(file)), to: id, in: requestContext)
      uploads.end(name, with: outcome, now: environment.uptime())
      return response(to: outcome)
    }
  }

  /// Adds the file like those of a normal post.
  private func add(
    _ file: FilePart, to id: String, in requestContext: RequestContext
  ) async -> PartialUploads.Outcome {
    var data = FormData(files: [file])
    let refusals = await takeFiles(of: &data, to: id, in: requestContext)
    if let refusal = refusals.first { return .refused(refusal) }
    return .added(sealedName: data[file.name] ?? "")
  }
}
