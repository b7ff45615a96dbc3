package import FormCells
import Support

/// The answers of a form that was sent, as its receipt shows them: bytes, which nobody changes and few look at.
package struct SentAnswers: Sendable {
  let form: String
  let version: String
  let bytes: [UInt8]
  /// Tables of options without which the bytes cannot be read: hardly ever any.
  let tables: [OptionTable]

  init(of formState: FormState) {
    var writer = PackedWriter()
    var tables: [OptionTable] = []
    formState.sent.pack(into: &writer, &tables)
    form = formState.form.id
    version = formState.form.version
    bytes = writer.bytes
    self.tables = tables
  }

  /// Nil where the form is known no more, or its options have changed so that they cannot be read.
  package func formState(in snapshot: SiteSnapshot) -> FormState? {
    guard let form = snapshot.version(version, of: form) else { return nil }
    var reader = PackedReader(bytes)
    return try? FormState(unpacking: &reader, of: form, tables)
  }
}

/// As part of a packed session.
extension SentAnswers {
  func pack(into writer: inout PackedWriter, _ tables: inout [OptionTable]) {
    writer.append(form)
    writer.append(version)
    writer.append(bytes)
    for table in self.tables where !tables.contains(where: { $0 === table }) { tables.append(table) }
  }

  init(unpacking reader: inout PackedReader, _ tables: [OptionTable]) throws(PackingError) {
    form = try reader.text()
    version = try reader.text()
    bytes = try reader.bytes()
    self.tables = tables
  }
}
