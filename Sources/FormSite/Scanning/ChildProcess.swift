import CSpawn
import Glibc

/// Runs a program without a shell: an argument vector, an environment of its own, nothing open but its input and output,
/// within limits. Blocks the calling thread.
struct ChildProcess {
  var path: String
  /// Without the program's name.
  var arguments: [String]
  /// `NAME=value`; nothing of the server's own environment reaches the program.
  var environment: [String] = []
  var limits = Limits()

  struct Limits {
    /// From its start to its end; killed then.
    var milliseconds = 10_000
    /// Bytes of output; a program that writes more is ended.
    var outputBytes = 64 << 10
    /// Its address space.
    var memoryBytes = 3 << 29
    /// A file that it writes, such as a decoder's cache.
    var fileBytes = 512 << 20
    /// Added to the server's niceness: visitors' pages come first.
    var niceness: Int32 = 10
  }

  enum Outcome: Equatable {
    case exited(status: Int32, output: [UInt8])
    /// Ended by a signal that was not sent from here: it crashed, or hit a limit of the kernel's.
    case signalled(Int32)
    case tookTooLong
    case wroteTooMuch
    /// It could not be started: errno.
    case failed(Int32)
  }

  /// - Parameter input: its standard input, a file in memory.
  func run(input: [UInt8]) -> Outcome {
    guard let source = Self.memoryFile(input) else { return .failed(errno) }
    defer { close(source) }
    var ends: (Int32, Int32) = (-1, -1)
    let code = withUnsafeMutableBytes(of: &ends) {
      pipe2($0.assumingMemoryBound(to: Int32.self).baseAddress, O_CLOEXEC)
    }
    guard code == 0 else { return .failed(errno) }
    defer { close(ends.0) }
    let deadline = Self.now() + limits.milliseconds
    let started = start(input: source, output: ends.1)
    close(ends.1)
    guard case .success(let child) = started else {
      if case .failure(let failure) = started { return .failed(failure.code) }
      return .failed(EINVAL)
    }
    confine(child)
    return finish(child, output: ends.0, deadline)
  }

  private struct StartFailure: Error { let code: Int32 }

  private func start(input: Int32, output: Int32) -> Result<pid_t, StartFailure> {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    // A loop's thread blocks all signals; the program starts with none blocked and none ignored. It leads a group of its
    // own, which is killed as a whole.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var child = pid_t()
    let code = Self.withVector([path] + arguments) { arguments in
      Self.withVector(environment) { environment in
        posix_spawn(&child, path, &actions, &attributes, arguments, environment)
      }
    }
    return code == 0 ? .success(child) : .failure(StartFailure(code: code))
  }

  /// The kernel's limits, as a net under the program's own.
  private func confine(_ child: pid_t) {
    func limit(_ resource: __rlimit_resource, _ value: Int) {
      var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
      _ = prlimit(child, Int32(resource.rawValue), &limit, nil)
    }
    limit(RLIMIT_AS, limits.memoryBytes)
    limit(RLIMIT_FSIZE, limits.fileBytes)
    limit(RLIMIT_CORE, 0)
    limit(RLIMIT_CPU, limits.milliseconds / 1000 + 1)
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(child), limits.niceness)
  }

  private func finish(_ child: pid_t, output: Int32, _ deadline: Int) -> Outcome {
    switch Self.read(output, limit: limits.outputBytes, deadline) {
    case .failure(let ending):
      kill(-child, SIGKILL)
      _ = Self.wait(for: child, deadline: nil)
      return ending.outcome
    case .success(let bytes):
      guard let status = Self.wait(for: child, deadline: deadline) else {
        kill(-child, SIGKILL)
        _ = Self.wait(for: child, deadline: nil)
        return .tookTooLong
      }
      let signal = status & 0x7F
      return signal == 0 ? .exited(status: status >> 8 & 0xFF, output: bytes) : .signalled(signal)
    }
  }

  private struct Ending: Error { let outcome: Outcome }

  private static func read(_ output: Int32, limit: Int, _ deadline: Int) -> Result<[UInt8], Ending> {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      let left = deadline - now()
      if left <= 0 { return .failure(Ending(outcome: .tookTooLong)) }
      var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, Int32(left)) > 0 else { continue }
      let count = Glibc.read(output, &block, block.count)
      if count < 0 {
        if errno == EINTR { continue }
        return .failure(Ending(outcome: .failed(errno)))
      }
      if count == 0 { return .success(bytes) }
      bytes += block[..<count]
      if bytes.count > limit { return .failure(Ending(outcome: .wroteTooMuch)) }
    }
  }

  /// The status, or nil at the deadline. A program that closed its output is about to end: asked again each millisecond.
  private static func wait(for child: pid_t, deadline: Int?) -> Int32? {
    var status: Int32 = 0
    while true {
      let ended = waitpid(child, &status, deadline == nil ? 0 : WNOHANG)
      if ended == child { return status }
      if ended < 0 && errno != EINTR { return nil }
      if let deadline {
        if now() >= deadline { return nil }
        poll(nil, 0, 1)
      }
    }
  }

  /// `MFD_CLOEXEC`
  private static let closeOnExec: UInt32 = 1

  /// A file without a name, at its beginning.
  private static func memoryFile(_ bytes: [UInt8]) -> Int32? {
    let descriptor = memfd_create("picture", Self.closeOnExec)
    guard descriptor >= 0 else { return nil }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else {
        close(descriptor)
        return nil
      }
      written += count
    }
    lseek(descriptor, 0, SEEK_SET)
    return descriptor
  }

  private static func withVector<R>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
    let vector = strings.map { strdup($0) } + [nil]
    defer { for string in vector { free(string) } }
    return body(vector)
  }

  /// Milliseconds of a clock that never jumps.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
