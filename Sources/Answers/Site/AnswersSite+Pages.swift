import FormCells
import FormController
import FormPages
import FormSite
import HTTPCore
import Support

/// The pages for all forms, for one form's submissions, and for one submission.
extension AnswersSite {
  /// The number of days that the list of forms counts separately.
  private static let dayCount = 30

  func home(_ user: User, in requestContext: RequestContext, context: AnswersContext) async throws -> Response {
    let snapshot = requestContext.snapshot
    var entries: [HomeForm] = []
    for form in snapshot.forms where user.maySee(form.id) {
      entries.append(try await homeForm(form, id: form.id, isServed: true, snapshot: snapshot))
    }
    for id in try await idsNoLongerServed(snapshot) where user.maySee(id) {
      let entry = try await homeForm(formerForm(id), id: id, isServed: false, snapshot: snapshot)
      // If it has none, all of its submissions were erased.
      if entry.summary.count > 0 || entry.trouble != nil { entries.append(entry) }
    }
    return .page(requestContext.pages.home(entries, in: context))
  }

  /// - Parameter form: `nil` if none of its versions can be loaded.
  private func homeForm(
    _ form: Form?, id: String, isServed: Bool, snapshot: SiteSnapshot
  ) async throws(AnswerError) -> HomeForm {
    // Days are those of the form's time zone.
    let zone = snapshot.timeZone(of: form)
    let today = visitors.today(in: zone)
    let first = today.adding(days: 1 - Self.dayCount) ?? today
    do throws(AnswerError) {
      let summaries = try await store.summaries(of: [id], days: first...today, zone: zone)
      let summary = summaries.first ?? AnswerSummary(form: id, count: 0, newest: nil, perDay: [])
      return HomeForm(form, isServed: isServed, summary: summary, zone: zone, firstDay: first)
    } catch {
      // A problem with one form does not hide the others.
      switch error {
      case .notReady(let share): return HomeForm(form, id: id, isServed: isServed, trouble: .notReady(share), on: today)
      case .unreadable(let reason):
        note("answers: \(reason)")
        return HomeForm(form, id: id, isServed: isServed, trouble: .unreadable, on: today)
      case .busy, .tooLong, .tooManyOptions: throw error
      }
    }
  }

  /// The forms that have submissions but can no longer be filled in; empty if that cannot be determined.
  private func idsNoLongerServed(_ snapshot: SiteSnapshot) async throws(AnswerError) -> [String] {
    do throws(AnswerError) {
      return try await store.forms().filter { id in !snapshot.forms.contains { $0.id == id } }
    } catch {
      switch error {
      // The entries of the served forms show this problem.
      case .notReady, .unreadable: return []
      case .busy, .tooLong, .tooManyOptions: throw error
      }
    }
  }

  /// What an address requests of the form.
  struct Asked: Sendable {
    let columns: [FormColumn]
    var address: AnswerAddress
    let query: AnswerQuery
  }

  func asked(_ owner: Owner) throws(AnswerError) -> Asked {
    let columns = owner.context.columns(of: owner.form, and: earlier)
    let address = AnswerAddress(
      parsing: owner.requestContext.request.query ?? "", of: columns, owner.context.language.numbers)
    return Asked(
      columns: columns, address: address, query: try address.answerQuery(of: columns, zone: owner.zone))
  }

  func total(of owner: Owner) async throws(AnswerError) -> Int {
    let today = visitors.today(in: owner.zone)
    return try await store.summaries(of: [owner.form.id], days: today...today, zone: owner.zone).first?.count ?? 0
  }

  func table(_ owner: Owner, status: Status = .ok) async throws -> Response {
    var asked = try asked(owner)
    if let id = asked.address.reference, try await store.storedAnswer(id, of: owner.form.id) != nil {
      return .seeOther(owner.context.links.answerPage(id, of: owner.form.id))
    }
    if asked.address.isToBeRewritten { return .seeOther(owner.context.links.table(of: owner.form.id, asked.address)) }
    var rows = try await store.rows(of: owner.form.id, asked.query, in: asked.address.range)
    if asked.address.limitPage(to: rows.total) {
      rows = try await store.rows(of: owner.form.id, asked.query, in: asked.address.range)
    }
    let total = try await total(of: owner)
    let model = TableModel(
      owner.form, columns: asked.columns, address: asked.address, rows: rows, total: total,
      progress: store.progress(of: owner.form.id),
      zone: owner.zone)
    for damage in model.damage { note("answers: a submission of \(owner.form.id) cannot be shown: \(damage)") }
    return .page(owner.requestContext.pages.table(model, in: owner.context), status: status, showsAddress: true)
  }

