import FormCells

/// Sliders, ratings and matrices: whether people can tell their values apart.
extension Guideline {
  static let roughNumbers = Guideline(
    .sl4, rule: "A slider is for a rough number of a few hundred at most; one that has to be exact is typed.",
    advice: "Use a number, or a larger step.",
    cell: { cell in
      // A phone's track is about 300 CSS pixels long, so more numbers would be less than a pixel apart.
      let numberLimit = 300
      guard case .slider(let slider) = cell.cell.kind, let place = cell.place["step"] ?? cell.place["maximum"]
      else { return [] }
      guard let count = slider.count else { return [] }
      if slider.step.significantDecimals > 1, count > numberLimit / 3 {
        return [
          place.breach(
            "\(count) numbers with decimals ask for exact values, but a slider is for rough ones; use a “number”, or a larger step"
          )
        ]
      }
      guard count > numberLimit else { return [] }
      return [
        place.breach(
          "\(count) numbers are too many for a slider, on which they lie less than a pixel apart; use a “number”, or a larger step"
        )
      ]
    })

  static let namedEnds = Guideline(
    .ra5, rule: "The numbers of a rating have words at both ends.",
    advice: "Say what the first and the last number mean.",
    cell: { cell in
      // More stars mean better everywhere, so stars need no labels.
      guard case .rating(let rating) = cell.cell.kind, rating.style == .numbers, let place = cell.place["type"] else {
        return []
      }
      let missing = [("fromLabel", rating.fromLabel), ("toLabel", rating.toLabel)].filter { $0.1 == nil }.map {
        "“\($0.0)”"
      }
      guard !missing.isEmpty else { return [] }
      return [
        place.breach(
          "nothing says whether \(rating.scale.lowerBound) or \(rating.scale.upperBound) is the better; add "
            + missing.joined(separator: " and "))
      ]
    })

  static let realRatings = Guideline(
    .ra6, rule: "A rating has three numbers or more.", advice: "Use a switch, or a radio group of two options.",
    cell: { cell in
      guard case .rating(let rating) = cell.cell.kind, rating.scale.count < 3,
        let place = cell.place["to"] ?? cell.place["from"]
      else { return [] }
      return [place.breach("a rating of two numbers is a choice between two; use a “switch” or a “radio-group”")]
    })

  static let realMatrices = Guideline(
    .ma5, rule: "A matrix has two rows or more.", advice: "Use a radio group for one row.",
    cell: { cell in
      guard case .matrix(let matrix) = cell.cell.kind, matrix.rows.count < 2, let place = cell.place["rows"] else {
        return []
      }
      return [place.breach("a matrix of one row is a “radio-group” with a table around it; use that")]
    })

  static let fewColumns = Guideline(
    .ma6, rule: "A matrix has seven columns at most.",
    advice: "Offer fewer options, or ask for a number with a rating or slider.",
    cell: { cell in
      let columnLimit = 7
      guard case .matrix(let matrix) = cell.cell.kind, matrix.options.count > columnLimit,
        let place = cell.place["options"]
      else { return [] }
      return [
        place.breach(
          "\(matrix.options.count) columns are more than people tell apart, and more than most windows have room for; offer "
            + "\(columnLimit) at most")
      ]
    })

  static let shortRows = Guideline(
    .ma7, rule: "The rows of a matrix are short.", advice: "Shorten them, or ask for each with a radio group.",
    cell: { cell in
      let columnLimit = 100
      guard case .matrix = cell.cell.kind else { return [] }
      return cell.rows.flatMap(\.labels).filter { $0.columnCount > columnLimit }.prefix(1).map {
        Breach(
          $0,
          message:
            "a row of \($0.columnCount) characters is too long to read beside its options; shorten it to \(columnLimit), or use a "
            + "“radio-group” for each row")
      }
    })
}
