import Dispatch
import FormCells
import Glibc
import HTTPServer
import HTTPCore
import Support

/// The access log on standard error. Event loops add lines to a buffer, and a separate thread writes it. If nobody reads standard
/// error and the pipe is full, only that thread waits.
final class AccessLog: Sendable {
  /// The format of requests. With `off` they are not logged; failures always are.
  enum Format: String, CaseIterable { case text, json, off }

  /// Bytes that the buffer can hold between two writes; further lines are counted and dropped.
  private static let bufferByteLimit = 1 << 20

  private struct Buffer {
    var bytes: [UInt8] = []
    var dropped = 0
    /// Whether the thread still has bytes to write.
    var isWriting = false
    var second = 0
    var stamp = ""
  }

  private let format: Format
  private let writer = DispatchQueue(label: "formcells.log")
  private let buffer = Lock(Buffer())

  init(_ format: Format) { self.format = format }

  func record(_ exchange: Exchange) {
    if format == .off { return }
    buffer.withLock { buffer in
      guard buffer.bytes.count < Self.bufferByteLimit else {
        buffer.dropped += 1
        return
      }
      let stamp = Self.stamp(&buffer)
      let microseconds = exchange.durationNanoseconds / 1000
      switch format {
      case .text:
        // This runs for every request, and string interpolation would cost more than everything else.
        let (peer, method, path) = (exchange.peer, exchange.method, exchange.path)
        let (id, fault) = (exchange.requestID, exchange.fault)
        let given = stamp.utf8.count + peer.utf8.count + id.utf8.count + (fault?.utf8.count ?? 0)
        let room = given + (method.utf8.count + path.utf8.count) * Self.escapedByteCount + Self.ownByteLimit
        buffer.bytes.append(upTo: room) { line in
          line.append(text: stamp)
          line.append(UInt8(ascii: " "))
          line.append(text: peer)
          line.append(UInt8(ascii: " "))
          Self.append(visible: method, to: &line)
          line.append(UInt8(ascii: " "))
          Self.append(visible: path, to: &line)
          for number in [UInt64(exchange.status.rawValue), UInt64(exchange.bytes), microseconds] {
            line.append(UInt8(ascii: " "))
            line.append(decimal: number)
          }
          line.append("us ")
          line.append(text: id)
          if let fault {
            line.append(UInt8(ascii: " "))
            line.append(text: fault)
          }
          line.append(UInt8(ascii: "\n"))
        }
      case .json:
        JSONValue.object([
          .init("time", .string(stamp)), .init("peer", .string(exchange.peer)),
          .init("method", .string(exchange.method)), .init("path", .string(exchange.path)),
          .init("status", .number(String(exchange.status.rawValue))),
          .init("bytes", .number(String(exchange.bytes))), .init("microseconds", .number(String(microseconds))),
          .init("id", .string(exchange.requestID)), .init("fault", exchange.fault.map { .string($0) } ?? .null),
        ]).appendCompact(to: &buffer.bytes)
        buffer.bytes.append(10)
      case .off: break
      }
    }
  }

  /// Logs an event that is not an exchange: a reload, a failure.
  func note(_ text: String) {
    buffer.withLock { buffer in
      guard buffer.bytes.count < Self.bufferByteLimit else {
        buffer.dropped += 1
        return
      }
      append(note: text, to: &buffer)
    }
  }

  private func append(note text: String, to buffer: inout Buffer) {
    let stamp = Self.stamp(&buffer)
    switch format {
    case .text, .off: buffer.bytes += "\(stamp) \(text)\n".utf8
    case .json:
      JSONValue.object([.init("time", .string(stamp)), .init("note", .string(text))])
        .appendCompact(to: &buffer.bytes)
      buffer.bytes.append(10)
    }
  }

  /// Starts to write the buffer. Does not wait.
  func flush() {
    let bytes: [UInt8] = buffer.withLock { buffer in
      if buffer.isWriting { return [] }
      if buffer.dropped > 0 {
        append(note: "\(buffer.dropped) lines left out: the log is not read fast enough", to: &buffer)
        buffer.dropped = 0
      }
      buffer.isWriting = !buffer.bytes.isEmpty
      defer { buffer.bytes = [] }
      return buffer.bytes
    }
    guard !bytes.isEmpty else { return }
    writer.async { [self] in
      Terminal.error(bytes)
      buffer.withLock { $0.isWriting = false }
    }
  }

  /// Writes the buffer and waits, up to a limit in case nobody reads.
  func finish(withinMilliseconds limit: Int) {
    let deadline = DispatchTime.now() + .milliseconds(limit)
    repeat {
      flush()
      let isWritten = DispatchSemaphore(value: 0)
      writer.async { isWritten.signal() }
      guard isWritten.wait(timeout: deadline) == .success else { return }
    } while buffer.withLock { !$0.bytes.isEmpty || $0.dropped > 0 }
  }

  /// The time as RFC 3339 in UTC, to the second; made once a second.
  private static func stamp(_ buffer: inout Buffer) -> String {
    let second = time(nil)
    if second != buffer.second || buffer.stamp.isEmpty {
      var broken = tm()
      var copy = second
      gmtime_r(&copy, &broken)
      var text = [CChar](repeating: 0, count: 32)
      let length = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &broken)
      buffer.stamp = String(decoding: text[..<length].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
      buffer.second = second
    }
    return buffer.stamp
  }

  /// Appends a text with everything that is not visible ASCII escaped as `\xNN`, so that a line stays one line.
  private static func append(visible text: String, to line: inout ByteWriter) {
    func isVisible(_ byte: UInt8) -> Bool { byte &- 0x21 < 0x5E && byte != UInt8(ascii: "\\") }
    text.withBytes { bytes in
      if bytes.allSatisfy(isVisible) { return line.append(bytes) }
      for byte in bytes {
        if isVisible(byte) {
          line.append(byte)
        } else {
          line.append(byte < 16 ? "\\x0" : "\\x")
          line.append(text: String(byte, radix: 16))
        }
      }
    }
  }

  /// Bytes that an escaped byte takes.
  private static let escapedByteCount = 4
  /// Bytes of a line besides its texts: spaces and three numbers.
  private static let ownByteLimit = 80
}
