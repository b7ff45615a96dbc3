import Localization

extension OptionTable {
  /// A definition's own options.
  package convenience init(options: [Option]) { self.init(lists: [OptionSource.List(options: options)]) }

  /// A definition's own options in value lists.
  package convenience init(lists: [OptionSource.List]) { self.init(lists: lists, behind: [], part: nil) }

  /// - `others`: in no list.
  convenience init(lists: [OptionSource.List], behind others: [Option], part: OptionPart?) {
    let lists = others.isEmpty ? lists : lists + [OptionSource.List(options: others)]
    let isLocalized = lists.contains { $0.options.contains(where: \.isLocalized) }
    var rows = OptionRows()
    var ranges: [OptionList] = []
    for list in lists {
      let first = rows.count
      for option in list.options {
        rows.append(option.value, to: .value)
        rows.append(option.image, to: .image)
        rows.append(option.initials, to: .initials)
        if !isLocalized {
          let label = option.label.text(in: [])
          if label != option.value { rows.append(label, to: .label) }
          rows.append(option.description?.text(in: []), to: .description)
          rows.append(option.footnote?.text(in: []), to: .footnote)
          rows.append(option.status?.text(in: []), to: .status)
        }
        rows.endRow(isDisabled: option.isDisabled)
      }
      ranges.append(
        OptionList(title: list.title, action: list.action, actionLabel: list.actionLabel, rows: first..<rows.count))
    }
    if !others.isEmpty { ranges.removeLast() }
    self.init(rows: rows, lists: ranges, localized: isLocalized ? lists.flatMap(\.options) : nil, part: part)
  }
}

extension Option {
  fileprivate var texts: [Localized] { [label] + [description, footnote, status].compactMap { $0 } }
  fileprivate var isLocalized: Bool { texts.contains { !$0.languages.isEmpty } }
}
