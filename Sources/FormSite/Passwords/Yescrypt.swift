import CCrypt
import Glibc

/// yescrypt as crypt(5) writes it, `$y$…`: a new salt from the kernel's entropy, libcrypt's default cost, which takes
/// 16 MiB and some tens of milliseconds.
enum Yescrypt {
  private static let prefix = "$y$"
  /// libcrypt chooses the cost.
  private static let defaultCost: UInt = 0

  /// Blocks for as long as it takes; never call it on an event loop.
  /// - Parameter password: at most `PasswordCell.byteLimit` bytes, none of them NUL; validation has seen to it.
  static func hash(_ password: String) throws(PasswordError) -> String {
    var salt = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
    guard crypt_gensalt_rn(prefix, defaultCost, nil, 0, &salt, CRYPT_GENSALT_OUTPUT_SIZE) != nil else {
      throw .failed(errno: errno)
    }
    guard let hash = crypt(password, setting: salt) else { throw .failed(errno: errno) }
    return hash
  }

  /// Whether this is the password's hash. Blocks like `hash`.
  static func verifies(_ password: String, _ hash: String) -> Bool {
    crypt(password, setting: Array(hash.utf8CString)) == hash
  }

  private static func crypt(_ password: String, setting: [CChar]) -> String? {
    var data: UnsafeMutableRawPointer?
    var size: CInt = 0
    var phrase = Array(password.utf8CString)
    defer {
      // libcrypt erases its own scratch space; the copy made here is erased here.
      phrase.erase()
      free(data)
    }
    return crypt_ra(phrase, setting, &data, &size).map { String(cString: $0) }
  }
}

/// Why a password has no hash.
enum PasswordError: Error, Sendable, Equatable, CustomStringConvertible {
  case failed(errno: CInt)
  /// So many passwords are waiting that this one would wait for seconds.
  case busy

  var description: String {
    switch self {
    case .failed(let errno): "error: a password could not be hashed: \(String(cString: strerror(errno)))"
    case .busy: "error: a submission was turned away: \(PasswordHasher.waitingLimit) wait for their passwords' hashes"
    }
  }
}
