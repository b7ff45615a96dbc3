import FormController
import Glibc

/// Hashes passwords, each of which takes tens of milliseconds.
final class PasswordHasher: Sendable {
  /// Passwords hashed at once. Each takes 16 MiB and a core.
  static let concurrentLimit = 2
  /// Passwords waiting for one of those; the last of them waits a few seconds.
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

/// yescrypt as crypt(5) writes it, `$y$…`: a new salt from the kernel's entropy, libcrypt's default cost, which takes
/// 16 MiB and some tens of milliseconds.
///
/// libcrypt belongs to the C library of every distribution, but the program does not link it: a form without a password
/// does not need it. It is loaded with the first password.
package enum Yescrypt {
  private static let prefix = "$y$"
  /// libcrypt chooses the cost.
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

  /// Blocks for as long as it takes; never call it on an event loop.
  /// - Parameter password: at most `PasswordKind.byteLimit` bytes, none of them NUL; validation has seen to it.
  package static func hash(_ password: String) throws(PasswordError) -> String {
    guard let library else { throw .noLibrary }
    var salt = [CChar](repeating: 0, count: Int(settingByteCount))
    guard library.gensalt(prefix, defaultCost, nil, 0, &salt, settingByteCount) != nil else {
      throw .failed(errno: errno)
    }
    guard let hash = crypt(password, setting: salt) else { throw .failed(errno: errno) }
    return hash
  }

  /// Whether this is the password that a hash was made of. Blocks like `hash`.
  package static func fits(_ password: String, hash: String) throws(PasswordError) -> Bool {
    guard library != nil else { throw .noLibrary }
    // crypt(3) reads up to a NUL, which is in no password.
    guard !password.utf8.contains(0), let made = crypt(password, setting: Array(hash.utf8CString)) else { return false }
    let (a, b) = (Array(made.utf8), Array(hash.utf8))
    // The time tells nothing of the place where they differ.
    return a.count == b.count && zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// The hash of a password by a setting: a salt, or a hash that has one. Blocks like `hash`.
  static func crypt(_ password: String, setting: [CChar]) -> String? {
    var data: UnsafeMutableRawPointer?
    var size: CInt = 0
    var phrase = Array(password.utf8CString)
    defer {
      // libcrypt erases its own scratch space; the copy made here is erased here.
      phrase.erase()
      free(data)
    }
    return library?.crypt(phrase, setting, &data, &size).map { String(cString: $0) }
  }
}

/// Why a password has no hash.
package enum PasswordError: Error, Sendable, Equatable, CustomStringConvertible {
  case failed(errno: CInt)
  case noLibrary
  /// So many passwords are waiting that this one would wait for seconds.
  case busy

  package var description: String {
    switch self {
    case .failed(let errno): "error: a password could not be hashed: \(String(cString: strerror(errno)))"
    case .noLibrary: "error: a password could not be hashed: libcrypt.so.1 cannot be loaded; install libcrypt1"
    case .busy: "error: a submission was turned away: \(PasswordHasher.waitingLimit) wait for their passwords' hashes"
    }
  }
}
