import FormDesk
import Synchronization

/// Sessions by id: sharded, bounded, forgotten when idle. A session has a lock of its own, so that two requests of one
/// visitor follow each other and those of others do not wait.
final class SessionStore: Sendable {
  /// Enough that event loops rarely meet at one lock.
  private static let shardCount = 16

  final class Entry: Sendable {
    let session: Mutex<Session>
    let lastUse: Atomic<Int>
    init(_ session: consuming Session, at time: Int) {
      self.session = Mutex(session)
      lastUse = Atomic(time)
    }
  }

  private struct Shard {
    var entries: [Token: Entry] = [:]
    /// Ids by the time they were last looked at: the front is the first to go, or to be sent to the back because it was
    /// used since ("second chance").
    var queue: [(id: Token, seen: Int)] = []
    var head = 0
  }

  private final class LockedShard: Sendable {
    let shard = Mutex(Shard())
  }

  private let shards: [LockedShard]
  private let idleSecondLimit: Int
  private let limitPerShard: Int

  /// - Parameters:
  ///   - idleSecondLimit: a session not used for so long is gone.
  ///   - limit: sessions at once; the one idle longest makes room.
  init(idleSecondLimit: Int, limit: Int) {
    self.idleSecondLimit = idleSecondLimit
    limitPerShard = max(1, (limit + Self.shardCount - 1) / Self.shardCount)
    shards = (0..<Self.shardCount).map { _ in LockedShard() }
  }

  /// The session of this id, or nil where it is gone.
  func find(_ id: Token, now: Int) -> Entry? {
    let entry = shard(of: id).shard.withLock { $0.entries[id] }
    guard let entry, now - entry.lastUse.load(ordering: .relaxed) < idleSecondLimit else { return nil }
    entry.lastUse.store(now, ordering: .relaxed)
    return entry
  }

  func insert(_ session: consuming Session, as id: Token, now: Int) -> Entry {
    let entry = Entry(session, at: now)
    shard(of: id).shard.withLock { shard in
      makeRoom(in: &shard, now: now)
      shard.entries[id] = entry
      shard.queue.append((id, now))
    }
    return entry
  }

  var count: Int { shards.reduce(0) { $0 + $1.shard.withLock { $0.entries.count } } }

  /// Drops what is idle too long, from the front; then, where the shard is full, whatever was not used since it was last
  /// looked at.
  private func makeRoom(in shard: inout Shard, now: Int) {
    while shard.head < shard.queue.count {
      let (id, seen) = shard.queue[shard.head]
      guard let entry = shard.entries[id] else {
        shard.head += 1
        continue
      }
      let lastUse = entry.lastUse.load(ordering: .relaxed)
      if now - lastUse >= idleSecondLimit {
        shard.entries[id] = nil
      } else if shard.entries.count < limitPerShard {
        break
      } else if lastUse > seen {
        shard.queue.append((id, lastUse))
      } else {
        shard.entries[id] = nil
      }
      shard.head += 1
    }
    if shard.head > 1024, shard.head * 2 > shard.queue.count {
      shard.queue.removeFirst(shard.head)
      shard.head = 0
    }
  }

  private func shard(of id: Token) -> LockedShard { shards[Int(id.low % UInt64(Self.shardCount))] }
}
