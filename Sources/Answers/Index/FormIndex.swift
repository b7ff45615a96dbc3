import FormCells
import FormSite
import Glibc
import Support

/// The index of one form. One thread at a time builds and updates it; any number of others read it.
final class FormIndex: Sendable {
  /// How much of the journal the index covers.
  private struct Progress {
    /// `nil` if nothing can be looked up yet.
    var head: IndexHead?
    /// The share of the journal that was read or compared; `nil` if it is all of it.
    var share: Double? = 0
    /// Whether a separate thread is updating the index.
    var isCatchingUp = false
    var isClosed = false
  }

  private struct Writing {
    var writer: IndexWriter?
    /// The number of rows compared with the journal so far; `nil` if no comparison is needed.
    var compared: Int?
  }

  /// The bytes of new lines that a query reads before it answers; a separate thread reads more than that.
  private let ownByteLimit: Int
  /// The number of lines read, or rows compared, before other threads get their turn.
  private static let turnLineLimit = 10_000

  let paths: IndexPaths
  private let writing = Lock(Writing())
  private let progress = Lock(Progress())
  private let note: @Sendable (String) -> Void

  init(_ paths: IndexPaths, ownByteLimit: Int, note: @escaping @Sendable (String) -> Void) {
    (self.paths, self.ownByteLimit, self.note) = (paths, ownByteLimit, note)
  }

  /// The share that can be looked up; `nil` if it is all.
  var share: Double? {
    progress.withLock { $0.head == nil && JournalState(path: paths.journal) == nil ? nil : $0.share }
  }

  /// A scan of everything that is stored. Blocks.
  /// - Returns: `nil` if the form has no submissions.
  /// - Throws: `notReady`, if there is more to read than a waiting user has time for. A partial result is never shown
  ///   as the whole.
  func scan() throws(AnswerError) -> IndexScan? {
    let (isClosed, share) = progress.withLock { ($0.isClosed, $0.share) }
    if !isClosed {
      guard let journal = JournalState(path: paths.journal) else { return nil }
      let covered = covered(of: journal)
      guard journal.byteCount - covered <= ownByteLimit else {
        catchUp()
        throw .notReady(share ?? Double(covered) / Double(journal.byteCount))
      }
      while try advance() {}
    }
    guard let head = progress.withLock({ $0.head }) else { throw .notReady(share ?? 0) }
    return IndexScan(paths, head: head)
  }

  /// The bytes of the journal that can be looked up.
  private func covered(of journal: JournalState) -> Int {
    guard let head = progress.withLock({ $0.head }), journal.isSameFile(as: head.journal) else { return 0 }
    return min(journal.byteCount, head.extent.covered)
  }

  /// Brings the index up to date on a separate low-priority thread.
  func catchUp() {
    let starts = progress.withLock { progress in
      defer { progress.isCatchingUp = true }
      return !progress.isCatchingUp && !progress.isClosed
    }
    if starts { BackgroundThread.start { self.catchUpNow() } }
  }

  /// Brings the index up to date on this thread.
  func catchUpNow() {
    do throws(AnswerError) { while try advance() {} } catch { note("\(paths.folder): error: \(error)") }
    progress.withLock { $0.isCatchingUp = false }
  }

  /// Stops writing, so that another process may have the folder. Waits for a write in progress.
  func close() {
    progress.withLock { $0.isClosed = true }
    writing.withLock { _ in }
  }

  /// Does the next part of the work.
  /// - Returns: whether there is more to do.
  private func advance() throws(AnswerError) -> Bool {
    try writing.withLock { writing throws(AnswerError) in
      if progress.withLock({ $0.isClosed }) { return false }
      do {
        return try advance(&writing)
      } catch let mismatch as IndexMismatch {
        if let reason = mismatch.reason { note("\(paths.folder): the index is built again: \(reason)") }
        progress.withLock { ($0.head, $0.share) = (nil, 0) }
        writing = Writing(writer: try IndexWriter.create(paths))
        return writing.writer != nil
      } catch let error as AnswerError {
        throw error
      } catch let error as SubmissionError {
        throw .unreadable("\(error)")
      } catch {
        throw .unreadable("\(paths.folder): \(error)")
      }
    }
  }

  private func advance(_ writing: inout Writing) throws -> Bool {
    guard var writer = writing.writer else {
      let opened = try IndexWriter.open(paths)
      writing = Writing(writer: opened, compared: opened.isOfSeenJournal ? nil : 0)
      return true
    }
    // The writer must have a single reference, so that changing it copies nothing.
    writing.writer = nil
    if let compared = writing.compared {
      let next = min(writer.head.extent.rows, compared + Self.turnLineLimit)
      try writer.compare(compared..<next)
      let isDone = next == writer.head.extent.rows
      if isDone { try writer.noteJournal() }
      progress.withLock { $0.share = Double(next) / Double(max(1, writer.head.extent.rows)) }
      writing = Writing(writer: writer, compared: isDone ? nil : next)
      return true
    }
    let hasMore = try writer.readOn(lineLimit: Self.turnLineLimit)
    publish(writer, hasMore: hasMore)
    writing.writer = writer
    return hasMore
  }

  private func publish(_ writer: IndexWriter, hasMore: Bool) {
    let head = writer.head
    let size = max(1, head.journal.byteCount)
    progress.withLock { progress in
      progress.head = head
      progress.share = hasMore ? min(1, Double(head.extent.covered) / Double(size)) : nil
    }
  }

  /// Whether the index still has the files that the scan has read.
  func has(_ scan: IndexScan) -> Bool { progress.withLock { $0.head?.key == scan.head.key } }

  /// Discards the index after an unexpected content in it or in the journal. The next query builds it again.
  func distrust(_ error: AnswerError) {
    note("\(paths.folder): error: \(error)")
    writing.withLock { writing in
      if progress.withLock({ $0.isClosed }) { return }
      writing = Writing()
      progress.withLock { ($0.head, $0.share) = (nil, 0) }
      unlink(paths.head)
    }
  }

  /// Removes the values of submissions whose lines were erased. Blocks.
  func erase(_ ids: Set<Token>) throws(AnswerError) {
    try writing.withLock { writing throws(AnswerError) in
      if writing.writer == nil {
        do { writing = Writing(writer: try IndexWriter.open(paths), compared: 0) } catch {
          // It is built again from the present lines.
          return try IndexWriter.remove(paths)
        }
      }
      guard var writer = writing.writer else { return }
      try writer.erase(ids)
      writing.writer = writer
    }
  }
}
