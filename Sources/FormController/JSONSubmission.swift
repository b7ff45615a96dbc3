package import FormCells
import FormPages
package import HTTPCore
package import Support

/// A whole form sent by a program that has not opened its page.
package enum JSONSubmission: Sendable {
  /// `{"values": {…}}`, as in a submission.
  case json([UInt8])
  /// Each cell's plain value under its id. A cell with several values has several fields of that name.
  /// - `refusals`: of files. Files that were added are among the fields, as sealed names.
  case fields(FormData, [AttachmentRefusal])

  /// A mistake in the input, for the author of the program.
  struct Mistake: Sendable, Equatable {
    /// The cell's id, or the unknown name that was sent; `nil` for the form as a whole.
    let cell: String?
    let message: String

    /// With the definition's message for a wrong value, if it has one.
    func inOwnWords(of formState: FormState, in context: FormContext) -> Mistake {
      guard let name = cell, formState.form.repeatedSection(name) == nil, let index = formState.cell(sentAs: name),
        let own = formState.form.cells[index].messages[.invalid]
      else { return self }
      return Mistake(cell: name, message: own.text(in: context.presentation.languages))
    }

    var json: JSONValue { ["cell": cell.map { .string($0) } ?? .null, "message": .string(message)] }
  }

  /// The files that could not be added.
  fileprivate var refusals: [AttachmentRefusal] { if case .fields(_, let refusals) = self { refusals } else { [] } }

  /// The inputs for the form's cells, and mistakes about what cannot be read.
  fileprivate func inputs(for form: Form, _ numbers: NumberFormat) -> ([CellInput], [Mistake]) {
    switch self {
    case .fields(let data, _):
      let (inputs, mistakes) = data.plainInputs(for: form, numbers)
      return (inputs, mistakes + inputs.flatMap { $0.mistakesOfRows(in: form) })
    case .json([]):
      return ([], [Mistake(cell: nil, message: #"the content is empty; send {"values": {…}}"#)])
    case .json(let bytes):
      let (inputs, mistakes) = form.inputs(sentAs: bytes, numbers: numbers)
      return (inputs, mistakes.map { $0.mistake(in: form) })
    }
  }
}

extension JSONSubmission {
  /// The form filled in with the sent values, the read-only cells for which other values were sent, and the mistakes.
  fileprivate func filled(
    _ form: Form, at time: Timestamp, in context: FormContext
  ) -> (FormState, locked: [Int], [Mistake]) {
    let (inputs, mistakes) = inputs(for: form, context.presentation.numbers)
    var formState = context.request.blank(form, id: context.token, at: time)
    let locked = formState.enter(inputs)
    // After the cells that their options may follow.
    formState.addEntries(inputs, at: context.request.moment(of: form, at: time))
    return (formState, locked, mistakes.filter { formState.asks(for: $0) })
  }
}

/// Why an `Idempotency-Key` is not accepted.
package enum KeyRefusal { case unreadable, reused }

extension FormController {
  /// `POST /forms/{form}` by a program that accepts JSON. There is no session, and a form that is refused is not kept.
  package static func receive(
    _ sent: JSONSubmission, for id: String, in requestContext: RequestContext, invitation: InvitationState = .none
  ) -> PostResult {
    guard let form = requestContext.snapshot.form(id) else {
      return PostResult(.respond(problem(.notFound, in: requestContext)))
    }
    if form.isProtected, requestContext.pageSeal != nil {
      return PostResult(.respond(problem(.forbidden, text: requestContext.language.words.errors.pageNeeded.text)))
    }
    let context = context(of: form, in: requestContext)
    if let closed = closedToPrograms(form, invitation: invitation, in: context) { return PostResult(.respond(closed)) }
    let (filled, locked, mistakes) = sent.filled(form, at: requestContext.formTime, in: context)
    var formState = filled
    var refused: [JSONSubmission.Mistake] = []
    let found = mistakes.map { $0.inOwnWords(of: filled, in: context) } + self.mistakes(of: sent.refusals, in: context)
    for mistake in found where !refused.contains(mistake) { refused.append(mistake) }
    formState.reduce(.submit(today: context.today))
    guard refused.isEmpty else {
      // Other mistakes are reported too, unless nothing could be read.
      let named = Set(refused.map(\.cell))
      let others = named.contains(nil) ? [] : self.mistakes(of: formState, in: context)
      return PostResult(.respond(.refusing(refused + others.filter { !named.contains($0.cell) && $0.cell != nil })))
    }
    return PostResult(
      next(after: formState, invitation, in: context),
      readOnlyViolations: locked.isEmpty ? nil : ReadOnlyViolations(form: id, cells: locked.map { form.cells[$0].id }))
  }

  /// What a program sends, read as at the time of the submission in this line: with the form's version and the time of then.
  /// `nil` if that is not possible.
  package static func reading(
    _ sent: JSONSubmission, as line: [UInt8], for id: String, in requestContext: RequestContext
  ) -> Submission? {
    guard let stored = try? JSONReader.storedLine(line).value, case .string(let submittedAt)? = stored["submittedAt"],
      let time = Timestamp(iso8601: submittedAt)
    else { return nil }
    let forms = [requestContext.snapshot.form(id)].compactMap(\.self) + requestContext.snapshot.earlierForms(id)
    guard let form = forms.first(where: { stored["version"] == .string($0.version) }) ?? forms.first else { return nil }
    let context = context(of: form, in: requestContext)
    let (formState, _, mistakes) = sent.filled(form, at: time, in: context)
    let blank = requestContext.blank(form, at: time)
    guard mistakes.isEmpty, stored["values"].map({ formState.holdsOnly($0, beside: blank) }) ?? true else { return nil }
    return Submission(of: formState, digest: 0, in: context)
  }

  private static func context(of form: Form, in requestContext: RequestContext) -> FormContext {
    FormContext(
      requestContext, form: form, pageID: requestContext.blank(form).firstPageID, token: requestContext.makeToken())
  }

  private static func next(
    after formState: FormState, _ invitation: InvitationState, in context: FormContext
  ) -> PostResult.Next {
    guard formState.showsProblems else {
      return .store(Submission(of: formState, digest: 0, invitation: invitation.secret?.id, in: context))
    }
    return .respond(.refusing(mistakes(of: formState, in: context)))
  }

  static func mistakes(of formState: FormState, in context: FormContext) -> [JSONSubmission.Mistake] {
    let presentation = context.request.presentation(of: formState.form).answering(formState)
    let displayState = DisplayState(of: formState, in: presentation, today: context.today)
    let ofForm = displayState.messagesAtForm.map { JSONSubmission.Mistake(cell: nil, message: $0) }
    var ofCells: [JSONSubmission.Mistake] = []
    for mistake in displayState.messages.flatMap({ mistakes($1, at: $0, of: formState) })
    where !ofCells.contains(mistake) {
      ofCells.append(mistake)
    }
    return ofForm + ofCells
  }

  /// Reports a message at cells that a program can correct: for a calculated cell, those from which it is calculated.
  private static func mistakes(
    _ message: DisplayState.Message, at cell: Int, of formState: FormState
  ) -> [JSONSubmission.Mistake] {
    guard formState.form.cells[cell].isCalculated else {
      return [JSONSubmission.Mistake(cell: formState.sentName(of: cell), message: message.text)]
    }
    let names: [String?] = formState.sentNames(ofOperandsOf: cell)
    let text = message.rule == nil ? message.summary : message.text
    return (names.isEmpty ? [nil] : names).map { JSONSubmission.Mistake(cell: $0, message: text) }
  }

  private static func mistakes(of refusals: [AttachmentRefusal], in context: FormContext) -> [JSONSubmission.Mistake] {
    (RefusedFiles(refusals, in: context)?.messages ?? []).map {
      JSONSubmission.Mistake(cell: context.form.cells[$0.cell].id, message: $0.message)
    }
  }

  /// The answer when a program's submission is on disk.
  /// - Parameter isErased: whether it was recorded before and has been erased since.
  package static func confirmSent(_ submission: Submission, isErased: Bool) -> Response {
    let members = [JSONValue.Member("id", .string(submission.id.text))] + (isErased ? [.init("erased", true)] : [])
    var response = Response.json(.object(members), status: .created)
    response.fields[.location] = submission.context.receiptLink(submission.id)
    return response
  }

  /// The answer to a program in place of an error page.
  package static func problem(_ status: Status, in requestContext: RequestContext) -> Response {
    problem(
      status,
      text: (requestContext.language.words.errors.page(for: status)
        ?? requestContext.language.words.errors.internalServerError).text)
  }

  /// The answer to a program whose content cannot be read.
  package static func problem(_ error: FormError, in requestContext: RequestContext) -> Response {
    let errors = requestContext.language.words.errors
    return problem(error.status, text: error.advice ?? (errors.page(for: error) ?? errors.internalServerError).text)
  }

  /// The answer to a program whose submission could not be stored.
  package static func notSaved(_ status: Status, in requestContext: RequestContext) -> Response {
    problem(status, text: requestContext.language.words[.notSaved])
  }

  /// The answer to a program whose `Idempotency-Key` is invalid or belongs to other values.
  package static func refuse(_ refusal: KeyRefusal) -> Response {
    switch refusal {
    case .unreadable:
      problem(
        .badRequest,
        text:
          "Idempotency-Key: expected one key of 1 to \(IdempotencyKey.byteLimit) visible ASCII characters, such as a UUID"
      )
    case .reused:
      problem(
        .unprocessableContent,
        text:
          "Idempotency-Key: other values were recorded under this key; nothing was recorded now. Use a different key for each "
          + "submission.")
    }
  }

  static func problem(_ status: Status, text: String) -> Response {
    .refusing([JSONSubmission.Mistake(cell: nil, message: text)], status: status)
  }
}

extension Response {
  static func refusing(_ mistakes: [JSONSubmission.Mistake], status: Status = .unprocessableContent)
    -> Response
  {
    json(["errors": .array(mistakes.map(\.json))], status: status)
  }

  /// JSON for programs and scripts.
  package static func json(_ value: JSONValue, status: Status) -> Response {
    var response = Response(status: status, contentType: "application/json", body: value.compactBytes)
    response.fields[.cacheControl] = "no-store"
    return response.secured()
  }
}

extension FormError {
  /// Advice for the program's author; `nil` if the text for visitors is enough.
  fileprivate var advice: String? {
    switch self {
    case .encodedPart(let encoding):
      "a part has “Content-Transfer-Encoding: \(encoding)”; leave it out, and send the bytes as they are (RFC 7578)"
    case .invalidBoundary: "multipart/form-data has no boundary of 1 to 70 characters (RFC 2046)"
    case .malformedPart(let offset): "multipart/form-data cannot be read at byte \(offset)"
    case .contentTypeRepeated: "two different Content-Type fields"
    case .unsupportedMediaType, .otherCharset, .notUTF8, .tooManyPairs, .partHeadTooLarge, .fieldsTooLarge: nil
    }
  }
}

extension Diagnostic {
  /// A mistake; with its position in the JSON if it concerns no cell.
  fileprivate func mistake(in form: Form) -> JSONSubmission.Mistake {
    guard let cell = cell(in: form) else {
      return JSONSubmission.Mistake(cell: nil, message: "\(position.line):\(position.column): \(message)")
    }
    let part = keyPath.dropFirst(valuesPath.count + cell.utf8.count).drop { $0 == "." }
    return JSONSubmission.Mistake(cell: cell, message: part.isEmpty ? message : "\(part): \(message)")
  }

  private var valuesPath: String { keyPath.hasPrefix("values.") ? "values." : "" }

  /// The cell of the value, from the beginning of the key path; `nil` if there is none.
  private func cell(in form: Form) -> String? {
    let path = keyPath.dropFirst(valuesPath.count)
    var id = path.prefix { $0 != "." && $0 != "[" }
    // For an entry it is `expenses[0].amount`.
    if form.repeatedSection(String(id)) != nil, let end = path.firstRange(of: "].")?.upperBound {
      id = path[..<end] + path[end...].prefix { $0 != "." && $0 != "[" }
    }
    return id.isEmpty ? nil : String(id)
  }
}

extension CellInput {
  /// Rows of a matrix whose answer is not one of its options.
  fileprivate func mistakesOfRows(in form: Form) -> [JSONSubmission.Mistake] {
    guard case .matrix(let matrix) = form.cells[cell].kind else { return [] }
    return matrix.mistakes(in: value.text).map { JSONSubmission.Mistake(cell: form.cells[cell].id, message: $0) }
  }
}

extension FormState {
  /// Whether these values have everything that it would submit, apart from values that it begins with: an earlier version may
  /// have lacked some cells.
  fileprivate func holdsOnly(_ values: JSONValue, beside blank: FormState) -> Bool {
    func members(_ formState: FormState) -> [JSONValue.Member] {
      let object = SubmittedValues(of: formState).object { _ in .null }
      return if case .object(let members) = object { members } else { [] }
    }
    let beginning = Dictionary(members(blank).map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    return members(self).allSatisfy { member in
      if values[member.key] != nil { return true }
      let cell = form.cell(member.key)
      return member.value == beginning[member.key] ?? cell.map { $0.json(of: $0.initial) ?? .null } ?? .array([])
    }
  }

  /// Whether a mistake concerns something that the form asks for. Values for hidden, disabled or read-only cells are ignored,
  /// as on a page.
  fileprivate func asks(for mistake: JSONSubmission.Mistake) -> Bool {
    guard let name = mistake.cell else { return true }
    let id = String(name.prefix { $0 != "." && $0 != "[" })
    // The mistake concerns a whole section or one of its entries.
    if let section = form.repeatedSection(id), name == id || !isShown(repeated: section) {
      return isShown(repeated: section)
    }
    return (self.cell(sentAs: name) ?? form.sentCell(id)?.index).map { states[$0].isEditable } ?? true
  }
}

extension Cell {
  fileprivate func takesFiles(_ part: String) -> Bool {
    if case .attachment = kind { part == PageField.filePart } else { false }
  }

  /// How a program sends this cell's files; `nil` if it has none.
  fileprivate var adviceOnFiles: String? {
    takesFiles(PageField.filePart)
      ? "send each file as “\(PageField.part(PageField.filePart, of: id))” in multipart/form-data, with a filename"
      : nil
  }
}

extension FormData {
  /// The inputs of a form that was sent without its page, and mistakes about what no cell accepts. Names that begin with `_`
  /// are reserved for pages.
  func plainInputs(for form: Form, _ numbers: NumberFormat) -> ([CellInput], [JSONSubmission.Mistake]) {
    var texts: [Int: [String]] = [:]
    var others: [Int: String] = [:]
    var parts: [Int: [String]] = [:]
    var partTexts: [String: String] = [:]
    var mistakes: [JSONSubmission.Mistake] = []
    for pair in pairs {
      if let cell = form.sentCell(pair.name) {
        texts[cell.index, default: []].append(pair.value)
      } else if let (id, part) = PageField.part(named: pair.name), let cell = form.sentCell(id),
        part == PageField.otherPart && cell.other != nil || cell.parts.contains(part) || cell.takesFiles(part)
      {
        if cell.takesFiles(part) {
          texts[cell.index, default: []].append(pair.value)
          continue
        }
        if let earlier = partTexts.updateValue(pair.value, forKey: pair.name), earlier != pair.value {
          mistakes.append(
            JSONSubmission.Mistake(
              cell: pair.name, message: "several values were sent; this part of the cell accepts only one"))
        }
        if part == PageField.otherPart, cell.other != nil {
          others[cell.index] = pair.value
        } else {
          cell.put(pair.value, asPart: part, of: &parts[cell.index])
        }
      } else if !pair.name.hasPrefix("_") {
        mistakes.append(JSONSubmission.Mistake(cell: pair.name, message: form.message(ofUnknownCell: pair.name)))
      }
    }
    // A browser sends a file control that nobody has used as an empty file without a name.
    for file in files where !file.name.hasPrefix("_") && !file.isUnused {
      let isOfCell = form.sentCell(PageField.part(named: file.name)?.cell ?? file.name) != nil
      mistakes.append(
        JSONSubmission.Mistake(
          cell: file.name,
          message: isOfCell
            ? "a file was sent; send text: leave out its filename" : form.message(ofUnknownCell: file.name)))
    }
    for (cell, lines) in parts { texts[cell, default: []].append(Cell.joined(lines)) }
    var inputs: [CellInput] = []
    for cell in form.cells
    where !cell.isCalculated && (texts[cell.index] != nil || others[cell.index] != nil) {
      let sent = texts[cell.index] ?? []
      if let value = cell.value(plain: sent, other: others[cell.index], numbers: numbers) {
        inputs.append(CellInput(cell: cell.index, value: value))
      } else if sent.count > 1, !cell.allowsSeveral, cell.adviceOnFiles == nil {
        mistakes.append(
          JSONSubmission.Mistake(cell: cell.id, message: "\(sent.count) values were sent; the cell accepts only one"))
      } else {
        let refusal = "“\(sent.joined(separator: "; "))” is not a value of this cell"
        let message = [refusal, cell.adviceOnFiles].compactMap(\.self).joined(separator: "; ")
        mistakes.append(JSONSubmission.Mistake(cell: cell.id, message: message))
      }
    }
    return (inputs, mistakes)
  }
}
