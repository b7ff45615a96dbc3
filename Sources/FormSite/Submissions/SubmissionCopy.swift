/// A copy of submissions that are somewhere else, such as in a database, in files of this process. It follows what is stored,
/// corrected and erased there.
package protocol SubmissionCopy: Sendable {
  /// Begins, once this process has the data folder.
  func open() throws(SubmissionError)

  /// Follows while nobody asks; returns at once. To be called again and again.
  func tick()

  /// Returns when the copy has all that was stored, and nothing that was erased, when this was called.
  /// - Returns: nil: it has; else it is still being made, and the share that is, from 0 to 1.
  /// - Throws: it cannot be told whether it has.
  func catchUp() async throws(SubmissionError) -> Double?

  /// Nothing is written any more. Blocks.
  func close()
}

/// What is made of files of submissions, such as an index.
package protocol DerivedFiles: ErasureObserver {
  /// Brings all of it up to date; returns at once.
  func start()

  /// Removes all of it, before the files are made anew. Blocks.
  func removeAll() throws
}
