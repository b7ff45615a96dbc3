import Glibc
import HTTPCore
import Support

/// A program that checks each file before it is added, such as a virus scanner (`--check-file`). It gets the file as its
/// standard input, and `FILE_NAME` and `FILE_TYPE` in its environment. Status 0 accepts the file. Status 1 refuses it; the
/// first line of output says why. Any other status means that the program failed.
package struct FileCheck: Sendable {
  package enum Verdict: Sendable, Equatable {
    case accepted
    /// The first line that the program wrote; `nil` if it wrote nothing.
    case refused(String?)
    /// The reason is for the log.
    case failed(String)
  }

  private let path: String
  private let work: BlockingWork<Request, Verdict>

  private struct Request: Sendable {
    let content: FilePart.Content
    let name: String
    let type: String
  }

  /// Files that are checked at once, and those that wait.
  private static let concurrentLimit = 4
  private static let waitingLimit = 100
  /// For one file. A post has to be answered within 60 seconds in all.
  private static let millisecondLimit = 45_000
  /// Characters that are shown of the program's reason.
  private static let reasonLimit = 200

  /// - Parameter path: of the program.
  package init(path: String) {
    self.path = path
    work = BlockingWork(concurrentLimit: Self.concurrentLimit, waitingLimit: Self.waitingLimit) { request in
      Self.run(path, on: request)
    }
  }

  /// Suspends instead of blocking the caller's thread.
  func verdict(on content: FilePart.Content, name: String, type: String) async -> Verdict {
    await work.result(of: Request(content: content, name: name, type: type)) ?? .failed("too many files at once")
  }

  private static func run(_ path: String, on request: Request) -> Verdict {
    var child = ChildProcess(path: path, arguments: [])
    child.environment = [
      "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8", "FILE_NAME=\(request.name)", "FILE_TYPE=\(request.type)",
    ]
    child.limits = ChildProcess.Limits(
      millisecondLimit: Self.millisecondLimit, processorSecondLimit: 30, memoryByteLimit: 4 << 30,
      fileByteLimit: 1 << 30)
    let outcome: ChildProcess.Outcome
    switch request.content {
    case .spooled(let file):
      do throws(SpoolError) {
        let descriptor = try file.open()
        outcome = child.run(input: descriptor)
        close(descriptor)
      } catch {
        return .failed("cannot read the file: \(error)")
      }
    case .bytes(let bytes): outcome = child.run(input: bytes)
    case .tooLarge, .notStored: return .failed("the file is not there")
    }
    switch outcome {
    case .exited(0, _): return .accepted
    case .exited(1, let output): return .refused(reason(in: output))
    case .exited(let status, _): return .failed("\(path) ended with status \(status)")
    case .signalled(let signal): return .failed("\(path) was ended by signal \(signal)")
    case .tookTooLong: return .failed("\(path) took longer than \(Self.millisecondLimit / 1000) seconds")
    case .wroteTooMuch: return .failed("\(path) wrote too much")
    case .cancelled: return .failed("\(path) was ended")
    case .failed(let code): return .failed("\(path): \(String(cString: strerror(code)))")
    }
  }

  private static func reason(in output: [UInt8]) -> String? {
    let line = output.split(separator: 0x0A).first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let text = String(
      line.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(reasonLimit).map(Character.init))
    return text.allSatisfy(\.isWhitespace) ? nil : text
  }
}
