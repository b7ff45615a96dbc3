package import FormCells
import FormPages
import Support
import Templates

/// A submission that would be erased.
package struct EraseModel: Sendable {
  let form: Form
  let line: StoredLine
  let versionCount: Int
  let address: AnswerAddress
  let zone: TimeZone

  /// - Parameters:
  ///   - form: the version that was filled in, or the current one.
  ///   - versions: the number of submissions before and after it that are erased with it, because they are corrections
  ///     of one another.
  ///   - address: the page's address.
  ///   - zone: the time zone of the form or the server.
  package init(_ form: Form, line: StoredLine, versions: Int, address: AnswerAddress, zone: TimeZone) {
    self.form = form
    self.line = line
    versionCount = versions
    self.address = address
    self.zone = zone
  }

  var answerCount: Int { Self.count(line.values) }
  var files: [AttachedFile] { AttachedFile.all(in: line.values).map(\.file) }

  private static func count(_ value: JSONValue) -> Int {
    guard case .object(let members) = value else { return 0 }
    return members.count { $0.value != .null && $0.value != .string("") && $0.value != .array([]) }
  }
}

/// The question before erasing, `Templates/answers/question.html`.
struct QuestionView: View {
  let frame: FrameView
  let model: EraseModel
  private let form: ShownForm

  private var context: AnswersContext { frame.context }
  private var words: AnswersWords { context.words.answers }

  init(_ model: EraseModel, in context: AnswersContext) {
    self.model = model
    let form = context.shown(model.form)
    self.form = form
    frame = FrameView(context: context, form: (form, context.links.table(of: form.id, model.address.ofTable)))
  }

  private var facts: [FactView] {
    var facts = [FactView(name: form.title, text: model.line.id.readAloud, isEntered: true)]
    if let time = model.line.submittedAt.flatMap({ LocalTime($0, in: model.zone) }) {
      facts.append(FactView(name: words[.sent], text: time.text(in: context.language.dates), time: time.iso8601))
    }
    return facts
  }

  /// What erasing would remove: "12 answers", "2 files".
  private var losses: [FactView] {
    let files = model.files
    var losses = [FactView(name: words.answersErased(model.answerCount), text: "")]
    if !files.isEmpty {
      losses.append(
        FactView(
          name: words.filesErased(files.count), text: context.words.list(files.map(\.name)), isEntered: true))
    }
    if model.versionCount > 0 { losses.append(FactView(name: words.versionsErased(model.versionCount), text: "")) }
    return losses
  }

  static let needs: [Need] = [
    .slot("title", adding: "<h1>{title}</h1>", or: "nobody would know what is asked"),
    .slot("text", or: "nobody would know that it cannot be undone"),
    .slot("losses", adding: #"<t:each of="losses">…</t:each>"#, or: "nobody would know what is erased"),
    .attribute("action", "action", or: "the answer would go to the wrong address"),
    .attribute("name", "eraseName", or: "nothing could be erased"),
    .attribute("value", "eraseValue", or: "the question would come again"),
    .attribute("href", "back", or: "nobody could keep it"),
  ]

  static let slots: [Slot<QuestionView>] = [
    .view("frame") { $0.frame },
    .text("title") { $0.words[.eraseQuestion] },
    .text("text") { $0.words[.eraseText] },
    .list("facts") { $0.facts },
    .list("losses") { $0.losses },
    .url("action") { $0.context.links.answerPage($0.model.line.id, of: $0.form.id, address: $0.model.address) },
    .text("eraseName") { _ in "_erase" },
    .text("eraseValue") { _ in "yes" },
    .text("erase") { $0.words[.erase] },
    .url("back") { $0.context.links.answerPage($0.model.line.id, of: $0.form.id, address: $0.model.address) },
    .text("keep") { $0.words[.keep] },
  ]
}

/// A page with one message, `Templates/answers/message.html`: what was erased, or why something is not possible.
struct MessageView: View {
  let frame: FrameView
  let title: String
  let text: String
  var details: String?
  /// The first one is the likely next step.
  let ways: [LinkView]

  static let needs: [Need] = [
    .slot("title", adding: "<h1>{title}</h1>", or: "the page would have no heading"),
    .slot("text", or: "nothing would say what happened"),
    .slot("ways", where: "ways", adding: #"<t:each of="ways">…</t:each>"#, or: "nothing would lead on"),
  ]

  static let slots: [Slot<MessageView>] = [
    .view("frame") { $0.frame },
    .text("title") { $0.title },
    .text("text") { $0.text },
    .optionalText("details") { $0.details },
    .list("ways") { $0.ways },
  ]
}
