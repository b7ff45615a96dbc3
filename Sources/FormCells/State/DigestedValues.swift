/// The values of a form's cells, each with a digest that tells it from others: worked out when it is set, since every page
/// and every post asks for it.
///
/// A collision, one in 2⁶⁴, would take a change for a repetition.
struct DigestedValues: Sendable {
  /// By `Cell.index`.
  private(set) var values: [CellValue]
  /// By `Cell.index`.
  private(set) var digests: [UInt64]

  init(_ values: [CellValue]) {
    self.values = values
    digests = values.map(Baseline.digest64)
  }

  subscript(cell: Int) -> CellValue {
    get { values[cell] }
    set {
      values[cell] = newValue
      digests[cell] = Baseline.digest64(newValue)
    }
  }
}
