import HTTPMessage
import HTTPWire

/// Steps before a request reaches the site.
extension EventLoop {
  /// Answers requests that are refused by their head alone, before their content arrives.
  func screen(_ channel: Channel) -> Bool {
    guard var request = channel.conversation.takeRequest() else { return true }
    if let fault = admit(&request, of: channel) {
      channel.conversation.refuse()
      refuse(channel, fault)
    } else if let response = service.screen?(request) {
      channel.conversation.refuse()
      answer(channel, response)
    }
    return true
  }

  /// Counts the request for its client address; returns the reason if it is refused. Called once per request.
  func admit(_ request: inout Request, of channel: Channel) -> Fault? {
    request.peer = channel.address
    if service.trustsProxy {
      request.believeProxy()
      if let id = request.id { channel.requestID = id }
      channel.visitor = request.peer
      channel.strippedPrefix = request.strippedPrefix
    } else if request.scheme == "https" {
      // RFC 9110 §7.4: nothing has secured this connection.
      return .misdirected
    }
    request.id = requestID(of: channel)
    guard !channel.isAdmitted else { return nil }
    channel.isAdmitted = true
    guard request.method == .post, let posts = service.posts else { return nil }
    let sender = service.trustsProxy ? IPAddress(request.peer) ?? channel.peer : channel.peer
    return posts.count(sender, at: time) ? nil : .tooManyPosts
  }

  /// The id of the request at hand; makes one where it has none yet.
  func requestID(of channel: Channel) -> String {
    if let id = channel.requestID { return id }
    let id = requestIDs.next()
    channel.requestID = id
    return id
  }

  /// The page of an error, of the request at hand; for a program the same in JSON.
  func errorPage(_ status: Status, for channel: Channel) -> Response {
    channel.conversation.isOfProgram
      ? ErrorAnswer.json(status) : service.errorPage(status, channel.strippedPrefix, requestID(of: channel))
  }

  /// Answers with a fault's page.
  func refuse(_ channel: Channel, _ fault: Fault) {
    var response = errorPage(fault.status, for: channel)
    if let seconds = fault.retrySeconds { response.fields[.retryAfter] = String(seconds) }
    service.counts.note(fault)
    answer(channel, response, fault: fault)
  }

  /// Reserves memory for a request. If none is left, a request of the address that uses most is refused, maybe this one.
  func reserve(_ channel: Channel) -> Bool {
    let bytes = channel.conversation.wantedBytes
    let more = bytes - channel.conversation.reservedBytes
    while !service.held.take(more) {
      guard let leaving = largestHolder(besides: channel, wanting: bytes) else {
        channel.conversation.refuse()
        refuse(channel, .noRoom)
        return true
      }
      leaving.conversation.refuse()
      refuse(leaving, .noRoom)
      answered.append(leaving)
    }
    channel.conversation.reserved(bytes)
    channel.network.heldByteCount += more
    return true
  }

  /// Releases the memory reserved for a connection.
  func release(_ channel: Channel) {
    let bytes = channel.conversation.release()
    guard bytes > 0 else { return }
    service.held.give(bytes)
    channel.network.heldByteCount -= bytes
  }

  /// The oldest unfinished request of the address that uses most memory; nil if that is the asking address.
  private func largestHolder(besides channel: Channel, wanting bytes: Int) -> Channel? {
    let own = channel.network
    guard let most = networks.values.max(by: { $0.heldByteCount < $1.heldByteCount }), most !== own,
      most.heldByteCount > own.heldByteCount + bytes
    else { return nil }
    var oldest: Channel?
    for case let other? in channels where other.network === most && other.conversation.isReceiving {
      guard other.conversation.reservedBytes > 0 else { continue }
      if oldest.map({ other.conversation.requestStart < $0.conversation.requestStart }) ?? true { oldest = other }
    }
    return oldest
  }
}

extension Fault {
  /// Seconds after which the same request may succeed; nil if never or unknown.
  fileprivate var retrySeconds: Int? {
    switch self {
    case .noRoom: 5
    case .tooManyPosts: 60
    default: nil
    }
  }
}
