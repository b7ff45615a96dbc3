import FormCells
import FormCellsTesting
import HTTPCore
import Support
import Testing

@testable import FormSite

@Suite("A host's check of submissions")
struct SubmissionCheckTests {
  @Test("the host's message shows at its cell and in the summary until the cell is changed")
  func message() async throws {
    let check = HostCheck(["email": "Already <b>registered</b>.\n Sign in."])
    let test = try TestSite(CheckedForms.account, check)
    var ada = await test.account()
    ada.type("s3cret", into: "secret")
    try await ada.press("Submit")
    #expect(ada.status == .unprocessableContent)
    #expect(ada.message(at: "email")?.contains("Already <b>registered</b>. Sign in.") == true)
    #expect(ada.summary == ["#email E-mail: Already <b>registered</b>. Sign in."])
    #expect(ada.page.title.hasPrefix("Error"))
    #expect(try test.submissions(of: "account").isEmpty)
    // The host was not asked again: the message stays, even if other cells are changed.
    ada.type("Ada", into: "name")
    try await ada.save()
    #expect(ada.message(at: "email") != nil && ada.summary.count == 1)
    ada.type("ben@example.org", into: "email")
    try await ada.save()
    #expect(ada.message(at: "email") == nil && ada.summary.isEmpty)
    check.say([:])
    try await ada.press("Submit")
    #expect(ada.path.contains("receipt="))
    let sent = try #require(try test.submissions(of: "account").first?["values"])
    #expect(sent["email"] == "ben@example.org" && sent["name"] == "Ada")
    #expect(check.calls.count == 2)
  }

