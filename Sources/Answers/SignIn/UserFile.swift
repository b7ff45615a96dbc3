import FormSite
import Glibc
import Support

/// A person who may see answers.
package struct User: Sendable, Equatable {
  /// In lower case.
  package let name: String
  /// A yescrypt hash in the format of crypt(5).
  package var hash: String
  /// The ids of the forms whose answers the user may see; `nil` for all forms.
  package var forms: [String]?

  package init(name: String, hash: String, forms: [String]?) {
    (self.name, self.hash, self.forms) = (name, hash, forms)
  }

  package func maySee(_ form: String) -> Bool { forms?.contains(form) ?? true }

  /// The largest number of characters in a name.
  package static let nameLengthLimit = 64
  /// The smallest number of characters in a password. There are no other rules for it (NIST SP 800-63B-4, 3.1.1.2).
  package static let passwordLengthMinimum = 12
  /// The largest number of bytes in a password.
  package static let passwordByteLimit = 500

  /// A name as it is stored. Case is ignored, because phones begin it with a capital letter. `nil` if a name cannot be
  /// like this.
  package static func name(_ text: String) -> String? {
    let name = text.lowercased()
    let isAllowed = name.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "._-@+".unicodeScalars.contains(scalar)
    }
    return isAllowed && 1...nameLengthLimit ~= name.count ? name : nil
  }
}

/// The file of the people who may see answers, `DATA/users`. Each line is `NAME:HASH:FORMS`, where FORMS is `*` or ids
/// separated by commas. The file is read again after a change.
package final class UserFile: Sendable {
  package let path: String
  private let directory: String
  private let known = Lock<(identity: FileIdentity, users: [String: User])?>(nil)

  /// The size limit of the file, which allows some ten thousand users.
  private static let byteLimit = 2 << 20

  package init(data: String) {
    directory = data
    path = data + "/users"
  }

  /// The users by name; empty if there is no file.
  /// - Throws: if the file cannot be read or has an invalid line; nobody can sign in then.
  package func users() throws(UserFileError) -> [String: User] {
    guard let identity = FileIdentity(path: path) else {
      guard errno == ENOENT else { throw UserFileError(path, reason: "cannot open", errno: errno) }
      return [:]
    }
    if let known = known.withLock({ $0 }), known.identity == identity { return known.users }
    let content: FileContent
    do throws(FileError) { content = try FileContent(of: path, byteLimit: Self.byteLimit) } catch {
      throw UserFileError(path, reason: "cannot be read: \(error)")
    }
    let users = try Self.read(content.bytes, path: path)
    known.withLock { $0 = (content.identity, users) }
    return users
  }

  private static func read(_ bytes: [UInt8], path: String) throws(UserFileError) -> [String: User] {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw UserFileError(path, reason: "is not UTF-8") }
    var users: [String: User] = [:]
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.allSatisfy(\.isWhitespace) && !line.hasPrefix("#") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count == 3, let name = User.name(String(fields[0])), fields[1].hasPrefix("$"), !fields[2].isEmpty
      else { throw UserFileError(path, line: index + 1, reason: "this is not a line NAME:HASH:FORMS") }
      guard users[name] == nil else { throw UserFileError(path, line: index + 1, reason: "'\(name)' occurs twice") }
      let forms = fields[2] == "*" ? nil : fields[2].split(separator: ",").map(String.init)
      users[name] = User(name: name, hash: String(fields[1]), forms: forms)
    }
    return users
  }

  /// Changes the file atomically: readers see either all of the change or nothing. If two commands change it at once,
  /// one waits for the other.
  /// - Parameter body: throws to leave the file unchanged.
  package func update(_ body: (inout [String: User]) throws -> Void) throws {
    try Self.make(directory)
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw UserFileError(directory, reason: "cannot open", errno: errno) }
    defer { close(folder) }
    guard flock(folder, LOCK_EX) == 0 else { throw UserFileError(directory, reason: "cannot lock", errno: errno) }
    var users = try users()
    try body(&users)
    let lines = users.values.sorted { $0.name < $1.name }.map { user in
      "\(user.name):\(user.hash):\(user.forms?.joined(separator: ",") ?? "*")\n"
    }
    try write(Array(lines.joined().utf8), folder: folder)
  }

  private func write(_ bytes: [UInt8], folder: Int32) throws(UserFileError) {
    guard bytes.count <= Self.byteLimit else {
      throw UserFileError(path, reason: "it would be larger than \(Self.byteLimit) bytes")
    }
    let new = path + ".new"
    // Only its owner may read it, because the hashes allow unlimited guessing.
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw UserFileError(new, reason: "cannot open", errno: errno) }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw UserFileError(new, reason: "cannot write", errno: errno) }
      written += count
    }
    guard fsync(descriptor) == 0, rename(new, path) == 0, fsync(folder) == 0 else {
      throw UserFileError(new, reason: "cannot replace \(path)", errno: errno)
    }
  }

  private static func make(_ directory: String) throws(UserFileError) {
    guard mkdir(directory, 0o750) == 0 || errno == EEXIST else {
      throw UserFileError(directory, reason: "cannot create the folder", errno: errno)
    }
  }
}

/// Why the users cannot be read or changed.
package struct UserFileError: Error, Sendable, Equatable, CustomStringConvertible {
  package let description: String

  init(_ path: String, reason: String, errno: Int32) {
    self.init(path, reason: "\(reason): \(String(cString: strerror(errno)))")
  }

  init(_ path: String, line: Int? = nil, reason: String) {
    description = "\(path)\(line.map { ":\($0)" } ?? ""): error: \(reason)"
  }
}
