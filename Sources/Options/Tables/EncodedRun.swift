import Support

/// The values of a table's first rows as pages carry them: percent-encoded, each with a comma behind it. They stay with the
/// table, which most pages show from its first row on.
package final class EncodedRun: Sendable {
  /// ASCII.
  private let bytes: [UInt8]
  /// Where each value begins, and behind them where the last comma ends.
  private let bounds: [UInt16]

  package var count: Int { bounds.count - 1 }

  /// Those of some rows, without the comma behind the last one. There is one at least.
  package func values(of rows: Range<Int>) -> ArraySlice<UInt8> {
    bytes[Int(bounds[rows.lowerBound])..<Int(bounds[rows.upperBound]) - 1]
  }

  /// Rows, and bytes; further rows are encoded each time.
  private static let rowLimit = 1024
  private static let byteLimit = 16 << 10

  fileprivate init(of table: OptionTable) {
    var bytes: [UInt8] = []
    var bounds: [UInt16] = [0]
    for row in 0..<min(table.count, Self.rowLimit) {
      table.withText(.value, at: row, in: []) { PercentEncoding.append($0, to: &bytes) }
      guard bytes.count < Self.byteLimit else { break }
      bytes.append(UInt8(ascii: ","))
      bounds.append(UInt16(bytes.count))
    }
    self.bytes = Array(bytes[..<Int(bounds[bounds.count - 1])])
    self.bounds = bounds
  }
}

extension OptionTable {
  /// Nil: the table is there for one request only.
  package var encodedRun: EncodedRun? { isWhole ? firstValues.value(for: 0) { EncodedRun(of: self) } : nil }
}
