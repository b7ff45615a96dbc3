import FormCellsTesting
import FormCells
import HTTPCore
import Support
import Synchronization
import TestSupport
import Testing

@testable import FormController
@testable import FormSite

/// A password is never shown, kept only until it is sent, and stored as its hash (TI24 to TI26).
@Suite("Passwords")
struct PasswordTests {
  static let secret = "Tr0ub4dor&3 ünd <b>"
  static let form = """
    { "id": "account", "title": "Account", "sections": [{ "cells": [
      { "id": "name", "type": "text", "label": "Name", "required": true },
      { "id": "secret", "type": "password", "label": "Secret", "required": true, "minLength": 8, "maxLength": 600,
        "helper": "Eight characters at least.", "placeholder": "None yet" },
      { "id": "old", "type": "password", "label": "Old Secret", "autocomplete": "current-password" },
      { "id": "pick", "type": "list-picker", "label": "Pick", "options": ["A", "B"] }
    ] }] }
    """

  private func started() async throws -> (TestSite, Visitor) {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/account")
    return (test, visitor)
  }

  private func isHash(_ value: JSONValue?, of password: String) -> Bool {
    guard case .string(let hash) = value?["hash"] else { return false }
    return hash.hasPrefix("$y$") && Yescrypt.crypt(password, setting: Array(hash.utf8CString)) == hash
  }

  @Test("TI25 a password field hides its text, suits password managers, and has no input corrections")
  func field() async throws {
    let (_, visitor) = try await started()
    let field = try #require(visitor.page.element(id: "secret"))
    #expect(field["type"] == "password")
    #expect(field["autocomplete"] == "new-password")
    #expect(field["spellcheck"] == "false")
    #expect(field["autocapitalize"] == "none")
    #expect(field["maxlength"] == nil, "input that stops unseen would make another password of it")
    #expect(field["value"] == nil)
    #expect(visitor.page.element(id: "old")?["autocomplete"] == "current-password")
  }

  @Test("a password is stored only as a yescrypt hash with its own salt, or as null if there is none")
  func stored() async throws {
    var lines: [JSONValue] = []
    for _ in 0..<2 {
      var (test, visitor) = try await started()
      visitor.type("Ada", into: "name")
      visitor.type(Self.secret, into: "secret")
      try await visitor.press("Submit")
      let values = try #require(try test.submissions(of: "account").first?["values"])
      #expect(isHash(values["secret"], of: Self.secret))
      #expect(!isHash(values["secret"], of: Self.secret + " "))
      #expect(values["old"] == .null)
      lines.append(try #require(values["secret"]))
    }
    #expect(lines[0] != lines[1])
  }

  @Test("a password survives a drill-down and a refused submit; the field says so, and an empty field keeps it")
  func kept() async throws {
    var (test, visitor) = try await started()
    visitor.type(Self.secret, into: "secret")
    try await visitor.press(beginning: "Pick")
    try await visitor.press("Close")
    let field = try #require(visitor.page.element(id: "secret"))
    #expect(field["aria-describedby"] == "secret_helper secret_state")
    #expect(visitor.page.element(id: "secret_state")?.text.hasPrefix("A password was entered.") == true)
    #expect(visitor.page.element(id: "old_state") == nil)
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.element(id: "secret_state") != nil)
    #expect(visitor.page.element(id: "secret").map { $0["aria-invalid"] == nil } == true)
    visitor.type("Ada", into: "name")
    try await visitor.press("Submit")
    #expect(isHash(try test.submissions(of: "account").first?["values"]?["secret"], of: Self.secret))
  }

  @Test("typing replaces a password, and Clear removes it")
  func replaced() async throws {
    var (test, visitor) = try await started()
    visitor.type("Ada", into: "name")
    visitor.type("the first one", into: "secret")
    visitor.type(Self.secret, into: "old")
    try await visitor.press(beginning: "Pick")
    try await visitor.press("Close")
    visitor.type("the second one", into: "secret")
    try await visitor.press("Clear Old Secret")
    #expect(visitor.place == "/forms/account#old")
    #expect(visitor.page.element(id: "old_state") == nil)
    #expect(visitor.page.element(id: "name")?["value"] == "Ada")
    try await visitor.press("Submit")
    let values = try #require(try test.submissions(of: "account").first?["values"])
    #expect(isHash(values["secret"], of: "the second one"))
    #expect(values["old"] == .null)
  }

