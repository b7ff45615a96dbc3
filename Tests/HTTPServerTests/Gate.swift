import Support

/// Holds handlers back until the test opens it, and notifies the test when handlers arrive.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var arrived = 0
  }

  private let state = Lock(State())

  func pass() async {
    await withCheckedContinuation { continuation in
      let (passes, watchers) = state.withLock { state in
        state.arrived += 1
        let ready = state.watchers.filter { $0.count <= state.arrived }
        state.watchers.removeAll { $0.count <= state.arrived }
        if !state.isOpen { state.waiting.append(continuation) }
        return (state.isOpen, ready.map(\.continuation))
      }
      for watcher in watchers { watcher.resume() }
      if passes { continuation.resume() }
    }
  }

  /// Returns when this number of handlers have arrived.
  func arrivals(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.arrived < count { state.watchers.append((count, continuation)) }
        return state.arrived >= count
      }
      if isThere { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
