import FormCells
import FormPages
import Support
import Templates
import TestSupport
import Testing

@testable import Answers

/// The pages of the answers in the states that are recorded.
enum AnswersPage: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case home
  case homeEmpty = "home-empty"
  case homeNarrow = "home-german"
  case homeTrouble = "home-trouble"
  case table
  case tableOne = "table-one"
  case tableEmpty = "table-empty"
  case tableFiltered = "table-filtered"
  case tableNothing = "table-nothing"
  case tableMistakes = "table-mistakes"
  case tableBuilding = "table-building"
  case tableDamaged = "table-damaged"
  case tablePages = "table-pages"
  case tableArabic = "table-arabic"
  case tableForeign = "table-foreign"
  case tableLong = "table-long"
  case tableWide = "table-wide"
  case answer
  case answerReplaced = "answer-replaced"
  case answerCorrection = "answer-correction"
  case answerOther = "answer-other-version"
  case answerArabic = "answer-arabic"
  case eraseQuestion = "erase-question"
  case erased
  case erasedByRule = "erased-by-rule"
  case conflict
  case figures
  case figuresArabic = "figures-arabic"
  case figuresEmpty = "figures-empty"
  case signIn = "sign-in"
  case signInRefused = "sign-in-refused"
  case signInIncomplete = "sign-in-incomplete"
  case signInKept = "sign-in-kept"
  case busy
  case unreadable
  case notAllowed = "not-allowed"
  case notFound = "not-found"

  var testDescription: String { rawValue }

  static let root = String(#filePath.split(separator: "/Tests/").first!)

  /// Compiled once for all tests.
  static let pages = Result<AnswersPages, TemplateErrors> { () throws(TemplateErrors) in
    var templates: AnswersTemplates?
    let pages = try Pages(directory: "\(root)/Templates") { templates = AnswersTemplates(&$0) }
    guard let templates else { preconditionFailure("the templates were asked for") }
    return AnswersPages(pages, templates: templates)
  }

  static func context(_ languages: [LanguageTag] = ["en"], user: String? = "ada") throws -> AnswersContext {
    AnswersContext(
      languages: languages, catalogue: try pages.get().words, links: AnswersLinks(), assets: .unhashed,
      viewport: .auto, user: user)
  }

  // MARK: Forms

  static func form(_ definition: String) throws -> Form {
    try FormDefinition.decode(bytes: Array(definition.utf8), path: "form.json", directory: ".")
  }

  static let trip = #"""
    {"id": "trip", "title": "Business Trip", "timeZone": "Europe/Oslo", "sections": [
      {"title": "About You", "cells": [
        {"type": "text", "id": "name", "label": "Name"},
        {"type": "password", "id": "pin", "label": "PIN"},
        {"type": "switch", "id": "abroad", "label": "Abroad"}]},
      {"title": "Journey", "cells": [
        {"type": "radio-group", "id": "class", "label": "Class", "other": {},
          "options": [{"value": "1", "label": "First"}, {"value": "2", "label": "Second"}]},
        {"type": "checkbox-group", "id": "means", "label": "Means", "options": ["Train", "Plane", "Car"]},
        {"type": "currency", "id": "total", "label": "Total", "currency": "EUR"},
        {"type": "number", "id": "distance", "label": "Distance", "unit": "km"},
        {"type": "date-range", "id": "stay", "label": "Stay"},
        {"type": "time", "id": "start", "label": "Start"},
        {"type": "duration", "id": "effort", "label": "Effort"},
        {"type": "date-time", "id": "call", "label": "Call"},
        {"type": "matrix", "id": "service", "label": "Service",
          "rows": [{"id": "speed", "label": "Speed"}, {"id": "care", "label": "Care"}], "options": ["Good", "Poor"]},
        {"type": "attachment", "id": "bills", "label": "Bills", "maximum": 3},
        {"type": "note", "id": "remarks", "label": "Remarks"}]},
      {"container": "repeat", "id": "expenses", "title": "Expenses", "item": "Expense", "cells": [
        {"type": "text", "id": "what", "label": "What"},
        {"type": "currency", "id": "cost", "label": "Cost", "currency": "EUR"}]}]}
    """#

  static let arabic = #"""
    {"id": "visit", "title": "طلب زيارة", "locale": "ar", "timeZone": "Africa/Cairo", "sections": [
      {"title": "الزائر", "cells": [
        {"type": "text", "id": "name", "label": "الاسم"},
        {"type": "radio-group", "id": "day", "label": "اليوم", "options": ["السبت", "الأحد"]},
        {"type": "currency", "id": "fee", "label": "الرسوم", "currency": "EGP"},
        {"type": "date", "id": "date", "label": "التاريخ"}]}]}
    """#

  static let german = #"""
    {"id": "antrag", "title": "Urlaubsantrag", "locale": "de", "timeZone": "Europe/Berlin", "sections": [
      {"cells": [
        {"type": "text", "id": "name", "label": "Name"},
        {"type": "switch", "id": "halb", "label": "Halbtags"},
        {"type": "select", "id": "art", "label": "Art", "options": ["Erholung", "Bildung"]}]}]}
    """#

  static let wide: String = {
    let cells = (1...40).map { #"{"type": "number", "id": "n\#($0)", "label": "Measured value \#($0)"}"# }
    return #"{"id": "wide", "title": "Measurements", "sections": [{"cells": [\#(cells.joined(separator: ", "))]}]}"#
  }()

  // MARK: Submissions

  static let ada = #"""
    {"name": "Ada Lovelace", "pin": {"hash": "$y$j9T$x"}, "abroad": true, "class": "1", "means": ["Train", "Car"],
    "total": {"amount": "1234.50", "currency": "EUR"}, "distance": 12.50,
    "stay": {"from": "2026-01-05", "to": "2026-01-09"}, "start": "09:30", "effort": "PT1H30M",
    "call": "2026-01-31T09:30", "service": {"speed": "Good", "care": null},
    "bills": [{"name": "hotel & taxi.pdf", "type": "application/pdf", "bytes": 48213, "sha256": "\#(digest)"}],
    "remarks": "Two lines:\n  the second one.", "expenses": [
    {"what": "Taxi", "cost": {"amount": "30", "currency": "EUR"}}, {"what": "Hotel", "cost": null}]}
    """#

  static let grace = #"""
    {"name": "Grace <Hopper>", "pin": null, "abroad": false, "class": {"other": "Sleeper"}, "means": [], "total": null,
    "distance": null, "stay": null, "start": null, "effort": null, "call": null, "service": {"speed": null, "care": null},
    "bills": [], "remarks": "", "expenses": []}
    """#

  private static let digest = String(repeating: "0a", count: 32)

  static func id(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  /// - `head`: members to add before the values.
  static func line(_ number: Int, of form: Form, _ values: String, head: String = "") -> [UInt8] {
    let day = number % 28 + 1
    let text =
      #"{"id":"\#(id(number))","form":"\#(form.id)","version":"\#(form.version)","# + head
      + #""submittedAt":"2026-01-\#(day < 10 ? "0" : "")\#(day)T12:00:00.000Z","values":\#(values)}"#
    return Array(text.replacing("\n", with: " ").utf8)
  }

  static func rows(of form: Form, _ values: [String], total: Int? = nil) -> AnswerRows {
    AnswerRows(total: total ?? values.count, lines: values.enumerated().map { line($0 + 1, of: form, $1) })
  }

  // MARK: Pages

  func html() throws -> [UInt8] {
    let pages = try Self.pages.get()
    let context = try Self.context()
    let trip = try Self.form(Self.trip)
    switch self {
    case .home, .homeNarrow:
      let zone = trip.timeZone ?? .utc
      let first = try #require(CalendarDate(parsing: "2026-01-02"))
      var days = [Int](repeating: 2, count: 30)
      days[10] = 9
      let forms = [
        HomeForm(
          trip, summary: AnswerSummary(form: "trip", count: 1204, newest: "2026-01-31T12:00:00.000Z", perDay: days),
          zone: zone,
          firstDay: first),
        HomeForm(
          try Self.form(Self.german),
          summary: AnswerSummary(
            form: "antrag", count: 1, newest: "2026-01-03T08:15:00.000Z", perDay: [1] + days.dropFirst().map { _ in 0 }),
          zone: zone, firstDay: first),
        HomeForm(
          try Self.form(Self.arabic),
          summary: AnswerSummary(form: "visit", count: 0, newest: nil, perDay: days.map { _ in 0 }),
          zone: zone, firstDay: first),
      ]
      return pages.home(forms, in: self == .home ? context : try Self.context(["de"]))
    case .homeTrouble:
      let day = try #require(CalendarDate(parsing: "2026-01-31"))
      return pages.home(
        [
          HomeForm(trip, trouble: .unreadable, on: day),
          HomeForm(try Self.form(Self.german), trouble: .notReady(0.43), on: day),
          HomeForm(
            try Self.form(Self.arabic), isServed: false,
            summary: AnswerSummary(form: "visit", count: 3, newest: "2026-01-03T08:15:00.000Z", perDay: [3]),
            zone: .utc,
            firstDay: day),
          HomeForm(
            nil, isServed: false,
            summary: AnswerSummary(form: "lost", count: 1, newest: "2026-01-03T08:15:00.000Z", perDay: [0]), zone: .utc,
            firstDay: day),
        ],
        in: context)
    case .homeEmpty: return pages.home([], in: context)
    case .table: return try table(Self.trip, [Self.ada, Self.grace])
    case .tableOne: return try table(Self.trip, [Self.ada], "columns=name,total,expenses.cost,service.speed,bills")
    case .tableEmpty: return try table(Self.trip, [])
    case .tableFiltered:
      return try table(
        Self.trip, [Self.ada],
        "q=ada&submitted.from=2026-01-01&f.abroad=true&f.class=1&f.class=&f.total.from=100&f.total.to=2000&"
          + "f.stay.from.from=2026-01-01&f.effort.to=PT2H&sort=-total", total: 37)
    case .tableNothing: return try table(Self.trip, [], "q=nobody", total: 2)
    case .tableMistakes:
      return try table(
        Self.trip, [Self.ada, Self.grace],
        "f.total.from=abc&f.distance.from=9&f.distance.to=3&f.nothing=1&sort=nothing&submitted.to=2026-02-30&typed=1")
    case .tableBuilding: return try table(Self.trip, [Self.ada], total: 4000, progress: 0.43)
    case .tableDamaged:
      let damaged = #"{"id":"\#(Self.id(7))","version":"1","values":{"name":"a","name":"b"}}"#
      let rows = Self.rows(of: trip, [Self.ada])
      let model = TableModel(
        trip, columns: context.columns(of: trip), address: AnswerAddress(),
        rows: AnswerRows(total: 2, lines: rows.lines + [Array(damaged.utf8)]),
        total: 2, progress: nil, zone: trip.timeZone ?? .utc)
      return pages.table(model, in: context)
    case .tablePages:
      return try table(Self.trip, [Self.ada, Self.grace], "page=7", found: 2110, total: 2110)
    case .tableArabic:
      let values =
        #"{"name": "ليلى", "day": "السبت", "fee": {"amount": "150", "currency": "EGP"}, "date": "2026-01-31"}"#
      return try table(Self.arabic, [values, values], "f.fee.from=100&sort=-fee", languages: ["ar-EG"])
    case .tableForeign:
      return try table(Self.german, [#"{"name": "Emmy Noether", "halb": true, "art": "Bildung"}"#], "f.art=Bildung")
    case .tableLong:
      let words = String(repeating: "Pneumonoultramicroscopicsilicovolcanoconiosis ", count: 5)
      return try table(
        Self.trip, [#"{"name": "\#(words)", "class": "gone", "remarks": "\#(words)"}"#], "columns=name,class,remarks")
    case .tableWide:
      let values = (1...40).map { #""n\#($0)": \#($0 * 1000)"# }.joined(separator: ", ")
      let columns = (1...40).map { "n\($0)" }.joined(separator: ",")
      return try table(Self.wide, ["{\(values)}"], "columns=\(columns)")
    case .answer:
      let line = try StoredLine(Self.line(2, of: trip, Self.ada))
      let address = try Self.address("q=ada&at=2", of: trip)
      return pages.answerPage(
        AnswerModel(
          trip, current: trip, line: line, state: .current, address: address,
          neighbours: Self.rows(of: trip, [Self.grace, Self.ada, Self.grace]), zone: trip.timeZone ?? .utc),
        in: context)
    case .answerReplaced:
      let line = try StoredLine(Self.line(2, of: trip, Self.grace))
      return pages.answerPage(
        AnswerModel(
          trip, current: trip, line: line, state: .replaced(by: Self.id(9)), address: AnswerAddress(),
          zone: trip.timeZone ?? .utc),
        in: context)
    case .answerCorrection:
      let line = try StoredLine(
        Self.line(9, of: trip, Self.grace, head: #""replaces":"\#(Self.id(2))","by":"ada","#))
      return pages.answerPage(
        AnswerModel(
          trip, current: trip, line: line, state: .current, address: AnswerAddress(), zone: trip.timeZone ?? .utc),
        in: context)
    case .answerOther:
      let values = #"{"name": "Ada", "class": "3", "stay": "next week", "gone": ["a", {"b": 1}], "total": 12}"#
      let line = try StoredLine(Self.line(2, of: try Self.form(Self.german), values))
      return pages.answerPage(
        AnswerModel(
          nil, current: trip, line: line, state: .current, address: AnswerAddress(), zone: trip.timeZone ?? .utc),
        in: context)
    case .answerArabic:
      let form = try Self.form(Self.arabic)
      let line = try StoredLine(Self.line(2, of: form, #"{"name": "Leila", "day": "السبت", "fee": null}"#))
      return pages.answerPage(
        AnswerModel(form, current: form, line: line, state: .current, address: AnswerAddress(), zone: .utc), in: context
      )
    case .eraseQuestion:
      let line = try StoredLine(Self.line(2, of: trip, Self.ada))
      return pages.eraseQuestion(
        EraseModel(trip, line: line, versions: 2, address: AnswerAddress(), zone: trip.timeZone ?? .utc), in: context)
    case .erased, .erasedByRule:
      let by = self == .erased ? #","by":"ada""# : ""
      let text =
        #"{"id":"\#(Self.id(2))","form":"trip","submittedAt":"2026-01-03T12:00:00.000Z","erasedAt":"2026-01-31T12:00:00.000Z"\#(by)}"#
      return pages.erased(trip, line: try StoredLine(Array(text.utf8)), zone: trip.timeZone ?? .utc, in: context)
    case .conflict:
      let newest = try StoredLine(
        Self.line(9, of: trip, Self.grace, head: #""replaces":"\#(Self.id(2))","by":"grace","#))
      return pages.conflict(trip, with: newest, zone: trip.timeZone ?? .utc, in: context)
    case .figures: return try figures(Self.trip, "f.class=1")
    case .figuresArabic: return try figures(Self.arabic, languages: ["ar"])
    case .figuresEmpty: return try figures(Self.trip, found: 0, total: 0)
    case .signIn: return pages.signIn(SignInModel(target: "/", hasEnded: true), in: try Self.context(user: nil))
    case .signInRefused:
      return pages.signIn(
        SignInModel(name: "ada", problems: [.wrong, .tooMany(seconds: 8)], target: "/forms/trip?q=a"),
        in: try Self.context(user: nil))
    case .signInIncomplete:
      return pages.signIn(
        SignInModel(problems: [.nameMissing, .passwordMissing], target: "/"), in: try Self.context(["de"], user: nil))
    case .signInKept:
      let kept = [
        SignInModel.KeptField(name: "name", value: "Ada “<&>\n Lovelace"), .init(name: "_do", value: "submit"),
      ]
      return pages.signIn(
        SignInModel(target: "/forms/trip/1/correct/forms/trip?draft=1", hasEnded: true, kept: kept),
        in: try Self.context(user: nil))
    case .unreadable: return pages.error(.unreadable, of: trip, in: context)
    case .busy: return pages.error(.busy, of: trip, in: context)
    case .notAllowed: return pages.error(.notAllowed, in: context)
    case .notFound: return pages.error(.notFound, in: context)
    }
  }

  static func address(_ query: String, of form: Form, _ language: LanguageTag = "en") throws -> AnswerAddress {
    let context = try context([language])
    return AnswerAddress(parsing: query, of: context.columns(of: form), context.language.numbers)
  }

  private func table(
    _ definition: String, _ values: [String], _ query: String = "", found: Int? = nil, total: Int? = nil,
    progress: Double? = nil, languages: [LanguageTag] = ["en"]
  ) throws -> [UInt8] {
    let form = try Self.form(definition)
    let context = try Self.context(languages)
    let columns = context.columns(of: form)
    let address = AnswerAddress(parsing: query, of: columns, context.language.numbers)
    let model = TableModel(
      form, columns: columns, address: address, rows: Self.rows(of: form, values, total: found),
      total: total ?? values.count,
      progress: progress, zone: form.timeZone ?? .utc)
    return try Self.pages.get().table(model, in: context)
  }

  private func figures(
    _ definition: String, _ query: String = "", found: Int = 20, total: Int = 24, languages: [LanguageTag] = ["en"]
  ) throws -> [UInt8] {
    let form = try Self.form(definition)
    let context = try Self.context(languages)
    let columns = context.columns(of: form)
    let address = AnswerAddress(parsing: query, of: columns, context.language.numbers)
    let tallies = try Figures.requests(for: columns).map { try Tally.example($0, among: columns, of: found) }
    let model = ResultsModel(
      form, columns: columns, address: address, found: found, total: total, progress: nil, zone: .utc)
    return try Self.pages.get().figures(model, tallies: tallies, in: context)
  }
}
