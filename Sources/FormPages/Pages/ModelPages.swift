package import FormCells
package import Support

/// The pages of a form as everybody gets them, one of each kind: what encoders prepare themselves with for those of visitors.
final class ModelPages: Sendable {
  /// All that two pages of a form differ by, but for what is a visitor's.
  struct Kind: Equatable {
    let step: Int
    let overlay: Overlay?
    let isFirst: Bool
    /// Whether it says what is wrong.
    let isRefused: Bool
  }

  private struct Model {
    let kind: Kind
    /// Of the options in front (`OptionTable.serial`); 0: there are none.
    let options: UInt64
    let bytes: ModelBytes
  }

  /// A form has a few views that are asked for often; a search looks at all of them.
  private static let modelLimit = 32

  private let models = Lock<[Model]>([])

  /// - `make`: its bytes. Threads that ask at the same time may each make them.
  /// - Returns: nil: there are too many of other kinds.
  func model(_ kind: Kind, options: UInt64, make: () -> [UInt8]) -> ModelBytes? {
    let (known, isFull) = models.withLock { models in
      (models.first { $0.kind == kind && $0.options == options }?.bytes, models.count >= Self.modelLimit)
    }
    if let known { return known }
    // Rows that are read anew take the place of the former ones.
    guard !isFull || models.withLock({ models in models.contains { $0.kind == kind } }) else { return nil }
    let bytes = ModelBytes(make())
    models.withLock { models in
      models.removeAll { $0.kind == kind }
      models.append(Model(kind: kind, options: options, bytes: bytes))
    }
    return bytes
  }
}

extension Pages {
  /// Rows of an open picker that its model has: as many as most pages show.
  private static let modelRowLimit = 500

  /// The page that pages like this one are made from: of a draft with nothing in it.
  /// - `isRefused`: whether it says what is wrong.
  /// - `request`: of such a draft.
  /// - Returns: nil: none is kept.
  package func model(
    of overlay: Overlay?, at step: Int, isFirst: Bool, isRefused: Bool, in presentation: FormPresentation,
    _ request: @autoclosure () -> PageRequest
  ) -> ModelBytes? {
    guard !presentation.asksProviders else { return nil }
    var table: OptionTable?
    if case .cell(let cell) = overlay { table = presentation.form.cells[cell].optionSource?.current }
    let kind = ModelPages.Kind(step: step, overlay: overlay, isFirst: isFirst, isRefused: isRefused)
    return presentation.models.model(kind, options: table?.serial ?? 0) {
      var formState = FormState(form: presentation.form)
      let request = request()
      if isRefused { formState.reduce(.pass(step: step, today: request.today)) }
      if case .cell(let cell) = overlay, let table {
        let rowCount = min(table.listableCount, Self.modelRowLimit)
        for _ in 0..<(rowCount - 1) / PickerDraft.rowsPerPage { formState.reduce(.pick(cell: cell, .showMore)) }
      }
      return page(of: formState, overlay: overlay, in: presentation, request)
    }
  }
}
