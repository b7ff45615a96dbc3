/// A copy, in files of this process, of submissions that are stored elsewhere, such as in a database. It follows what is
/// stored, corrected and erased there.
package protocol SubmissionCopy: Sendable {
  /// Begins. To be called once this process has the data folder.
  func open() throws(SubmissionError)

  /// Continues copying in the background; returns at once. To be called regularly.
  func tick()

  /// Waits until the copy has everything that was stored, and nothing that was erased, when this was called.
  /// - Returns: `nil` if so; if the copy is still being made, the finished share from 0 to 1.
  /// - Throws: an error if the state cannot be found out.
  func catchUp() async throws(SubmissionError) -> Double?

  /// Stops all writing. Blocks.
  func close()
}

/// Files derived from submissions, such as an index.
package protocol DerivedFiles: ErasureObserver {
  /// Brings them up to date; returns at once.
  func start()

  /// Removes them all, before they are made again. Blocks.
  func removeAll() throws
}
