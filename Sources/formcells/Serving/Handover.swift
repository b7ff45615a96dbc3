import FormSite
import Glibc

/// How a process takes over from the one that serves from the same data folder, with no connection refused in between.
///
/// The successor loads everything, then asks at a socket in the folder. The owner answers with its listening sockets, so that
/// both have them, and ends once it is told to: it finishes what is in flight, syncs, and gives the folder back. ThreadTask new
/// connections wait in the sockets' queues, which are never closed. A successor that fails before it says so leaves the owner
/// as it is; an owner that dies gives the folder back by dying.
///
/// With the order to end the owner gets one end of a stream. Once no request runs, it writes its sessions there.
enum Handover {
  static let question = "take over"
  static let order = "end"
  /// The owner's in-flight requests have ten seconds of it, its sessions three.
  static let ownerMillisecondLimit = 15_000
  static let sessionMillisecondLimit = 3000

  static func path(in data: String) -> String { data + "/take-over" }
}

/// Listening sockets of the owner, and the way to tell it to end.
struct HandoverOffer: ~Copyable {
  let descriptors: [Int32]
  /// The address that the owner listens on: the host as it was given, and the port.
  let address: String
  private let connection: HandoverSocket

  /// Asks the owner of the folder.
  /// - Throws: it does not answer.
  init(from data: String) throws(Failure) {
    let path = Handover.path(in: data)
    guard let socket = HandoverSocket(connectingTo: path), socket.send(Handover.question),
      let (address, descriptors) = socket.receive(), !descriptors.isEmpty
    else {
      throw Failure(
        "\(path): error: \(DataFolder.owner(of: data)) has the folder and does not hand over; stop it instead")
    }
    self.address = address
    self.descriptors = descriptors
    connection = socket
  }

  /// Tells the owner to end, and waits until the folder is free.
  /// - `readSessions`: reads what the owner writes last; nil: sessions are not to be handed over.
  consuming func take(_ data: String, _ readSessions: ((HandoverStream) -> Void)?) throws(Failure) -> DataFolder {
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
