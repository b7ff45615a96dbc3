import Testing

/// Pages are written from left to right or from right to left: style sheets speak of start and end.
@Suite("Style sheets work in both directions")
struct StyleDirectionTests {
  /// Properties and values of one side of the page.
  private static let physical = [
    "margin-left", "margin-right", "padding-left", "padding-right", "border-left", "border-right", "text-align: left",
    "text-align: right", "float: left", "float: right", "clear: left", "clear: right", "border-top-left",
    "border-top-right", "border-bottom-left", "border-bottom-right", "scroll-margin-left", "scroll-margin-right",
    "scroll-padding-left", "scroll-padding-right",
  ]

  @Test("no rule names the left or the right of a page")
  func sides() {
    for file in Repository.here.files(in: "Public/css") {
      for (number, line) in file.lines.enumerated() {
        let rule = line.replacing("safe-area-inset-left", with: "").replacing("safe-area-inset-right", with: "")
        let declarations = rule.split(whereSeparator: { ";{}".contains($0) }).map { $0.drop { $0 == " " } }
        for declaration in declarations {
          #expect(
            !Self.physical.contains { declaration.hasPrefix($0) } && !declaration.hasPrefix("left:")
              && !declaration.hasPrefix("right:"), "\(file.path):\(number + 1): \(declaration)")
        }
      }
    }
  }
}
