import Support

/// A list of values as one string that is safe in an attribute: percent-encoded, joined by commas. Pages carry the rows that they showed,
/// so that an unticked box differs from one that was not on the page.
package enum HiddenFieldValues {
  package static func encode(_ values: some Sequence<String>) -> String {
    var bytes: [UInt8] = []
    for (position, value) in values.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      PercentEncoding.append(value, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The values of these rows of tables, one list after another.
  /// - Returns: ASCII.
  package static func encode(_ lists: [(rows: RowRuns, table: OptionTable)]) -> [UInt8] {
    var bytes: [UInt8] = []
    var isFirst = true
    func separate() {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
    }
    for (rows, table) in lists {
      bytes.reserveCapacity(bytes.count + rows.count * expectedValueBytes)
      let run = rows.count >= manyRows ? table.encodedRun : nil
      let runCount = run?.count ?? 0
      for range in rows.ranges {
        let known = range.clamped(to: 0..<runCount)
        if let run, !known.isEmpty {
          separate()
          bytes.append(contentsOf: run.values(of: known))
        }
        for row in range.dropFirst(known.count) {
          separate()
          table.withText(.value, at: row, in: []) { PercentEncoding.append($0, to: &bytes) }
        }
      }
    }
    return bytes
  }

  /// From this number of rows on, the table's encoded first rows are used.
  private static let manyRows = 8
  /// Room for a short value and its comma.
  private static let expectedValueBytes = 8

  /// - `limit`: values beyond it are dropped; no page has this many.
  /// - Returns: the values; malformed ones are left out.
  package static func decode(_ text: String, limit: Int = 100_000) -> [String] {
    guard !text.isEmpty else { return [] }
    return Array(text.utf8).split(separator: UInt8(ascii: ","), maxSplits: limit, omittingEmptySubsequences: false)
      .prefix(limit).compactMap(PercentEncoding.decodeStrictly)
  }
}

/// An order as one string that is safe in an attribute, as pages carry it: `priority:selected:descending,date:open:ascending`.
package enum OrderFieldValue {
  private static let selected = "selected"
  private static let open = "open"
  /// The maximum number of parts that are read; hardly any definition has this many criteria.
  private static let partLimit = 1000

  package static func encode(_ order: [OrderedCriterion]) -> String {
    var text = ""
    text.reserveCapacity(order.count * 32)
    write(order) { text.append($0) }
    return text
  }

  /// The same, piece by piece.
  package static func write(_ order: [OrderedCriterion], to take: (String) -> Void) {
    var isFirst = true
    for criterion in order {
      if !isFirst { take(",") }
      isFirst = false
      take(criterion.id)
      take(criterion.isSelected ? ":selected:" : ":open:")
      take(criterion.direction.rawValue)
    }
  }

  /// The order in the string, with each of the picker's criteria once. Unknown criteria are ignored; missing ones follow in the
  /// definition's order.
  /// - Returns: `nil` if the string is malformed.
  package static func decode(_ text: String, of picker: OrderPickerKind) -> [OrderedCriterion]? {
    // The criteria that are not placed yet, by id.
    var rest = Dictionary(
      picker.criteria.enumerated().map { ($1.id[...], $0) }, uniquingKeysWith: { first, _ in first })
    var order: [OrderedCriterion] = []
    for part in text.split(separator: ",", maxSplits: partLimit, omittingEmptySubsequences: false) {
      let fields = part.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count == 3, fields[1] == selected || fields[1] == open,
        let direction = OrderedCriterion.Direction(rawValue: String(fields[2]))
      else { return nil }
      guard let position = rest.removeValue(forKey: fields[0]) else { continue }
      let id = picker.criteria[position].id
      order.append(OrderedCriterion(id: id, isSelected: fields[1] == selected, direction: direction))
    }
    for criterion in picker.criteria where rest[criterion.id[...]] != nil {
      order.append(
        OrderedCriterion(id: criterion.id, isSelected: criterion.isSelected, direction: criterion.direction))
    }
    return order
  }
}
