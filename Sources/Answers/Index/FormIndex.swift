import FormCells
import FormSite
import Glibc
import Support

/// The index of one form: built and brought up to date by one thread at a time, and read by any number of others.
final class FormIndex: Sendable {
  /// How far the index is.
  private struct Progress {
    /// Nil: nothing can be looked up yet.
    var head: IndexHead?
    /// The share of the journal that is read or compared; nil: all of it.
    var share: Double? = 0
    /// A thread of its own brings it up to date.
    var isCatchingUp = false
    var isClosed = false
  }

  private struct Writing {
    var writer: IndexWriter?
    /// Rows that were compared with the journal; nil: they need not be.
    var compared: Int?
  }

  /// Bytes of new lines that a query reads before it answers; more are read by a thread of their own.
  private let ownByteLimit: Int
  /// Lines read, or rows compared, before others get their turn.
  private static let turnLineLimit = 10_000

  let paths: IndexPaths
  private let writing = Lock(Writing())
  private let progress = Lock(Progress())
  private let note: @Sendable (String) -> Void

  init(_ paths: IndexPaths, ownByteLimit: Int, note: @escaping @Sendable (String) -> Void) {
    (self.paths, self.ownByteLimit, self.note) = (paths, ownByteLimit, note)
  }

  /// The share that can be looked up; nil: all of it.
  var share: Double? {
    progress.withLock { $0.head == nil && JournalState(path: paths.journal) == nil ? nil : $0.share }
  }

  /// All that has been stored. Blocks.
  /// - Returns: nil: the form has no submissions.
  /// - Throws: `notReady`, where there is more to be read than one who waits has the time for: nobody is shown a part for the whole.
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

  /// Bytes of the file of submissions that can be looked up.
  private func covered(of journal: JournalState) -> Int {
    guard let head = progress.withLock({ $0.head }), journal.isSameFile(as: head.journal) else { return 0 }
    return min(journal.byteCount, head.extent.covered)
  }

  /// Brings the index up to date on a thread of its own, behind all others.
  func catchUp() {
    let starts = progress.withLock { progress in
      defer { progress.isCatchingUp = true }
      return !progress.isCatchingUp && !progress.isClosed
    }
    if starts { BackgroundThread.start { self.catchUpNow() } }
  }

  /// The same on this thread.
  func catchUpNow() {
    do throws(AnswerError) { while try advance() {} } catch { note("\(paths.folder): error: \(error)") }
    progress.withLock { $0.isCatchingUp = false }
  }

  /// Nothing is written any more: another process may have the folder. Waits for what is being written.
  func close() {
    progress.withLock { $0.isClosed = true }
    writing.withLock { _ in }
  }

  /// Does the next part of the work.
  /// - Returns: whether there is more.
  private func advance() throws(AnswerError) -> Bool {
    try writing.withLock { writing throws(AnswerError) in
      if progress.withLock({ $0.isClosed }) { return false }
      do {
        return try advance(&writing)
      } catch let mismatch as IndexMismatch {
        if let reason = mismatch.reason { note("\(paths.folder): the index is made anew: \(reason)") }
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
    // The only reference, so that nothing is copied.
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

  /// Whether the files are still the ones that were read.
  func has(_ scan: IndexScan) -> Bool { progress.withLock { $0.head?.key == scan.head.key } }

  /// Something in the index, or in the file of submissions, is not what it should be: it is made anew at the next query.
  func distrust(_ error: AnswerError) {
    note("\(paths.folder): error: \(error)")
    writing.withLock { writing in
      if progress.withLock({ $0.isClosed }) { return }
      writing = Writing()
      progress.withLock { ($0.head, $0.share) = (nil, 0) }
      unlink(paths.head)
    }
  }

  /// Removes the values of submissions whose lines were overwritten. Blocks.
  func erase(_ ids: Set<Token>) throws(AnswerError) {
    try writing.withLock { writing throws(AnswerError) in
      if writing.writer == nil {
        do { writing = Writing(writer: try IndexWriter.open(paths), compared: 0) } catch {
          // It is made anew, of the lines as they are.
          return try IndexWriter.remove(paths)
        }
      }
      guard var writer = writing.writer else { return }
      try writer.erase(ids)
      writing.writer = writer
    }
  }
}
