import FormCells

/// What a figure draws. The table beside it has the same numbers.
package enum FigurePicture: Sendable, Equatable {
  /// A horizontal bar for each row, below its name.
  case bars([Bar])
  /// Columns side by side.
  case histogram([Column], edges: [String])
  /// A line through the counts of equal spans of time, with the names of the first and the last span.
  case line([Int], first: String, last: String)
  /// A small line without anything else.
  case sparkline([Int])

  var isSmall: Bool { if case .sparkline = self { true } else { false } }

  package struct Bar: Sendable, Equatable {
    package var label: String
    package var count: Int
    /// The text after the bar: "40 (48 %)".
    package var text: String
    /// Whether it is the count of submissions without an answer, which is set apart from the others.
    package var isApart = false

    package init(_ label: String, count: Int, text: String, isApart: Bool = false) {
      self.label = label
      self.count = count
      self.text = text
      self.isApart = isApart
    }
  }

  package struct Column: Sendable, Equatable {
    package var count: Int
    /// Whether it counts values far outside, beyond the edges of the other columns.
    package var isOutside = false

    package init(_ count: Int, isOutside: Bool = false) {
      (self.count, self.isOutside) = (count, isOutside)
    }
  }
}

/// The steps of an axis of counts: 1, 2 or 5 times a power of ten.
enum FigureAxis {
  /// The number of lines above 0.
  private static let lineLimit = 4

  /// The ticks, ascending from 0; the last is at least the greatest count.
  static func ticks(to greatest: Int) -> [Int] {
    var step = 1
    var factors = [2, 5, 10]
    var power = 1
    while greatest > step * lineLimit {
      if factors.isEmpty {
        power *= 10
        factors = [2, 5, 10]
      }
      step = factors.removeFirst() * power
    }
    let count = max(1, (greatest + step - 1) / step)
    return (0...count).map { $0 * step }
  }
}

/// The shapes of a picture. Widths are percentages of the picture's width; heights are in `em`. So the picture fits any
/// container, and its letters are as large as the page's.
struct FigureShapes: Equatable {
  enum Style: String {
    case bar = "figure-bar"
    case apart = "figure-bar figure-apart"
  }
  enum Anchor: String { case start, middle, end }
  enum TextStyle: String {
    case label = "figure-label"
    case value = "figure-value"
    case tick = "figure-tick"
  }

  struct Bar: Equatable {
    let style: Style
    let x, y, width, height: Double
  }

  struct Line: Equatable {
    let isBase: Bool
    let x1, x2, y: Double
  }

  struct Label: Equatable {
    let style: TextStyle
    let text: String
    let x, y: Double
    let anchor: Anchor
    /// The offset to the side, in em.
    var shift = 0.0
  }

  /// A line in a box of 100 by 100.
  struct Curve: Equatable {
    let x, y, width, height: Double
    let points: [(x: Double, y: Double)]

    static func == (a: Curve, b: Curve) -> Bool {
      (a.x, a.y, a.width, a.height) == (b.x, b.y, b.width, b.height)
        && a.points.elementsEqual(b.points) { $0 == $1 }
    }
  }

  private(set) var height = 0.0
  private(set) var bars: [Bar] = []
  private(set) var lines: [Line] = []
  private(set) var labels: [Label] = []
  private(set) var curve: Curve?

  /// The width, in em, of the narrowest picture, which must fit all texts: that of a window of 320 pixels.
  private static let narrowest = 20.0
  /// The assumed width of a letter, in em.
  private static let letterWidth = 0.56
  private static let rowHeight = 3.0
  private static let barHeight = 0.9
  private static let plotHeight = 9.0
  /// The space above the highest line.
  private static let headroom = 0.8
  /// The width of the longest bar, in percent; its number follows it.
  private static let barShare = 60.0

  private let isRightToLeft: Bool

  init(_ picture: FigurePicture, numbers: NumberFormat, isRightToLeft: Bool) {
    self.isRightToLeft = isRightToLeft
    switch picture {
    case .bars(let bars): draw(bars)
    case .histogram(let columns, let edges): draw(columns, edges: edges, numbers: numbers)
    case .line(let counts, let first, let last): draw(counts, first: first, last: last, numbers: numbers)
    case .sparkline(let counts):
      height = 2.5
      curve = curve(counts, greatest: max(1, counts.max() ?? 0), in: 0...100, y: 0.15, height: 2.2)
    }
  }

  /// A place, measured from the side where lines of text begin.
  private func side(_ x: Double) -> Double { isRightToLeft ? 100 - x : x }

  private mutating func add(
    _ style: Style, from x: Double, to end: Double, y: Double, height: Double
  ) {
    bars.append(
      Bar(style: style, x: min(side(x), side(end)), y: y, width: abs(end - x), height: height))
  }

  // MARK: Bars

  private mutating func draw(_ rows: [FigurePicture.Bar]) {
    let greatest = max(1, rows.map(\.count).max() ?? 0)
    var y = 0.0
    for (index, row) in rows.enumerated() {
      if row.isApart, index > 0 {
        lines.append(Line(isBase: false, x1: 0, x2: 100, y: y + 0.2))
        y += 0.6
      }
      labels.append(
        Label(style: .label, text: Self.cut(row.label), x: side(0), y: y + 1.1, anchor: .start))
      let end = Self.barShare * Double(row.count) / Double(greatest)
      // The smallest width that is visible.
      if row.count > 0 {
        add(
          row.isApart ? .apart : .bar, from: 0, to: max(end, 0.5), y: y + 1.6,
          height: Self.barHeight)
      }
      labels.append(
        Label(
          style: .value, text: row.text, x: side(row.count > 0 ? max(end, 0.5) : 0), y: y + 2.4,
          anchor: .start,
          shift: row.count > 0 ? (isRightToLeft ? -0.5 : 0.5) : 0))
      y += Self.rowHeight
    }
    height = y
  }

