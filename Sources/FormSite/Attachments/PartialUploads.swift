import FormCells
import HTTPCore
import Support

/// Files that scripts upload in pieces. A piece is accepted if it follows the bytes received so far. After any failure, a page
/// asks how many bytes were received and continues after them. Uploads do not survive the process.
final class PartialUploads: Sendable {
  /// Identifies an upload. It can be continued only from the address where it began.
  struct Name: Hashable, Sendable {
    /// Made by the page.
    let id: Token
    let form: String
    let cell: String
    let address: String
  }

  /// The result for a whole file. It is repeated for a page that missed it.
  enum Outcome: Sendable, Equatable {
    case added(sealedName: String)
    case refused(AttachmentRefusal)
  }

  enum Answer: Sendable {
    /// The number of bytes received so far.
    case received(Int)
    /// This piece completes the file. The caller that gets it decides about the file and calls `end`.
    case whole(SpooledFile)
    case ended(Outcome)
    /// The received bytes are lost.
    case failed(SpoolError)
    case tooMany
  }

  private struct Upload: Sendable {
    let file = PartialFile()
    let size: Int
    var received = 0
    /// Whether a piece is being written, or the whole file is being checked.
    var isBusy = false
    var outcome: Outcome?
    /// Seconds of the site's clock.
    var usedAt: Int
  }

  private struct Block: Sendable {
    let file: PartialFile
    let content: FilePart.Content
    let isLast: Bool
    let spool: SpoolFolder
  }

  private let spool: SpoolFolder
  private let uploads = Lock<[Name: Upload]>([:])
  private let work = BlockingWork<Block, Result<SpooledFile?, SpoolError>>(
    concurrentLimit: Site.receivingConcurrentLimit, waitingLimit: PartialUploads.waitingLimit, priority: .idle
  ) { $0.file.append($0.content, isLast: $0.isLast, in: $0.spool) }

  /// Simultaneous uploads of one address, and in all.
  static let addressLimit = 20
  static let limit = 1000
  static let idleSecondLimit = 600
  private static let waitingLimit = 1000

  init(spool: SpoolFolder) { self.spool = spool }

  /// The number of bytes received, or the result for a whole file.
  func state(of name: Name, now: Int) -> Answer {
    uploads.withLock { uploads in
      uploads[name]?.usedAt = now
      guard let upload = uploads[name] else { return .received(0) }
      return upload.outcome.map { .ended($0) } ?? .received(upload.received)
    }
  }

  /// Accepts a piece that follows the bytes received so far. Any other piece is ignored, and the answer says how many bytes
  /// there are.
  /// - Parameters:
  ///   - content: at least one byte.
  ///   - offset: of its first byte in the file.
  ///   - size: bytes of the whole file.
  func take(_ content: FilePart.Content, at offset: Int, of size: Int, for name: Name, now: Int) async -> Answer {
    let count = content.count
    let file: PartialFile
    switch begin(count, at: offset, of: size, for: name, now: now) {
    case .failure(let other): return other.answer
    case .success(let ready): file = ready
    }
    let block = Block(file: file, content: content, isLast: offset + count == size, spool: spool)
    let outcome = await work.result(of: block)
    return uploads.withLock { uploads in
      guard var upload = uploads[name] else { return .received(0) }
      upload.isBusy = false
      switch outcome {
      // Too many pieces wait; the page tries again.
      case nil: break
      case .failure(let error)?:
        uploads[name] = nil
        return .failed(error)
      case .success(let whole)?:
        upload.received += count
        upload.isBusy = whole != nil
        uploads[name] = upload
        if let whole { return .whole(whole) }
      }
      uploads[name] = upload
      return .received(upload.received)
    }
  }

  private struct OtherAnswer: Error { let answer: Answer }

  private func begin(
    _ count: Int, at offset: Int, of size: Int, for name: Name, now: Int
  ) -> Result<PartialFile, OtherAnswer> {
    uploads.withLock { uploads in
      Self.dropIdle(in: &uploads, now: now)
      if uploads[name] == nil, offset == 0, count <= size {
        let unfinished = uploads.filter { $0.value.outcome == nil }
        guard unfinished.count < Self.limit,
          unfinished.count(where: { $0.key.address == name.address }) < Self.addressLimit
        else { return .failure(OtherAnswer(answer: .tooMany)) }
        uploads[name] = Upload(size: size, usedAt: now)
      }
      guard var upload = uploads[name] else { return .failure(OtherAnswer(answer: .received(0))) }
      if let outcome = upload.outcome { return .failure(OtherAnswer(answer: .ended(outcome))) }
      let isNext = !upload.isBusy && offset == upload.received && size == upload.size && count <= size - offset
      upload.usedAt = now
      upload.isBusy = upload.isBusy || isNext
      uploads[name] = upload
      return isNext ? .success(upload.file) : .failure(OtherAnswer(answer: .received(upload.received)))
    }
  }

  /// Sets the result for a whole file.
  func end(_ name: Name, with outcome: Outcome, now: Int) {
    uploads.withLock { uploads in
      uploads[name]?.outcome = outcome
      uploads[name]?.isBusy = false
      uploads[name]?.usedAt = now
      let ended = uploads.filter { $0.value.outcome != nil }
      guard ended.count > Self.limit, let oldest = ended.min(by: { $0.value.usedAt < $1.value.usedAt }) else { return }
      uploads[oldest.key] = nil
    }
  }

  /// Drops uploads that were not used for `idleSecondLimit`.
  func dropIdle(now: Int) { uploads.withLock { Self.dropIdle(in: &$0, now: now) } }

  private static func dropIdle(in uploads: inout [Name: Upload], now: Int) {
    uploads = uploads.filter { $0.value.isBusy || now - $0.value.usedAt < idleSecondLimit }
  }
}

/// The pieces of a file received so far, on the disk.
private final class PartialFile: Sendable {
  /// `nil` before the first piece and after the last.
  private let writer = Lock<SpoolWriter?>(nil)

  private static let blockByteCount = 64 << 10

  /// Appends a piece. Blocks.
  /// - Returns: the whole file after its last piece.
  func append(_ content: FilePart.Content, isLast: Bool, in spool: SpoolFolder) -> Result<SpooledFile?, SpoolError> {
    writer.withLock { writer in
      do {
        let open = try writer ?? spool.makeFile()
        writer = open
        switch content {
        case .bytes(let bytes):
          let outcome = bytes.withUnsafeBytes { bytes in Result { () throws(SpoolError) in try open.write(bytes) } }
          try outcome.get()
        case .spooled(let piece): try piece.forEachPiece(of: Self.blockByteCount) { try open.write($0) }
        case .tooLarge, .notStored: break
        }
        guard isLast else { return .success(nil) }
        writer = nil
        return .success(try open.finish())
      } catch {
        writer = nil
        return .failure(error as? SpoolError ?? .full)
      }
    }
  }
}
