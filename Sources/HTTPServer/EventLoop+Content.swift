import HTTPCore

/// Content that is never in memory as a whole: what arrives for a receiver, and answers that are read piece by piece.
extension EventLoop {
  /// Before content arrives: answers requests that their head alone is enough to refuse, and finds a receiver for the content.
  func screen(_ channel: Channel) -> Bool {
    guard var request = channel.conversation.takeRequest() else { return true }
    if let fault = admit(&request, of: channel) {
      channel.conversation.refuse()
      refuse(channel, fault: fault)
    } else if let response = service.screen?(request) {
      channel.conversation.refuse()
      respond(to: channel, with: response)
    } else if let receiver = service.receive?(request) {
      channel.receiver = receiver
      channel.conversation.stream(byteLimit: receiver.byteLimit, at: time)
    }
    return true
  }

  /// Reads the next piece of an answer once the previous one was written: a slow reader costs the memory of one piece.
  func fetch(_ channel: Channel) -> Bool {
    guard let (stream, offset) = channel.conversation.takeStream(at: time) else { return false }
    let (token, serial) = (channel.token, channel.serial)
    Task.immediate(executorPreference: self) {
      let piece = await stream.read(offset)
      self.fetched(token, serial: serial, piece: piece)
    }
    return true
  }

  private func fetched(_ token: UInt64, serial: UInt64, piece: [UInt8]?) {
    guard let channel = channel(token), channel.serial == serial, channel.conversation.isAwaitingPiece else { return }
    guard channel.conversation.fetched(piece, at: time) else {
      // The connection is reset, so that the peer does not mistake the break for the end of the content.
      Socket.forgetUnsent(channel.descriptor)
      return close(channel)
    }
    if !channel.isDriven { answered.append(channel) }
  }

  /// Passes on a block of content. The connection is not read until the block was taken, so that a slow disk slows the sender down.
  func receive(_ channel: Channel) -> Bool {
    guard let receiver = channel.receiver else { return false }
    let block = channel.conversation.takeBlock()
    channel.serial &+= 1
    let (token, serial) = (channel.token, channel.serial)
    Task.immediate(executorPreference: self) {
      let heldBytes = await receiver.receive(block)
      self.received(token, serial: serial, heldBytes: heldBytes)
    }
    return true
  }

  private func received(_ token: UInt64, serial: UInt64, heldBytes: Int) {
    guard let channel = channel(token), channel.serial == serial, channel.conversation.isAwaitingReceiver else {
      return
    }
    channel.conversation.receiverTookBlock(heldBytes: heldBytes, at: time)
    if !channel.isDriven { answered.append(channel) }
  }
}
