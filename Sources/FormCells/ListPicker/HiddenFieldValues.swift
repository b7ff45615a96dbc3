import Support

/// A list of values in one attribute-safe string: percent-encoded, joined by commas. Pages carry in it which rows they
/// showed, so that a box that comes back unticked is told from one that was never there.
package enum HiddenFieldValues {
  package static func encode(_ values: some Sequence<String>) -> String {
    var bytes: [UInt8] = []
    for (position, value) in values.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      PercentEncoding.append(value, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The values of these rows of tables, one list after the other.
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

  /// Rows of which it pays to have the first ones of the table at hand.
  private static let manyRows = 8
  /// Room for a short value and its comma.
  private static let expectedValueBytes = 8

  /// - `limit`: values beyond it are dropped; no page carries so many.
  /// - Returns: what is not a value as `encode` writes it is left out.
  package static func decode(_ text: String, limit: Int = 100_000) -> [String] {
    guard !text.isEmpty else { return [] }
    return Array(text.utf8).split(separator: UInt8(ascii: ","), maxSplits: limit, omittingEmptySubsequences: false)
      .prefix(limit).compactMap(PercentEncoding.decodeStrictly)
  }
}
