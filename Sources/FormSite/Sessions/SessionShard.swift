import FormCells
import FormController
import Support

/// One part of the session store. Each session has a slot in a few large buffers, which saves objects. The packed bytes are the
/// session; those used lately are kept unpacked too. One lock protects all of it, and is held only briefly.
struct SessionShard {
  private struct Slot {
    var id = Token.zero
    var bytes: [UInt8] = []
    var live: LiveSession?
    /// The network in which it began.
    var client: UInt64 = 0
    /// Seconds of a monotonic clock.
    var lastUse: UInt32 = 0
    /// What the remote store notes here about its copy.
    var mark: UInt64 = 0
    /// Requests that use it now; it is kept until they are done.
    var pins: UInt32 = 0
    var holdsWork = false
  }

  private let limits: SessionLimits
  private var slots: ContiguousArray<Slot> = []
  private var free: [Int32] = []
  private var slotsByID: [Token: Int32] = [:]
  /// For slots whose bytes name rows of a table, which is rare.
  private var tables: [Int32: [OptionTable]] = [:]
  /// In the order of last use, the one unused longest first: sessions without content, and those with content.
  private var uses = SlotLists()
  private var blank = SlotList()
  private var working = SlotList()
  /// The same by client.
  private var clientUses = SlotLists()
  private var clients: [UInt64: SlotList] = [:]
  /// Sessions that are unpacked.
  private var liveUses = SlotLists()
  private var live = SlotList()
  private var liveCount = 0
  private var liveByteCount = 0
  private(set) var figures = SessionFigures()

  init(_ limits: SessionLimits) { self.limits = limits }
}

// MARK: Use

extension SessionShard {
  /// A session that a request has begun to use.
  struct Use {
    let live: LiveSession
    let bytes: [UInt8]
    let tables: [OptionTable]
    let mark: UInt64
  }

  /// Begins to use a session; `nil` if there is none. The caller calls `end` or `remove` once.
  mutating func begin(_ id: Token, at now: Int) -> Use? {
    guard let slot = slotsByID[id] else { return nil }
    guard slots[Int(slot)].pins > 0 || !isExpired(slot, at: now) else {
      drop(slot)
      figures.expired += 1
      return nil
    }
    touch(slot, at: now)
    slots[Int(slot)].pins += 1
    if let session = slots[Int(slot)].live {
      liveUses.moveToEnd(slot, of: &live)
      return use(slot, session: session)
    }
    let session = LiveSession(as: id)
    keepLive(session, in: slot)
    return use(slot, session: session)
  }

  private func use(_ slot: Int32, session: LiveSession) -> Use {
    Use(live: session, bytes: slots[Int(slot)].bytes, tables: tables[slot] ?? [], mark: slots[Int(slot)].mark)
  }

  /// Ends a request's use of a session.
  /// - `packed`: `nil` if nothing has changed.
  /// - `mark`: `nil` keeps the mark.
  mutating func end(_ id: Token, packed: Session.Packed?, mark: UInt64? = nil) {
    guard let slot = slotsByID[id] else { return }
    if slots[Int(slot)].pins > 0 { slots[Int(slot)].pins -= 1 }
    if let mark { slots[Int(slot)].mark = mark }
    guard let packed else { return }
    figures.byteCount += packed.bytes.count - slots[Int(slot)].bytes.count
    if slots[Int(slot)].live != nil { liveByteCount += packed.bytes.count - slots[Int(slot)].bytes.count }
    slots[Int(slot)].bytes = packed.bytes
    if !packed.tables.isEmpty || tables[slot] != nil { tables[slot] = packed.tables.isEmpty ? nil : packed.tables }
    if slots[Int(slot)].holdsWork != packed.holdsWork {
      removeFromUses(slot)
      slots[Int(slot)].holdsWork = packed.holdsWork
      addToUses(slot)
    }
    makeRoom(for: slot)
    dropLive()
  }

  /// Ends a request's use of a session, and discards what it made of it.
  mutating func bytes(endingUseOf id: Token) -> (bytes: [UInt8], tables: [OptionTable])? {
    end(id, packed: nil)
    return slotsByID[id].map { (slots[Int($0)].bytes, tables[$0] ?? []) }
  }

