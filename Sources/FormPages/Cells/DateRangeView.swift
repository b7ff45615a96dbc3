import FormCells
import Templates

/// A first and a last day on the form, `Templates/cells/date-range.html`: two fields in one group.
struct DateRangeView: CellView {
  let context: CellContext
  let range: DateRangeKind

  private var fields: [PartField] {
    let texts = RangeTexts(context.value.text)
    let bounds = (
      first: range.minimum?.date(today: context.today)?.description,
      last: range.maximum?.date(today: context.today)?.description ?? CalendarDate.last.description
    )
    return RangeTexts.End.allCases.map { end in
      PartField(
        name: end.rawValue, label: context.words.name(of: end), value: texts[end],
        isWrong: context.problem?.concerns(end) ?? true, bounds: bounds, in: context)
    }
  }

  /// Both days as people read them; texts that are not days are shown as they were entered.
  static func answerLine(_ text: String, of cell: CellPresentation) -> AnswerLine {
    guard let days = DateRangeKind.days(of: text) else { return AnswerLine(text: text.replacing("\n", with: " ")) }
    return AnswerLine(text: cell.words.range(cell.dates.text(days.from), cell.dates.text(days.to)))
  }

  static let needs: [Need] = entryNeeds + [.slot("fields", or: "nothing could be entered")]

  static let slots: [Slot<DateRangeView>] =
    commonSlots + [
      .list("fields") { $0.fields },
      .list("quick") { QuickButton.ranges($0.range, in: $0.context) },
    ]
}

extension Problem {
  /// Whether this end of the range needs to be corrected.
  func concerns(_ end: RangeTexts.End) -> Bool {
    switch self {
    case .missingEnd(let wrong), .ofEnd(let wrong, _): wrong == end
    case .endsBeforeItBegins, .endsBelow: end == .to
    default: true
    }
  }
}
