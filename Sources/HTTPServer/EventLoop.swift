import Glibc
import HTTPCore
import Support
import Synchronization

/// One thread that serves its connections: waits for the kernel, drives conversations, runs the site's tasks.
///
/// It is the task executor of its handlers. A handler runs on this thread, inside the call that read the request; after a
/// wait it resumes on this thread.
///
/// `@unchecked Sendable` is safe because only the loop's own thread uses the state, except for `mailbox`.
final class EventLoop: TaskExecutor, @unchecked Sendable {
  let service: Service
  let queue: any EventQueue
  let now: @Sendable () -> Instant
  var listener: Listener?
  var isListening = false
  /// A spare descriptor, closed when the process has no other left, so that a short shortage costs no connection.
  var reserve: Int32 = -1
  /// By descriptor.
  var channels: [Channel?] = []
  var channelCount = 0
  var generation: UInt64 = 0
  var time = Instant(nanoseconds: 0)
  var dateLine = DateLine()
  var requestIDs = RequestIDs()
  /// No deadline is earlier than this.
  var nextSweep = Instant.never
  var listenAgain = Instant.never
  var isDraining = false
  /// When a drain is cut off; `never` while there is none.
  private(set) var drainDeadline = Instant.never
  /// Another process has the listening sockets too, and accepts the waiting connections.
  private(set) var handsOver = false
  /// Use of the loop by network.
  var networks: [IPAddress: NetworkUse] = [:]
  /// Connections to close next when room is needed; the first one is last.
  var leaving: [Leaving] = []
  var leavingUntil = Instant(nanoseconds: 0)
  /// Conversations that got their response outside of `drive`.
  var answered: [Channel] = []
  /// Conversations with a response batched in this iteration, and the number of bytes.
  var unwritten: [Channel] = []
  var unwrittenBytes = 0
  /// True while responses are batched until this iteration ends.
  var collectsWrites = false
  /// The thread of the running loop, else 0.
  private let thread = Atomic<pthread_t>(0)
  private var localJobs: [UnownedJob] = []
  private let mailbox = Lock(Mailbox())
  let scratch: UnsafeMutableRawBufferPointer

  /// Jobs and commands from other threads.
  private struct Mailbox {
    var jobs: [UnownedJob] = []
    var drainDeadline = Instant.never
    var handsOver = false
    var hasEnded = false
  }

  init(
    service: Service, queue: any EventQueue, listener: Listener?, now: @escaping @Sendable () -> Instant = Instant.now
  ) {
    self.service = service
    self.queue = queue
    self.listener = listener
    self.now = now
    scratch = .allocate(byteCount: EventLoop.scratchBytes, alignment: 16)
  }

  deinit { scratch.deallocate() }

  /// Serves until drained. On the loop's own thread.
  func run() {
    begin()
    while round() {}
    end()
  }

  func begin() {
    thread.store(pthread_self(), ordering: .relaxed)
    refillReserve()
    time = now()
    dateLine.refresh()
    startListening()
  }

  /// One iteration; false when nothing is left to do.
  func round() -> Bool {
    let count = queue.wait(milliseconds: waitMilliseconds())
    // Before anything is handled: a deadline counts from when something came, not from when the waiting began.
    time = now()
    dateLine.refresh()
    collectsWrites = count > 1
    for index in 0..<count {
      guard let event = queue.event(index) else { continue }
      if event.token == EventLoop.listenerToken { acceptAll() } else { handle(event) }
    }
    writeCollected()
    collectsWrites = false
    collectMail()
    runJobs()
    driveAnswered()
    if drainDeadline != .never && !isDraining { beginDrain() }
    if time >= nextSweep { sweep() }
    if time >= listenAgain { startListening() }
    return !isDraining || (channelCount > 0 && time < drainDeadline)
  }