  @Test("the check gets the values and who sent them, but of a password only whether there is one")
  func context() async throws {
    let check = HostCheck()
    let test = try TestSite(CheckedForms.account, check)
    var ada = Visitor(test.site, as: VisitorContext(identity: "ada"))
    ada.acceptLanguage = "de"
    await ada.open("/forms/account")
    ada.type("ada@example.org", into: "email")
    ada.type("s3cret", into: "secret")
    try await ada.press("Absenden")
    let call = try #require(check.calls.first)
    #expect(
      call.values == ["email": "ada@example.org", "name": "", "more": false, "secret": true])
    let id = try #require(try test.submissions(of: "account").first?["id"])
    #expect(JSONValue.string(call.context.id) == id)
    #expect(call.context.form == "account" && call.context.visitor?.identity == "ada")
    #expect(
      !call.context.isOfProgram && call.context.language == "de"
        && call.context.version == test.site.snapshot.form("account")?.version)
  }

  @Test("the check is not asked about a form with problems, and its messages stay beside the form's")
  func ownFirst() async throws {
    let check = HostCheck(["name": "Too short a name."])
    let test = try TestSite(CheckedForms.account, check)
    var ada = await test.account(email: "")
    try await ada.press("Submit")
    #expect(ada.status == .unprocessableContent && check.calls.isEmpty)
    ada.type("ada@example.org", into: "email")
    try await ada.press("Submit")
    #expect(ada.summary == ["#name Name: Too short a name."])
    ada.type("", into: "email")
    try await ada.press("Submit")
    #expect(ada.summary.count == 2 && ada.message(at: "name") != nil && check.calls.count == 1)
  }

  @Test("the check is asked again when the same answers are sent again")
  func again() async throws {
    let check = HostCheck(["email": "Already registered."])
    let test = try TestSite(CheckedForms.account, check)
    var ada = await test.account()
    try await ada.press("Submit")
    try await ada.press("Submit")
    #expect(ada.status == .unprocessableContent && ada.message(at: "email") != nil && check.calls.count == 2)
    check.say(["email": " \n"])
    try await ada.press("Submit")
    #expect(ada.path.contains("receipt="), "a message without text is none")
  }

  @Test("messages for unknown or hidden cells show at the form and are reported to the host")
  func withoutPlace() async throws {
    let failures = Failures()
    let check = HostCheck([
      .form: "Closed today.", "emial": "Unknown.", "company": "Hidden.", "expenses[0].what": "No entry.",
    ])
    let test = try TestSite([CheckedForms.account], check: check.asked, onFailure: { failures.add($0) })
    var ada = await test.account()
    try await ada.press("Submit")
    #expect(ada.status == .unprocessableContent)
    #expect(ada.summary == ["Closed today.", "Hidden.", "Unknown.", "No entry."])
    #expect(
      failures.texts == [
        "check: form account: error: a message at “company”: it is hidden",
        "check: form account: error: a message at “emial”: the form has no cell “emial”; did you mean “email”?",
        "check: form account: error: a message at “expenses[0].what”: the form has no cell “expenses[0].what”",
      ])
    // These messages are about the form as a whole, so any change removes them.
    ada.type("Ada", into: "name")
    try await ada.save()
    #expect(ada.summary.isEmpty)
  }

  @Test("long messages are cut, and only the first ones at the form are shown")
  func limits() async throws {
    let failures = Failures()
    var messages: [CellID: String] = ["email": String(repeating: "é", count: 600)]
    for number in 100..<160 { messages[CellID("x\(number)")] = "Message \(number)." }
    let check = HostCheck(messages)
    let test = try TestSite([CheckedForms.account], check: check.asked, onFailure: { failures.add($0) })
    var ada = await test.account()
    try await ada.press("Submit")
    #expect(ada.message(at: "email")?.hasSuffix(String(repeating: "é", count: 499) + "…") == true)
    #expect(ada.summary.count == 51 && ada.summary.contains("Message 149.") && !ada.summary.contains("Message 150."))
    #expect(failures.texts.count == 70)
  }

  @Test("messages are kept with the session, also in a remote store")
  func remoteSession() async throws {
    let check = HostCheck(["email": "Already registered.", .form: "Closed today."])
    let test = try TestSite([CheckedForms.account], remoteSessions: DictionarySessions(), check: check.asked)
    var ada = await test.account()
    try await ada.press("Submit")
    await ada.open("/forms/account")
    #expect(ada.summary == ["Closed today.", "#email E-mail: Already registered."])
  }

  // MARK: Pages

  @Test("with steps and a review, the check is asked at the end, and leads back to the page with the cell")
  func steps() async throws {
    let check = HostCheck(["email": "Already registered."])
    let test = try TestSite(CheckedForms.steps, check)
    var ada = Visitor(test.site)
    await ada.open("/forms/steps")
    ada.type("ada@example.org", into: "email")
    try await ada.press("Continue")
    try await ada.press("Continue")
    #expect(check.calls.isEmpty && ada.place.contains("review"))
    try await ada.press("Submit")
    #expect(ada.status == .unprocessableContent && ada.summary == ["#email E-mail: Already registered."])
    #expect(ada.page.element(id: "email")?["value"] == "ada@example.org")
    // It can be changed there, and "Continue" leads back to the review.
    ada.type("ben@example.org", into: "email")
    check.say([:])
    try await ada.press("Continue")
    #expect(ada.status == .ok && ada.place.contains("review") && ada.summary.isEmpty)
    try await ada.press("Submit")
    #expect(ada.path.contains("receipt="))
  }

  @Test("a message about the form shows on the review, and the same answers can be sent from there again")
  func review() async throws {
    let check = HostCheck([.form: "Closed today."])
    let test = try TestSite(CheckedForms.steps, check)
    var ada = Visitor(test.site)
    await ada.open("/forms/steps")
    try await ada.press("Continue")
    try await ada.press("Continue")
    try await ada.press("Submit")
    #expect(ada.status == .unprocessableContent && ada.summary == ["Closed today."])
    #expect(ada.page.title.hasPrefix("Error"))
    check.say([:])
    try await ada.press("Submit")
    #expect(ada.path.contains("receipt="))
  }

  @Test("an entry's message shows in its row and its view, and at no other entry")
  func entries() async throws {
    let check = HostCheck()
    let test = try TestSite(CheckedForms.expenses, check)
    var ada = Visitor(test.site)
    await ada.open("/forms/expenses-report")
    for what in ["Taxi", "Hotel", "Train"] { try await ada.add(expense: what) }
    check.say([CellID("amount", inEntry: 1, of: "expenses"): "Missing receipt.", "expenses": "Too many taxis."])
    try await ada.press("Submit")
    #expect(check.calls.last?.values["expenses"] != nil)
    #expect(ada.status == .unprocessableContent)
    #expect(
      ada.summary == ["#_0 Expenses: Too many taxis.", "#_2 Expense 2: Amount: Missing receipt."])
    // The entry before it is removed, so it is the first one now.
    try await ada.press(beginning: "Remove Expense 1")
    #expect(ada.summary == ["#_2 Expense 1: Amount: Missing receipt."])
    try await ada.press(beginning: "Change Expense 1")
    #expect(ada.message(at: "expenses_2_amount")?.contains("Missing receipt.") == true)
    ada.type("12", into: "expenses_2_amount")
    try await ada.press("Apply")
    #expect(ada.summary.isEmpty)
  }

  // MARK: Programs

  @Test("a program gets the host's messages like the form's own: 422 with the path of each cell")
  func program() async throws {
    let check = HostCheck([
      "expenses[1].amount": "Missing receipt.", "expenses": "Too many.", .form: "Closed today.", "nothing": "Lost?",
    ])
    let test = try TestSite(CheckedForms.expenses, check)
    let json = #"{"values":{"expenses":[{"what":"Taxi"},{"what":"Hotel","amount":12.50}]}}"#
    let (status, answer) = try await test.send(json, to: "expenses-report")
    #expect(status == .unprocessableContent)
    #expect(
      answer == [
        "errors": [
          ["cell": nil, "message": "Closed today."], ["cell": nil, "message": "Lost?"],
          ["cell": "expenses", "message": "Too many."],
          ["cell": "expenses[1].amount", "message": "Missing receipt."],
        ]
      ])
    let call = try #require(check.calls.first)
    #expect(call.context.isOfProgram)
    #expect(
      call.values == [
        "expenses": [["what": "Taxi", "amount": nil], ["what": "Hotel", "amount": .number("12.50")]]
      ])
    #expect(try test.submissions(of: "expenses-report").isEmpty)
  }

  @Test("a submission that is already recorded is not checked again, and a program that repeats it gets 201")
  func recorded() async throws {
    let check = HostCheck()
    let test = try TestSite(CheckedForms.account, check)
    let json = #"{"values":{"email":"ada@example.org"}}"#
    #expect(try await test.send(json, to: "account", key: "one").status == .created)
    check.say(["email": "Already registered."])
    #expect(try await test.send(json, to: "account", key: "one").status == .created)
    #expect(try await test.send(json, to: "account", key: "two").status == .unprocessableContent)
    #expect(try test.submissions(of: "account").count == 1)
  }

  @Test("messages stay with their entries when entries are moved, added or removed")
  func movedEntries() async throws {
    let check = HostCheck([CellID("what", inEntry: 0, of: "expenses"): "No taxis."])
    let test = try TestSite(CheckedForms.expenses, check)
    var ada = Visitor(test.site)
    await ada.open("/forms/expenses-report")
    try await ada.add(expense: "Taxi")
    try await ada.add(expense: "Hotel")
    try await ada.press("Submit")
    #expect(ada.summary == ["#_1 Expense 1: What: No taxis."])
    try await ada.press(beginning: "Move Expense 1 down")
    #expect(ada.summary == ["#_1 Expense 2: What: No taxis."])
    try await ada.add(expense: "Train")
    #expect(ada.summary == ["#_1 Expense 2: What: No taxis."])
    try await ada.press(beginning: "Remove Expense 2")
    #expect(ada.summary.isEmpty)
    try await ada.press("Undo")
    #expect(ada.summary == ["#_1 Expense 2: What: No taxis."])
    check.say([:])
    try await ada.press("Submit")
    #expect(ada.path.contains("receipt="))
  }

  @Test("cells of every kind can show a message, also those that cannot be changed")
  func kinds() async throws {
    let ids = ["text", "locked", "off", "sum", "day", "range", "one", "many", "order", "grid", "switch", "inside"]
    let messages = Dictionary(uniqueKeysWithValues: ids.map { (CellID($0), "Not \($0).") })
    let check = HostCheck(messages.merging(["words": "Not words.", "rows": "Not rows."]) { $1 })
    let failures = Failures()
    let test = try TestSite([CheckedForms.kinds], check: check.asked, onFailure: { failures.add($0) })
    var ada = Visitor(test.site)
    await ada.open("/forms/kinds")
    try await ada.press("Submit")
    #expect(ada.status == .unprocessableContent && ada.summary.count == ids.count + 2)
    #expect(Array(ada.summary.prefix(2)) == ["Not rows.", "Not words."])
    #expect(failures.texts.count == 2 && failures.texts.allSatisfy { $0.contains("it is hidden") })
    for id in ids.dropLast() { #expect(ada.message(at: id)?.contains("Not \(id).") == true, "\(id)") }
    try await ada.press(beginning: "Inner")
    #expect(ada.message(at: "inside")?.contains("Not inside.") == true)
  }
}
