package import Support

/// The values that a request gives to a visitor's form: the host's first values and read-only values, and today's date.
package struct HostValues: Sendable, Equatable {
  /// By `Cell.index`.
  package fileprivate(set) var values: [Int: CellValue] = [:]
  /// Cells that are read-only, by index; each has a value.
  fileprivate(set) var locked: Set<Int> = []

  package static let none = HostValues()

  package var isEmpty: Bool { values.isEmpty }

  /// Adds the first values of the cells that begin with now or with a day counted from today, unless the host gives them a value.
  package func beginning(_ form: Form, at moment: Moment) -> HostValues {
    guard !form.cellsBeginningToday.isEmpty else { return self }
    var hostValues = self
    for cell in form.cellsBeginningToday where values[cell] == nil {
      hostValues.values[cell] = form.cells[cell].behaviour.beginning(at: moment)
    }
    return hostValues
  }

  /// Keeps the day on which the form was begun, which later requests do not change.
  package func keepingDay(of former: HostValues, in form: Form) -> HostValues {
    var hostValues = self
    for cell in form.cellsBeginningToday where values[cell] == nil { hostValues.values[cell] = former.values[cell] }
    return hostValues
  }
}

/// A value from the host that the form refuses.
package struct GivenValueFault: Sendable, Equatable {
  /// The cell's id as given; the form may have no such cell.
  package let cell: String
  package let reason: String
}

extension Form {
  /// Reads a host's values: cell id and value, as in a submission, checked like the definition's `value`.
  /// - `readOnly`: these override the initial ones.
  package func hostValues(
    initial: [String: JSONValue], readOnly: [String: JSONValue]
  ) -> (values: HostValues, faults: [GivenValueFault]) {
    var hostValues = HostValues()
    var faults: [GivenValueFault] = []
    for (values, locks) in [(initial, false), (readOnly, true)] {
      // One by one, so that each fault is about one cell.
      for (id, value) in values.sorted(by: { $0.key < $1.key }) {
        let decoder = FormDecoder(
          bytes: value.compactBytes, path: "", directory: "", numbers: .of(locale))
        if let input = decoder.givenInput(of: self, cell: id) {
          hostValues.values[input.cell] = input.value
          if locks { hostValues.locked.insert(input.cell) }
        } else {
          faults += decoder.report.diagnostics.prefix(1).map { GivenValueFault(cell: id, reason: $0.message) }
        }
      }
    }
    return (hostValues, faults)
  }
}

extension FormDecoder {
  /// Reads a document that is one value; `nil` after an error, which is reported.
  fileprivate func givenInput(of form: Form, cell id: String) -> CellInput? {
    guard let root = report.parse() else { return nil }
    guard let cell = form.cell(id) else {
      report.add(.unknownReference, at: root.offset, path: id, message: form.message(ofUnknownCell: id))
      return nil
    }
    guard !cell.isPassword else {
      report.add(.badValue, at: root.offset, path: id, message: "a password is never given; remove it")
      return nil
    }
    guard !cell.isCalculated else {
      report.add(
        .badValue, at: root.offset, path: id, message: "the cell is calculated; give the cells that it follows")
      return nil
    }
    return checkedValue(of: cell.behaviour, root, at: id).map { CellInput(cell: cell.index, value: $0) }
  }
}