  @Test("a lost session loses only the password, and the form asks for it again")
  func lostSession() async throws {
    var (test, visitor) = try await started()
    visitor.type("Ada", into: "name")
    visitor.type(Self.secret, into: "secret")
    visitor.type(Self.secret, into: "old")
    try await visitor.press(beginning: "Pick")
    try await visitor.press("Close")
    visitor = visitor.moved(to: try test.restarted([Self.form]).site)
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.element(id: "name")?["value"] == "Ada")
    for id in ["secret", "old"] {
      #expect(visitor.page.element(id: "\(id)_error")?.text.contains("again") == true, "the optional one too")
    }
    visitor.type(Self.secret, into: "secret")
    try await visitor.press("Submit")
    let values = try #require(try test.submissions(of: "account").first?["values"])
    #expect(isHash(values["secret"], of: Self.secret))
    #expect(values["old"] == .null, "seen empty and left empty")
  }

  @Test("if the session is lost during a drill-down, the form asks for the password before it is sent")
  func lostInView() async throws {
    var (test, visitor) = try await started()
    visitor.type(Self.secret, into: "old")
    try await visitor.press(beginning: "Pick")
    visitor = visitor.moved(to: try test.restarted([Self.form]).site)
    try await visitor.press("Close")
    #expect(visitor.page.element(id: "old_error")?.text.contains("Enter the password again") == true)
    let notice = try #require(visitor.page.all("div") { $0["class"] == "notice" }.first)
    #expect(notice.text.contains("passwords are not kept") && !notice.text.contains("Nothing was lost"))
    #expect(visitor.page.title == "Account")
    // Another button does not make an empty field an answer either.
    try await visitor.press(beginning: "Pick")
    try await visitor.press("Close")
    #expect(visitor.page.element(id: "old_error")?.text.contains("Enter the password again") == true)
  }

  @Test("on a later step, the form asks for the password each time the session is lost")
  func lostAgain() async throws {
    let form = """
      { "id": "account", "title": "Account", "sections": [
        { "container": "step", "title": "One", "cells": [{ "id": "secret", "type": "password", "label": "Secret" }] },
        { "container": "step", "title": "Two", "cells": [
          { "id": "pick", "type": "list-picker", "label": "Pick", "options": ["A", "B"] }] }] }
      """
    let test = try TestSite([form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/account")
    visitor.type(Self.secret, into: "secret")
    try await visitor.press("Continue")
    for button in ["Pick", "Close", "Submit"] {
      visitor = visitor.moved(to: try test.restarted([form]).site)
      try await visitor.press(beginning: button)
    }
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.element(id: "secret_error")?.text.contains("Enter the password again") == true)
    #expect(try test.submissions(of: "account").isEmpty)
  }

  @Test("the same form with the same password sent twice is one submission, also after a restart")
  func sentTwice() async throws {
    var (test, visitor) = try await started()
    visitor.type("Ada", into: "name")
    visitor.type(Self.secret, into: "secret")
    let again = visitor
    try await visitor.press("Submit")
    var copy = again
    try await copy.press("Submit")
    #expect(copy.path == visitor.path)
    let later = again.moved(to: try test.restarted([Self.form]).site)
    copy = later
    try await copy.press("Submit")
    #expect(copy.path == visitor.path)
    #expect(try test.submissions(of: "account").count == 1)
    var other = later
    other.type("Ada", into: "name")
    other.type("another password", into: "secret")
    try await other.press("Submit")
    #expect(other.path != visitor.path)
    #expect(try test.submissions(of: "account").count == 2)
  }

  @Test("a submit removes the password from the session, even if another tab changed the form meanwhile")
  func forgotten() async throws {
    let form = try FormDefinition.decode(bytes: Array(Self.form.utf8), path: "test.json", directory: "/")
    var formState = FormState(form: form, id: Token((0, 1)))
    formState.reduce(.enter(cell: 1, .text(Self.secret)))
    var session = Session()
    var changed = formState
    changed.reduce(.enter(cell: 0, .text("Ada")))
    session[formState.id] = Session.Draft(changed, changedAt: 0)
    let sent = Session.Sent(draft: Token((0, 1)), receipt: Token((1, 2)), digest: 3)
    session.close(formState, as: sent)
    #expect(session[formState.id]?.formState.values[0] == .text("Ada"))
    #expect(session[formState.id]?.formState.values[1] == .text(""))
  }

  @Test(
    "lengths are counted in characters, and a password that cannot be hashed is refused with a message",
    arguments: [
      ("short", "Enter at least 8 characters; 5 entered."),
      (String(repeating: "x", count: 601), "Reduce the number of characters: 600 allowed, 601 entered."),
      (String(repeating: "é", count: 256), "Reduce the number of characters: the password is too long to be stored."),
      ("with\u{0}a null", "Enter a password that can be typed on a keyboard."),
    ])
  func lengths(_ password: String, _ message: String) async throws {
    var (test, visitor) = try await started()
    visitor.type("Ada", into: "name")
    visitor.type(password, into: "secret")
    try await visitor.press("Submit")
    #expect(visitor.page.element(id: "secret_error")?.text == "Error: \(message)")
    #expect(try test.submissions(of: "account").isEmpty)
  }

  @Test("white space is part of a password, and all of 511 bytes are hashed")
  func whole() async throws {
    let longest = "  " + String(repeating: "x", count: 508) + "y"
    var (test, visitor) = try await started()
    visitor.type("Ada", into: "name")
    visitor.type(longest, into: "secret")
    try await visitor.press("Submit")
    let value = try test.submissions(of: "account").first?["values"]?["secret"]
    #expect(isHash(value, of: longest))
    #expect(!isHash(value, of: String(longest.dropLast()) + "z"))
  }

  @Test("two passwords are hashed at once, and if too many wait, the next one is refused")
  func bounded() async throws {
    let running = Atomic(0)
    let most = Atomic(0)
    let gate = Gate()
    let hasher = PasswordHasher { password in
      let now = running.add(1, ordering: .relaxed).newValue
      most.max(now, ordering: .relaxed)
      gate.pass()
      running.subtract(1, ordering: .relaxed)
      return .success("hash of \(password)")
    }
    let limit = PasswordHasher.concurrentLimit + PasswordHasher.waitingLimit
    let results = await withTaskGroup(of: Result<[String], PasswordError>.self) { group in
      for number in 0...limit {
        group.addTask {
          do throws(PasswordError) { return .success(try await hasher.hashes(of: ["\(number)"])) } catch {
            return .failure(error)
          }
        }
      }
      // The one beyond the limit is refused while all others wait at the gate.
      let first = await group.next()
      #expect(first == .failure(.busy))
      gate.open()
      var results: [Result<[String], PasswordError>] = []
      for await result in group { results.append(result) }
      return results
    }
    #expect(results.count { if case .success = $0 { true } else { false } } == limit)
    #expect(most.load(ordering: .relaxed) == PasswordHasher.concurrentLimit)
  }
}
