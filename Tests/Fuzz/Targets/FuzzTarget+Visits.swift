import FormCells
import FormPages
import FormController
import FormSite
import Glibc
import HTTPCore
import Support
import Synchronization

extension FuzzTarget {
  static let visits = [
    FuzzTarget(
      name: "visit",
      invariant:
        "Whatever a visitor posts is answered with a whole page or the way to one, without markup of theirs in it."
    ) { bytes in
      try visit(["", "/cells/kinds", "/cells/one", "/cells/_1", "/cells/inner"].map { "/forms/fuzz" + $0 }, bytes)
    },
    FuzzTarget(
      name: "visit-steps",
      invariant: "The same of a form of several pages, whichever of them is posted, and in whatever order."
    ) { bytes in
      try visit(
        ["", "?step=2", "?step=3", "?step=review", "/cells/towns", "/cells/_3"].map { "/forms/steps" + $0 }, bytes)
    },
  ]

  /// A visitor's posts, one a line. The first byte of a line chooses the page that is posted.
  private static func visit(_ paths: [String], _ bytes: [UInt8]) throws {
    var cookie: String?
    var sent = 0
    for line in bytes.split(separator: 0x0A, maxSplits: 8) {
      sent += line.count
      let path = paths[Int(line.first ?? 0) % paths.count]
      var response = answer(to: request(.post, path, Array(line.dropFirst()), cookie))
      try check(response, sent)
      cookie = response.fields[.setCookie].map { String($0.prefix { $0 != ";" }) } ?? cookie
      var steps = 0
      while response.status == .seeOther, let place = response.fields[.location] {
        steps += 1
        try expect(steps < 5, "led on and on, to \(place)")
        response = answer(to: request(.get, String(place.prefix { $0 != "#" }), [], cookie))
        try check(response, sent)
      }
    }
  }

