package import FormCells
import FormPages
import Support
import Templates

/// What the page of one submission shows.
package struct AnswerModel: Sendable {
  /// A neighbouring submission in the results.
  package struct Neighbour: Sendable, Equatable {
    package let id: String
    /// Its place among the results, from 1.
    package let place: Int

    package init(id: String, place: Int) { (self.id, self.place) = (id, place) }
  }

  /// The version of the form that was filled in; the current version if that cannot be loaded.
  let form: Form
  let hasOwnVersion: Bool
  let isCurrentVersion: Bool
  let line: StoredLine
  let state: StoredAnswer.State
  /// The results in which it was found.
  let address: AnswerAddress
  let previous: Neighbour?
  let next: Neighbour?
  let zone: TimeZone
  /// Whether it can be corrected and erased on this page.
  let isEditable: Bool

  /// - Parameters:
  ///   - form: the version that was filled in; `nil` if it cannot be loaded.
  ///   - current: the version that is served.
  ///   - address: the page's address, with the results in which it was found.
  ///   - neighbours: the rows of `AnswerAddress.rangeAroundPlace`; `nil` if the address has no place.
  ///   - hasMoved: whether it is a correction that is at one end of the results, no longer at the place of what it
  ///     corrects.
  ///   - zone: the time zone of the form or the server.
  package init(
    _ form: Form?, current: Form, line: StoredLine, state: StoredAnswer.State, address: AnswerAddress,
    neighbours: AnswerRows? = nil, hasMoved: Bool = false, zone: TimeZone, isEditable: Bool = true
  ) {
    self.form = form ?? current
    hasOwnVersion = form != nil
    isCurrentVersion = line.version == current.version
    self.line = line
    self.state = state
    self.zone = zone
    self.isEditable = isEditable && state == .current
    let first = address.rangeAroundPlace?.lowerBound ?? 0
    let ids = (neighbours?.lines ?? []).map(StoredLine.id)
    func neighbour(_ position: Int) -> Neighbour? {
      guard ids.indices.contains(position), let id = ids[position] else { return nil }
      return Neighbour(id: id, place: first + position + 1)
    }
    // Its place may have changed because of submissions that were sent or erased meanwhile.
    if let position = ids.firstIndex(of: line.id) {
      (previous, next) = (neighbour(position - 1), neighbour(position + 1))
    } else if hasMoved, let place = address.place {
      // If it moved to the front, those before its old place have moved by one.
      let position = place - 1 - first - (address.sort.isDescending ? 0 : 1)
      (previous, next) = (neighbour(position), neighbour(position + 1))
    } else {
      (previous, next) = (nil, nil)
    }
    self.address = address
  }
}

/// One submission with its answers, `Templates/answers/answer.html`.
struct AnswerPageView: View {
  let frame: FrameView
  let model: AnswerModel
  let groups: [AnswerGroupView]
  private let form: ShownForm

  private var context: AnswersContext { frame.context }
  private var words: AnswersWords { context.words.answers }
  private var links: AnswersLinks { context.links }

  init(_ model: AnswerModel, in context: AnswersContext) {
    self.model = model
    let form = context.shown(model.form)
    self.form = form
    frame = FrameView(
      context: context, form: (form, context.links.table(of: form.id, model.address.ofTable)))
    let presentation = context.presentation(of: model.form)
    groups = presentation.answers(
      recorded: model.line.values, unknown: presentation.words.answers[.otherValues],
      link: { context.links.file($0, of: model.line.id, of: form.id) })
  }

  private var facts: [FactView] {
    let line = model.line
    var facts: [FactView] = []
    if let time = line.submittedAt.flatMap({ LocalTime($0, in: model.zone) }) {
      facts.append(FactView(name: words[.sent], text: time.text(in: context.language.dates), time: time.iso8601))
    }
    facts.append(
      FactView(name: words[.version], text: model.isCurrentVersion ? words[.currentVersion] : words[.earlierVersion]))
    if let by = line.by { facts.append(FactView(name: words[.correctedBy], text: by, isEntered: true)) }
    if let replaced = line.replaces {
      facts.append(
        FactView(
          name: words[.replaces], text: replaced.readAloud,
          link: links.answerPage(replaced, of: form.id, address: model.address),
          isEntered: true))
    }
    if case .replaced(let newest) = model.state {
      facts.append(
        FactView(
          name: words[.replacedBy], text: newest.readAloud,
          link: links.answerPage(newest, of: form.id, address: model.address),
          isEntered: true))
    }
    return facts
  }

