import FormCells
import HTTPCore
import Support

@testable import FormController

/// Values of links, and seals that pages send back.
extension FuzzTarget {
  static let links = [
    FuzzTarget(
      name: "prefill",
      invariant:
        "What a link gives a form is the same behind a redirect and on a page, and only for cells that take it."
    ) { bytes in
      guard bytes.count < 8_000 else { return }
      let query = String(decoding: bytes, as: UTF8.self)
      guard let prefill = Prefill(Request(query: query, host: "test").queryItems) else { return }
      let written = prefill.hiddenFieldValue(for: form)
      try expect(
        prefill.gives(form) == !written.isEmpty, "it gives something: \(prefill.gives(form)); written: \(written)")
      guard prefill.gives(form) else { return }
      let page = Prefill(hiddenFieldValue: written, numbers: nil)?.hiddenFieldValue(for: form)
      try expect(page == written, "on a page it is \(page ?? "nothing"), not \(written)")
      let link = Prefill(Request(query: prefill.query(for: form), host: "test").queryItems)
      try expect(link?.hiddenFieldValue(for: form) == written, "in a link it is \(prefill.query(for: form))")
      let taken = prefill.inputs(for: form, numbers: .of("en-US")).map { form.cells[$0.cell] }
      try expect(taken.allSatisfy(\.takesPrefill), "\(taken.map(\.id)) take values")
      var formState = FormState(form: form)
      formState.begin(with: prefill.inputs(for: form, numbers: .of("en-US")))
      try expect(formState.undo == nil && !formState.showsProblems, "something is said before the form is sent")
    },
    FuzzTarget(
      name: "page-seal", invariant: "A seal that is valid is the one that the server has written, letter by letter."
    ) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      guard let begun = seal.begun(text, of: "fuzz", draft: .zero) else { return }
      try expect(seal.sealing(begun, of: "fuzz", draft: .zero) == text, "\(text) is taken for that of \(begun)")
      try expect(seal.begun(text, of: "other", draft: .zero) == nil, "\(text) is valid for another form")
    },
  ]

  private static let seal = PageSeal(serverKey: [UInt8](repeating: 0, count: 32))

  private static let form: Form = {
    let cells = ["text", "date-range", "number", "switch", "note"].map {
      "{ \"id\": \"\($0)\", \"type\": \"\($0)\", \"label\": \"L\", \"prefill\": \($0 != "note") }"
    }
    let choices = ["list-picker", "radio-group", "checkbox-group"].map {
      "{ \"id\": \"\($0)\", \"type\": \"\($0)\", \"label\": \"L\", \"options\": [\"a\", \"b\"], \"prefill\": true }"
    }
    let text =
      "{ \"id\": \"fuzz\", \"title\": \"T\", \"sections\": [{ \"cells\": [\((cells + choices).joined(separator: ", "))] }] }"
    do { return try FormDefinition.decode(bytes: Array(text.utf8), path: "fuzz.json", directory: "") } catch {
      fatalError("\(error)")
    }
  }()
}
