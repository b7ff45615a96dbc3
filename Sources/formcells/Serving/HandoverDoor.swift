import Dispatch
import Support

/// The owner's side of a hand-over: waits in the data folder for a successor.
final class HandoverDoor: Sendable {
  private let queue = DispatchQueue(label: "formcells.take-over")
  private let state = Lock(State())

  private struct State {
    var hasSuccessor = false
    /// The owner's end of the stream for its sessions.
    var sessions: Int32?
  }

  /// A successor has the listening sockets and waits for the end.
  var hasSuccessor: Bool { state.withLock { $0.hasSuccessor } }

  /// The way of the sessions to the successor, once. Nil: it wants none.
  func sessionStream() -> HandoverStream? {
    let descriptor = state.withLock { state in
      defer { state.sessions = nil }
      return state.sessions
    }
    return descriptor.map { HandoverStream($0, milliseconds: Handover.sessionMillisecondLimit) }
  }

  /// - `address`: host and port that the descriptors listen on.
  /// - `descriptors`: asked for when somebody comes.
  /// - Returns: false where the socket cannot be made; everything else works.
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
