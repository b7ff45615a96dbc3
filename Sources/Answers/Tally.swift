package import FormCells

/// What to count for a figure.
package enum TallyRequest: Sendable, Equatable {
  /// The values of a column; how they are counted depends on its kind.
  case column(AnswerColumn)
  /// The days on which submissions were sent.
  case submissions

  /// The number of values of a choice that are counted separately, most frequent first.
  package static let valueLimit = 100
  /// The largest number of bars in a histogram.
  package static let barLimit = 30
}

/// The counts of one figure, for the submissions that match.
package struct Tally: Sendable, Equatable {
  /// Submissions with an answer.
  package var answered = 0
  /// Submissions with an answer of another type, which the cell had in an earlier version.
  package var otherTypes = 0
  /// Submissions without an answer: the cell was empty, hidden, or not in their form.
  package var unanswered = 0
  package var content: Content

  package enum Content: Sendable, Equatable {
    /// - `values`: the count of each value: the most frequent first, and among equally frequent values the one that was
    ///   sent first. At most `TallyRequest.valueLimit`.
    /// - `further`: the number of answers with other values.
    /// - `other`: the number of typed texts of `other`.
    case choices(values: [ValueCount], further: Int, other: Int)
    case flags(on: Int, off: Int)
    /// Amounts by currency, the most frequent first. Plain numbers, counts, and durations (in minutes) are one tally
    /// without a currency.
    case numbers([NumberTally])
    /// `nil` if there are no answers.
    case days(DayTally?)
    /// `nil` if there are no answers.
    case times(TimeTally?)
    case texts
  }

  package init(answered: Int = 0, unanswered: Int = 0, content: Content) {
    (self.answered, self.unanswered, self.content) = (answered, unanswered, content)
  }

  /// All submissions that match.
  package var found: Int { answered + otherTypes + unanswered }
}

package struct ValueCount: Sendable, Equatable {
  /// The value as submissions contain it.
  package let value: String
  package let count: Int

  package init(_ value: String, count: Int) { (self.value, self.count) = (value, count) }
}

package struct NumberTally: Sendable, Equatable {
  /// ISO 4217; `nil` if the numbers are not amounts.
  package var currency: String?
  package var count: Int
  package var minimum: DecimalNumber
  package var maximum: DecimalNumber
  /// The exact sum; `nil` if a number has too many digits for that.
  package var sum: DecimalNumber?
  /// The sum divided by the count, rounded to two decimals more than the numbers have; `nil` if the sum is.
  package var mean: DecimalNumber?
  /// Exact up to 15 digits. With an even count, the mean of the two middle numbers.
  package var median: DecimalNumber
  /// In ascending order, without gaps. Outliers are in none of them.
  package var bars: [NumberBar]
  /// Numbers below the first bar.
  package var below = 0
  /// Numbers above the last bar.
  package var above = 0

  package init(
    currency: String?, count: Int, minimum: DecimalNumber, maximum: DecimalNumber, sum: DecimalNumber?,
    mean: DecimalNumber?, median: DecimalNumber, bars: [NumberBar], below: Int = 0, above: Int = 0
  ) {
    self.currency = currency
    self.count = count
    self.minimum = minimum
    self.maximum = maximum
    self.sum = sum
    self.mean = mean
    self.median = median
    self.bars = bars
    self.below = below
    self.above = above
  }
}

package struct NumberBar: Sendable, Equatable {
  /// Inclusive.
  package let from: DecimalNumber
  /// Exclusive.
  package let to: DecimalNumber
  package let count: Int

  package init(from: DecimalNumber, to: DecimalNumber, count: Int) {
    (self.from, self.to, self.count) = (from, to, count)
  }
}

package struct DayTally: Sendable, Equatable {
  /// The time that one bar covers.
  package enum Span: Sendable, Equatable { case day, week, month, year, decade }

  /// The first day with an answer; for moments, their days count.
  package var minimum: CalendarDate
  package var maximum: CalendarDate
  /// With an even count, the earlier of the two middle days.
  package var median: CalendarDate
  package var span: Span
  /// In ascending order, without gaps. Outliers are in none of them.
  package var bars: [DayBar]
  package var below = 0
  package var above = 0

  package init(
    minimum: CalendarDate, maximum: CalendarDate, median: CalendarDate, span: Span, bars: [DayBar], below: Int = 0,
    above: Int = 0
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.median = median
    self.span = span
    self.bars = bars
    self.below = below
    self.above = above
  }
}

package struct DayBar: Sendable, Equatable {
  /// The first day of the bar; for a week, its Monday.
  package let first: CalendarDate
  package let count: Int

  package init(first: CalendarDate, count: Int) { (self.first, self.count) = (first, count) }
}

package struct TimeTally: Sendable, Equatable {
  /// Minutes since midnight.
  package var minimum: Int
  package var maximum: Int
  /// With an even count, the lower of the two middle values.
  package var median: Int
  /// The counts of the 24 hours.
  package var perHour: [Int]

  package init(minimum: Int, maximum: Int, median: Int, perHour: [Int]) {
    (self.minimum, self.maximum, self.median, self.perHour) = (minimum, maximum, median, perHour)
  }
}