  func figures(_ owner: Owner) async throws -> Response {
    let asked = try asked(owner)
    if asked.address.isToBeRewritten { return .seeOther(owner.context.links.figures(of: owner.form.id, asked.address)) }
    let tallies = try await store.tallies(
      of: owner.form.id, matching: asked.query, requests: Figures.requests(for: asked.columns))
    let model = ResultsModel(
      owner.form, columns: asked.columns, address: asked.address, found: tallies.first?.found ?? 0,
      total: try await total(of: owner),
      progress: store.progress(of: owner.form.id), zone: owner.zone)
    return .page(owner.requestContext.pages.figures(model, tallies: tallies, in: owner.context), showsAddress: true)
  }

  /// All submissions that match, in the table's order, as a file.
  func download(_ format: DownloadFormat, for owner: Owner) async throws -> Response {
    let asked = try asked(owner)
    // A file cannot say that a filter was not understood, but the page can.
    guard asked.address.mistakes.isEmpty else { return try await table(owner, status: .unprocessableContent) }
    let request = DownloadRequest(
      form: owner.form.id, query: asked.query, format: format, current: owner.form.definition
    ) { [definition, note, id = owner.form.id] version in
      do { return try definition(version, id) } catch {
        note("answers: \(error)")
        return nil
      }
    }
    let file = try await downloads.file(request, from: store)
    note("answers: \(owner.user.name) downloaded \(owner.form.id).\(format.rawValue), \(file.count) bytes")
    return try .download(file, format: format, of: owner.form.id, for: owner.requestContext.request, note: note)
  }

  func answerPage(_ id: String, for owner: Owner) async throws -> Response {
    guard let stored = try await store.storedAnswer(id, of: owner.form.id) else {
      return errorPage(.notFound, for: owner.requestContext, user: owner.user, of: owner.form)
    }
    let asked = try asked(owner)
    let line: StoredLine
    do throws(DamagedLine) { line = try StoredLine(stored.line, byteLimit: StoredLine.byteLimit) } catch {
      note("answers: the submission \(id) of \(owner.form.id) cannot be shown: \(error.reason)")
      return .page(
        owner.requestContext.pages.error(.unreadable, of: owner.form, address: asked.address, in: owner.context),
        status: .internalServerError)
    }
    if stored.state == .erased { return try await erased(line, asked: asked, for: owner) }
    var neighbours: AnswerRows?
    var hasMoved = false
    if let range = asked.address.rangeAroundPlace {
      let rows = try await store.rows(of: owner.form.id, asked.query, in: range)
      if line.replaces != nil, stored.state == .current, !rows.ids.contains(line.id) {
        let newest = asked.address.rangeOfNewest(total: rows.total)
        hasMoved = try await store.rows(of: owner.form.id, asked.query, in: newest).ids.contains(line.id)
      }
      neighbours = rows
    }
    let model = AnswerModel(
      form(line.version, of: owner.form), current: owner.form, line: line, state: stored.state, address: asked.address,
      neighbours: neighbours, hasMoved: hasMoved, zone: owner.zone, isEditable: editor != nil)
    return .page(owner.requestContext.pages.answerPage(model, in: owner.context), showsAddress: true)
  }

  /// The page of a submission that was erased, with a link to the one that is at its place now.
  private func erased(_ line: StoredLine, asked: Asked, for owner: Owner) async throws -> Response {
    var next: AnswerModel.Neighbour?
    if let place = asked.address.place {
      let rows = try await store.rows(of: owner.form.id, asked.query, in: place - 1..<place)
      next = rows.ids.first.map { AnswerModel.Neighbour(id: $0, place: place) }
    }
    return .page(
      owner.requestContext.pages.erased(
        owner.form, line: line, address: asked.address, next: next, zone: owner.zone, in: owner.context))
  }

