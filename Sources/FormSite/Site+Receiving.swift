import FormCells
import FormController
public import HTTPCore
import Support

/// Content that comes with files: to the disk as it arrives, never in memory as a whole.
extension Site {
  /// Who takes the content of a request while it comes: of a post to a form that has files. Nil: it stays in memory, as all of it
  /// does where there is no `Configuration.spoolDirectory`.
  /// - Parameter request: without content; it was let in (`refusal(of:)`).
  public func receiver(for request: Request) -> (any ContentReceiver)? {
    guard let spool, request.method == .post, let type = request.fields[.contentType], takesFiles(request) else {
      return nil
    }
    // What is wrong with the boundary is said when the content has come.
    let limits = formLimits.withFields(of: fieldsByteLimit)
    guard let reader = try? MultipartReader(contentType: type, limits: limits, spool: spool) else { return nil }
    return FormReceiver(
      reader, byteLimit: fieldsByteLimit + Self.readFilesLimit * configuration.fileByteLimit, work: receiving)
  }

  /// Makes the folder of files that arrive, which keeps a descriptor open: before the first visitor comes.
  package func openSpool() throws(SpoolError) { _ = try spool?.open() }

  private func takesFiles(_ request: Request) -> Bool {
    let snapshot = snapshot
    switch Route(path: request.path, below: configuration.basePath) {
    case .form(let id), .cell(let id, _), .entry(let id, _, _):
      return snapshot.form(id)?.takesFiles == true || snapshot.earlierForms(id).contains(where: \.takesFiles)
    default: return false
    }
  }

  /// Bounds of a form that is posted, wherever its files are.
  var formLimits: FormLimits {
    FormLimits(
      fileByteLimit: configuration.fileByteLimit, fileCountLimit: Self.fileCountLimit,
      filesByteLimit: Self.storedFilesLimit * configuration.fileByteLimit)
  }

  /// Bytes in memory of a form whose files are on the disk.
  private var fieldsByteLimit: Int { configuration.bodyByteLimit ?? Self.usualFieldsByteLimit }

  private static let usualFieldsByteLimit = 1 << 20
  /// Files of one post.
  private static let fileCountLimit = 100
  /// Files of the largest size whose bytes one post may have.
  private static let storedFilesLimit = 16
  /// The same of those that are read and dropped too, so that a post with a long video keeps everything else: a gigabyte and more.
  private static let readFilesLimit = 64
  /// Blocks written at once: a disk takes as many one after the other, and nobody's page waits for it.
  static let receivingConcurrentLimit = 4
}

extension FormLimits {
  fileprivate func withFields(of bytes: Int) -> FormLimits {
    var limits = self
    limits.fieldsByteLimit = bytes
    return limits
  }
}

/// Reads a multipart form while it comes. Its bytes are read, digested and written on another thread: 64 KiB take a tenth of a
/// millisecond, and far more where the disk is busy.
final class FormReceiver: ContentReceiver {
  /// Bytes that are to be read.
  struct Block: Sendable {
    fileprivate let receiver: FormReceiver
    fileprivate let bytes: [UInt8]

    func take() -> Int { receiver.take(bytes) }
  }

  private struct State {
    /// Nil: the form was handed on, and its files with it.
    var reader: MultipartReader?
    /// Once there is one, the rest is read over: browsers show an answer when they have sent everything.
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
