package import FormCells

/// What is counted for a figure.
package enum TallyRequest: Sendable, Equatable {
  /// The values of a column, by its kind.
  case column(AnswerColumn)
  /// The days on which submissions came.
  case submissions

  /// Values of choices that are told one by one, the most frequent first.
  package static let valueLimit = 100
  /// Bars of a histogram.
  package static let barLimit = 30
}

/// The counts of one figure, of those submissions that match.
package struct Tally: Sendable, Equatable {
  /// Submissions with an answer.
  package var answered = 0
  /// Submissions with an answer of another type, which the cell had in an earlier version.
  package var otherTypes = 0
  /// Submissions without one: the cell was empty, hidden, or not in their form.
  package var unanswered = 0
  package var content: Content

  package enum Content: Sendable, Equatable {
    /// - `values`: how many chose each, the most frequent first, then the one that came first; at most `TallyRequest.valueLimit`.
    /// - `further`: how many answers are of values beyond these.
    /// - `other`: how many typed a text of `other`.
    case choices(values: [ValueCount], further: Int, other: Int)
    case flags(on: Int, off: Int)
    /// Amounts by currency, the most frequent first; plain numbers, counts and durations (in minutes) as one without.
    case numbers([NumberTally])
    /// Nil: nobody answered.
    case days(DayTally?)
    /// Nil: nobody answered.
    case times(TimeTally?)
    case texts
  }

  package init(answered: Int = 0, unanswered: Int = 0, content: Content) {
    (self.answered, self.unanswered, self.content) = (answered, unanswered, content)
  }

  /// All that match.
  package var found: Int { answered + otherTypes + unanswered }
}

package struct ValueCount: Sendable, Equatable {
  /// As submissions have it.
  package let value: String
  package let count: Int

  package init(_ value: String, count: Int) { (self.value, self.count) = (value, count) }
}

package struct NumberTally: Sendable, Equatable {
  /// ISO 4217; nil: these are not amounts.
  package var currency: String?
  package var count: Int
  package var minimum: DecimalNumber
  package var maximum: DecimalNumber
  /// Exact; nil: a number has too many digits for that.
  package var sum: DecimalNumber?
  /// The sum divided by the count, rounded to two decimals more than the numbers have; nil as the sum.
  package var mean: DecimalNumber?
  /// Exact up to 15 digits; the middle of the two in the middle.
  package var median: DecimalNumber
  /// Without gaps, in ascending order. Numbers far outside are in none of them.
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
  /// Included.
  package let from: DecimalNumber
  /// Not included.
  package let to: DecimalNumber
  package let count: Int

  package init(from: DecimalNumber, to: DecimalNumber, count: Int) {
    (self.from, self.to, self.count) = (from, to, count)
  }
}

package struct DayTally: Sendable, Equatable {
  /// What one bar covers.
  package enum Span: Sendable, Equatable { case day, week, month, year, decade }

  /// The days of moments too.
  package var minimum: CalendarDate
  package var maximum: CalendarDate
  /// The lower one of the two in the middle.
  package var median: CalendarDate
  package var span: Span
  /// Without gaps, in ascending order; days far outside are in none of them.
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
  /// Of a week its Monday, of a month, year or decade its first day.
  package let first: CalendarDate
  package let count: Int

  package init(first: CalendarDate, count: Int) { (self.first, self.count) = (first, count) }
}

package struct TimeTally: Sendable, Equatable {
  /// Minutes since midnight.
  package var minimum: Int
  package var maximum: Int
  /// The lower one of the two in the middle.
  package var median: Int
  /// 24 counts.
  package var perHour: [Int]

  package init(minimum: Int, maximum: Int, median: Int, perHour: [Int]) {
    (self.minimum, self.maximum, self.median, self.perHour) = (minimum, maximum, median, perHour)
  }
}
