#if PostgreSQL
import TestSupport
import Testing

@testable import PostgreSQLSubmissions

/// Row numbers may become visible out of order. Each row is read at least once, however late its transaction ends.
@Suite("Followed numbers")
struct FollowedNumbersTests {
  private static func transactions(_ oldest: Int, _ next: Int) -> FollowedNumbers.Transactions {
    FollowedNumbers.Transactions(oldest: oldest, next: next)
  }

  @Test("a missing number is asked for until all transactions that ran when it was noticed have ended")
  func gap() {
    var numbers = FollowedNumbers()
    numbers.take([1, 2, 5], at: Self.transactions(10, 12), isWhole: true)
    #expect(numbers.gaps == [FollowedNumbers.Gap(numbers: 3...4, horizon: 12)])
    #expect((numbers.last, numbers.allReadTo) == (5, 2))
    // One of the two transactions is still running.
    numbers.take([6], at: Self.transactions(11, 14), isWhole: true)
    #expect(numbers.gaps.map(\.numbers) == [3...4])
    // It has ended and committed number 4. Number 3 was rolled back.
    numbers.take([4], at: Self.transactions(12, 15), isWhole: true)
    #expect(numbers.gaps.isEmpty)
    #expect((numbers.last, numbers.allReadTo) == (6, 6))
  }

  @Test("a number found in a gap splits the gap")
  func split() {
    var numbers = FollowedNumbers()
    numbers.take([10], at: Self.transactions(1, 5), isWhole: true)
    numbers.take([3, 9, 12], at: Self.transactions(2, 6), isWhole: true)
    #expect(numbers.gaps.map(\.numbers) == [1...2, 4...8, 11...11])
    #expect(numbers.gaps.map(\.horizon) == [5, 5, 6])
    #expect(numbers.allReadTo == 0)
  }

  @Test("an incomplete portion closes no gap")
  func cut() {
    var numbers = FollowedNumbers()
    numbers.take([4], at: Self.transactions(1, 5), isWhole: true)
    numbers.take([2], at: Self.transactions(9, 9), isWhole: false)
    #expect(numbers.gaps.map(\.numbers) == [1...1, 3...3])
    numbers.take([], at: Self.transactions(9, 9), isWhole: true)
    #expect(numbers.allReadTo == 4)
  }

  @Test("a restart begins before the first gap")
  func again() {
    var numbers = FollowedNumbers()
    numbers.take([1, 2, 4], at: Self.transactions(1, 5), isWhole: true)
    numbers.beginAgain()
    #expect(numbers == FollowedNumbers(allReadTo: 2))
  }

  @Test("many gaps are merged into fewer, wider ones, and none is lost")
  func many() {
    var numbers = FollowedNumbers()
    let odd = (0...FollowedNumbers.gapLimit + 1).map { $0 * 2 + 1 }
    numbers.take(odd, at: Self.transactions(1, 5), isWhole: true)
    #expect(numbers.gaps.count <= FollowedNumbers.gapLimit)
    for number in odd.dropLast().map({ $0 + 1 }) {
      #expect(numbers.gaps.contains { $0.numbers.contains(number) }, "\(number)")
    }
    #expect(numbers.allReadTo == 1)
  }

  /// Transactions start, take row numbers and end in any order. In the end, the rows that were read are those that were committed.
  @Test("no number is missed, whatever the order of transactions", arguments: 0..<50)
  func random(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var numbers = FollowedNumbers()
    var read: Set<Int> = []
    var (nextTransaction, nextNumber) = (1, 1)
    var running: [Int: [Int]] = [:]
    var committed: Set<Int> = []
    func look() {
      let transactions = Self.transactions(running.keys.min() ?? nextTransaction, nextTransaction)
      let asked = committed.filter { number in
        number > numbers.last || numbers.gaps.contains { $0.numbers.contains(number) }
      }
      // Often only the first ones are read.
      let portion = asked.sorted().prefix(Int.random(in: 1...8, using: &generator))
      read.formUnion(portion)
      numbers.take(Array(portion), at: transactions, isWhole: portion.count == asked.count)
      if Int.random(in: 0..<20, using: &generator) == 0 { numbers.beginAgain() }
    }
    for _ in 0..<400 {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        running[nextTransaction] = []
        nextTransaction += 1
      case 1:
        guard let one = running.keys.sorted().randomElement(using: &generator) else { continue }
        running[one]?.append(nextNumber)
        nextNumber += 1
      case 2:
        guard let one = running.keys.sorted().randomElement(using: &generator) else { continue }
        let rows = running.removeValue(forKey: one) ?? []
        // Some transactions are rolled back: their numbers never appear.
        if Int.random(in: 0..<3, using: &generator) > 0 { committed.formUnion(rows) }
      default: look()
      }
    }
    for rows in running.values { committed.formUnion(rows) }
    running = [:]
    for _ in 0..<400 { look() }
    #expect(read == committed)
    #expect(numbers.gaps.isEmpty)
  }
}
#endif
