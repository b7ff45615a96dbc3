#if PostgreSQL
/// How far the rows of a table are read, in the order of their numbers.
///
/// A number is given to a row before its transaction ends, so that rows come to light out of their order, and a number that is
/// missing may come later, or never. It is a gap, and is asked for again until all transactions have ended that were under way when
/// the gap was noticed. Every transaction of this program has its own number before a row gets one (`PostgreSQLConnection`), so
/// none of them is overlooked, however long it takes.
struct FollowedNumbers: Sendable, Equatable {
  /// Numbers between those of rows.
  struct Gap: Sendable, Equatable {
    let numbers: ClosedRange<Int>
    /// Transactions from this one on had not begun when the gap was noticed.
    let horizon: Int
  }

  /// The transactions as a statement sees them.
  struct Transactions: Sendable, Equatable {
    /// All before this one have ended.
    let oldest: Int
    /// This one and all behind it have not begun.
    let next: Int
  }

  /// The highest number of a row.
  private(set) var last: Int
  /// In ascending order.
  private(set) var gaps: [Gap] = []

  /// Gaps that are asked for one by one; of more, neighbours become one, and rows between them are read again.
  static let gapLimit = 1000

  /// - Parameter allReadTo: the rows up to this one are read.
  init(allReadTo number: Int = 0) { last = number }

  /// Up to this one, nothing is asked for again.
  var allReadTo: Int { gaps.first.map { $0.numbers.lowerBound - 1 } ?? last }

  /// Begins after the rows that are read: for another connection, which may lead to a server that counts transactions otherwise.
  mutating func beginAgain() { self = FollowedNumbers(allReadTo: allReadTo) }

  /// Takes what was found in the gaps and behind the last one.
  /// - Parameters:
  ///   - numbers: of the rows; the first ones of those that are there.
  ///   - isWhole: false: some that are in the gaps may have been left out.
  mutating func take(_ numbers: [Int], at transactions: Transactions, isWhole: Bool) {
    let numbers = numbers.sorted()
    let earlier = gaps
    gaps = []
    for gap in earlier where !isWhole || gap.horizon > transactions.oldest {
      add(gap.numbers, without: numbers.filter(gap.numbers.contains), horizon: gap.horizon)
    }
    let new = numbers.filter { $0 > last }
    if let newest = new.last {
      add(last + 1...newest, without: new, horizon: transactions.next)
      last = newest
    }
    if gaps.count > Self.gapLimit { merge() }
  }

  /// - Parameter found: in ascending order.
  private mutating func add(_ numbers: ClosedRange<Int>, without found: [Int], horizon: Int) {
    var start = numbers.lowerBound
    for number in found {
      if start < number { gaps.append(Gap(numbers: start...number - 1, horizon: horizon)) }
      start = number + 1
    }
    if start <= numbers.upperBound { gaps.append(Gap(numbers: start...numbers.upperBound, horizon: horizon)) }
  }

  private mutating func merge() {
    gaps = stride(from: 0, to: gaps.count, by: 2).map { first in
      let pair = gaps[first..<min(first + 2, gaps.count)]
      let numbers = pair[first].numbers.lowerBound...pair[pair.endIndex - 1].numbers.upperBound
      return Gap(numbers: numbers, horizon: pair.map(\.horizon).max() ?? 0)
    }
  }
}
#endif
