import CSpawn
import Glibc
import Support

/// Runs a program without a shell, within limits: with an argument vector, a separate environment, and no open files but its
/// input and output. Blocks the calling thread.
struct ChildProcess {
  var path: String
  /// Without the program's name.
  var arguments: [String]
  /// `NAME=value`; the program gets nothing from the server's own environment.
  var environment: [String] = []
  var limits = Limits()
  var stream = Stream.output
  /// What the program can read at `/dev/fd/3`, a file in memory; `nil` for none.
  var secondInput: [UInt8]?
  /// Ends the program once this descriptor can be read or its other end is closed. Only for `stream == .errors`.
  var cancellation: Int32 = -1
  /// Milliseconds of a clock that never jumps.
  var clock: () -> Int = Self.monotonicMilliseconds

  /// The stream that is read; the other one is discarded.
  enum Stream {
    /// The whole standard output. This also waits for programs that it has started, as long as they hold the output open.
    case output
    /// The end of standard error. Programs that it has started may continue after it has ended.
    case errors
  }

  struct Limits {
    /// From start to end; after that it is killed. It runs at low priority, so it may have to wait long for a processor.
    var millisecondLimit = 45_000
    /// Processor time. A photo of 48 megapixels takes four seconds.
    var processorSecondLimit = 15
    /// Bytes of output; a program that writes more is ended.
    var outputByteLimit = 64 << 10
    /// Address space.
    var memoryByteLimit = 3 << 29
    /// The largest file that it may write, such as a decoder's cache.
    var fileByteLimit = 512 << 20
    /// Its priority is lower, so that visitors' pages come first.
    var niceness: Int32 = 10
  }

  enum Outcome: Equatable {
    case exited(status: Int32, output: [UInt8])
    /// It was ended by a signal that was not sent from here: it crashed, or exceeded a limit of the kernel.
    case signalled(Int32)
    case tookTooLong
    case wroteTooMuch
    /// `cancellation` ended it.
    case cancelled
    /// It could not be started; the `errno`.
    case failed(Int32)
  }

  /// - Parameter input: the content of its standard input, a file in memory.
  func run(input: [UInt8]) -> Outcome {
    guard let source = Self.memoryFile(input) else { return .failed(errno) }
    defer { close(source) }
    return run(input: source)
  }

  /// - Parameter source: its standard input, an open file.
  func run(input source: Int32) -> Outcome {
    var file: Int32 = -1
    if let secondInput {
      guard let opened = Self.memoryFile(secondInput) else { return .failed(errno) }
      file = opened
    }
    defer { if file >= 0 { close(file) } }
    guard let ends = Self.pipe() else { return .failed(errno) }
    defer { close(ends.reading) }
    let deadline = clock() + limits.millisecondLimit
    let child = start(input: source, output: ends.writing, second: file)
    close(ends.writing)
    return child < 0 ? .failed(-child) : finish(child, output: ends.reading, deadline: deadline)
  }

  private static func pipe() -> (reading: Int32, writing: Int32)? {
    var ends: (Int32, Int32) = (-1, -1)
    let code = withUnsafeMutableBytes(of: &ends) {
      pipe2($0.assumingMemoryBound(to: Int32.self).baseAddress, O_CLOEXEC)
    }
    return code == 0 ? ends : nil
  }

  /// Ends every program that has this descriptor as `cancellation`.
  final class Cancellation: Sendable {
    /// The reading end of a pipe, whose other end is closed to end the programs. -1 if no pipe could be made: then nothing ends
    /// early.
    let descriptor: Int32
    private let writing: Lock<Int32>

    init() {
      let ends = ChildProcess.pipe()
      descriptor = ends?.reading ?? -1
      writing = Lock(ends?.writing ?? -1)
    }

    deinit {
      cancel()
      if descriptor >= 0 { close(descriptor) }
    }

    func cancel() {
      writing.withLock { end in
        if end >= 0 { close(end) }
        end = -1
      }
    }
  }

  /// Its process id, or an `errno` value below zero.
  private func start(input: Int32, output: Int32, second: Int32) -> pid_t {
    var kernel = spawn_limits(
      memory_bytes: UInt(limits.memoryByteLimit), file_bytes: UInt(limits.fileByteLimit),
      processor_seconds: UInt(limits.processorSecondLimit), niceness: limits.niceness,
      reads_errors: stream == .errors ? 1 : 0)
    return Self.withVector([path] + arguments) { arguments in
      Self.withVector(environment) { environment in
        spawn_limited(path, arguments, environment, input, output, second, &kernel)
      }
    }
  }

