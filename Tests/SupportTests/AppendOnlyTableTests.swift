import Support
import Synchronization
import Testing

@Suite("A table that only grows")
struct GrowOnlyTableTests {
  final class Made: Sendable {
    let key: Int
    init(_ key: Int) { self.key = key }
  }

  /// A table that counts how often a value is made.
  final class Counted: Sendable {
    let table: AppendOnlyTable<Int, Made>
    private let calls = Atomic(0)
    var madeCount: Int { calls.load(ordering: .relaxed) }

    init(entryLimit: Int) { table = AppendOnlyTable(entryLimit: entryLimit) }

    func value(_ key: Int) -> Made? {
      table.value(for: key) {
        calls.add(1, ordering: .relaxed)
        return Made(key)
      }
    }
  }

  @Test("A value is made once and stays the same")
  func once() {
    let counted = Counted(entryLimit: 3)
    let first = (0..<3).map { counted.value($0) }
    let second = (0..<3).reversed().map { counted.value($0) }.reversed()
    #expect(first.map { $0?.key } == [0, 1, 2])
    #expect(zip(first, second).allSatisfy { $0 === $1 })
    #expect(counted.madeCount == 3)
  }

  @Test("The values of a table are released with it")
  func release() {
    weak var first: Made?
    weak var last: Made?
    do {
      let counted = Counted(entryLimit: 3)
      (first, last) = (counted.value(0), counted.value(1))
      #expect(first != nil && last != nil)
    }
    #expect(first == nil && last == nil)
  }

  @Test("A full table keeps its values and makes no more")
  func full() {
    let counted = Counted(entryLimit: 2)
    #expect((0..<4).map { counted.value($0)?.key } == [0, 1, nil, nil])
    #expect(counted.madeCount == 2)
    #expect(AppendOnlyTable<Int, Int>(entryLimit: 0).value(for: 1) { 1 } == nil)
  }

  @Test("Threads that ask at the same time get the same values", arguments: [(keys: 20, limit: 20), (20, 5)])
  func contention(_ keys: Int, _ limit: Int) async {
    let threads = 8
    for _ in 0..<50 {
      let counted = Counted(entryLimit: limit)
      let answers = await withTaskGroup(of: [Made?].self) { group in
        for thread in 0..<threads {
          // Each thread begins with another key, so that they meet at many keys.
          group.addTask { (0..<keys).map { counted.value(($0 + thread * keys / threads) % keys) } }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let made = counted.madeCount
      let kept = (0..<keys).map { counted.value($0) }
      #expect(kept.count { $0 != nil } == limit)
      #expect(made >= limit && made <= threads * keys)
      #expect(counted.madeCount == made)
      for answer in answers.flatMap(\.self).compactMap(\.self) { #expect(answer === kept[answer.key]) }
      #expect(answers.count { $0.count { $0 != nil } == limit } == threads)
    }
  }
}