  private var notice: String? {
    if case .replaced = model.state { return words[.correctedNotice] }
    return nil
  }

  static let needs: [Need] = [
    .slot("title", adding: "<h1>{title}</h1>", or: "the page would have no heading"),
    .slot("groupedReference", or: "nobody could name the submission"),
    .slot("facts", adding: #"<t:each of="facts">…</t:each>"#, or: "nobody would know when it came"),
    .slot("notice", where: "notice", or: "nobody would know that there is a newer one"),
    .slot("versionMissing", where: "versionMissing", or: "nobody would know that it was another version"),
    .slot(
      "groups", adding: #"<t:each of="groups"><t:part name="parts/answer-group"/></t:each>"#,
      or: "the answers would not show"),
    .attribute("action", "action", where: "isEditable", or: "nothing could be corrected or erased"),
    .attribute("name", "correctName", where: "isEditable", or: "nothing could be corrected"),
    .attribute("name", "eraseName", where: "isEditable", or: "nothing could be erased"),
    .attribute("href", "previous", where: "neighbours", "previous", or: "nothing would lead to the submission before"),
    .attribute("href", "next", where: "neighbours", "next", or: "nothing would lead to the next submission"),
  ]

  static let slots: [Slot<AnswerPageView>] = [
    .view("frame") { $0.frame },
    .text("caption") { $0.form.title },
    .optionalText("formLanguage") { $0.form.language?.description },
    .optionalText("formDirection") { $0.form.language?.direction.rawValue },
    .text("title") { $0.words[.submission] },
    .text("referenceWord") { $0.context.words[.reference] },
    .text("reference") { $0.model.line.id },
    .text("groupedReference") { $0.model.line.id.readAloud },
    .text("copy") { $0.context.words[.copy] },
    .text("copied") { $0.context.words[.copied] },
    .list("facts") { $0.facts },
    .optionalText("notice") { $0.notice },
    .optionalURL("newest") { view in
      if case .replaced(let newest) = view.model.state {
        view.links.answerPage(newest, of: view.form.id, address: view.model.address)
      } else {
        nil
      }
    },
    .text("openNewest") { $0.words[.openNewest] },
    .optionalText("versionMissing") { $0.model.hasOwnVersion ? nil : $0.words[.versionMissing] },
    .list("groups") { $0.groups },
    .text("nothingEntered") { $0.context.words[.nothingEntered] },
    .flag("isEditable") { $0.model.isEditable },
    .url("action") { $0.links.answerPage($0.model.line.id, of: $0.form.id, address: $0.model.address) },
    .text("correctName") { _ in "_correct" },
    .text("correct") { $0.words[.correct] },
    .text("eraseName") { _ in "_erase" },
    .text("erase") { $0.words[.erase] },
    .text("print") { $0.context.words[.print] },
    .flag("neighbours") { $0.model.previous != nil || $0.model.next != nil },
    .text("pagesWord") { $0.words[.pages] },
    .optionalURL("previous") { $0.link(to: $0.model.previous) },
    .text("previousWord") { $0.words[.previous] },
    .optionalURL("next") { $0.link(to: $0.model.next) },
    .text("nextWord") { $0.words[.next] },
  ]

  private func link(to neighbour: AnswerModel.Neighbour?) -> String? {
    neighbour.map { links.answerPage($0.id, of: form.id, address: model.address.at(place: $0.place)) }
  }
}

extension AnswerAddress {
  /// The page of the table that contains the submission.
  var ofTable: AnswerAddress {
    var address = self
    if let place { address.page = (place - 1) / Self.rowsOfPage + 1 }
    address.place = nil
    return address
  }
}
