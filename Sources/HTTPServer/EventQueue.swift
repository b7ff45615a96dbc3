import CEpoll
import Glibc

/// The kinds of events that a loop wants to hear of a descriptor.
struct Interest: OptionSet, Sendable {
  var rawValue: UInt8
  static let readable = Interest(rawValue: 1)
  static let writable = Interest(rawValue: 2)
}

/// The kernel's news of a descriptor.
struct Readiness: Equatable, Sendable {
  var token: UInt64
  /// Something to read or to write, or both.
  var isReady: Bool
  /// Both directions are over: the peer reset the connection, or both sides ended.
  var isOver: Bool
}

/// The kernel's event queue, as much of it as a loop uses.
protocol EventQueue: AnyObject {
  /// An `errno` value, or 0.
  func add(_ descriptor: Int32, interest: Interest, token: UInt64) -> Int32
  func modify(_ descriptor: Int32, interest: Interest, token: UInt64) -> Int32
  func remove(_ descriptor: Int32)
  /// Waits for events, at most so many milliseconds; -1: without end. How many there are; none when woken or interrupted.
  func wait(milliseconds: Int32) -> Int
  /// One event of the last `wait`; nil where it concerns the queue alone.
  func event(_ index: Int) -> Readiness?
  /// Ends a `wait`, the present or the next one. From any thread.
  func wake()
  func close()
}

/// `EventQueue` by epoll, level-triggered.
///
/// Level, not edge: what was ready and not consumed is told again, so that a read or write that fails for a passing reason
/// can never lose its wake-up. Edge-triggering would save `epoll_ctl` calls only where a peer is slower than its answers,
/// for a request that is read and answered at once needs none in either mode.
///
/// `@unchecked Sendable` is safe because only the loop's own thread waits and uses `events`; the kernel takes all other calls from
/// any thread.
final class EpollQueue: EventQueue, @unchecked Sendable {
  private let epoll: Int32
  private let wakeDescriptor: Int32
  private var events = [epoll_event](repeating: epoll_event(), count: 256)

  /// Of the eventfd; loops give out none like it.
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
    // EINTR is an empty round. Anything else should not happen; the pause keeps it from taking the core.
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
