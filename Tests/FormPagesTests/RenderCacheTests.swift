import FormCells
@testable import FormPages
import Gallery
import Localization
import Support
import Templates
import TestSupport
import Testing

/// A page has the same bytes whether its cells are rendered or copied from the cache, whoever opened the form before.
@Suite("Render cache")
struct RenderCacheTests {
  private static let definition = """
    { "id": "all", "title": "All", "sections": [{ "cells": [
      { "id": "switch", "type": "switch", "label": "Switch", "messages": { "success": "On." }, "onLabel": "On" },
      { "id": "line", "type": "text", "label": "Line", "maxLength": 4, "helper": "Help <me>.", "overflow": "stop",
        "messages": { "success": "Good." }, "requiredWhen": { "cell": "switch", "equals": true } },
      { "id": "mail", "type": "text", "label": "Mail", "format": "email", "placeholder": "a@b", "maxLength": 9,
        "readOnlyWhen": { "cell": "switch", "equals": true } },
      { "id": "count", "type": "text", "label": "Count", "format": "integer", "minimum": 0, "scan": true },
      { "id": "note", "type": "note", "label": "Note", "maxLength": 5, "helper": "Long.", "helperOnError": "keep" },
      { "id": "secret", "type": "password", "label": "Secret", "minLength": 3, "placeholder": "none" },
      { "id": "sum", "type": "currency", "label": "Sum", "currency": "EUR", "maximum": 100 },
      { "id": "day", "type": "date", "label": "Day", "maximum": "today", "required": true },
      { "id": "radio", "type": "radio-group", "label": "Radio", "options": ["A", "B"], "required": true },
      { "id": "pick", "type": "list-picker", "label": "Pick", "selection": "multiple", "maximum": 1, "required": true,
        "options": ["A", "B", "C"], "messages": { "success": "Picked." } },
      { "id": "choose", "type": "select", "label": "Choose", "options": ["A", "B"], "helper": "One." },
      { "id": "order", "type": "order-picker", "label": "Order", "minimum": 1,
        "criteria": [{ "id": "a", "label": "A" }, { "id": "b", "label": "B" }],
        "visibleWhen": { "cell": "switch", "equals": false } }
    ] }] }
    """

  private static func presentation(of form: Form) throws -> FormPresentation {
    let links = FormLinks(to: form, home: "/", form: "/f", assets: .unhashed, view: { "/f/\($0)" })
    return FormPresentation(form, languages: ["en"], words: try FixturePage.pages.get().words.english, links: links)
  }

  /// A random value that a visitor could have entered into the cell.
  private static func value(
    of cell: Cell, _ generator: inout some RandomNumberGenerator
  ) -> CellValue {
    switch cell.initial {
    case .text:
      let texts = [
        "", " ", "a", "abcd", "too long", "a@b.de", "12", "-3", "1.5", "999", "2026-01-30", "2027-01-01", "<&>\"é",
      ]
      return .text(texts.randomElement(using: &generator) ?? "")
    case .flag: return .flag(Bool.random(using: &generator))
    case .selection(let selection):
      let values = ["A", "B", "C", "gone"].shuffled(using: &generator).prefix(Int.random(in: 0...3, using: &generator))
      return .selection(Selection(values: values, in: selection.table))
    case .order(let order):
      return .order(
        order.shuffled(using: &generator).map {
          OrderedCriterion(id: $0.id, isSelected: Bool.random(using: &generator), direction: .descending)
        })
    }
  }

