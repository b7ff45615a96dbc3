#if PostgreSQL
import FormSite
import Glibc
import Support

/// The folder of a copy, accessible only to its owner: it has the files of a data folder, and `followed`, which says how far the copy goes.
struct CopyFolder: Sendable {
  let path: String

  private var placePath: String { path + "/followed" }
  private var submissions: String { path + "/submissions" }
  private static let placeByteLimit = 4096

  func make() throws(SubmissionError) {
    let data = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    for (folder, mode) in [(data, mode_t(0o750)), (path, 0o700)] where mkdir(folder, mode) != 0 && errno != EEXIST {
      throw failure(folder, reason: "cannot create the folder")
    }
    guard chmod(path, 0o700) == 0 else { throw failure(path, reason: "cannot be made private") }
  }

  var hasSubmissions: Bool {
    get throws(SubmissionError) { try names(in: submissions).contains { $0.hasSuffix(".jsonl") } }
  }

  /// The place up to which the copy goes; `nil` if it is not known.
  var place: FollowedPlace? {
    guard let content = try? FileContent(of: placePath, byteLimit: Self.placeByteLimit),
      let value = try? JSONReader.document(content.bytes).value
    else { return nil }
    return FollowedPlace(value)
  }

  /// Writes the place atomically. The data up to it is already on the disk; after a crash of the machine it may be an earlier place.
  func write(_ place: FollowedPlace) throws(SubmissionError) {
    let new = placePath + ".new"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(new, reason: "cannot open") }
    defer { close(descriptor) }
    let bytes = place.json.compactBytes
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw failure(new, reason: "cannot write") }
    guard rename(new, placePath) == 0 else { throw failure(new, reason: "cannot rename") }
  }

  /// Marks the copy as incomplete, so that it will be made again.
  func removePlace() throws(SubmissionError) { try remove(placePath) }

  /// Removes the submissions, with their checksums and definitions.
  func removeSubmissions() throws(SubmissionError) {
    for name in try names(in: submissions) { try remove("\(submissions)/\(name)") }
    let forms = path + "/forms"
    for form in try names(in: forms) {
      for name in try names(in: "\(forms)/\(form)") { try remove("\(forms)/\(form)/\(name)") }
    }
  }

  private func names(in folder: String) throws(SubmissionError) -> [String] {
    do throws(FileError) { return try FolderContent(of: folder).entries.map(\.name) } catch {
      if error == .missing { return [] }
      throw SubmissionError(path: folder, reason: "cannot read the folder: \(error)")
    }
  }

  private func remove(_ file: String) throws(SubmissionError) {
    guard unlink(file) == 0 || errno == ENOENT else { throw failure(file, reason: "cannot remove") }
  }

  private func failure(_ path: String, reason: String) -> SubmissionError {
    SubmissionError(path: path, reason: "\(reason): \(String(cString: strerror(errno)))")
  }
}

extension FollowedPlace {
  /// The version of the copy's layout. A copy with another one is made again: the first version left out submissions whose ids are counted.
  private static let layout: JSONValue = 2

  fileprivate init?(_ value: JSONValue) {
    guard value["layout"] == Self.layout, let stored = Self.followed(value["stored"]),
      let erased = Self.followed(value["erased"])
    else { return nil }
    (self.stored, lastStored) = stored
    (self.erased, lastErased) = erased
  }

  private static func followed(_ value: JSONValue?) -> (FollowedNumbers, Row?)? {
    guard case .number(let digits)? = value?["settled"], let allReadTo = Int(digits), allReadTo >= 0 else { return nil }
    guard case .number(let digits)? = value?["last"], let last = Int(digits), case .string(let id)? = value?["id"]
    else {
      return allReadTo == 0 ? (FollowedNumbers(), nil) : nil
    }
    return (FollowedNumbers(allReadTo: allReadTo), Row(number: last, id: id))
  }

  fileprivate var json: JSONValue {
    [
      "layout": Self.layout, "stored": Self.json(stored, last: lastStored),
      "erased": Self.json(erased, last: lastErased),
    ]
  }

  private static func json(_ numbers: FollowedNumbers, last: Row?) -> JSONValue {
    let allReadTo = JSONValue.number("\(numbers.allReadTo)")
    guard let last else { return ["settled": allReadTo] }
    return ["settled": allReadTo, "last": .number("\(last.number)"), "id": .string(last.id)]
  }
}
#endif
