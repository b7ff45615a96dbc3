import Support
import FormCells
import FormPages
import HTTPCore
import Testing
@testable import FormController

/// The controller alone: session in, session and answer out. There is no server, store or clock.
@Suite("The controller")
struct FormControllerTests {
  static let root = String(#filePath.split(separator: "/Tests/").first!)
  static let pages = Result { try Pages(directory: "\(root)/Templates") }

  /// The draft of the page that the visitor sees.
  static let token = Token((1, 2))
  static let address = "/forms/trip?draft=0000000000000002"

  static let definition = """
    { "id": "trip", "title": "Trip", "sections": [{ "cells": [
      { "id": "name", "type": "text", "label": "Name", "required": true },
      { "id": "kinds", "type": "list-picker", "label": "Kinds", "selection": "multiple", "options": ["a", "b", "c"] },
      { "id": "sort", "type": "order-picker", "label": "Sort", "criteria": [
        { "id": "x", "label": "X", "selected": true }, { "id": "y", "label": "Y" }] },
      { "id": "more", "type": "text", "label": "More", "visibleWhen": { "cell": "name", "equals": "Ada" } }
    ] }] }
    """

  /// A visitor; all posts share one session.
  private struct Visitor {
    let snapshot: SiteSnapshot
    var session = Session()

    init(_ definition: String = FormControllerTests.definition) throws {
      let form = try FormDefinition.decode(bytes: Array(definition.utf8), path: "trip.json", directory: "/")
      snapshot = SiteSnapshot(
        forms: [form], pages: try FormControllerTests.pages.get(), assets: .unhashed, offersScan: false)
    }

    private func requestContext(_ path: String) -> RequestContext {
      let request = Request(method: .post, path: path)
      return RequestContext(
        request, cookies: request.cookies, snapshot: snapshot, now: Timestamp(seconds: 1_769_860_800),
        makeToken: { Token((1, 2)) })
    }

    mutating func post(_ pairs: [(String, String)], view: String? = nil) throws -> PostResult.Next {
      try result(of: pairs, view: view).next
    }

    mutating func result(of pairs: [(String, String)], view: String? = nil) throws -> PostResult {
      let fields = [("_fill", FormControllerTests.token.text)] + pairs
      let posted = try #require(PostedForm(FormData(fields.map { FormData.Pair(name: $0.0, value: $0.1) })))
      return FormController.post(posted, to: "trip", view: view, in: requestContext("/forms/trip"), with: &session)
    }

    mutating func show(view: String? = nil) -> Response {
      FormController.show("trip", view: view, in: requestContext("/forms/trip"), with: &session)
    }

    /// The target of a 303 redirect; `nil` for other responses.
    static func link(_ next: PostResult.Next) -> String? {
      guard case .respond(let response) = next, response.status == .seeOther else { return nil }
      return response.fields[.location]
    }
  }

  private static func press(_ action: FormAction) -> (String, String) { (action.field.rawValue, action.value) }

  @Test("opening a view keeps the page's entries and redirects to the view")
  func open() throws {
    var visitor = try Visitor()
    let answer = try visitor.post([("name", "Ada"), Self.press(.open("kinds"))])
    #expect(Visitor.link(answer) == "/forms/trip/cells/kinds?draft=0000000000000002")
    let formState = try #require(visitor.session[FormControllerTests.token]?.formState)
    #expect(formState.values[0] == .text("Ada"))
    #expect(formState.drafts[1] != nil)
  }

  @Test("a refused submit returns 422 and keeps its draft; equal valid content is stored with the same id")
  func submit() throws {
    var visitor = try Visitor()
    guard case .respond(let refused) = try visitor.post([("name", " "), Self.press(.submit)]) else {
      Issue.record("nothing to store")
      return
    }
    #expect(refused.status == .unprocessableContent)
    #expect(visitor.session[FormControllerTests.token]?.formState.showsProblems == true)
    var ids: Set<String> = []
    for _ in 0..<2 {
      guard case .store(let submission) = try visitor.post([("name", "Grace"), Self.press(.submit)]) else {
        Issue.record("a valid form is to be stored")
        return
      }
      ids.insert(submission.id.text)
      #expect(String(decoding: submission.line(hashes: []), as: UTF8.self).contains(#""name":"Grace""#))
    }
    #expect(ids.count == 1)
  }

  @Test("a cell that an answer makes visible is shown before anything is sent")
  func unseen() throws {
    var visitor = try Visitor()
    let version = try #require(visitor.snapshot.form("trip")).version
    let answer = try visitor.post([("name", "Ada"), ("_version", version), Self.press(.submit)])
    #expect(Visitor.link(answer) == "\(Self.address)#more")
  }

  @Test("fields are accepted in any order, and the last one of a name counts")
  func order() throws {
    var visitor = try Visitor()
    _ = try visitor.post([
      ("more", "late"), ("unknown", "?"), ("name", "Bo"), ("name", "Ada"), ("_do", "close"), Self.press(.save),
    ])
    let formState = try #require(visitor.session[FormControllerTests.token]?.formState)
    #expect(formState.values[0] == .text("Ada"))
    #expect(formState.values[3] == .text("late"))
  }

  @Test("a row's button moves the row and redirects to it")
  func arrange() throws {
    var visitor = try Visitor()
    let answer = try visitor.post([Self.press(.change(cell: "sort", button: "up:y"))])
    #expect(Visitor.link(answer) == "\(Self.address)#sort_y_up")
    #expect(visitor.session[FormControllerTests.token]?.formState.values[2].order.map(\.id) == ["y", "x"])
  }

  @Test(
    "a button that the page does not have is answered with 400, and one of an unknown view with 404",
    arguments: [
      (FormAction.choose("a"), String?.none, Status.badRequest), (.apply, nil, .badRequest),
      (.submit, "kinds", .badRequest),
      (.open("name"), nil, .badRequest), (.change(cell: "sort", button: "sideways:y"), nil, .badRequest),
      (.clear("name"), nil, .badRequest), (.scan("name"), nil, .badRequest), (.apply, "name", .notFound),
      (.apply, "nothing", .notFound),
    ])
  func wrong(_ action: FormAction, _ view: String?, _ status: Status) throws {
    var visitor = try Visitor()
    guard case .respond(let response) = try visitor.post([Self.press(action)], view: view) else {
      Issue.record("an error page is expected")
      return
    }
    #expect(response.status == status)
  }

  @Test("showing a page again gives the same response")
  func show() throws {
    var visitor = try Visitor()
    _ = try visitor.post([("name", ""), Self.press(.submit)])
    let first = visitor.show()
    #expect(first == visitor.show())
    #expect(first.status == .ok)
  }

  @Test("if there are too many drafts, the longest unchanged one is removed, but a blank one before it")
  func limit() throws {
    let form = try #require(try Visitor().snapshot.form("trip"))
    var session = Session()
    func draft(_ number: UInt64, isBlank: Bool = false) -> Session.Draft {
      var formState = FormState(form: form, id: Token((1, number)))
      if !isBlank { formState.reduce(.enter(cell: 0, .text("Ada"))) }
      return Session.Draft(formState, changedAt: Int(number))
    }
    func keep(_ draft: Session.Draft) { session.updateDraft(draft.formState.id, beginningAs: draft) { $0 = draft } }
    let limit = UInt64(Session.draftLimit)
    for number in 1...limit { keep(draft(number, isBlank: number == 3)) }
    keep(draft(1))
    keep(draft(limit + 1))
    #expect(session.drafts.map(\.changedAt) == [2] + (4...Int(limit)) + [1, Int(limit) + 1])
    keep(draft(limit + 2))
    #expect(session.drafts.first?.changedAt == 4)
    #expect(session.drafts.count == Session.draftLimit)
  }

  @Test(
    "a draft's name is the lower half of its token, and no other text names it",
    arguments: ["0000000000000002", "2", "00000000000000020", "000000000000000x", "", "NEW"])
  func names(_ text: String) {
    #expect((DraftName(text) == DraftName(of: Token((1, 2)))) == (text == "0000000000000002"))
  }

  @Test("the result of a post says whether it begins a draft")
  func begins() throws {
    var visitor = try Visitor()
    #expect(try visitor.result(of: [Self.press(.open("kinds"))]).beginsDraft)
    #expect(try !visitor.result(of: [Self.press(.open("kinds"))]).beginsDraft)
    #expect(try !visitor.result(of: [Self.press(.choose("a"))]).beginsDraft, "there is no such button")
  }

  @Test("the display state after an update equals one made from scratch")
  func displayState() throws {
    var visitor = try Visitor()
    for name in ["", "Ada", " ", "Grace"] {
      _ = try visitor.post([("name", name), Self.press(.submit)])
      let kept = visitor.show()
      let formState = try #require(visitor.session[FormControllerTests.token]?.formState)
      visitor.session[FormControllerTests.token] = Session.Draft(formState, changedAt: 0)
      #expect(visitor.show() == kept, "\(name)")
    }
  }
}

/// Every form action is printed as a button's field and parsed again.
@Suite("Form actions")
struct PressTests {
  static let all: [FormAction] = [
    .submit, .undo, .startOver, .open("kinds"), .open("_2"), .choose("a:b"), .choose(""), .clear("secret"),
    .update("kind"),
    .scan("serial"),
    .change(cell: "sort", button: "up:due"), .change(cell: "count", button: "increase"),
    .apply, .close, .discard, .keepEditing, .search, .showMore, .showMoreSelected, .reset, .deselectEverything,
    .selectAll(0), .deselectAll(12),
  ]

  @Test("a form action is parsed as it is printed", arguments: all)
  func roundTrip(_ action: FormAction) { #expect(FormAction(action.field, value: action.value) == action) }

  @Test(
    "a button that no page has is no form action",
    arguments: [
      (PageField.press, "destroy"), (.press, ""), (.press, "select-all"), (.press, "select-all:x"),
      (.press, "select-all:01"), (.press, "apply:1"), (.change, "sort"), (.version, "submit"), (.pick, "a"),
    ])
  func unknown(_ field: PageField, _ value: String) { #expect(FormAction(field, value: value) == nil) }

  @Test("no two fields of a page have the same name, and none can have a cell's name")
  func fields() {
    #expect(Set(PageField.allCases.map(\.rawValue)).count == PageField.allCases.count)
    #expect(PageField.allCases.allSatisfy { $0.rawValue.hasPrefix("_") })
  }
}
