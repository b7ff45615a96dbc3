import CEpoll
import Glibc

/// The kinds of events that a loop wants to receive for a descriptor.
struct Interest: OptionSet, Sendable {
  var rawValue: UInt8
  static let readable = Interest(rawValue: 1)
  static let writable = Interest(rawValue: 2)
}

/// An event of a descriptor, as the kernel reports it.
struct Readiness: Equatable, Sendable {
  var token: UInt64
  /// Something to read or to write, or both.
  var isReady: Bool
  /// Both directions have ended: the peer reset the connection, or both sides closed.
  var isOver: Bool
}

/// The part of the kernel's event queue that a loop uses.
protocol EventQueue: AnyObject {
  /// - Returns: an `errno` value, or 0.
  func add(_ descriptor: Int32, interest: Interest, token: UInt64) -> Int32
  func modify(_ descriptor: Int32, interest: Interest, token: UInt64) -> Int32
  func remove(_ descriptor: Int32)
  /// Waits for events for at most this number of milliseconds; -1: without limit. Returns the number of events; 0 if woken or interrupted.
  func wait(milliseconds: Int32) -> Int
  /// One event of the last `wait`; `nil` if it concerns only the queue.
  func event(_ index: Int) -> Readiness?
  /// Ends the current `wait`, or the next one. Can be called on any thread.
  func wake()
  func close()
}

/// `EventQueue` by epoll, level-triggered.
///
/// Level, not edge: a state that was ready and not consumed is reported again, so that a read or write that fails for a temporary
/// reason can never lose its wake-up. Edge-triggering would save `epoll_ctl` calls only if a peer is slower than its answers: a
/// request that is read and answered at once needs none in either mode.
///
/// `@unchecked Sendable` is safe because only the loop's own thread waits and uses `events`; the kernel accepts all other calls from
/// any thread.
final class EpollQueue: EventQueue, @unchecked Sendable {
  private let epoll: Int32
  private let wakeDescriptor: Int32
  private var events = [epoll_event](repeating: epoll_event(), count: 256)

  /// The token of the eventfd; no connection has it.
  private static let wakeToken = UInt64.max

  init() throws(ServerError) {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0 else { throw .noResources(code: errno) }
    wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard wakeDescriptor >= 0 else {
      let code = errno
      _ = Glibc.close(epoll)
      throw .noResources(code: code)
    }
    let code = add(wakeDescriptor, interest: .readable, token: EpollQueue.wakeToken)
    guard code == 0 else {
      close()
      throw .noResources(code: code)
    }
  }

  func add(_ descriptor: Int32, interest: Interest, token: UInt64) -> Int32 {
    control(EPOLL_CTL_ADD, descriptor: descriptor, interest: interest, token: token)
  }

  func modify(_ descriptor: Int32, interest: Interest, token: UInt64) -> Int32 {
    control(EPOLL_CTL_MOD, descriptor: descriptor, interest: interest, token: token)
  }

  func remove(_ descriptor: Int32) {
    _ = epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil)
  }

  func wait(milliseconds: Int32) -> Int {
    let count = events.withUnsafeMutableBufferPointer {
      epoll_wait(epoll, $0.baseAddress, Int32($0.count), milliseconds)
    }
    // EINTR means an empty round. Anything else should not happen; the pause keeps it from using up the core.
    if count < 0 && errno != EINTR { usleep(1000) }
    return max(0, Int(count))
  }

  func event(_ index: Int) -> Readiness? {
    let event = events[index]
    if event.data.u64 == EpollQueue.wakeToken {
      var value: UInt64 = 0
      _ = read(wakeDescriptor, &value, 8)
      return nil
    }
    return Readiness(
      token: event.data.u64,
      isReady: event.events & (EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue) != 0,
      isOver: event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0)
  }

  func wake() {
    var one: UInt64 = 1
    // EAGAIN: the counter is full, so a wake-up is pending already.
    while write(wakeDescriptor, &one, 8) < 0 && errno == EINTR {}
  }

  func close() {
    _ = Glibc.close(wakeDescriptor)
    _ = Glibc.close(epoll)
  }

  private func control(_ operation: Int32, descriptor: Int32, interest: Interest, token: UInt64) -> Int32 {
    var event = epoll_event()
    if interest.contains(.readable) { event.events |= EPOLLIN.rawValue | EPOLLRDHUP.rawValue }
    if interest.contains(.writable) { event.events |= EPOLLOUT.rawValue }
    event.data.u64 = token
    while epoll_ctl(epoll, operation, descriptor, &event) != 0 {
      if errno != EINTR { return errno }
    }
    return 0
  }
}
