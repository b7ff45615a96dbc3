/// Values as pages carry them in hidden inputs.
extension Cell {
  /// The value as one string; nil for a password, which no page carries.
  public func carried(_ value: CellValue) -> String? {
    if case .password = kind { return nil }
    return switch value {
    case .text(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .selection(let selection): selection.encoded()
    case .order(let order): CarriedOrder.encode(order)
    }
  }

  /// Reads what `carried(_:)` wrote, from anyone; nil where it is no value of this cell.
  public func value(carried: String) -> CellValue? {
    switch initial {
    case .text:
      if case .password = kind { return nil }
      return .text(carried)
    case .flag: return carried == "true" ? .flag(true) : carried == "false" ? .flag(false) : nil
    case .selection:
      return optionSource.flatMap { Selection.decoded(carried, in: $0.current) }.map { .selection($0) }
    case .order:
      guard case .orderPicker(let picker) = kind else { return nil }
      return CarriedOrder.decode(carried, of: picker).map { .order($0) }
    }
  }
}