  /// Asks the loop to drain until then. From any thread.
  func drain(until deadline: Instant, handsOver: Bool = false) {
    mailbox.withLock { mailbox in
      mailbox.drainDeadline = deadline
      mailbox.handsOver = handsOver
      if !mailbox.hasEnded { queue.wake() }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if thread.load(ordering: .relaxed) == pthread_self() {
      localJobs.append(job)
      return
    }
    let isTaken = mailbox.withLock { mailbox in
      guard !mailbox.hasEnded else { return false }
      mailbox.jobs.append(job)
      // Under the lock: the queue is there as long as the loop has not ended.
      if mailbox.jobs.count == 1 { queue.wake() }
      return true
    }
    // The loop is gone and nobody waits for the answer, but a task must be able to end.
    if !isTaken { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Whether jobs are left for the next turn.
  var hasJobs: Bool { !localJobs.isEmpty }

  /// Runs ready jobs, which may enqueue others; the number per iteration is limited.
  func runJobs() {
    var passes = 0
    while !localJobs.isEmpty && passes < EventLoop.jobPassLimit {
      let jobs = localJobs
      localJobs.removeAll(keepingCapacity: true)
      for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      passes += 1
    }
  }

  private func collectMail() {
    mailbox.withLock { mailbox in
      if !mailbox.jobs.isEmpty {
        localJobs.append(contentsOf: mailbox.jobs)
        mailbox.jobs.removeAll(keepingCapacity: true)
      }
      drainDeadline = mailbox.drainDeadline
      handsOver = mailbox.handsOver
    }
  }

  func end() {
    stopListening()
    for channel in channels { channel.map(close) }
    let rest = mailbox.withLock { mailbox in
      mailbox.hasEnded = true
      let jobs = mailbox.jobs
      mailbox.jobs = []
      return jobs
    }
    localJobs.append(contentsOf: rest)
    runJobs()
    if reserve >= 0 { _ = Glibc.close(reserve) }
    queue.close()
    thread.store(0, ordering: .relaxed)
  }

  private static let jobPassLimit = 16
  static let listenerToken = UInt64.max - 1
  /// Bytes read by one call: the largest answer of one system call that still fits a second-level cache.
  private static let scratchBytes = 64 * 1024
}

/// Makes ids for the requests of one loop, so that no loop waits for another: a sequence that meets no other for long
/// (SplitMix64, from a random start). They name requests and keep nothing secret.
struct RequestIDs {
  private var state = UInt64.random(in: .min ... .max)

  /// Twelve characters in groups that can be read aloud, "4k7p-9x2m-q3tz": short enough to need no memory of its own.
  mutating func next() -> String {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return String(unsafeUninitializedCapacity: Self.length) { buffer in
      // One by one: every request comes by here, and a loop would cost twice as much.
      func write(_ bits: UInt64, at place: Int) {
        let digits = Self.digits.utf8Start
        buffer[place] = digits[Int(truncatingIfNeeded: bits & 31)]
        buffer[place + 1] = digits[Int(truncatingIfNeeded: bits >> 5 & 31)]
        buffer[place + 2] = digits[Int(truncatingIfNeeded: bits >> 10 & 31)]
        buffer[place + 3] = digits[Int(truncatingIfNeeded: bits >> 15 & 31)]
      }
      write(bits, at: 0)
      buffer[4] = UInt8(ascii: "-")
      write(bits >> 20, at: 5)
      buffer[9] = UInt8(ascii: "-")
      write(bits >> 40, at: 10)
      return Self.length
    }
  }

  private static let length = 14
  /// Without the letters that are taken for a digit, and without "u" (Crockford's base 32).
  private static let digits: StaticString = "0123456789abcdefghjkmnpqrstvwxyz"
}

/// The Date line (RFC 9110 §6.6.1), made once a second.
struct DateLine {
  private(set) var bytes: [UInt8] = []
  private var second: Int64 = .min

  mutating func refresh() {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    let now = Int64(time.tv_sec)
    guard now != second else { return }
    second = now
    bytes = Array("Date: \(HTTPDate.format(now))\r\n".utf8)
  }
}
