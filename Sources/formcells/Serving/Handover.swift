import Dispatch
import FormSite
import Glibc
import Support

/// How a process takes over from another one with the same data folder, without refusing a connection.
///
/// The successor loads everything, then connects to a socket in the folder. The owner sends its listening sockets, so that both have
/// them. When the owner gets the order to end, it finishes the requests in progress, syncs, and releases the folder. Meanwhile new
/// connections wait in the queues of the sockets, which are never closed. If the successor fails before the order, the owner continues;
/// if the owner dies, this releases the folder.
///
/// With the order to end the owner receives one end of a stream, to which it writes its sessions once no request is running.
enum Handover {
  static let question = "take over"
  static let order = "end"
  /// The owner's requests in progress have ten seconds of this, its sessions three.
  fileprivate static let ownerMillisecondLimit = 15_000
  fileprivate static let sessionMillisecondLimit = 3000

  static func path(in data: String) -> String { data + "/take-over" }
}

/// The owner's listening sockets, and the connection over which to order it to end.
struct HandoverOffer: ~Copyable {
  let descriptors: [Int32]
  /// The address on which the owner listens: the host as given, and the port.
  let address: String
  private let connection: HandoverSocket

  /// Connects to the owner of the folder.
  /// - Throws: if it does not answer.
  init(from data: String) throws(Failure) {
    let path = Handover.path(in: data)
    guard let socket = HandoverSocket(connectingTo: path), socket.send(Handover.question),
      let (address, descriptors) = socket.receive(), !descriptors.isEmpty
    else {
      throw Failure(
        "\(path): error: \(DataFolder.owner(of: data)) uses the folder and does not hand it over; stop it instead")
    }
    self.address = address
    self.descriptors = descriptors
    connection = socket
  }

  /// Orders the owner to end, and waits until the folder is free.
  /// - `readSessions`: reads the owner's sessions; `nil`: they are not handed over.
  consuming func take(_ data: String, readSessions: ((HandoverStream) -> Void)?) throws(Failure) -> DataFolder {
    let ends = readSessions == nil ? nil : HandoverStream.pair()
    let stream = ends.map { HandoverStream($0.0, milliseconds: Handover.ownerMillisecondLimit) }
    let isSent = connection.send(Handover.order, with: ends.map { [$0.1] } ?? [])
    if let ends { close(ends.1) }
    guard isSent else { throw Failure("error: \(data): its owner ended before it handed over") }
    if let stream { readSessions?(stream) }
    let folder: DataFolder?
    do throws(SubmissionError) {
      folder = try DataFolder.awaiting(data, milliseconds: Handover.ownerMillisecondLimit)
    } catch {
      throw Failure("\(error)")
    }
    guard let folder else { throw Failure("error: \(data): \(DataFolder.owner(of: data)) does not end") }
    return folder
  }
}

/// The owner's side of a take-over: waits in the data folder for a successor.
final class HandoverDoor: Sendable {
  private let queue = DispatchQueue(label: "formcells.take-over")
  private let state = Lock(State())

  private struct State {
    var hasSuccessor = false
    /// The owner's end of the stream for its sessions.
    var sessions: Int32?
  }

  /// Whether a successor has the listening sockets and waits for this process to end.
  var hasSuccessor: Bool { state.withLock { $0.hasSuccessor } }

  /// The stream for the sessions to the successor; returned only once. `nil` if the successor wants none.
  func sessionStream() -> HandoverStream? {
    let descriptor = state.withLock { state in
      defer { state.sessions = nil }
      return state.sessions
    }
    return descriptor.map { HandoverStream($0, milliseconds: Handover.sessionMillisecondLimit) }
  }

  /// Opens the socket in the data folder.
  /// - `address`: host and port on which the descriptors listen.
  /// - `descriptors`: called when a successor connects.
  /// - Returns: false if the socket cannot be created; everything else works.
  func open(in data: String, address: String, descriptors: @escaping @Sendable () -> [Int32]) -> Bool {
    guard let door = HandoverSocket(listeningAt: Handover.path(in: data)) else { return false }
    let listening = Door(socket: door)
    queue.async { [self] in
      while let successor = listening.socket.accept() {
        guard successor.receive()?.text == Handover.question else { continue }
        let sockets = Array(descriptors().prefix(HandoverSocket.descriptorLimit))
        guard successor.send(address, with: sockets), let order = successor.receive(),
          order.text == Handover.order
        else { continue }
        state.withLock { $0 = State(hasSuccessor: true, sessions: order.descriptors.first) }
        return Signals.raise()
      }
    }
    return true
  }

  private final class Door: Sendable {
    let socket: HandoverSocket
    init(socket: consuming HandoverSocket) { self.socket = socket }
  }
}

/// One end of a stream of bytes between two processes, usable until a deadline. Closed when the object is freed.
final class HandoverStream {
  let descriptor: Int32
  private let deadline: Int
  private var buffer: [UInt8] = []
  /// Bytes of the buffer that were already read.
  private var position = 0

  private static let chunkByteCount = 64 << 10

  init(_ descriptor: Int32, milliseconds: Int) {
    self.descriptor = descriptor
    deadline = Self.now() + milliseconds
  }

  deinit { close(descriptor) }

  /// Both ends of a new stream; `nil` if the process has too many descriptors.
  static func pair() -> (Int32, Int32)? {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    return socketpair(AF_UNIX, kind, 0, &ends) == 0 ? (ends[0], ends[1]) : nil
  }

  /// - Returns: false if the other side has closed, or the time has run out.
  func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard isReady(for: POLLOUT) else { return false }
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      if count > 0 { rest = rest.dropFirst(count) } else if !Self.isPassing { return false }
    }
    return true
  }

  /// Exactly this number of bytes; `nil` if they can no longer be read.
  func read(_ count: Int) -> [UInt8]? {
    while buffer.count - position < count {
      buffer.removeFirst(position)
      position = 0
      guard fill() else { return nil }
    }
    defer { position += count }
    return Array(buffer[position..<position + count])
  }

  /// The bytes up to the next line end; `nil` if they can no longer be read, or are too many.
  func readLine(upTo limit: Int) -> [UInt8]? {
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: 10) {
        defer { position = end + 1 }
        return Array(buffer[position..<end])
      }
      searched = buffer.count
      guard buffer.count - position <= limit, fill() else { return nil }
    }
  }

  private func fill() -> Bool {
    while isReady(for: POLLIN) {
      var chunk = [UInt8](repeating: 0, count: Self.chunkByteCount)
      let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count > 0 {
        buffer += chunk.prefix(count)
        return true
      }
      if count == 0 || !Self.isPassing { return false }
    }
    return false
  }

  private static var isPassing: Bool { errno == EAGAIN || errno == EINTR }

  private func isReady(for event: Int32) -> Bool {
    while true {
      let rest = deadline - Self.now()
      guard rest > 0 else { return false }
      var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      if poll(&entry, 1, Int32(clamping: rest)) > 0 { return true }
    }
  }

  /// Milliseconds of a clock that never jumps.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
