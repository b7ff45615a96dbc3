/// Cell values ⇄ JSON, in the form of a submission (contract, section 4).
extension Form {
  /// The object of a submission: cell id → value, in the order of cells. Disabled and hidden cells are left out,
  /// read-only cells are in with the definition's value.
  /// - Parameter password: makes the value of a password cell of its plain text (a hash).
  public func jsonObject<Failure: Error>(
    of values: [CellValue], password: (String) throws(Failure) -> JSONValue
  ) throws(Failure) -> JSONValue { .object([]) }

  /// The values of a JSON object of cell id → value over the definition's own (`render --values`).
  /// - Parameter path: names the file in diagnostics.
  /// - Throws: unknown cells and every value that the form would refuse to decode.
  public func values(decoding bytes: [UInt8], path: String) throws(DefinitionErrors) -> [CellValue] { initialValues }
}

extension Cell {
  /// The value in the form of a submission; nil for a password.
  public func json(of value: CellValue) -> JSONValue? { .null }
}