  private func finish(_ child: pid_t, output: Int32, deadline: Int) -> Outcome {
    switch stream == .errors ? readErrors(output, of: child, deadline: deadline) : read(output, deadline: deadline) {
    case .failure(let ending):
      kill(-child, SIGKILL)
      _ = Self.status(of: child)
      return ending.outcome
    case .success(let bytes):
      // It closed its output and is about to end.
      let hasEnded = waitForEnd(of: child, deadline)
      if !hasEnded { kill(-child, SIGKILL) }
      let status = Self.status(of: child)
      guard hasEnded else { return .tookTooLong }
      let signal = status & 0x7F
      return signal == 0 ? .exited(status: status >> 8 & 0xFF, output: bytes) : .signalled(signal)
    }
  }

  private struct Ending: Error { let outcome: Outcome }

  private func read(_ output: Int32, deadline: Int) -> Result<[UInt8], Ending> {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      guard waitUntilReadable(output, deadline: deadline) else { return .failure(Ending(outcome: .tookTooLong)) }
      let count = Glibc.read(output, &block, block.count)
      if count < 0 {
        if errno == EINTR { continue }
        return .failure(Ending(outcome: .failed(errno)))
      }
      if count == 0 { return .success(bytes) }
      bytes += block[..<count]
      if bytes.count > limits.outputByteLimit { return .failure(Ending(outcome: .wroteTooMuch)) }
    }
  }

  /// Reads until the program ends and keeps the last part of its output.
  private func readErrors(_ output: Int32, of child: pid_t, deadline: Int) -> Result<[UInt8], Ending> {
    let process = pidfd_open(child, 0)
    guard process >= 0 else { return .failure(Ending(outcome: .failed(errno))) }
    defer { close(process) }
    var (bytes, total, drained): ([UInt8], Int, Int) = ([], 0, 0)
    var block = [UInt8](repeating: 0, count: 4096)
    var isOpen = true
    while true {
      // Once the program has ended, its output is in the pipe; read that and wait for nothing more.
      let left = deadline - clock()
      guard left > 0 else { return .failure(Ending(outcome: .tookTooLong)) }
      var entries = [process, cancellation, isOpen ? output : -1].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&entries, 3, Int32(clamping: left)) > 0 else { continue }
      if entries[1].revents != 0 { return .failure(Ending(outcome: .cancelled)) }
      let hasEnded = entries[0].revents != 0
      guard entries[2].revents != 0, drained < Self.pipeByteCount else { return .success(bytes) }
      let count = Glibc.read(output, &block, block.count)
      if count < 0 && errno != EINTR { return .failure(Ending(outcome: .failed(errno))) }
      if count == 0 { isOpen = false }
      guard count > 0 else { continue }
      total += count
      if hasEnded { drained += count }
      if total > limits.outputByteLimit { return .failure(Ending(outcome: .wroteTooMuch)) }
      bytes = (bytes + block[..<count]).suffix(Self.errorByteCount)
    }
  }

  /// Bytes kept of the end of standard error.
  private static let errorByteCount = 4096
  /// The capacity of a pipe, so that everything that the program wrote before its end is read.
  private static let pipeByteCount = 64 << 10

  private func waitForEnd(of child: pid_t, _ deadline: Int) -> Bool {
    // Readable once the process has ended.
    let process = pidfd_open(child, 0)
    guard process >= 0 else { return false }
    defer { close(process) }
    return waitUntilReadable(process, deadline: deadline)
  }

  /// `false` at the deadline.
  private func waitUntilReadable(_ descriptor: Int32, deadline: Int) -> Bool {
    while true {
      let left = deadline - clock()
      if left <= 0 { return false }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&entry, 1, Int32(left)) > 0 { return true }
    }
  }

  /// Waits for its end, which is certain by now.
  private static func status(of child: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return status
  }

  /// `MFD_CLOEXEC`
  private static let closeOnExec: UInt32 = 1

  /// A file in memory without a name, positioned at its beginning.
  private static func memoryFile(_ bytes: [UInt8]) -> Int32? {
    let descriptor = memfd_create("input", Self.closeOnExec)
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

  private static func withVector<R>(_ strings: [String], body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
    let vector = strings.map { strdup($0) } + [nil]
    defer { for string in vector { free(string) } }
    return body(vector)
  }

  private static func monotonicMilliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
