import HTTPCore
import Support

extension Response {
  /// The number of bytes of a file that are in memory at a time.
  private static let pieceByteCount = 256 << 10

  /// The response with a download. The file is removed with the response.
  /// - Parameter note: receives the error if the file can no longer be read, for the log.
  static func download(
    _ file: SpooledFile, format: DownloadFormat, of form: String, for request: Request,
    note: @escaping @Sendable (String) -> Void
  ) throws -> Response {
    var response = Response(status: .ok, contentType: format.mediaType, body: [])
    response.fields[.contentDisposition] = "attachment; filename=\"\(form).\(format.rawValue)\""
    response.fields[.xContentTypeOptions] = "nosniff"
    response.fields[.cacheControl] = "no-store"
    guard request.takesStream, file.count > pieceByteCount else {
      response.body = try file.bytes()
      return response
    }
    response.stream = ContentStream(byteCount: file.count) { offset in
      do { return try file.bytes(from: offset, count: min(pieceByteCount, file.count - offset)) } catch {
        note("answers: a download ended: \(error)")
        return nil
      }
    }
    return response
  }
}