  /// Adds a new session.
  /// - `client`: the network that it comes from.
  /// - `pins`: the number of requests that use it already.
  mutating func insert(
    _ id: Token, packed: Session.Packed, live session: LiveSession, from client: UInt64, pins: UInt32 = 0,
    mark: UInt64 = 0,
    at now: Int
  ) {
    let slot = add(
      Slot(
        bytes: packed.bytes, client: client, lastUse: UInt32(clamping: now), mark: mark, pins: pins,
        holdsWork: packed.holdsWork), as: id, at: now)
    if !packed.tables.isEmpty { tables[slot] = packed.tables }
    keepLive(session, in: slot)
    makeRoom(for: slot)
  }

  /// Removes a session.
  /// - Returns: the number of requests that use it; `nil` if there is no such session.
  mutating func remove(_ id: Token) -> UInt32? {
    guard let slot = slotsByID[id] else { return nil }
    defer { drop(slot) }
    return slots[Int(slot)].pins
  }

  mutating func addPins(_ pins: UInt32, to id: Token) {
    if let slot = slotsByID[id] { slots[Int(slot)].pins += pins }
  }
}

// MARK: Handing over

extension SessionShard {
  func handed(at now: Int) -> [HandedSession] {
    slotsByID.map { id, slot in
      let slot = slots[Int(slot)]
      return HandedSession(
        id: id, bytes: slot.bytes, network: slot.client, idleSeconds: max(0, now - Int(slot.lastUse)),
        holdsWork: slot.holdsWork)
    }
  }

  /// Adds a session of another process, unless it has expired or its id exists here.
  mutating func insert(_ session: HandedSession, at now: Int) {
    guard session.idleSeconds < limits.idleSecondLimit, slotsByID[session.id] == nil else { return }
    let slot = add(
      Slot(
        bytes: session.bytes, client: session.network, lastUse: UInt32(clamping: now - session.idleSeconds),
        holdsWork: session.holdsWork), as: session.id, at: now)
    makeRoom(for: slot)
  }
}

// MARK: Room

extension SessionShard {
  /// The most expired sessions that one new session removes, so that no request waits long.
  private static let expiredLimit = 64
  /// How many sessions in use are skipped in search of one that can be dropped.
  private static let pinnedLimit = 64

  /// Drops expired sessions.
  mutating func dropExpired(at now: Int, limit: Int) {
    var rest = limit
    for list in [blank, working] {
      var next = list.isEmpty ? nil : Optional(list.first)
      while let slot = next, rest > 0, isExpired(slot, at: now) {
        next = uses.after(slot)
        rest -= 1
        guard slots[Int(slot)].pins == 0 else { continue }
        drop(slot)
        figures.expired += 1
      }
    }
  }

  private func isExpired(_ slot: Int32, at now: Int) -> Bool {
    now - Int(slots[Int(slot)].lastUse) >= limits.idleSecondLimit
  }

  private var isOver: Bool { figures.count > limits.sessionLimit || figures.byteCount > limits.byteLimit }

  /// Drops sessions without content first, then those of the newcomer's network, then the one idle longest.
  private mutating func makeRoom(for newcomer: Int32) {
    while isOver {
      if let slot = firstToGo(blank, lists: uses, besides: newcomer) {
        drop(slot)
        figures.evictedBlank += 1
      } else if let own = clients[slots[Int(newcomer)].client],
        let slot = firstToGo(own, lists: clientUses, besides: newcomer)
      {
        drop(slot)
        figures.evictedOfAddress += 1
      } else if let slot = firstToGo(working, lists: uses, besides: newcomer) {
        drop(slot)
        figures.evictedIdle += 1
      } else {
        break
      }
    }
  }

  private func firstToGo(_ list: SlotList, lists: SlotLists, besides newcomer: Int32) -> Int32? {
    var next = list.isEmpty ? nil : Optional(list.first)
    for _ in 0..<Self.pinnedLimit {
      guard let slot = next else { return nil }
      if slot != newcomer, slots[Int(slot)].pins == 0 { return slot }
      next = lists.after(slot)
    }
    return nil
  }

  /// Frees unpacked sessions that were not used lately; their bytes stay.
  private mutating func dropLive() {
    var next = live.isEmpty ? nil : Optional(live.first)
    while liveCount > limits.liveLimit || liveByteCount > limits.liveByteLimit {
      guard let slot = next else { break }
      next = liveUses.after(slot)
      if slots[Int(slot)].pins == 0 { forgetLive(slot) }
    }
  }
}

