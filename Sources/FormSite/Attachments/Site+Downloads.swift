package import FormCells
import FormController
package import HTTPCore
import Support

/// Returns files to those who have added them.
extension Site {
  /// Bytes of a file that are in memory at once, if the server accepts content in pieces.
  private static let pieceByteCount = 256 << 10

  /// `GET /forms/{form}/cells/{cell}?file=…`: the bytes of a file, for those who have its sealed name, or one range of them, so
  /// that a broken download can resume (RFC 9110 §14).
  /// - Returns: `nil` if there is no such file.
  func file(_ sealedName: String, for request: Request, in requestContext: RequestContext) async -> Response? {
    guard let attachments, let file = AttachedFile(sealedName: Substring(sealedName)) else { return nil }
    do {
      guard try await attachmentSeal(of: attachments).isValid(file) else { return nil }
      return try await self.file(file, for: request)
    } catch {
      report(error, requestID: requestContext.requestID)
      return FormController.errorPage(.serviceUnavailable, for: requestContext).askingToRetry()
    }
  }

  /// A file for anyone who is allowed to have it. The caller checks that.
  /// - Returns: `nil` if it does not exist.
  /// - Throws: an error if it cannot be read.
  package func file(_ file: AttachedFile, for request: Request) async throws -> Response? {
    guard let attachments, try await attachments.bytes(of: file.digest, from: 0, count: 1) != nil else { return nil }
    let tag = EntityTag(file.digest)
    let known = request.fields.values(of: .ifNoneMatch)
    if !known.isEmpty, tag.isNamed(byIfNoneMatch: known.joined(separator: ",")) {
      return .file(file, status: .notModified, tag: tag)
    }
    // A range is part of what GET would answer (§14.2).
    let asked = request.method == .get ? request.fields[.range] : nil
    switch ByteRange(asked, if: request.fields[.ifRange], tag: tag, byteCount: file.bytes) {
    case .unsatisfiable:
      var response = Response.file(file, status: .rangeNotSatisfiable, tag: tag)
      response.fields[.contentRange] = "bytes */\(file.bytes)"
      return response
    case .whole:
      return try await fill(
        .file(file, status: .ok, tag: tag), with: 0..<file.bytes, of: file, in: attachments, for: request)
    case .part(let range):
      var response = Response.file(file, status: .partialContent, tag: tag)
      response.fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.bytes)"
      return try await fill(response, with: range, of: file, in: attachments, for: request)
    }
  }

  private func fill(
    _ response: Response, with range: Range<Int>, of file: AttachedFile, in attachments: any AttachmentStore,
    for request: Request
  ) async throws -> Response {
    var response = response
    if request.takesStream, range.count > Self.pieceByteCount {
      response.stream = stream(range, of: file, in: attachments)
      return response
    }
    let bytes = try await attachments.bytes(of: file.digest, from: range.lowerBound, count: range.count)
    guard let bytes, bytes.count == range.count else {
      throw AttachmentError.failed("the file \(file.digest) is incomplete")
    }
    response.body = bytes
    return response
  }

  private func stream(_ range: Range<Int>, of file: AttachedFile, in attachments: any AttachmentStore) -> ContentStream
  {
    ContentStream(byteCount: range.count) { [self] offset in
      let start = range.lowerBound + offset
      do {
        return try await attachments.bytes(
          of: file.digest, from: start, count: min(Self.pieceByteCount, range.upperBound - start))
      } catch {
        onFailure(error)
        return nil
      }
    }
  }
}

extension Response {
  /// A file is never shown as a page, so nothing in it can run. Pictures keep their type, but only `img` shows them.
  fileprivate static func file(_ file: AttachedFile, status: Status, tag: EntityTag) -> Response {
    let isShown = FileType.shownInPlace.contains(file.type)
    var response = Response(
      status: status, contentType: isShown ? file.type : "application/octet-stream", body: [])
    response.fields[.contentDisposition] =
      "attachment; filename=\"file\"; filename*=UTF-8''\(PercentEncoding.encode(file.name))"
    response.fields[.eTag] = "\(tag)"
    response.fields[.acceptRanges] = "bytes"
    response.fields[.xContentTypeOptions] = "nosniff"
    response.fields[.contentSecurityPolicy] = "sandbox; default-src 'none'"
    response.fields[.crossOriginResourcePolicy] = "same-origin"
    response.fields[.referrerPolicy] = "no-referrer"
    response.fields[.cacheControl] = "private, max-age=3600, immutable"
    return response
  }
}