  func file(_ digest: String, named name: String, of id: String, for owner: Owner) async throws -> Response {
    if let stored = try await store.storedAnswer(id, of: owner.form.id), stored.state != .erased {
      let files = AttachedFile.all(in: try StoredLine(stored.line).values).map(\.file).filter { $0.digest == digest }
      let own = files.first { $0.name == name || PercentEncoding.encode($0.name) == name }
      if let file = own ?? files.first,
        var response = try await visitors.file(file, for: owner.requestContext.request)
      {
        // Nothing stays in the browser after the user has signed out or the submission was erased.
        response.fields[.cacheControl] = "no-store"
        return response
      }
    }
    return errorPage(.notFound, for: owner.requestContext, user: owner.user, of: owner.form)
  }
}

/// What an owner can do with a submission.
extension AnswersSite {
  /// The names of the buttons' fields.
  static let (correctField, eraseField) = ("_correct", "_erase")
  /// The largest number of corrections of one submission that are followed.
  private static let chainLimit = 100

  func change(_ id: String, for owner: Owner) async throws -> Response {
    let posted: FormData
    do throws(FormError) { posted = try owner.requestContext.request.form(limits: FormLimits()) } catch {
      return errorPage(.notFound, for: owner.requestContext, user: owner.user, of: owner.form, status: error.status)
    }
    guard let editor, let stored = try await store.storedAnswer(id, of: owner.form.id) else {
      return errorPage(.notFound, for: owner.requestContext, user: owner.user, of: owner.form)
    }
    let address = try asked(owner).address
    if posted[Self.eraseField] == "yes" {
      _ = try await editor.erase([id], in: owner.form.id, by: owner.user.name)
      return .seeOther(owner.context.links.answerPage(id, of: owner.form.id, address: address))
    }
    if posted[Self.eraseField] != nil {
      return .seeOther(owner.context.links.eraseQuestion(id, of: owner.form.id, address: address))
    }
    guard posted[Self.correctField] != nil else {
      return errorPage(.notFound, for: owner.requestContext, user: owner.user, of: owner.form, status: .badRequest)
    }
    guard stored.state == .current else { return try await conflict(of: stored, address: address, for: owner) }
    corrections.begin(identity(id, for: owner), from: address.query)
    return try await beginCorrection(of: id, line: try StoredLine(stored.line), editor: editor, for: owner)
  }

  func eraseQuestion(_ id: String, for owner: Owner) async throws -> Response {
    guard editor != nil, let stored = try await store.storedAnswer(id, of: owner.form.id) else {
      return errorPage(.notFound, for: owner.requestContext, user: owner.user, of: owner.form)
    }
    let line = try StoredLine(stored.line)
    let address = try asked(owner).address
    if stored.state == .erased {
      return .seeOther(owner.context.links.answerPage(id, of: owner.form.id, address: address))
    }
    var versionCount = 0
    var earlier = line.replaces
    // The limit is needed because a file written by another program may contain a cycle.
    while let before = earlier, versionCount < Self.chainLimit {
      versionCount += 1
      earlier = try await store.storedAnswer(before, of: owner.form.id).flatMap { try StoredLine($0.line).replaces }
    }
    if case .replaced = stored.state { versionCount += 1 }
    let model = EraseModel(
      form(line.version, of: owner.form) ?? owner.form, line: line, versions: versionCount, address: address,
      zone: owner.zone)
    return .page(owner.requestContext.pages.eraseQuestion(model, in: owner.context))
  }

  /// The submission was corrected or erased in the meantime.
  private func conflict(
    of stored: StoredAnswer, address: AnswerAddress, for owner: Owner
  ) async throws -> Response {
    var newest: StoredLine?
    if case .replaced(let id) = stored.state, let found = try await store.storedAnswer(id, of: owner.form.id) {
      newest = try StoredLine(found.line)
    }
    return .page(
      owner.requestContext.pages.conflict(
        owner.form, with: newest, address: address, zone: owner.zone, in: owner.context),
      status: .conflict)
  }

  private func beginCorrection(
    of id: String, line: StoredLine, editor: any SubmissionEditor, for owner: Owner
  ) async throws -> Response {
    let target = try await target(id, line: line, for: owner)
    let site = try correctingSite(for: target.form, editor)
    guard var request = within(id, for: owner) else {
      return errorPage(.notFound, for: owner.requestContext, user: owner.user)
    }
    request.path = "/forms/\(owner.form.id)"
    let began = try await site.beginDraft(
      of: target.form, with: target.form.recordedValues(line.values), for: request, as: visitor(target, for: owner))
    return began ?? errorPage(.busy, for: owner.requestContext, user: owner.user, status: .serviceUnavailable)
  }

