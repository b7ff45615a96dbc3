import FormCells
import FormPages
import HTTPCore
import Support

/// The values that a link gives a form at its beginning: `?with.CELL=VALUE`, repeated for a cell with several values. Only
/// cells with `"prefill": true` accept them; other values are ignored.
struct Prefill: Sendable {
  /// By field name: a cell's id, or the name of one of its parts.
  private let pairs: [FormData.Pair]
  /// The number format of the page that has them; `nil` for that of the visitor's language.
  private let numbers: NumberFormat?

  private static let beginning = "with."
  /// The most names and values that are read from a page.
  private static let textLimit = 4_000

  /// `nil` if the address has no values.
  init?(_ query: Query) {
    pairs = query.items(beginning: Self.beginning)
    numbers = nil
    if pairs.isEmpty { return nil }
  }

  /// Reads what `hiddenFieldValue(for:)` wrote, from an untrusted page. `nil` if there are no values.
  init?(hiddenFieldValue: String, numbers: NumberFormat?) {
    self.numbers = numbers
    let texts = HiddenFieldValues.decode(hiddenFieldValue, limit: Self.textLimit)
    pairs = stride(from: 0, to: texts.count - 1, by: 2).map { FormData.Pair(name: texts[$0], value: texts[$0 + 1]) }
    if pairs.isEmpty { return nil }
  }

  /// Whether a cell of the form gets a value.
  func gives(_ form: Form) -> Bool { pairs.contains { form.takesPrefill($0.name) } }

  private func pairs(for form: Form) -> [FormData.Pair] { pairs.filter { form.takesPrefill($0.name) } }

  /// The values, read like those that a program posts. Values that their cell cannot hold are left out, such as an option that
  /// is full or that no button of a group has. Other mistakes, such as an unknown option of a picker, are reported when the
  /// form is sent.
  func inputs(for form: Form, numbers usual: NumberFormat) -> [CellInput] {
    let (inputs, _) = FormData(pairs(for: form)).plainInputs(for: form, numbers ?? usual)
    return inputs.compactMap { input in
      form.cells[input.cell].beginning(with: input.value).map { CellInput(cell: input.cell, value: $0) }
    }
  }

  /// As a page carries them.
  func hiddenFieldValue(for form: Form) -> String {
    HiddenFieldValues.encode(pairs(for: form).flatMap { [$0.name, $0.value] })
  }

  /// As in an address.
  func query(for form: Form) -> String {
    let named = pairs(for: form).map { FormData.Pair(name: Self.beginning + $0.name, value: $0.value) }
    return String(decoding: FormData(named).urlEncoded, as: UTF8.self)
  }
}

extension Form {
  /// - Parameter name: that of a field.
  fileprivate func takesPrefill(_ name: String) -> Bool {
    let cell = sentCell(name) ?? PageField.part(named: name).flatMap { sentCell($0.cell) }
    return cell?.takesPrefill == true
  }
}