  /// Cuts a text in the middle if it does not fit; the table has the whole text. The end stays, because it
  /// distinguishes texts with the same beginning.
  private static func cut(_ text: String) -> String {
    guard width(text) > narrowest else { return text }
    var (start, end) = (text.startIndex, text.endIndex)
    var room = narrowest - letterWidth
    // Two letters from the beginning for each letter from the end.
    for turn in 0... {
      let isOfEnd = turn % 3 == 2
      let next = isOfEnd ? text.index(before: end) : start
      room -= width(text[next...next])
      guard room >= 0 else { break }
      if isOfEnd { end = next } else { start = text.index(after: next) }
    }
    return "\(text[..<start])…\(text[end...])"
  }

  private static func width(_ text: some StringProtocol) -> Double {
    text.reduce(0) { width, character in
      let isWide = character.unicodeScalars.first.map { $0.value >= 0x1100 } ?? false
      return width + (isWide ? 2 : 1) * letterWidth
    }
  }

  // MARK: Columns and lines

  /// Draws the lines of the counts, with their numbers beside them.
  /// - Returns: where the plot begins, in percent, and the count of the highest line.
  private mutating func drawAxis(to greatest: Int, _ numbers: NumberFormat) -> (
    start: Double, top: Int
  ) {
    let ticks = FigureAxis.ticks(to: greatest)
    let texts = ticks.map {
      numbers.text(DecimalNumber(units: Int128($0), decimals: 0), isGrouped: true)
    }
    let longest = Double(texts.map(\.count).max() ?? 0) * Self.letterWidth + 0.6
    let start = (100 * longest / Self.narrowest).rounded(.up)
    let top = ticks[ticks.count - 1]
    for (tick, text) in zip(ticks, texts) {
      let y = Self.headroom + Self.plotHeight * (1 - Double(tick) / Double(top))
      lines.append(
        Line(
          isBase: tick == 0, x1: min(side(start), side(100)), x2: max(side(start), side(100)), y: y)
      )
      labels.append(
        Label(
          style: .tick, text: text, x: side(start), y: y + 0.35, anchor: .end,
          shift: isRightToLeft ? 0.4 : -0.4))
    }
    height = Self.headroom + Self.plotHeight + 1.8
    return (start, top)
  }

  private mutating func draw(
    _ columns: [FigurePicture.Column], edges: [String], numbers: NumberFormat
  ) {
    let (start, top) = drawAxis(to: columns.map(\.count).max() ?? 0, numbers)
    let step = (100 - start) / Double(max(1, columns.count))
    let gap = columns.count > 15 ? step * 0.08 : step * 0.05
    let base = Self.headroom + Self.plotHeight
    for (index, column) in columns.enumerated() where column.count > 0 {
      let height = max(Self.plotHeight * Double(column.count) / Double(top), 0.1)
      let x = start + Double(index) * step
      add(
        column.isOutside ? .apart : .bar, from: x + gap, to: x + step - gap, y: base - height,
        height: height)
    }
    // The largest number of evenly spaced edges that fits.
    let first = columns.prefix { $0.isOutside }.count
    let last = edges.count - 1
    guard last > 0 else { return }
    let widest = Double(edges.map(\.count).max() ?? 0) * Self.letterWidth + 1
    let places = max(1, Int((Self.narrowest * (100 - start) / 100) / widest) - 1)
    let stride = (1...last).first { last.isMultiple(of: $0) && last / $0 <= places } ?? last
    for index in Swift.stride(from: 0, through: last, by: stride) {
      let anchor: Anchor =
        index == 0 && first == 0
        ? .start : index == last && first + last == columns.count ? .end : .middle
      labels.append(
        Label(
          style: .tick, text: edges[index], x: side(start + Double(first + index) * step),
          y: base + 1.3, anchor: anchor))
    }
  }

  private mutating func draw(
    _ counts: [Int], first: String, last: String, numbers: NumberFormat
  ) {
    let (start, top) = drawAxis(to: counts.max() ?? 0, numbers)
    let base = Self.headroom + Self.plotHeight
    curve = curve(counts, greatest: top, in: start...100, y: Self.headroom, height: Self.plotHeight)
    labels.append(Label(style: .tick, text: first, x: side(start), y: base + 1.3, anchor: .start))
    if counts.count > 1 {
      labels.append(Label(style: .tick, text: last, x: side(100), y: base + 1.3, anchor: .end))
    }
  }

  private func curve(
    _ counts: [Int], greatest: Int, in span: ClosedRange<Double>, y: Double, height: Double
  ) -> Curve {
    // A single count becomes a line from side to side.
    let counts = counts.count == 1 ? counts + counts : counts
    let points = counts.enumerated().map { index, count in
      (
        x: side(100 * Double(index) / Double(counts.count - 1)),
        y: 100 * (1 - Double(count) / Double(greatest))
      )
    }
    return Curve(
      x: min(side(span.lowerBound), side(span.upperBound)), y: y,
      width: span.upperBound - span.lowerBound,
      height: height, points: points)
  }
}
