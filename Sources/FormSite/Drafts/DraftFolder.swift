import Dispatch
import Glibc
import Support

/// Saved drafts as files, `DATA/drafts/{name}`. A file's time says when its draft was last saved.
public final class DraftFolder: DraftStore, ErasureObserver {
  /// Bytes of all drafts together.
  package static let usualByteLimit = 1 << 30

  private let directory: String
  package let days: Int
  private let byteLimit: Int
  private let disk: DiskCalls
  private let queue = DispatchQueue(label: "formcells.drafts")
  /// Bytes of all drafts; `nil` until they are counted. Used on the queue.
  private let byteCount = Lock<Int?>(nil)

  /// - Parameters:
  ///   - data: the folder in which `drafts/` is; it is made when the first draft is kept.
  ///   - days: after this number of days without another save, a draft is removed.
  public convenience init(data: String, days: Int) {
    self.init(data: data, days: days, byteLimit: Self.usualByteLimit, disk: .system)
  }

  init(data: String, days: Int, byteLimit: Int, disk: DiskCalls) {
    (directory, self.days, self.byteLimit, self.disk) = (data + "/drafts", days, byteLimit, disk)
  }

  package func keep(_ draft: [UInt8], named name: String) async throws {
    try await run { folder throws(SubmissionError) in try folder.write(draft, to: folder.path(of: name)) }
  }

  package func draft(named name: String) async throws -> [UInt8]? {
    try await run { folder throws(SubmissionError) in try folder.read(folder.path(of: name)) }
  }

  package func remove(named name: String) async throws {
    try await run { folder throws(SubmissionError) in try folder.remove(folder.path(of: name)) }
  }

  package func sweep(_ body: @escaping @Sendable ([UInt8]) -> Void) async throws {
    for name in try await run({ folder throws(SubmissionError) in try folder.names() }) {
      // One at a time, so that a visitor does not wait for all of them.
      try await run { folder throws(SubmissionError) in
        let path = folder.path(of: name)
        if let draft = try folder.read(path) { body(draft) } else { try folder.remove(path) }
      }
    }
  }

  /// Removes the drafts that would correct these submissions: they contain what was submitted. Blocks.
  package func erase(_ ids: [String], of form: String) throws {
    let ids = Set(ids.compactMap { Token($0) })
    for name in try names() {
      guard let bytes = try read(path(of: name)), let draft = StoredDraft(bytes), draft.form == form,
        let changes = draft.changes, ids.contains(changes)
      else { continue }
      try queue.sync { try remove(path(of: name)) }
    }
  }

  /// Which files drafts still name: another person's draft may have the same file.
  package func files(among digests: Set<String>) throws -> Set<String> {
    var named: Set<String> = []
    for name in try names() {
      guard named.count < digests.count, let draft = try read(path(of: name)) else { continue }
      named.formUnion(digests.intersection(FileNames.digests(in: draft)))
    }
    return named
  }

  private func path(of name: String) -> String { "\(directory)/\(name)" }

  private func run<Done: Sendable>(
    _ body: @escaping @Sendable (DraftFolder) throws(SubmissionError) -> Done
  ) async throws(SubmissionError) -> Done {
    let result = await withCheckedContinuation { continuation in
      queue.async { [self] in
        do throws(SubmissionError) {
          continuation.resume(returning: Result<_, SubmissionError>.success(try body(self)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  // MARK: On the queue

  private func names() throws(SubmissionError) -> [String] {
    do throws(FileError) { return try FolderContent(of: directory).entries.filter { !$0.isFolder }.map(\.name) } catch {
      if error == .missing { return [] }
      throw SubmissionError(path: directory, reason: "cannot read the folder: \(error)")
    }
  }

  private func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Writes a draft atomically: its name has the whole draft or the previous one.
  private func write(_ bytes: [UInt8], to path: String) throws(SubmissionError) {
    var known = byteCount.withLock { $0 }
    if known == nil { known = try names().reduce(0) { $0 + (size(of: self.path(of: $1)) ?? 0) } }
    let count = (known ?? 0) + bytes.count - (size(of: path) ?? 0)
    guard count <= byteLimit else {
      throw SubmissionError(
        path: directory, reason: "no space left for a draft: the limit for all drafts is \(byteLimit) bytes")
    }
    try Folder.make(directory)
    try Folder.write(bytes, to: path, mode: 0o600, disk: disk)
    byteCount.withLock { $0 = count }
  }

  /// `nil` if it does not exist or has expired.
  private func read(_ path: String) throws(SubmissionError) -> [UInt8]? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw SubmissionError(path: path, reason: "cannot read its status", errno: errno)
    }
    guard time(nil) - status.st_mtim.tv_sec <= days * 86_400, !path.hasSuffix(".new") else { return nil }
    do throws(FileError) { return try FileContent(of: path, byteLimit: byteLimit).bytes } catch {
      throw SubmissionError(path: path, reason: "cannot read: \(error)")
    }
  }

  private func remove(_ path: String) throws(SubmissionError) {
    let size = size(of: path)
    guard let size else { return }
    try Folder.remove(path)
    byteCount.withLock { count in count = count.map { $0 - size } }
  }
}
