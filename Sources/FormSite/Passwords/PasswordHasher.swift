import FormController
import Glibc

/// Hashes passwords; each takes tens of milliseconds.
final class PasswordHasher: Sendable {
  /// Passwords hashed at once. Each takes 16 MiB and a core.
  static let concurrentLimit = 2
  /// Passwords that wait; the last one waits a few seconds.
  static let waitingLimit = 256

  private let work: BlockingWork<[String], Result<[String], PasswordError>>

  /// - Parameter hash: of one password; blocks.
  init(
    hash: @escaping @Sendable (String) -> Result<String, PasswordError> = { password in
      do throws(PasswordError) { return .success(try Yescrypt.hash(password)) } catch { return .failure(error) }
    }
  ) {
    work = BlockingWork(
      concurrentLimit: Self.concurrentLimit, waitingLimit: Self.waitingLimit
    ) { passwords in
      var hashes: [String] = []
      for password in passwords {
        switch hash(password) {
        case .success(let hash): hashes.append(hash)
        case .failure(let error): return .failure(error)
        }
      }
      return .success(hashes)
    }
  }

  /// The hashes, in the order of the passwords.
  func hashes(of passwords: [String]) async throws(PasswordError) -> [String] {
    if passwords.isEmpty { return [] }
    guard let result = await work.result(of: passwords) else { throw .busy }
    return try result.get()
  }
}

/// yescrypt as in crypt(5), `$y$…`: a new salt from the kernel's random numbers, and libcrypt's default cost, which takes 16
/// MiB and some tens of milliseconds.
///
/// libcrypt is part of every distribution, but the program does not link it, because a form without a password does not need
/// it. It is loaded when the first password is hashed.
package enum Yescrypt {
  private static let prefix = "$y$"
  /// 0 lets libcrypt choose the cost.
  private static let defaultCost: UInt = 0
  /// Bytes of a setting, `CRYPT_GENSALT_OUTPUT_SIZE` of crypt.h.
  private static let settingByteCount: CInt = 192

  /// The two functions of libcrypt that are used, crypt_gensalt(3) and crypt(3).
  private struct Library: Sendable {
    typealias Gensalt =
      @convention(c) @Sendable (
        UnsafePointer<CChar>, UInt, UnsafePointer<CChar>?, CInt, UnsafeMutablePointer<CChar>, CInt
      ) -> UnsafeMutablePointer<CChar>?
    typealias Crypt =
      @convention(c) @Sendable (
        UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutableRawPointer?>,
        UnsafeMutablePointer<CInt>
      ) -> UnsafeMutablePointer<CChar>?
    let gensalt: Gensalt
    let crypt: Crypt
  }

  private static let library: Library? = {
    guard let handle = dlopen("libcrypt.so.1", RTLD_NOW | RTLD_LOCAL),
      let gensalt = dlsym(handle, "crypt_gensalt_rn"), let crypt = dlsym(handle, "crypt_ra")
    else { return nil }
    return Library(
      gensalt: unsafeBitCast(gensalt, to: Library.Gensalt.self), crypt: unsafeBitCast(crypt, to: Library.Crypt.self))
  }()

  /// Blocks for tens of milliseconds; never call it on an event loop.
  /// - Parameter password: at most `PasswordKind.byteLimit` bytes without NUL, which validation ensures.
  package static func hash(_ password: String) throws(PasswordError) -> String {
    guard let library else { throw .noLibrary }
    var salt = [CChar](repeating: 0, count: Int(settingByteCount))
    guard library.gensalt(prefix, defaultCost, nil, 0, &salt, settingByteCount) != nil else {
      throw .failed(errno: errno)
    }
    guard let hash = crypt(password, setting: salt) else { throw .failed(errno: errno) }
    return hash
  }

  /// Whether a hash was made from this password. Blocks like `hash`.
  package static func fits(_ password: String, hash: String) throws(PasswordError) -> Bool {
    guard library != nil else { throw .noLibrary }
    // crypt(3) stops at a NUL, which no password contains.
    guard !password.utf8.contains(0), let made = crypt(password, setting: Array(hash.utf8CString)) else { return false }
    let (a, b) = (Array(made.utf8), Array(hash.utf8))
    // Compares in constant time, so that the time does not reveal where they differ.
    return a.count == b.count && zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Hashes a password with a setting: a salt, or a hash that contains one. Blocks like `hash`.
  static func crypt(_ password: String, setting: [CChar]) -> String? {
    var data: UnsafeMutableRawPointer?
    var size: CInt = 0
    var phrase = Array(password.utf8CString)
    defer {
      // libcrypt erases its own scratch space; this erases the copy made here.
      phrase.erase()
      free(data)
    }
    return library?.crypt(phrase, setting, &data, &size).map { String(cString: $0) }
  }
}

/// Why a password could not be hashed.
package enum PasswordError: Error, Sendable, Equatable, CustomStringConvertible {
  case failed(errno: CInt)
  case noLibrary
  /// Too many passwords wait already: this one would wait for seconds.
  case busy

  package var description: String {
    switch self {
    case .failed(let errno): "error: a password could not be hashed: \(String(cString: strerror(errno)))"
    case .noLibrary: "error: a password could not be hashed: libcrypt.so.1 cannot be loaded; install libcrypt1"
    case .busy:
      "error: a submission was refused: \(PasswordHasher.waitingLimit) are already waiting for password hashing"
    }
  }
}
