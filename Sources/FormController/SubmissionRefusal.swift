package import FormCells
import FormPages
package import HTTPCore
package import Support

/// Why a correctly filled-in form is not recorded. Its draft is kept, and its page says why.
package enum SubmissionRefusal: Error {
  /// The same draft was sent from another device, under this receipt.
  case sentElsewhere(receipt: Token)
  /// The time for correcting the submission is over.
  /// - `since`: in seconds since 1970.
  case changedTooLate(since: Int)
  /// The submission that it would replace was replaced meanwhile.
  case replacedMeanwhile
  /// Another submission was sent with its invitation.
  case invitationUsed
  /// A program sent other values under the same `Idempotency-Key`.
  case keyReused
  /// No places are left.
  case exhausted(Set<Quota>)
  /// Files that are no longer in the store.
  case missingFiles([AttachmentRefusal])
  /// The host's check found mistakes.
  case check(HostMessages)
  /// The storage failed.
  case notStored(Status)

  /// Whether it counts as refused. The others are recorded already, or were correct.
  package var isCounted: Bool {
    switch self {
    case .sentElsewhere, .keyReused, .notStored: false
    case .changedTooLate, .replacedMeanwhile, .invitationUsed, .exhausted, .missingFiles, .check: true
    }
  }
}

/// The answer to a visitor.
extension FormController {
  package static func refuse(
    _ submission: Submission, because refusal: SubmissionRefusal, with session: inout Session
  ) -> Response {
    if case .keyReused = refusal { return refuse(.reused) }
    return submission.goingOn(in: &session) { draft, context in
      switch refusal {
      case .sentElsewhere(let receipt):
        draft.saved = nil
        // This comes before any other notice.
        draft.notice = .alreadySent(receipt)
        return page(of: &draft, overlay: nil, in: context, status: .unprocessableContent)
      case .changedTooLate(let end):
        let zone = context.request.snapshot.timeZone(of: draft.formState.form)
        let time = LocalTime(end, in: zone).flatMap { LocalDateTime($0.day, minute: $0.second / 60) }
        return closedPage(time.map { .closed(.time($0)) }, of: draft, in: context)
      case .replacedMeanwhile:
        let text = context.presentation.words.changing.conflict
        return page(of: &draft, saying: HostMessages([.form: text], of: submission.formState), in: context)
      case .invitationUsed: return closedPage(.invitationUsed, of: draft, in: context)
      case .exhausted(let quotas) where quotas.contains(.form): return closedPage(.full, of: draft, in: context)
      case .exhausted(let quotas): return page(of: &draft, saying: submission.messages(on: quotas), in: context)
      case .missingFiles(let files):
        guard let refused = RefusedFiles(files, in: context) else { preconditionFailure("no file is missing") }
        let result = refused.result(in: draft.formState)
        guard case .respond(let response) = next(after: result, of: &draft, in: context) else {
          preconditionFailure("missing files come to a response")
        }
        return response
      case .check(let messages): return page(of: &draft, saying: messages, in: context)
      case .keyReused: return refuse(.reused)
      case .notStored(let status):
        draft.tell(.notSaved)
        return page(of: &draft, overlay: nil, in: context, status: status)
      }
    }
  }

  private static func closedPage(
    _ state: Availability.State?, of draft: Session.Draft, in context: FormContext
  ) -> Response {
    state.flatMap { closed($0, answers: draft.formState, in: context) } ?? errorPage(.forbidden, for: context.request)
  }

  /// The first step with messages, or the form, with the messages at their places.
  private static func page(
    of draft: inout Session.Draft, saying messages: HostMessages, in context: FormContext
  ) -> Response {
    draft.formState.refuse(with: messages)
    draft.displayState = nil
    let pageID = draft.formState.firstStepWithHostMessages.map(FormPageID.step) ?? context.pageID
    draft.formState.reduce(.visit(pageID))
    return page(of: &draft, overlay: nil, in: context, pageID: pageID, status: .unprocessableContent) {
      $0.focusesProblems = true
    }
  }
}

/// The answer to a program.
extension FormController {
  package static func refuseSent(_ submission: Submission, because refusal: SubmissionRefusal) -> Response {
    let context = submission.context
    switch refusal {
    case .keyReused: return refuse(.reused)
    case .invitationUsed: return closedProblem(.invitationUsed, in: context)
    case .exhausted(let quotas) where quotas.contains(.form): return closedProblem(.full, in: context)
    case .exhausted(let quotas): return problems(of: submission, saying: submission.messages(on: quotas))
    case .check(let messages): return problems(of: submission, saying: messages)
    // JSON can only name files, not contain them.
    case .missingFiles(let files):
      return .refusing(
        Set(files.map(\.cell)).sorted().map {
          JSONSubmission.Mistake(
            cell: $0,
            message:
              "its files are not on the server; send the form as multipart/form-data with the files under “\($0)”")
        })
    case .notStored(let status): return notSaved(status, in: context.request)
    case .sentElsewhere, .changedTooLate, .replacedMeanwhile:
      preconditionFailure("a program's submission is neither saved for later nor does it replace another")
    }
  }

  private static func closedProblem(_ state: Availability.State, in context: FormContext) -> Response {
    problem(.forbidden, text: context.request.closedPage(of: state, in: context.presentation)?.text ?? "")
  }

  private static func problems(of submission: Submission, saying messages: HostMessages) -> Response {
    var formState = submission.formState
    formState.refuse(with: messages)
    return .refusing(mistakes(of: formState, in: submission.context))
  }
}

extension Submission {
  /// Messages at the cells whose options have no places left.
  fileprivate func messages(on exhausted: Set<Quota>) -> HostMessages {
    guard let quotas = Quotas(of: context.request.snapshot.form(form.id) ?? form) else { return HostMessages() }
    let values = values.object { _ in true }
    let places = Dictionary(grouping: quotas.cells(of: exhausted, in: values), by: \.cell)
    let words = context.presentation.words
    return HostMessages(
      places.mapValues { places in
        let labels = places.flatMap { place in
          form.cell(place.quota.cell)?.optionLabels(of: [place.quota.value], in: context.presentation.languages)
            ?? [place.quota.value]
        }
        return words.availability.noPlaces(words.list(labels))
      }, of: formState)
  }
}
