import FormCells
import Templates
import Testing

@testable import Answers

/// The SVG that each picture becomes.
@Suite("Pictures of figures")
struct PictureTests {
  struct State: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let isRightToLeft: Bool
    let picture: FigurePicture
    let svg: String

    init(_ name: String, _ isRightToLeft: Bool, _ picture: FigurePicture, _ svg: String) {
      (testDescription, self.isRightToLeft, self.picture, self.svg) = (
        name, isRightToLeft, picture, svg
      )
    }
  }

  private static func svg(
    _ picture: FigurePicture, _ title: String = "T", isRightToLeft: Bool = false
  ) throws -> String {
    let shapes = FigureShapes(picture, numbers: .of("en"), isRightToLeft: isRightToLeft)
    let view = PictureView(title: title, shapes: shapes, isSmall: picture.isSmall)
    return String(decoding: try AnswersPage.pages.get().templates.picture.render(view), as: UTF8.self)
      .replacing(/><\/(line|rect|polygon|polyline)>/) { _ in "/>" }
  }

  static let states: [State] = [
    State(
      "bars with one that has no answers, and those without an answer apart", false,
      .bars([
        .init("Red & blue", count: 3, text: "3 (75 %)"), .init("Green", count: 0, text: "0 (0 %)"),
        .init("No answer", count: 1, text: "1 (25 %)", isApart: true),
      ]),
      #"""
      <svg class="figure" role="img" width="100%" height="9.6em">\#
      <title>T</title>\#
      <line class="figure-line" x1="0%" x2="100%" y1="6.2em" y2="6.2em"/>\#
      <rect class="figure-bar" x="0%" y="1.6em" width="60%" height="0.9em"/>\#
      <rect class="figure-bar figure-apart" x="0%" y="8.2em" width="20%" height="0.9em"/>\#
      <text class="figure-label" x="0%" y="1.1em" text-anchor="start">Red &amp; blue</text>\#
      <text class="figure-value" x="60%" y="2.4em" dx="0.5em" text-anchor="start">3 (75 %)</text>\#
      <text class="figure-label" x="0%" y="4.1em" text-anchor="start">Green</text>\#
      <text class="figure-value" x="0%" y="5.4em" text-anchor="start">0 (0 %)</text>\#
      <text class="figure-label" x="0%" y="7.7em" text-anchor="start">No answer</text>\#
      <text class="figure-value" x="20%" y="9em" dx="0.5em" text-anchor="start">1 (25 %)</text>\#
      </svg>
      """#),
    State(
      "a bar from right to left", true,
      .bars([.init("Red", count: 4, text: "4 (100 %)")]),
      #"""
      <svg class="figure" role="img" width="100%" height="3em">\#
      <title>T</title>\#
      <rect class="figure-bar" x="40%" y="1.6em" width="60%" height="0.9em"/>\#
      <text class="figure-label" x="100%" y="1.1em" text-anchor="start">Red</text>\#
      <text class="figure-value" x="40%" y="2.4em" dx="-0.5em" text-anchor="start">4 (100 %)</text>\#
      </svg>
      """#),
    State(
      "columns with an empty one", false,
      .histogram([.init(3), .init(0), .init(9)], edges: ["0", "10", "20", "30"]),
      #"""
      <svg class="figure" role="img" width="100%" height="11.6em">\#
      <title>T</title>\#
      <line class="figure-base" x1="9%" x2="100%" y1="9.8em" y2="9.8em"/>\#
      <line class="figure-line" x1="9%" x2="100%" y1="5.3em" y2="5.3em"/>\#
      <line class="figure-line" x1="9%" x2="100%" y1="0.8em" y2="0.8em"/>\#
      <rect class="figure-bar" x="10.52%" y="7.1em" width="27.3%" height="2.7em"/>\#
      <rect class="figure-bar" x="71.18%" y="1.7em" width="27.3%" height="8.1em"/>\#
      <text class="figure-tick" x="9%" y="10.15em" dx="-0.4em" text-anchor="end">0</text>\#
      <text class="figure-tick" x="9%" y="5.65em" dx="-0.4em" text-anchor="end">5</text>\#
      <text class="figure-tick" x="9%" y="1.15em" dx="-0.4em" text-anchor="end">10</text>\#
      <text class="figure-tick" x="9%" y="11.1em" text-anchor="start">0</text>\#
      <text class="figure-tick" x="39.33%" y="11.1em" text-anchor="middle">10</text>\#
      <text class="figure-tick" x="69.67%" y="11.1em" text-anchor="middle">20</text>\#
      <text class="figure-tick" x="100%" y="11.1em" text-anchor="end">30</text>\#
      </svg>
      """#),
    State(
      "columns with what is outside at both ends", false,
      .histogram(
        [.init(1, isOutside: true), .init(2), .init(1, isOutside: true)], edges: ["0", "5"]),
      #"""
      <svg class="figure" role="img" width="100%" height="11.6em">\#
      <title>T</title>\#
      <line class="figure-base" x1="6%" x2="100%" y1="9.8em" y2="9.8em"/>\#
      <line class="figure-line" x1="6%" x2="100%" y1="5.3em" y2="5.3em"/>\#
      <line class="figure-line" x1="6%" x2="100%" y1="0.8em" y2="0.8em"/>\#
      <rect class="figure-bar figure-apart" x="7.57%" y="5.3em" width="28.2%" height="4.5em"/>\#
      <rect class="figure-bar" x="38.9%" y="0.8em" width="28.2%" height="9em"/>\#
      <rect class="figure-bar figure-apart" x="70.23%" y="5.3em" width="28.2%" height="4.5em"/>\#
      <text class="figure-tick" x="6%" y="10.15em" dx="-0.4em" text-anchor="end">0</text>\#
      <text class="figure-tick" x="6%" y="5.65em" dx="-0.4em" text-anchor="end">1</text>\#
      <text class="figure-tick" x="6%" y="1.15em" dx="-0.4em" text-anchor="end">2</text>\#
      <text class="figure-tick" x="37.33%" y="11.1em" text-anchor="middle">0</text>\#
      <text class="figure-tick" x="68.67%" y="11.1em" text-anchor="middle">5</text>\#
      </svg>
      """#),
    State(
      "columns from right to left", true,
      .histogram([.init(2), .init(1)], edges: ["0", "1", "2"]),
      #"""
      <svg class="figure" role="img" width="100%" height="11.6em">\#
      <title>T</title>\#
      <line class="figure-base" x1="0%" x2="94%" y1="9.8em" y2="9.8em"/>\#
      <line class="figure-line" x1="0%" x2="94%" y1="5.3em" y2="5.3em"/>\#
      <line class="figure-line" x1="0%" x2="94%" y1="0.8em" y2="0.8em"/>\#
      <rect class="figure-bar" x="49.35%" y="0.8em" width="42.3%" height="9em"/>\#
      <rect class="figure-bar" x="2.35%" y="5.3em" width="42.3%" height="4.5em"/>\#
      <text class="figure-tick" x="94%" y="10.15em" dx="0.4em" text-anchor="end">0</text>\#
      <text class="figure-tick" x="94%" y="5.65em" dx="0.4em" text-anchor="end">1</text>\#
      <text class="figure-tick" x="94%" y="1.15em" dx="0.4em" text-anchor="end">2</text>\#
      <text class="figure-tick" x="94%" y="11.1em" text-anchor="start">0</text>\#
      <text class="figure-tick" x="47%" y="11.1em" text-anchor="middle">1</text>\#
      <text class="figure-tick" x="0%" y="11.1em" text-anchor="end">2</text>\#
      </svg>
      """#),
    State(
      "a line", false,
      .line([0, 2, 1], first: "Monday", last: "Wednesday"),
      #"""
      <svg class="figure" role="img" width="100%" height="11.6em">\#
      <title>T</title>\#
      <line class="figure-base" x1="6%" x2="100%" y1="9.8em" y2="9.8em"/>\#
      <line class="figure-line" x1="6%" x2="100%" y1="5.3em" y2="5.3em"/>\#
      <line class="figure-line" x1="6%" x2="100%" y1="0.8em" y2="0.8em"/>\#
      <svg x="6%" y="0.8em" width="94%" height="9em" viewBox="0 0 100 100" preserveAspectRatio="none">\#
      <polygon class="figure-area" points="0,100 0,100 50,0 100,50 100,100"/>\#
      <polyline class="figure-curve" points="0,100 50,0 100,50" vector-effect="non-scaling-stroke"/></svg>\#
      <text class="figure-tick" x="6%" y="10.15em" dx="-0.4em" text-anchor="end">0</text>\#
      <text class="figure-tick" x="6%" y="5.65em" dx="-0.4em" text-anchor="end">1</text>\#
      <text class="figure-tick" x="6%" y="1.15em" dx="-0.4em" text-anchor="end">2</text>\#
      <text class="figure-tick" x="6%" y="11.1em" text-anchor="start">Monday</text>\#
      <text class="figure-tick" x="100%" y="11.1em" text-anchor="end">Wednesday</text>\#
      </svg>
      """#),
    State(
      "a line from right to left", true,
      .line([0, 2], first: "Monday", last: "Tuesday"),
      #"""
      <svg class="figure" role="img" width="100%" height="11.6em">\#
      <title>T</title>\#
      <line class="figure-base" x1="0%" x2="94%" y1="9.8em" y2="9.8em"/>\#
      <line class="figure-line" x1="0%" x2="94%" y1="5.3em" y2="5.3em"/>\#
      <line class="figure-line" x1="0%" x2="94%" y1="0.8em" y2="0.8em"/>\#
      <svg x="0%" y="0.8em" width="94%" height="9em" viewBox="0 0 100 100" preserveAspectRatio="none">\#
      <polygon class="figure-area" points="100,100 100,100 0,0 0,100"/>\#
      <polyline class="figure-curve" points="100,100 0,0" vector-effect="non-scaling-stroke"/></svg>\#
      <text class="figure-tick" x="94%" y="10.15em" dx="0.4em" text-anchor="end">0</text>\#
      <text class="figure-tick" x="94%" y="5.65em" dx="0.4em" text-anchor="end">1</text>\#
      <text class="figure-tick" x="94%" y="1.15em" dx="0.4em" text-anchor="end">2</text>\#
      <text class="figure-tick" x="94%" y="11.1em" text-anchor="start">Monday</text>\#
      <text class="figure-tick" x="0%" y="11.1em" text-anchor="end">Tuesday</text>\#
      </svg>
      """#),
    State(
      "a small line", false,
      .sparkline([1, 0, 2]),
      #"""
      <svg class="figure figure-small" role="img" width="100%" height="2.5em">\#
      <title>T</title>\#
      <svg x="0%" y="0.15em" width="100%" height="2.2em" viewBox="0 0 100 100" preserveAspectRatio="none">\#
      <polygon class="figure-area" points="0,100 0,50 50,100 100,0 100,100"/>\#
      <polyline class="figure-curve" points="0,50 50,100 100,0" vector-effect="non-scaling-stroke"/></svg>\#
      </svg>
      """#),
    State(
      "a single day without submissions", false,
      .sparkline([0]),
      #"""
      <svg class="figure figure-small" role="img" width="100%" height="2.5em">\#
      <title>T</title>\#
      <svg x="0%" y="0.15em" width="100%" height="2.2em" viewBox="0 0 100 100" preserveAspectRatio="none">\#
      <polygon class="figure-area" points="0,100 0,100 100,100 100,100"/>\#
      <polyline class="figure-curve" points="0,100 100,100" vector-effect="non-scaling-stroke"/></svg>\#
      </svg>
      """#),
  ]

  @Test("a picture equals its expected SVG", arguments: states)
  func exact(_ state: State) throws {
    #expect(try Self.svg(state.picture, isRightToLeft: state.isRightToLeft) == state.svg)
  }

  @Test("texts of forms are escaped in pictures")
  func escaping() throws {
    let svg = try Self.svg(.bars([.init("</text><script>", count: 1, text: "1")]), "a < b")
    #expect(svg.contains("<title>a &lt; b</title>") && svg.contains("&lt;/text&gt;&lt;script&gt;"))
  }

  @Test("long names are shortened, and those with wide letters more")
  func cutting() throws {
    let svg = try Self.svg(
      .bars([
        .init(String(repeating: "a", count: 60), count: 1, text: "1"),
        .init(String(repeating: "日", count: 60), count: 1, text: "1"),
      ]))
    #expect(svg.contains(">\(String(repeating: "a", count: 23))…\(String(repeating: "a", count: 11))<"))
    #expect(svg.contains(">\(String(repeating: "日", count: 12))…\(String(repeating: "日", count: 5))<"))
  }

  @Test(
    "the ticks of an axis are round, few, and reach the greatest count",
    arguments: [0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 39, 40, 41, 99, 100, 101, 4321, 999_999, 1_000_001])
  func axis(_ greatest: Int) {
    let ticks = FigureAxis.ticks(to: greatest)
    #expect(ticks[0] == 0 && (2...5).contains(ticks.count) && ticks[ticks.count - 1] >= greatest)
    let step = ticks[1]
    #expect(ticks == ticks.indices.map { $0 * step })
    var rest = step
    while rest.isMultiple(of: 10) { rest /= 10 }
    #expect([1, 2, 5].contains(rest))
  }

  @Test(
    "the lengths of bars are proportional to their counts, and nothing leaves the picture", arguments: [1, 2, 7, 30])
  func proportions(_ count: Int) throws {
    let counts = (0..<count).map { $0 * $0 * 13 % 97 }
    for isRightToLeft in [false, true] {
      let bars = FigureShapes(
        .bars(counts.map { .init("x", count: $0, text: "\($0)") }), numbers: .of("en"),
        isRightToLeft: isRightToLeft)
      let columns = FigureShapes(
        .histogram(counts.map { .init($0) }, edges: (0...count).map { "\($0 * 1000)" }),
        numbers: .of("ar"),
        isRightToLeft: isRightToLeft)
      let drawn = counts.filter { $0 > 0 }
      #expect(bars.bars.count == drawn.count && columns.bars.count == drawn.count)
      for (count, bar) in zip(drawn, bars.bars) {
        #expect(abs(bar.width - 60 * Double(count) / Double(drawn.max() ?? 0)) < 0.001)
      }
      for shapes in [bars, columns] {
        #expect(
          shapes.bars.allSatisfy {
            $0.x >= -0.001 && $0.x + $0.width <= 100.001 && $0.y >= 0
              && $0.y + $0.height <= shapes.height
          })
        #expect(shapes.labels.allSatisfy { (0...100).contains($0.x) && $0.y <= shapes.height })
      }
    }
  }
}