  /// The target of the correction, with the version that was filled in; if that is no longer available, the version
  /// that is served.
  private func target(_ id: String, line: StoredLine, for owner: Owner) async throws -> CorrectingSink.Target {
    var came = line.submittedAt
    var earlier = line.replaces
    // The limit is needed because a file written by another program may contain a cycle.
    var rest = Self.chainLimit
    while let before = earlier, rest > 0 {
      rest -= 1
      guard let stored = try await store.storedAnswer(before, of: owner.form.id) else { break }
      let line = try StoredLine(stored.line)
      came = line.submittedAt ?? came
      earlier = line.replaces
    }
    let time = came.map { Timestamp(seconds: $0) } ?? visitors.now
    let own = form(line.version, of: owner.form, isForCorrecting: true)
    let version = own == nil ? owner.form.version : line.version
    let form = own ?? form(version, of: owner.form, isForCorrecting: true) ?? owner.form
    return CorrectingSink.Target(
      id: id, name: owner.user.name, values: line.values, language: line.language, form: form,
      sentVersion: line.version, version: version,
      definition: version == owner.form.version ? owner.form.definition : nil, time: time,
      moment: Moment(time.seconds, in: owner.zone) ?? Moment(time.day(in: owner.zone)))
  }

  /// The visitor context for filling in the form again. Read-only cells keep the values that the host gave the visitor.
  private func visitor(_ target: CorrectingSink.Target, for owner: Owner) -> VisitorContext {
    var locked: [String: JSONValue] = [:]
    for cell in target.form.cells where cell.isReadOnly && !cell.isCalculated {
      if let value = target.values[cell.id], cell.recorded(value, locale: target.form.locale) != nil {
        locked[cell.id] = value
      }
    }
    var visitor = VisitorContext(
      identity: identity(target.id, for: owner), readOnlyValues: locked.isEmpty ? [:] : [target.form.id: locked])
    visitor.formTime = target.time
    return visitor
  }

  /// The request as the correction's site receives it, with the correction's path as its root.
  private func within(_ id: String, for owner: Owner) -> Request? {
    var request = owner.requestContext.request
    guard let root = MountPath("/forms/\(owner.form.id)/\(id)/correct"),
      let prefix = request.strippedPrefix.isRoot ? root : request.strippedPrefix.appending(root)
    else { return nil }
    request.strippedPrefix = prefix
    return request
  }

  private func identity(_ id: String, for owner: Owner) -> String { "\(owner.user.name)\n\(owner.form.id)\n\(id)" }

  /// Answers a request to the form that is being corrected.
  func correct(_ id: String, at path: String, for owner: Owner) async throws -> Response {
    let address = AnswerAddress(
      parsing: corrections.results(of: identity(id, for: owner)),
      of: owner.context.columns(of: owner.form, and: earlier),
      owner.context.language.numbers)
    let ownLink = owner.context.links.answerPage(id, of: owner.form.id, address: address)
    guard let editor, let stored = try await store.storedAnswer(id, of: owner.form.id), stored.state != .erased else {
      return .seeOther(ownLink)
    }
    guard var request = within(id, for: owner) else { return .seeOther(ownLink) }
    let formPath = "/forms/\(owner.form.id)"
    guard path == formPath || path.hasPrefix(formPath + "/") || path.hasPrefix("/assets/") else {
      return .seeOther(ownLink)
    }
    request.path = path
    let target = try await target(id, line: try StoredLine(stored.line), for: owner)
    let site = try correctingSite(for: target.form, editor)
    var visitor = visitor(target, for: owner)
    if request.method != .post, path.hasPrefix(formPath) {
      // The draft may no longer exist. It begins with the recorded answers, so that a page which did not show them
      // cannot replace them.
      let formState = try await site.beginning(
        of: target.form, with: target.form.recordedValues(target.values), at: target.moment)
      visitor.beginning = VisitorContext.Beginning(formState)
    }
    let response = await CorrectingSink.$target.withValue(target) { [request] in
      await site.respond(to: request, as: visitor)
    }
    if target.outcome.conflict != nil, let now = try await store.storedAnswer(id, of: owner.form.id) {
      return try await conflict(of: now, address: address, for: owner)
    }
    if let recorded = target.outcome.recorded, response.status != .serviceUnavailable {
      return .seeOther(owner.context.links.answerPage(recorded, of: owner.form.id, address: address))
    }
    return response
  }
}
