import FormSite
#if Valkey
import ValkeySessions
#endif

/// Where sessions live.
enum SessionPlace {
  case memory
  #if Valkey
  case valkey(ValkeyAddress)
  #endif

  /// Nil: in memory alone. Fails where a library that it takes is not on the machine.
  func remote() throws(Failure) -> (any RemoteSessions)? {
    switch self {
    case .memory: return nil
    #if Valkey
    case .valkey(let address):
      do throws(ValkeyError) { return try ValkeySessions(address) } catch { throw Failure("error: \(error)") }
    #endif
    }
  }
}

extension Arguments {
  private static let valkeySchemes = ["valkey:", "valkeys:", "redis:", "rediss:"]

  /// `--sessions`.
  func sessionPlace() throws(UsageError) -> SessionPlace {
    guard let text = text(.sessions), text != "memory" else { return .memory }
    guard Self.valkeySchemes.contains(where: text.hasPrefix) else {
      throw usageError(.sessions, "expected memory or valkey://…\(instead(of: text))")
    }
    #if Valkey
    // The text is not repeated: there may be a password in it.
    guard let address = ValkeyAddress(text) else {
      throw usageError(.sessions, "expected valkey://[USER:PASSWORD@]HOST[:PORT][/DB], with TLS valkeys://…[?ca=FILE]")
    }
    return .valkey(address)
    #else
    throw usageError(.sessions, "Valkey is not in this program; \(Program.howToBuild)")
    #endif
  }
}
