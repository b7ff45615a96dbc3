#if Valkey
import Dispatch
import Support

/// One connection for all callers: commands that wait are sent together, on a separate thread. While Valkey is unavailable, commands
/// fail at once, and connecting is tried again and again.
final class ValkeyClient: Sendable {
  private static let connectMillisecondLimit = 2000
  private static let answerMillisecondLimit = 2000
  /// Limits of commands in one write, and of those that wait for it.
  private static let batchCommandLimit = 1024
  private static let waitingCommandLimit = 65_536

  private struct Job: Sendable {
    let command: ValkeyConnection.Command
    let continuation: CheckedContinuation<Result<ValkeyReply, ValkeyError>, Never>
  }

  private struct State {
    var waiting: [Job] = []
    var isRunning = false
    /// Why no command is sent; `nil` if commands are sent.
    var failure: ValkeyError?
  }

  private struct Link {
    var connection: ValkeyConnection?
    var backoff = Backoff()
  }

  private let address: ValkeyAddress
  private let state = Lock(State())
  /// Only used on the queue.
  private let link = Lock(Link())
  private let queue = DispatchQueue(label: "formcells.valkey")

  init(_ address: ValkeyAddress) {
    self.address = address
    queue.async { [weak self] in self?.connect() }
  }

  func reply(to command: ValkeyConnection.Command) async throws(ValkeyError) -> ValkeyReply {
    let result = await withCheckedContinuation { continuation in
      let failure: ValkeyError? = state.withLock { state in
        if let failure = state.failure { return failure }
        guard state.waiting.count < Self.waitingCommandLimit else {
          return ValkeyError(.broken, description: "too many commands wait")
        }
        state.waiting.append(Job(command: command, continuation: continuation))
        if !state.isRunning {
          state.isRunning = true
          queue.async { self.run() }
        }
        return nil
      }
      if let failure { continuation.resume(returning: .failure(failure)) }
    }
    return try result.get()
  }

  private func run() {
    while true {
      let batch: [Job] = state.withLock { state in
        let batch = Array(state.waiting.prefix(Self.batchCommandLimit))
        state.waiting.removeFirst(batch.count)
        if batch.isEmpty { state.isRunning = false }
        return batch
      }
      if batch.isEmpty { return }
      do throws(ValkeyError) {
        let replies = try link.withLock { link throws(ValkeyError) in try exchange(batch.map(\.command), over: &link) }
        resume(batch, with: replies)
      } catch {
        goAway(error)
        for job in batch { job.continuation.resume(returning: .failure(error)) }
      }
    }
  }

  /// Answers the commands of a batch. An error of a command, such as that of a replica which accepts no writes, makes Valkey count as
  /// unavailable.
  private func resume(_ batch: [Job], with replies: [ValkeyReply]) {
    var refusal: ValkeyError?
    for (job, result) in zip(batch, replies) {
      if case .error(let reason) = result {
        let error = ValkeyError(.refused, description: reason)
        refusal = error
        job.continuation.resume(returning: .failure(error))
      } else {
        job.continuation.resume(returning: .success(result))
      }
    }
    if let refusal {
      link.withLock { $0.connection = nil }
      goAway(refusal)
    }
  }

  /// Sends commands. If the connection broke while unused, it is made again and the commands are sent again: each has the same effect if
  /// it runs twice.
  private func exchange(
    _ commands: [ValkeyConnection.Command], over link: inout Link
  ) throws(ValkeyError) -> [ValkeyReply] {
    if let connection = link.connection {
      do throws(ValkeyError) {
        return try connection.exchange(commands, by: Deadline(inMilliseconds: Self.answerMillisecondLimit))
      } catch {
        link.connection = nil
        guard error.kind == .broken else { throw error }
      }
    }
    let connection = try ValkeyConnection(to: address, by: Deadline(inMilliseconds: Self.connectMillisecondLimit))
    link.connection = connection
    do throws(ValkeyError) {
      return try connection.exchange(commands, by: Deadline(inMilliseconds: Self.answerMillisecondLimit))
    } catch {
      link.connection = nil
      throw error
    }
  }

  /// From now on commands fail, including those that wait.
  private func goAway(_ error: ValkeyError) {
    let waiting = state.withLock { state in
      state.failure = error
      defer { state.waiting = [] }
      return state.waiting
    }
    for job in waiting { job.continuation.resume(returning: .failure(error)) }
    connectLater()
  }

  private func connectLater() {
    let wait = link.withLock { $0.backoff.nextMilliseconds() }
    queue.asyncAfter(deadline: .now() + .milliseconds(wait)) { [weak self] in self?.connect() }
  }

  private func connect() {
    do throws(ValkeyError) {
      try link.withLock { link throws(ValkeyError) in
        link.connection = try ValkeyConnection(to: address, by: Deadline(inMilliseconds: Self.connectMillisecondLimit))
        link.backoff.reset()
      }
      state.withLock { $0.failure = nil }
    } catch {
      goAway(error)
    }
  }
}
#endif
