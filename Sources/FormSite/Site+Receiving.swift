import FormCells
import FormController
public import HTTPCore
import Support

/// Content with files: it is written to the disk as it arrives, and never held in memory as a whole.
extension Site {
  /// The receiver for the content of a post to a form that has files. `nil` if the content stays in memory. It always does if
  /// there is no `Configuration.spoolDirectory`.
  /// - Parameter request: without its content; `refusal(of:)` has let it in.
  public func receiver(for request: Request) -> (any ContentReceiver)? {
    guard let spool, request.method == .post, let type = request.fields[.contentType], takesFiles(request) else {
      return nil
    }
    // A mistake in the boundary is reported after the content has arrived.
    let limits = formLimits.withFields(of: fieldsByteLimit)
    guard let reader = try? MultipartReader(contentType: type, limits: limits, spool: spool) else { return nil }
    return FormReceiver(
      reader, byteLimit: fieldsByteLimit + Self.readFilesLimit * configuration.fileByteLimit, work: receiving)
  }

  /// Makes the folder for arriving files and keeps a descriptor of it open. Call it before the first visitor comes.
  package func openSpool() throws(SpoolError) { _ = try spool?.open() }

  private func takesFiles(_ request: Request) -> Bool {
    let snapshot = snapshot
    switch Route(path: request.path, below: configuration.basePath) {
    case .form(let id), .cell(let id, _), .entry(let id, _, _):
      return snapshot.form(id)?.takesFiles == true || snapshot.earlierForms(id).contains(where: \.takesFiles)
    default: return false
    }
  }

  /// Limits for a posted form, wherever its files are.
  var formLimits: FormLimits {
    FormLimits(
      fileByteLimit: configuration.fileByteLimit, fileCountLimit: Self.fileCountLimit,
      filesByteLimit: Self.storedFilesLimit * configuration.fileByteLimit)
  }

  /// Bytes in memory of a form whose files are written to the disk.
  private var fieldsByteLimit: Int { configuration.bodyByteLimit ?? Self.usualFieldsByteLimit }

  private static let usualFieldsByteLimit = 1 << 20
  /// Files of one post.
  private static let fileCountLimit = 100
  /// One post may store as many bytes as this number of files of the largest size.
  private static let storedFilesLimit = 16
  /// The same, including files that are read and dropped: a post with a long video keeps everything else. A gigabyte and more.
  private static let readFilesLimit = 64
  /// Blocks written at once. A disk takes this many in sequence, and no page waits for them.
  static let receivingConcurrentLimit = 4
}

extension FormLimits {
  fileprivate func withFields(of bytes: Int) -> FormLimits {
    var limits = self
    limits.fieldsByteLimit = bytes
    return limits
  }
}

/// Reads a multipart form as it arrives. Another thread reads, digests and writes its bytes: 64 KiB take a tenth of a
/// millisecond, and far more on a busy disk.
final class FormReceiver: ContentReceiver {
  /// Bytes to be read.
  struct Block: Sendable {
    fileprivate let receiver: FormReceiver
    fileprivate let bytes: [UInt8]

    func take() -> Int { receiver.take(bytes) }
  }

  private struct State {
    /// `nil` after the form and its files were handed on.
    var reader: MultipartReader?
    /// After an error the rest is skipped: browsers show an answer only when they have sent everything.
    var error: FormError?
  }

  let byteLimit: Int
  private let state: Lock<State>
  private let work: BlockingWork<Block, Int>

  init(_ reader: consuming sending MultipartReader, byteLimit: Int, work: BlockingWork<Block, Int>) {
    state = Lock(State(reader: reader))
    self.byteLimit = byteLimit
    self.work = work
  }

  func receive(_ block: [UInt8]) async -> Int {
    await work.result(of: Block(receiver: self, bytes: block)) ?? 0
  }

  private func take(_ bytes: [UInt8]) -> Int {
    state.withLock { state in
      guard state.error == nil else { return 0 }
      do throws(FormError) { try state.reader?.feed(bytes) } catch { state.error = error }
      return state.reader?.heldBytes ?? 0
    }
  }

  func finish(_ request: Request) async -> Request {
    var request = request
    request.receivedForm = ReceivedForm(
      state.withLock { state in
        let reader = state.reader.take()
        if let error = state.error { return .failure(error) }
        return Result { () throws(FormError) in try reader?.finish() ?? FormData() }
      })
    return request
  }
}