  @Test("each page of the gallery is the same with the cache empty, full, and filled by another visitor")
  func gallery() throws {
    let pages = try FixturePage.pages.get()
    let cache = pages.cache
    for fixture in CellFixture.all {
      let state = try fixture.state(of: fixture.form(), today: FixturePage.today)
      let form = state.formState.form
      let presentation = try FixturePage.presentation(of: form)
      var other = FormState(form: form)
      other.reduce(.submit(today: FixturePage.today))
      func page(_ formState: FormState, _ suffix: String, _ viewport: ViewportClass = .compact) -> [UInt8] {
        var request = PageRequest(viewport: viewport, today: FixturePage.today)
        request.linkSuffix = suffix
        return pages.page(of: formState, overlay: state.open, in: presentation, request)
      }
      cache.removeAll()
      let cold = page(state.formState, "")
      #expect(page(state.formState, "") == cold, "\(fixture.slug), warm")
      #expect(page(state.formState, "") == cold, "\(fixture.slug), as a whole")
      let others = [page(other, "?draft=b"), page(other, ""), page(state.formState, "?draft=b")]
      #expect(page(state.formState, "") == cold, "\(fixture.slug), behind another visitor's pages")
      #expect(
        [page(other, "?draft=b"), page(other, ""), page(state.formState, "?draft=b")] == others, "\(fixture.slug)")
      #expect(page(state.formState, "?draft=b") == others[2], "\(fixture.slug), as a whole")
      // The HTML of a cell does not depend on the width of the window.
      #expect(page(state.formState, "", .expanded).count > 0)
      #expect(page(state.formState, "") == cold, "\(fixture.slug), in a wider window between")
    }
  }

  @Test("a page that all visitors share contains each visitor's own id")
  func ids() throws {
    let form = try FormDefinition.decode(bytes: Array(Self.definition.utf8), path: "all.json", directory: "/")
    let presentation = try Self.presentation(of: form)
    let pages = try FixturePage.pages.get()
    let ids = (1...4).map { Token(($0, 0xFEDC_BA98_7654_3210)) }
    let request = PageRequest(today: FixturePage.today)
    let shown = ids.map { pages.page(of: FormState(form: form, id: $0), in: presentation, request) }
    let compressed = ids.map {
      pages.page(
        of: FormState(form: form, id: $0), overlay: nil, in: presentation, request, displayState: nil, asGzip: true)
    }
    #expect(compressed.allSatisfy { $0.isGzip })
    #expect(compressed.map { ReferenceGzip.decode($0.bytes) } == shown)
    for (id, page) in zip(ids, shown) {
      let alone = pages.page(of: FormState(form: form, id: id), in: try Self.presentation(of: form), request)
      #expect(page == alone)
      #expect(page.firstRange(of: id.text.utf8) != nil)
    }
  }

  @Test("a page does not depend on other requests for the same form")
  func requests() throws {
    let form = try FormDefinition.decode(bytes: Array(Self.definition.utf8), path: "all.json", directory: "/")
    let presentation = try Self.presentation(of: form)
    let pages = try FixturePage.pages.get()
    let changes: [(inout PageRequest) -> Void] = [
      { _ in }, { $0.viewport = .expanded }, { $0.today = CalendarDate(parsing: "2026-12-31")! },
      { $0.notice = [TextPiece("Saved.")] }, { $0.focusesProblems = true },
      { $0.refusals = [PageRequest.Refusal(cell: 3, message: "No code.")] }, { $0.unfinished = 2 },
      { $0.linkSuffix = "?draft=b" }, { $0.isGone = true }, { $0.prefill = "a" }, { $0.seal = "1.a" },
      { $0.seal = "1.b" }, { $0.doubt = .unknownPage }, { $0.offersSaving = true }, { $0.change = "c" },
      { $0.saved = "d" }, { $0.invitation = "e" }, { $0.closing = "Until May." }, { $0.isNew = true },
      { $0.isFirst = true },
    ]
    var entered = FormState(form: form)
    entered.reduce(.enter(cell: 1, .text("abcd")))
    var refused = entered
    refused.reduce(.submit(today: FixturePage.today))
    var opened = entered
    opened.reduce(.open(.cell(9)))
    var searched = opened
    searched.reduce(.pick(cell: 9, .search("b")))
    for _ in 0..<3 {
      for (formState, view) in [
        (FormState(form: form), nil), (entered, nil), (refused, nil), (opened, Overlay.cell(9)), (searched, .cell(9)),
      ] {
        for (number, change) in changes.enumerated() {
          var request = PageRequest(today: FixturePage.today, linkSuffix: "?draft=a")
          change(&request)
          let page = pages.page(of: formState, overlay: view, in: presentation, request)
          let alone = pages.page(of: formState, overlay: view, in: try Self.presentation(of: form), request)
          #expect(page == alone, "\(number)")
        }
      }
    }
  }

  @Test("a cached page shows the answers of its own form state in its texts")
  func answersInTexts() throws {
    let definition = """
      { "id": "told", "title": "Told", "sections": [{ "title": "Of {answer:name}", "cells": [
        { "id": "name", "type": "text", "label": "Name", "prefill": true },
        { "id": "pick", "type": "list-picker", "label": "For {answer:name}", "options": ["A", "B"] },
        { "id": "line", "type": "text", "label": "Line", "maxLength": 3, "helper": "{answer:pick}" } ] }] }
      """
    let form = try FormDefinition.decode(bytes: Array(definition.utf8), path: "told.json", directory: "/")
    let presentation = try Self.presentation(of: form)
    let pages = try FixturePage.pages.get()
    for _ in 0..<3 {
      for name in ["", "Ada", "<b>", "Bob"] {
        for option in ["A", "B"] {
          var formState = FormState(form: form)
          formState.reduce(.enter(cell: 0, .text(name)))
          formState.reduce(
            .enter(cell: 1, .selection(Selection(values: [option], in: form.cells[1].optionSource!.current))))
          formState.reduce(.enter(cell: 2, .text("long")))
          for suffix in ["?draft=a", ""] {
            let request = PageRequest(today: FixturePage.today, linkSuffix: suffix)
            for view in [nil, Overlay.cell(1)] {
              let page = pages.page(of: formState, overlay: view, in: presentation, request)
              let alone = pages.page(of: formState, overlay: view, in: try Self.presentation(of: form), request)
              #expect(page == alone, "\(name), \(option)")
            }
          }
        }
      }
    }
  }

  @Test("rows from the cache are the same, whatever was chosen, shown or searched in between")
  func rows() throws {
    let folder = SourceFolder()
    let names = (0..<3000).map { "\($0),Pump \($0) <&>\"\"" }
    folder.write("pumps.csv", "id,name\n" + names.map { $0.replacing("\"\"", with: "") }.joined(separator: "\n") + "\n")
    let definition = """
      { "id": "rows", "title": "Rows", "sections": [{ "cells": [
        { "id": "pumps", "type": "list-picker", "label": "Pumps", "selection": "multiple",
          "source": { "file": "pumps.csv", "value": "id", "label": "name" } }] }] }
      """
    let form = try FormDefinition.decode(bytes: Array(definition.utf8), path: "rows.json", directory: folder.path)
    let presentation = try Self.presentation(of: form)
    let pages = try FixturePage.pages.get()
    var generator = Numbers(state: 3)
    var formState = FormState(form: form)
    for round in 0..<60 {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: formState.reduce(.pick(cell: 0, .showMore))
      case 1: formState.reduce(.pick(cell: 0, .search(["", "1", "pump 2"].randomElement(using: &generator) ?? "")))
      default:
        let values = (0..<4).map { _ in "\(Int.random(in: 0..<200, using: &generator))" }
        formState.reduce(
          .enter(cell: 0, .selection(Selection(values: values, in: form.cells[0].optionSource!.current))))
      }
      let request = PageRequest(today: FixturePage.today)
      let warm = pages.page(of: formState, overlay: .cell(0), in: presentation, request)
      let cold = pages.page(of: formState, overlay: .cell(0), in: try Self.presentation(of: form), request)
      #expect(warm == cold, "round \(round)")
    }
  }

  private static func key(_ cell: Int) -> RenderCache.Key {
    var hasher = Hasher()
    hasher.combine(cell)
    return RenderCache.Key(hasher)
  }

  /// Whether the cache holds the cell; if not, this renders it, with 800 bytes.
  private static func isHeld(_ cell: Int, in cache: RenderCache) -> Bool {
    var isHeld = true
    _ = cache.views(Self.key(cell)) {
      isHeld = false
      return RenderedViews([.verbatim(Array(repeating: 0x61, count: 800))], linking: nil)
    }
    return isHeld
  }

  @Test("entries that are used stay in the cache, and others are removed when it exceeds its limit")
  func limit() {
    let cache = RenderCache(byteLimit: 10_000)
    #expect(!Self.isHeld(0, in: cache))
    for cell in 1..<100 {
      #expect(!Self.isHeld(cell, in: cache))
      #expect(Self.isHeld(0, in: cache), "used \(cell) times")
    }
    #expect(Self.isHeld(99, in: cache))
    #expect(!Self.isHeld(1, in: cache))
  }

  @Test("a presentation made for one request leaves nothing in the cache and gives the same page")
  func oneRequest() throws {
    let form = try FormDefinition.decode(bytes: Array(Self.definition.utf8), path: "all.json", directory: "/")
    let links = FormLinks(to: form, home: "/", form: "/f", assets: .unhashed, view: { "/f/\($0)" })
    let pages = try Pages(directory: "\(FixturePage.root)/Templates")
    let request = PageRequest(today: FixturePage.today)
    func page(isKept: Bool) -> [UInt8] {
      let presentation = FormPresentation(
        form, languages: ["en"], words: pages.words.english, links: links, isKept: isKept)
      return pages.page(of: FormState(form: form), in: presentation, request)
    }
    let alone = page(isKept: false)
    #expect(pages.cache.isEmpty)
    #expect(page(isKept: true) == alone)
    #expect(!pages.cache.isEmpty)
  }

  @Test("the counted size of an entry is close to the size of its HTML", arguments: [0, 1, 800, 20_000, 300_000])
  func memory(_ count: Int) {
    let views = RenderedViews([.verbatim(Array(repeating: 0x61, count: count))], linking: nil)
    #expect(views.byteCount >= count && views.byteCount <= count + 64, "\(views.byteCount)")
  }

  @Test("an entry that is not used is removed after some time")
  func age() {
    let cache = RenderCache()
    #expect(!Self.isHeld(0, in: cache) && !Self.isHeld(1, in: cache))
    for second in 0...RenderCache.unusedSeconds {
      cache.dropUnused(at: second)
      #expect(Self.isHeld(0, in: cache))
    }
    cache.dropUnused(at: 2 * RenderCache.unusedSeconds)
    #expect(Self.isHeld(0, in: cache))
    #expect(!Self.isHeld(1, in: cache))
  }

  @Test("a page does not depend on what other visitors were shown")
  func independent() throws {
    let form = try FormDefinition.decode(bytes: Array(Self.definition.utf8), path: "all.json", directory: "/")
    let shared = try Self.presentation(of: form)
    let today = CalendarDate(parsing: "2026-01-31")!
    let pages = try FixturePage.pages.get()
    var generator = Numbers(state: 7)
    for round in 0..<150 {
      var formState = FormState(form: form)
      for cell in form.cells where Bool.random(using: &generator) {
        formState.reduce(.enter(cell: cell.index, Self.value(of: cell, &generator)))
      }
      if Bool.random(using: &generator) { formState.reduce(.submit(today: today)) }
      let request = PageRequest(viewport: .compact, today: today)
      let page = pages.page(of: formState, in: shared, request)
      let alone = pages.page(of: formState, in: try Self.presentation(of: form), request)
      #expect(String(decoding: page, as: UTF8.self) == String(decoding: alone, as: UTF8.self), "round \(round)")
    }
  }

  @Test("a draft's page does not depend on what its earlier pages showed")
  func goingOn() throws {
    let form = try FormDefinition.decode(bytes: Array(Self.definition.utf8), path: "all.json", directory: "/")
    let shared = try Self.presentation(of: form)
    let days = [CalendarDate(parsing: "2026-01-31")!, CalendarDate(parsing: "2026-02-01")!]
    let pages = try FixturePage.pages.get()
    var generator = Numbers(state: 11)
    var formState = FormState(form: form)
    var displayState = shared.initialDisplayState
    for round in 0..<200 {
      let before = formState
      for cell in form.cells where Int.random(in: 0..<8, using: &generator) == 0 {
        formState.reduce(.enter(cell: cell.index, Self.value(of: cell, &generator)))
      }
      if round == 150 { formState.reduce(.submit(today: days[0])) }
      var request = PageRequest(today: days.randomElement(using: &generator) ?? days[0])
      let isCurrent = displayState.isCurrent(for: formState, in: shared, today: request.today)
      if formState.values != before.values || round == 150 || !isCurrent {
        displayState.follow(formState, from: StateFingerprint(of: before), in: shared, today: request.today)
      }
      request.linkSuffix = ["", "?draft=a"].randomElement(using: &generator) ?? ""
      let alone = pages.page(of: formState, in: try Self.presentation(of: form), request)
      // Some pages in between have a refusal.
      for turn in 0..<4 {
        let isRefused = turn == 2 && round.isMultiple(of: 3)
        if isRefused { request.refusals = [PageRequest.Refusal(cell: 3, message: "No code.")] }
        let page = pages.page(of: formState, in: shared, request, displayState: displayState)
        let expected = isRefused ? pages.page(of: formState, in: try Self.presentation(of: form), request) : alone
        #expect(
          String(decoding: page, as: UTF8.self) == String(decoding: expected, as: UTF8.self), "round \(round), \(turn)")
        request.refusals = []
      }
    }
  }

  @Test("an open modal section shows its present values, not those of an older display state")
  func section() throws {
    let definition = """
      { "id": "modal", "title": "Modal", "sections": [{ "container": "modal", "title": "Filter", "cells": [
        { "id": "on", "type": "switch", "label": "On" },
        { "id": "line", "type": "text", "label": "Line", "requiredWhen": { "cell": "on", "equals": true } }
      ] }] }
      """
    let form = try FormDefinition.decode(bytes: Array(definition.utf8), path: "modal.json", directory: "/")
    let presentation = try Self.presentation(of: form)
    let request = PageRequest(today: CalendarDate(parsing: "2026-01-31")!)
    let pages = try FixturePage.pages.get()
    var formState = FormState(form: form)
    formState.reduce(.open(.section(0)))
    let displayState = DisplayState(of: formState, in: presentation, today: request.today)
    for value in [CellValue.flag(true), .flag(false)] {
      formState.reduce(.enterInSection(cell: 0, value))
      let page = pages.page(of: formState, overlay: .section(0), in: presentation, request, displayState: displayState)
      let alone = pages.page(of: formState, overlay: .section(0), in: presentation, request)
      #expect(String(decoding: page, as: UTF8.self) == String(decoding: alone, as: UTF8.self))
    }
  }

  @Test("options of a changed file are shown with their new labels")
  func readAgain() throws {
    let folder = SourceFolder()
    let definition = """
      { "id": "read", "title": "Read", "sections": [{ "cells": [
        { "id": "pick", "type": "list-picker", "label": "Pick", "value": "1",
          "source": { "file": "options.csv", "value": "id", "label": "name" } }
      ] }] }
      """
    folder.write("options.csv", "id,name\n1,Old pump\n")
    let form = try FormDefinition.decode(bytes: Array(definition.utf8), path: "read.json", directory: folder.path)
    let presentation = try Self.presentation(of: form)
    let request = PageRequest(today: CalendarDate(parsing: "2026-01-31")!)
    let displayState = presentation.initialDisplayState
    func page() throws -> String {
      let pages = try FixturePage.pages.get()
      let bytes = pages.page(of: FormState(form: form), in: presentation, request, displayState: displayState)
      return String(decoding: bytes, as: UTF8.self)
    }
    for _ in 0..<3 { #expect(try page().contains("Old pump")) }
    folder.write("options.csv", "id,name\n1,New pumps\n")
    #expect(form.cells[0].optionSource?.reloadIfChanged() == .reloaded(count: 1))
    #expect(try page().contains("New pumps"))
  }
}

/// SplitMix64: the same numbers in every run.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