// MARK: Slots

extension SessionShard {
  /// - Parameter id: an id without a slot.
  private mutating func add(_ content: Slot, as id: Token, at now: Int) -> Int32 {
    dropExpired(at: now, limit: Self.expiredLimit)
    let slot = free.popLast() ?? Int32(slots.count)
    if slot == slots.count {
      slots.append(Slot())
      uses.reserve(upTo: slot)
      clientUses.reserve(upTo: slot)
      liveUses.reserve(upTo: slot)
    }
    slots[Int(slot)] = content
    slots[Int(slot)].id = id
    slotsByID[id] = slot
    addToUses(slot)
    clientUses.append(slot, to: &clients[content.client, default: SlotList()])
    figures.count += 1
    figures.byteCount += content.bytes.count + SessionLimits.overheadByteCount
    return slot
  }

  private mutating func touch(_ slot: Int32, at now: Int) {
    slots[Int(slot)].lastUse = UInt32(clamping: now)
    if slots[Int(slot)].holdsWork {
      uses.moveToEnd(slot, of: &working)
    } else {
      uses.moveToEnd(slot, of: &blank)
    }
    clientUses.moveToEnd(slot, of: &clients[slots[Int(slot)].client, default: SlotList()])
  }

  private mutating func addToUses(_ slot: Int32) {
    if slots[Int(slot)].holdsWork { uses.append(slot, to: &working) } else { uses.append(slot, to: &blank) }
  }

  private mutating func removeFromUses(_ slot: Int32) {
    if slots[Int(slot)].holdsWork { uses.remove(slot, from: &working) } else { uses.remove(slot, from: &blank) }
  }

  private mutating func keepLive(_ session: LiveSession, in slot: Int32) {
    slots[Int(slot)].live = session
    liveUses.append(slot, to: &live)
    liveCount += 1
    liveByteCount += slots[Int(slot)].bytes.count
    dropLive()
  }

  private mutating func forgetLive(_ slot: Int32) {
    guard slots[Int(slot)].live != nil else { return }
    slots[Int(slot)].live = nil
    liveUses.remove(slot, from: &live)
    liveCount -= 1
    liveByteCount -= slots[Int(slot)].bytes.count
  }

  private mutating func drop(_ slot: Int32) {
    forgetLive(slot)
    removeFromUses(slot)
    let client = slots[Int(slot)].client
    clientUses.remove(slot, from: &clients[client, default: SlotList()])
    if clients[client]?.isEmpty == true { clients[client] = nil }
    slotsByID[slots[Int(slot)].id] = nil
    figures.count -= 1
    figures.byteCount -= slots[Int(slot)].bytes.count + SessionLimits.overheadByteCount
    tables[slot] = nil
    slots[Int(slot)] = Slot()
    free.append(slot)
  }
}

/// One list of slot numbers. The first is dropped first.
private struct SlotList {
  fileprivate(set) var first: Int32 = -1
  fileprivate(set) var last: Int32 = -1

  var isEmpty: Bool { first < 0 }
}

/// The links of lists of slots: two numbers for each slot, which saves objects. A slot is in one list at most.
private struct SlotLists {
  private var links: ContiguousArray<(before: Int32, after: Int32)> = []

  /// Makes room for the slots up to this number.
  mutating func reserve(upTo slot: Int32) {
    while links.count <= slot { links.append((-1, -1)) }
  }

  func after(_ slot: Int32) -> Int32? {
    let next = links[Int(slot)].after
    return next < 0 ? nil : next
  }

  /// Appends a slot that is in no list.
  mutating func append(_ slot: Int32, to list: inout SlotList) {
    links[Int(slot)] = (list.last, -1)
    if list.last < 0 { list.first = slot } else { links[Int(list.last)].after = slot }
    list.last = slot
  }

  mutating func remove(_ slot: Int32, from list: inout SlotList) {
    let (before, after) = links[Int(slot)]
    if before < 0 { list.first = after } else { links[Int(before)].after = after }
    if after < 0 { list.last = before } else { links[Int(after)].before = before }
    links[Int(slot)] = (-1, -1)
  }

  mutating func moveToEnd(_ slot: Int32, of list: inout SlotList) {
    guard list.last != slot else { return }
    remove(slot, from: &list)
    append(slot, to: &list)
  }
}
