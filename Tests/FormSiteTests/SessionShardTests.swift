import FormCells
import Support
import TestSupport
import Testing

@testable import FormController
@testable import FormSite

/// Which sessions stay and which are removed to make room.
@Suite("Which session makes room")
struct SessionShardTests {
  static let form = Result {
    try FormDefinition.decode(
      bytes: Array(
        """
        { "id": "trip", "title": "Trip", "sections": [{ "cells": [
          { "id": "purpose", "type": "text", "label": "Purpose" } ] }] }
        """.utf8), path: "trip.json", directory: "/")
  }

  /// A session with this text in its only draft; if it is empty, nothing was entered.
  static func packed(_ text: String = "") throws -> Session.Packed {
    var formState = FormState(form: try form.get(), id: Token((1, 2)))
    if !text.isEmpty { formState.reduce(.enter(cell: 0, .text(text))) }
    var session = Session()
    session[formState.id] = Session.Draft(formState, changedAt: 1_769_860_800)
    return session.packed()
  }

  private static func id(_ number: Int) -> Token { Token((UInt64(number) &* 0x9E37_79B9_7F4A_7C15, UInt64(number))) }

  private static func limits(_ sessions: Int = 100_000, bytes: Int = 256 << 20) -> SessionLimits {
    SessionLimits(idleSecondLimit: 1800, sessionLimit: sessions, byteLimit: bytes, draftByteLimit: 256 << 10)
  }

  /// Whether the session exists; looking counts as a use.
  private static func has(_ number: Int, _ shard: inout SessionShard, at now: Int = 0) -> Bool {
    guard shard.begin(id(number), at: now) != nil else { return false }
    shard.end(id(number), packed: nil)
    return true
  }

  private static func insert(
    _ number: Int, _ packed: Session.Packed, from client: UInt64, at now: Int = 0, into shard: inout SessionShard
  ) {
    shard.insert(id(number), packed: packed, live: LiveSession(as: id(number)), from: client, at: now)
  }

  @Test("10,000 sessions with entries outlive 300,000 blank sessions")
  func flood() throws {
    var shard = SessionShard(Self.limits())
    let (work, blank) = (try Self.packed("Lyon, three days, by train"), try Self.packed())
    for number in 0..<10_000 { Self.insert(number, work, from: UInt64(number), into: &shard) }
    for number in 10_000..<310_000 { Self.insert(number, blank, from: 77, at: 1, into: &shard) }
    #expect(shard.figures.count == 100_000)
    #expect(shard.figures.evictedBlank == 210_000)
    #expect(shard.figures.evictedOfAddress == 0 && shard.figures.evictedIdle == 0)
    for number in 0..<10_000 where !Self.has(number, &shard, at: 2) { Issue.record("\(number) is gone") }
  }

  @Test("a network that floods with entries displaces its own sessions first")
  func ownNetwork() throws {
    var shard = SessionShard(Self.limits(100))
    let work = try Self.packed("Lyon")
    for number in 0..<90 { Self.insert(number, work, from: UInt64(number), at: number, into: &shard) }
    for number in 90..<1000 { Self.insert(number, work, from: 5000, at: 100, into: &shard) }
    #expect(shard.figures.evictedOfAddress == 900)
    #expect(shard.figures.evictedIdle == 0)
    for number in 0..<90 where !Self.has(number, &shard, at: 101 + number) { Issue.record("\(number) is gone") }
    Self.insert(1000, work, from: 6000, at: 300, into: &shard)
    #expect(shard.figures.evictedIdle == 1)
    #expect(!Self.has(990, &shard, at: 301), "unused for longest")
    #expect(Self.has(0, &shard, at: 301) && Self.has(1000, &shard, at: 301))
  }

  @Test("sessions are limited by bytes as well as by number, also if one grows")
  func bytes() throws {
    let large = try Self.packed(String(repeating: "x", count: 9_000))
    var shard = SessionShard(Self.limits(bytes: 100_000))
    for number in 0..<50 {
      Self.insert(number, large, from: UInt64(number), at: number, into: &shard)
      #expect(shard.figures.byteCount <= 100_000)
    }
    #expect(shard.figures.count == 10)
    #expect(!Self.has(39, &shard, at: 60) && Self.has(40, &shard, at: 60))
    let larger = try Self.packed(String(repeating: "y", count: 60_000))
    let use = shard.begin(Self.id(45), at: 61)
    #expect(use != nil)
    shard.end(Self.id(45), packed: larger)
    #expect(shard.figures.byteCount <= 100_000)
    #expect(Self.has(45, &shard, at: 62))
  }

  @Test("a session in use is never displaced")
  func pinned() throws {
    var shard = SessionShard(Self.limits(3))
    let blank = try Self.packed()
    Self.insert(0, blank, from: 1, into: &shard)
    let use = shard.begin(Self.id(0), at: 0)
    for number in 1..<20 { Self.insert(number, try Self.packed("Lyon"), from: 1, at: 5000, into: &shard) }
    let again = shard.begin(Self.id(0), at: 6000)
    #expect(again != nil && again?.live === use?.live)
    shard.end(Self.id(0), packed: nil)
    shard.end(Self.id(0), packed: nil)
    #expect(shard.figures.count == 3)
    shard.dropExpired(at: 9000, limit: .max)
    #expect(shard.figures.count == 0)
    #expect(shard.figures.byteCount == 0)
  }

  @Test("after thousands of random steps, a shard has the same sessions as a plain list")
  func model() throws {
    var generator = SeededGenerator(seed: 11)
    var shard = SessionShard(Self.limits(60))
    let packed = [try Self.packed(), try Self.packed("Lyon"), try Self.packed("Lyon and further")]
    var held: [(number: Int, client: UInt64, holdsWork: Bool)] = []
    var next = 0
    for step in 0..<6_000 {
      let now = step / 10
      let choice = packed.randomElement(using: &generator) ?? packed[0]
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<4:
        let client = UInt64.random(in: 0..<5, using: &generator)
        Self.insert(next, choice, from: client, at: now, into: &shard)
        if held.count == 60 {
          let place =
            held.firstIndex { !$0.holdsWork } ?? held.firstIndex { $0.client == client } ?? held.startIndex
          held.remove(at: place)
        }
        held.append((next, client, choice.holdsWork))
        next += 1
      case 4..<9:
        guard next > 0 else { continue }
        let number = Int.random(in: max(0, next - 120)..<next, using: &generator)
        let place = held.firstIndex { $0.number == number }
        let use = shard.begin(Self.id(number), at: now)
        #expect((use != nil) == (place != nil))
        guard let place else { continue }
        shard.end(Self.id(number), packed: choice)
        held.append((number, held.remove(at: place).client, choice.holdsWork))
      default:
        guard let place = held.indices.randomElement(using: &generator) else { continue }
        _ = shard.remove(Self.id(held.remove(at: place).number))
      }
      #expect(shard.figures.count == held.count)
    }
    for entry in held where !Self.has(entry.number, &shard, at: 600) { Issue.record("\(entry.number) is gone") }
  }
}
