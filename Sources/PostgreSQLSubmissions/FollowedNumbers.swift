#if PostgreSQL
/// How far the rows of a table were read, in the order of their numbers.
///
/// A row gets its number before its transaction ends, so rows become visible out of order, and a missing number may appear later or
/// never. Missing numbers are gaps. They are asked for again until all transactions have ended that were running when the gap was
/// noticed. Every transaction of this program gets a transaction number before a row does (`PostgreSQLConnection`), so none of them is
/// overlooked, however long it takes.
struct FollowedNumbers: Sendable, Equatable {
  /// Missing numbers between those of rows.
  struct Gap: Sendable, Equatable {
    let numbers: ClosedRange<Int>
    /// Transactions from this one on had not begun when the gap was noticed.
    let horizon: Int
  }

  /// The running transactions at the time of a statement.
  struct Transactions: Sendable, Equatable {
    /// All transactions before this one have ended.
    let oldest: Int
    /// This transaction and all later ones have not begun.
    let next: Int
  }

  /// The highest number of a row that was read.
  private(set) var last: Int
  /// The gaps in ascending order.
  private(set) var gaps: [Gap] = []

  /// The number of gaps that are asked for separately; with more, neighbouring gaps are merged, and the rows between them are read again.
  static let gapLimit = 1000

  /// - Parameter allReadTo: all rows up to this one were read.
  init(allReadTo number: Int = 0) { last = number }

  /// The number up to which nothing is asked for again.
  var allReadTo: Int { gaps.first.map { $0.numbers.lowerBound - 1 } ?? last }

  /// Starts again after the rows that were read, for another connection, which may lead to a server with other transaction numbers.
  mutating func beginAgain() { self = FollowedNumbers(allReadTo: allReadTo) }

  /// Adds the numbers that were found in the gaps and after the last one.
  /// - Parameters:
  ///   - numbers: the numbers of the rows, the first of those that exist.
  ///   - isWhole: false if some numbers in the gaps may have been left out.
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
