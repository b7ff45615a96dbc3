/// The ids that a cell's `aria-describedby` or `aria-labelledby` lists, by what it shows: made once for all visitors.
struct CellReferences: Sendable {
  /// The texts below or beside a cell's control, in the order in which they are read (AX12).
  struct Shown: OptionSet, Sendable {
    let rawValue: Int
    static let helper = Shown(rawValue: 1)
    /// The value in the cell's own words: a switch's position, a password that is kept.
    static let state = Shown(rawValue: 2)
    static let error = Shown(rawValue: 4)
    static let success = Shown(rawValue: 8)
    static let counter = Shown(rawValue: 16)
    static let notes = Shown(rawValue: 32)
    /// The words for what the mark on the label says.
    static let marking = Shown(rawValue: 64)
    fileprivate static let count = 128
  }

  private let lists: [String]

  /// - `named`: what decides on the ids: sets that agree in it share one text.
  private init(by named: Shown, _ list: (Shown) -> [String]) {
    var lists: [String] = []
    lists.reserveCapacity(Shown.count)
    for all in 0..<Shown.count {
      let shown = named.intersection(Shown(rawValue: all))
      lists.append(shown.rawValue < all ? lists[shown.rawValue] : list(shown).joined(separator: " "))
    }
    self.lists = lists
  }

  /// For `aria-describedby` of a control that has a label of its own.
  /// - `state`: the ids that `Shown.state` stands for.
  static func describing(_ id: String, state: [String]) -> CellReferences {
    let named: Shown = [.helper, .error, .success, .counter, .notes]
    return CellReferences(by: state.isEmpty ? named : named.union(.state)) { shown in
      var ids: [String] = []
      if shown.contains(.helper) { ids.append("\(id)_helper") }
      if shown.contains(.state) { ids += state }
      if shown.contains(.notes) { ids.append("\(id)_notes") }
      if shown.contains(.error) { ids.append("\(id)_error") }
      if shown.contains(.success) { ids.append("\(id)_success") }
      if shown.contains(.counter) { ids.append("\(id)_counter") }
      return ids
    }
  }

  /// For `aria-labelledby` of a button that names label, marking, helper, value and message (C19).
  static func labelling(_ id: String) -> CellReferences {
    CellReferences(by: [.marking, .helper, .notes, .error, .success]) { shown in
      var ids = ["\(id)_label"]
      if shown.contains(.marking) { ids.append("\(id)_marking") }
      if shown.contains(.helper) { ids.append("\(id)_helper") }
      ids.append("\(id)_value")
      if shown.contains(.notes) { ids.append("\(id)_notes") }
      if shown.contains(.error) { ids.append("\(id)_error") }
      if shown.contains(.success) { ids.append("\(id)_success") }
      return ids
    }
  }

  /// Nil: nothing to refer to.
  func list(_ shown: Shown) -> String? {
    let list = lists[shown.rawValue]
    return list.isEmpty ? nil : list
  }
}