  static func request(_ method: Method, _ target: String, _ body: [UInt8], _ cookie: String?) -> Request {
    var fields: Fields = [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en"]
    if let cookie { fields[.cookie] = cookie }
    let parts = target.split(separator: "?", maxSplits: 1)
    return Request(
      method: method, path: String(parts.first ?? "/"), query: parts.dropFirst().first.map(String.init), fields: fields,
      body: body, host: "localhost")
  }

  private static func check(_ response: Response, _ sent: Int) throws {
    let allowed: [Status] = [
      .ok, .noContent, .seeOther, .badRequest, .notFound, .contentTooLarge, .unprocessableContent,
    ]
    try expect(allowed.contains(response.status), "answered with \(response.status)")
    if [.seeOther, .noContent].contains(response.status) { return }
    try expect(isWhole(response.body), "the page breaks off")
    try expect(response.body.count <= 64 << 10 + 64 * sent, "\(response.body.count) bytes for \(sent)")
    try expect(!response.body.holds("<fuzz"), "an entry became markup")
  }

  static func answer(to request: Request) -> Response {
    let answered = DispatchedAnswer()
    Task(executorPreference: InPlace()) { answered.set(await site.respond(to: request)) }
    return answered.wait()
  }

  /// A form with every kind of cell, and one of several pages.
  static let everyKind = form(definition)
  static let steps = form(definitionOfSteps)

  /// The form of a definition that must have no mistakes.
  static func form(_ definition: String) -> Form {
    do {
      return try FormDefinition.decode(bytes: Array(definition.utf8), path: "fuzz.json", directory: "")
    } catch { fatalError("\(error)") }
  }

  static let site: Site = {
    do {
      let counter = Atomic<UInt64>(0)
      return try Site(
        forms: [everyKind, steps], pages: pages, publicDirectory: root + "/Public", submissions: Forgetful(),
        configuration: Site.Configuration(sessionLimit: 64),
        environment: Environment(
          now: { Timestamp(seconds: 1_769_860_800) }, uptime: { 0 },
          random: { (counter.add(1, ordering: .relaxed).newValue, 7) }))
    } catch { fatalError("\(error)") }
  }()

  /// Three steps: the second is visible only for some answers to the first, and the third has a modal section.
  private static let definitionOfSteps = """
    { "id": "steps", "title": "Steps", "review": true, "sections": [
      { "container": "step", "title": "One", "cells": [
        { "id": "name", "type": "text", "label": "Name", "required": true },
        { "id": "abroad", "type": "switch", "label": "Abroad" }] },
      { "container": "step", "title": "Two", "cells": [
        { "id": "visa", "type": "text", "label": "Visa", "visibleWhen": { "cell": "abroad", "equals": true } },
        { "id": "pin", "type": "password", "label": "PIN", "visibleWhen": { "cell": "abroad", "equals": true } }] },
      { "container": "step", "title": "Three", "cells": [
        { "id": "towns", "type": "list-picker", "label": "Towns", "selection": "multiple", "options": ["a", "b"] }] },
      { "container": "modal", "label": "More", "cells": [{ "id": "bags", "type": "number", "label": "Bags" }] }
    ] }
    """

  /// Every kind of cell, outside and inside a modal section.
  private static let definition = """
    { "id": "fuzz", "title": "Fuzz", "sections": [
      { "cells": [
        { "id": "text", "type": "text", "label": "Text", "maxLength": 10, "pattern": "[a-z]*" },
        { "id": "sum", "type": "currency", "label": "Sum", "currency": "EUR", "minimum": 1, "maximum": 1000 },
        { "id": "note", "type": "note", "label": "Note", "maxLength": 20, "visibleWhen": { "cell": "flag", "equals": true } },
        { "id": "secret", "type": "password", "label": "Secret", "minLength": 3 },
        { "id": "flag", "type": "switch", "label": "Flag" },
        { "id": "radio", "type": "radio-group", "label": "Radio", "options": ["a", "b"] },
        { "id": "day", "type": "date", "label": "Day", "minimum": "today" },
        { "id": "hour", "type": "time", "label": "Hour", "step": 15 },
        { "id": "count", "type": "number", "label": "Count", "minimum": 0.5, "maximum": 99, "step": 0.5, "decimals": 2 },
        { "id": "kinds", "type": "list-picker", "label": "Kinds", "selection": "multiple", "minimum": 1, "maximum": 3,
          "options": ["a", "b", "c", { "value": "d", "label": "D", "disabled": true }, "<e>", "f g"] },
        { "id": "one", "type": "select", "label": "One", "options": ["a", "b"] },
        { "id": "order", "type": "order-picker", "label": "Order",
          "criteria": [{ "id": "x", "label": "X" }, { "id": "y", "label": "Y" }] }
      ] },
      { "container": "modal", "label": "More", "cells": [
        { "id": "inner", "type": "list-picker", "label": "Inner", "options": ["a", "b"] },
        { "id": "words", "type": "text", "label": "Words", "requiredWhen": { "cell": "inner", "filled": true } }
      ] }
    ] }
    """
}

/// Accepts every submission and stores none.
private struct Forgetful: SubmissionSink {
  let failure: String? = nil
  func store(_ submission: SubmissionRecord) async throws(SubmissionError) {}
  func time(of id: String, in form: String) async throws(SubmissionError) -> String? { nil }
}

/// Runs a task on the thread that starts it, or on the one that completes what it waits for. The threads of the pool may
/// all be blocked here.
private final class InPlace: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) { UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor()) }
}

/// A response that a thread waits for and that another thread may set.
private final class DispatchedAnswer: @unchecked Sendable {
  private var semaphore = sem_t()
  private var response: Response?

  init() { sem_init(&semaphore, 0, 0) }

  func set(_ response: Response) {
    self.response = response
    sem_post(&semaphore)
  }

  func wait() -> Response {
    while sem_wait(&semaphore) != 0 {}
    return response ?? Response(status: .internalServerError)
  }
}
