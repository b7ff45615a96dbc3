import FormCells
import FormPages
import Templates

/// A picture as SVG, `Templates/answers/picture.html`.
struct PictureView: View {
  struct Bar: View {
    let bar: FigureShapes.Bar

    static let needs: [Need] = [
      .attribute("x", "x", or: "bars would cover each other"),
      .attribute("width", "width", or: "bars would not show"),
    ]
    static let slots: [Slot<Bar>] = [
      .text("style") { $0.bar.style.rawValue },
      .text("x") { PictureView.percent($0.bar.x) },
      .text("y") { PictureView.em($0.bar.y) },
      .text("width") { PictureView.percent($0.bar.width) },
      .text("height") { PictureView.em($0.bar.height) },
    ]
  }

  struct Line: View {
    let line: FigureShapes.Line

    static let needs: [Need] = [
      .attribute("y1", "y", or: "lines would not be where their numbers are")
    ]
    static let slots: [Slot<Line>] = [
      .text("style") { $0.line.isBase ? "figure-base" : "figure-line" },
      .text("x1") { PictureView.percent($0.line.x1) },
      .text("x2") { PictureView.percent($0.line.x2) },
      .text("y") { PictureView.em($0.line.y) },
    ]
  }

  struct Label: View {
    let label: FigureShapes.Label

    static let needs: [Need] = [.slot("text", or: "nothing would say what is shown")]
    static let slots: [Slot<Label>] = [
      .text("text") { $0.label.text },
      .text("style") { $0.label.style.rawValue },
      .text("x") { PictureView.percent($0.label.x) },
      .text("y") { PictureView.em($0.label.y) },
      .optionalText("shift") {
        $0.label.shift == 0 ? nil : PictureView.em($0.label.shift)
      },
      .text("anchor") { $0.label.anchor.rawValue },
    ]
  }

  struct Curve: View {
    let curve: FigureShapes.Curve

    static let needs: [Need] = [.attribute("points", "points", or: "the line would not show")]
    static let slots: [Slot<Curve>] = [
      .text("x") { PictureView.percent($0.curve.x) },
      .text("y") { PictureView.em($0.curve.y) },
      .text("width") { PictureView.percent($0.curve.width) },
      .text("height") { PictureView.em($0.curve.height) },
      .text("points") { $0.points },
      // The area goes down to the base at both ends.
      .text("area") { curve in
        let points = curve.curve.points
        guard let first = points.first, let last = points.last else { return "" }
        return "\(PictureView.number(first.x)),100 \(curve.points) \(PictureView.number(last.x)),100"
      },
    ]

    private var points: String {
      curve.points.map { "\(PictureView.number($0.x)),\(PictureView.number($0.y))" }.joined(
        separator: " ")
    }
  }

  let title: String
  let shapes: FigureShapes
  var isSmall = false

  static let needs: [Need] = [
    .slot(
      "title", adding: "<title>{title}</title>",
      or: "the picture would say nothing to those who do not see it"),
    .attribute("height", "height", or: "the picture would be cut"),
    .slot(
      "bars", where: "bars", adding: #"<t:each of="bars">…</t:each>"#, or: "the bars would not show"
    ),
    .slot(
      "labels", where: "labels", adding: #"<t:each of="labels">…</t:each>"#,
      or: "the bars would have no names"),
    .slot(
      "curve", where: "curve", adding: #"<t:with of="curve">…</t:with>"#,
      or: "the line would not show"),
  ]

  static let slots: [Slot<PictureView>] = [
    .text("title") { $0.title },
    .text("style") { $0.isSmall ? "figure figure-small" : "figure" },
    .text("height") { em($0.shapes.height) },
    .list("bars") { $0.shapes.bars.map(Bar.init) },
    .list("lines") { $0.shapes.lines.map(Line.init) },
    .list("labels") { $0.shapes.labels.map(Label.init) },
    .view("curve") { $0.shapes.curve.map(Curve.init) },
  ]

  private static func percent(_ share: Double) -> String { "\(number(share))%" }
  private static func em(_ length: Double) -> String { "\(number(length))em" }

  /// A number with at most two decimals.
  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
    let digits =
      rest == 0
      ? "" : rest.isMultiple(of: 10) ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return "\(hundredths < 0 ? "-" : "")\(whole)\(digits)"
  }
}

extension Template<PictureView> {
  /// - Parameters:
  ///   - title: the title for screen readers.
  ///   - language: decides on the format of numbers and the direction of writing.
  func picture(_ picture: FigurePicture, title: String, in language: PageLanguage) -> Fragment {
    let shapes = FigureShapes(
      picture, numbers: language.numbers, isRightToLeft: language.tag.direction == .rightToLeft)
    return fragment(PictureView(title: title, shapes: shapes, isSmall: picture.isSmall))
  }
}
