import FormCells
import FormCellsTesting
import FormPages
import FormSite
import HTTPCore
import Support
import TestSupport
import Testing

/// Forms that a host writes in Swift have the same checks and the same bytes as those from a file.
@Suite("Forms in Swift")
struct SwiftFormTests {
  // MARK: The same form twice

  private static let json = """
    { "id": "all", "title": { "en": "All", "de": "Alles" }, "description": { "en": "Every key.", "de": "Jeder Schlüssel." },
      "locale": "en", "marking": "auto", "guidelines": "fiori", "submit": { "label": { "en": "Send", "de": "Senden" } },
      "rules": [{ "require": { "cell": "due", "atLeast": { "cell": "day" } }, "message": "Later", "cells": ["due", "day"] }],
      "lint": { "labelCase": "sentence", "ignore": ["LP7", "SE7"] }, "review": false, "timeZone": "Europe/Berlin",
      "receipt": { "text": { "en": "Soon.", "de": "Bald." }, "copy": { "en": "Sent.", "de": "Gesandt." }, "answers": false,
        "link": { "label": { "en": "On", "de": "Weiter" }, "url": "/next" } },
      "protect": true, "retention": { "days": 180 },
      "sections": [
        { "title": { "en": "Texts", "de": "Texte" }, "footer": { "en": "Foot", "de": "Fuß" }, "container": "page", "cells": [
          { "id": "name", "type": "text", "label": { "en": "Name", "de": "Name" }, "required": true,
            "helper": { "en": "Whole", "de": "Ganz" }, "helperOnError": "keep", "value": "Ada",
            "placeholder": { "en": "Name", "de": "Name" }, "maxLength": 40, "overflow": "stop", "counter": true,
            "pattern": "[A-Za-z ]+", "scan": true, "autocomplete": "name", "prefill": true,
            "messages": { "required": { "en": "Say it", "de": "Sagen" }, "invalid": { "en": "No", "de": "Nein" },
              "tooLong": { "en": "Long", "de": "Lang" }, "success": { "en": "Fine", "de": "Gut" } },
            "notes": [ { "when": { "cell": "name", "filled": true }, "text": { "en": "Hm", "de": "Hm" }, "kind": "warning" } ] },
          { "id": "share", "type": "text", "label": { "en": "Share", "de": "Anteil" }, "format": "decimal", "minimum": 0.5,
            "maximum": 99, "prefix": { "en": "~", "de": "~" }, "suffix": { "en": "%", "de": "%" }, "value": "12.5",
            "messages": { "tooSmall": { "en": "Little", "de": "Wenig" }, "tooLarge": { "en": "Much", "de": "Viel" } } },
          { "id": "pin", "type": "password", "label": { "en": "PIN", "de": "PIN" }, "minLength": 4, "maxLength": 9,
            "placeholder": { "en": "4 to 9", "de": "4 bis 9" }, "autocomplete": "new-password",
            "messages": { "tooShort": { "en": "Short", "de": "Kurz" } } },
          { "id": "total", "type": "currency", "label": { "en": "Total", "de": "Summe" }, "currency": "EUR",
            "value": { "amount": "12.50", "currency": "EUR" }, "minimum": 1, "maximum": 99.5, "symbol": "trailing",
            "placeholder": { "en": "0.00", "de": "0,00" } },
          { "id": "why", "type": "note", "label": { "en": "Why", "de": "Warum" }, "value": "So", "maxLength": 90,
            "overflow": "allow", "counter": false, "minLines": 2, "maxLines": 4, "placeholder": { "en": "Why", "de": "Warum" },
            "visibleWhen": { "all": [ { "cell": "name", "equals": "Ada" }, { "cell": "total", "atLeast": 1, "atMost": 50 } ] },
            "requiredWhen": { "any": [ { "cell": "shift", "in": ["Early", "Late"] }, { "cell": "parts", "atLeast": 2 } ] },
            "readOnlyWhen": { "not": { "cell": "copies", "atMost": 7 } } } ] },
        { "title": { "en": "Days", "de": "Tage" }, "cells": [
          { "id": "fast", "type": "switch", "label": { "en": "Fast", "de": "Schnell" }, "value": true,
            "onLabel": { "en": "Yes", "de": "Ja" }, "offLabel": { "en": "No", "de": "Nein" } },
          { "id": "day", "type": "date", "label": { "en": "Day", "de": "Tag" }, "value": "2026-02-01", "minimum": "today",
            "quick": ["today"], "parts": true, "autocomplete": "bday",
            "maximum": "2030-12-31" },
          { "id": "away", "type": "date-range", "label": { "en": "Away", "de": "Abwesend" },
            "value": { "from": "today+1d", "to": "2026-02-03" }, "minimum": "today", "maximum": "today+1y",
            "minimumDays": 2, "maximumDays": 30, "quick": ["next-week"] },
          { "id": "arrival", "type": "date-time", "label": { "en": "Arrival", "de": "Ankunft" }, "value": "now",
            "minimum": "now", "maximum": "2030-12-31T12:00", "step": 15 },
          { "id": "work", "type": "duration", "label": { "en": "Work", "de": "Arbeit" }, "value": "PT1H30M", "minimum": 15,
            "maximum": 480, "step": 15 },
          { "id": "twice", "type": "duration", "label": "Twice", "calculate": "2 * work", "minimum": { "cell": "work" },
            "maximum": 900 },
          { "id": "due", "type": "date", "label": "Due", "calculate": "away.to + 14",
            "minimum": { "cell": "day", "plus": "1d" }, "maximum": { "cell": "day", "plus": "3y" } },
          { "id": "name-again", "type": "text", "label": "Name Again", "calculate": "join(' ', name, 'x')",
            "visibleWhen": { "cell": "due", "atLeast": { "cell": "day" } } },
          { "id": "double", "type": "number", "label": "Double", "decimals": 1, "calculate": "2 * copies" },
          { "id": "price", "type": "currency", "label": "Price", "currency": "EUR", "calculate": "double * 4.5" },
          { "id": "hour", "type": "time", "label": { "en": "Hour", "de": "Stunde" }, "value": "08:30", "minimum": "08:00",
            "maximum": "18:00", "step": 15 },
          { "id": "copies", "type": "number", "label": { "en": "Copies", "de": "Kopien" }, "value": 1.5, "minimum": 0,
            "maximum": 9, "step": 0.5, "unit": { "en": "t", "de": "t" }, "stepper": false, "decimals": 1 },
          { "id": "level", "type": "slider", "label": { "en": "Level", "de": "Stand" }, "value": 4, "minimum": 0,
            "maximum": 10, "step": 2, "unit": { "en": "m", "de": "m" } },
          { "id": "feel", "type": "rating", "label": "Mood", "value": 0, "from": 0, "to": 3,
            "fromLabel": "Low", "toLabel": "High", "style": "numbers" },
          { "id": "span", "type": "slider", "label": { "en": "Span", "de": "Spanne" }, "range": true, "minimum": 0,
            "maximum": 10, "value": { "from": 2, "to": 4 } },
          { "id": "marks", "type": "matrix", "label": "Marks", "value": { "pace": "b" },
            "rows": [{ "id": "pace", "label": "Pace" }], "options": ["a", "b"] },
          { "id": "bills", "type": "attachment", "label": "Bills", "accept": ["image/*", ".pdf"], "minimum": 2, "maximum": 3,
            "maxBytes": 9, "capture": true, "original": true },
          { "id": "shift", "type": "radio-group", "label": { "en": "Shift", "de": "Schicht" }, "options": ["Early", "Late"],
            "value": { "other": "Noon" }, "other": { "label": { "en": "Else", "de": "Sonst" }, "maxLength": 20 } },
          { "id": "unit", "type": "text", "label": { "en": "Unit", "de": "Einheit" }, "value": "7", "readOnly": true },
          { "id": "gone", "type": "text", "label": { "en": "Gone", "de": "Weg" }, "disabled": true },
          { "id": "agree", "type": "switch", "label": { "en": "I [agree](/a)", "de": "Ich [stimme zu](/a)" },
            "style": "checkbox" },
          { "id": "plate", "type": "text", "label": { "en": "Plate", "de": "Kennzeichen" }, "capitals": true },
          { "id": "tags", "type": "checkbox-group", "label": { "en": "Tags", "de": "Marken" }, "options": ["a", "b", "c"],
            "value": ["c"], "minimum": 1, "maximum": 2, "style": "chips", "other": {} },
          { "id": "staff", "type": "checkbox-group", "label": { "en": "Staff", "de": "Team" }, "source": { "file": "staff.csv" } },
          { "id": "boss", "type": "radio-group", "label": { "en": "Boss", "de": "Chef" }, "source": { "file": "staff.csv" } },
          { "id": "side", "type": "checkbox-group", "label": { "en": "Side", "de": "Seite" },
            "lists": [{ "title": "L", "options": ["a", "b"] }], "inline": true },
          { "id": "size", "type": "radio-group", "label": { "en": "Size", "de": "Größe" }, "options": ["S", "M"],
            "style": "segmented" },
          { "id": "mood", "type": "radio-group", "label": "Mood",
            "lists": [{ "title": "Ends", "options": ["+", "-"] }], "inline": true },
          { "id": "rules", "type": "content", "text": { "en": "**Read**", "de": "**Lesen**" }, "kind": "info",
            "details": { "en": "Rules", "de": "Regeln" } } ] },
        { "title": { "en": "Lists", "de": "Listen" }, "footer": { "en": "More", "de": "Mehr" }, "container": "modal",
          "label": { "en": "Choices", "de": "Wahl" }, "cells": [
          { "id": "hall", "type": "select", "label": { "en": "Hall", "de": "Halle" }, "style": "standard",
            "selection": "multiple", "options": ["North", "South"], "value": ["South"],
            "placeholder": { "en": "Some", "de": "Einige" } },
          { "id": "who", "type": "select", "label": { "en": "Who", "de": "Wer" }, "source": { "file": "staff.csv",
            "where": { "team": { "cell": "name" } } } },
          { "id": "branch", "type": "select", "label": { "en": "Unit", "de": "Bereich" }, "source": { "file": "units.csv",
            "parent": "above", "choose": "any" } } ] },
        { "visibleWhen": { "cell": "fast", "equals": true }, "cells": [
          { "id": "parts", "type": "list-picker", "label": { "en": "Parts", "de": "Teile" }, "selection": "multiple",
            "options": [ { "value": "a", "label": { "en": "Axle", "de": "Achse" }, "description": { "en": "Steel", "de": "Stahl" },
                "footnote": { "en": "Heavy", "de": "Schwer" }, "status": { "en": "New", "de": "Neu" }, "initials": "AX" },
              { "value": "b", "label": { "en": "Belt", "de": "Band" }, "image": "icon.svg", "disabled": true }, "C" ],
            "value": ["a"], "placeholder": { "en": "None", "de": "Keine" }, "prompt": { "en": "Choose", "de": "Wählen" },
            "search": false, "reset": false, "selectedList": false, "allList": { "title": { "en": "Every", "de": "Alle" } },
            "view": "full", "confirmDiscard": true, "minimum": 1, "maximum": 2,
            "discard": { "title": { "en": "Sure?", "de": "Sicher?" }, "confirm": { "en": "Go", "de": "Weg" },
              "keep": { "en": "Stay", "de": "Bleiben" } },
            "other": {}, "messages": { "tooFew": { "en": "Few", "de": "Wenig" }, "tooMany": { "en": "Many", "de": "Viele" } } },
          { "id": "site", "type": "list-picker", "label": { "en": "Site", "de": "Ort" }, "apply": true,
            "noneLabel": { "en": "Nowhere", "de": "Nirgends" }, "lists": [
              { "title": { "en": "Near", "de": "Nah" }, "options": ["Berlin"], "actionLabel": { "en": "Each", "de": "Jeder" },
                "action": "selectAll" },
              { "title": { "en": "Far", "de": "Fern" }, "options": ["Cape Town"], "action": "none" } ] },
          { "id": "one", "type": "list-picker", "label": { "en": "One", "de": "Einer" }, "required": true,
            "preselectOnly": true, "source": { "file": "staff.csv", "value": "value", "label": "label",
              "description": "site", "footnote": "foot", "status": "state", "image": "face", "list": "team" } },
          { "id": "sort", "type": "order-picker", "label": { "en": "Sort", "de": "Ordnung" }, "wrap": true, "minimum": 1,
            "directionLabels": { "ascending": { "en": "Up", "de": "Auf" }, "descending": { "en": "Down", "de": "Ab" } },
            "criteria": [ { "id": "due", "label": { "en": "Due", "de": "Frist" }, "selected": true, "direction": "descending",
                "directionLabels": { "ascending": { "en": "Old", "de": "Alt" } } },
              { "id": "name", "label": { "en": "Name", "de": "Name" } } ] },
          { "id": "rank", "type": "order-picker", "label": { "en": "Rank", "de": "Rang" },
            "criteria": [ { "id": "x", "label": "X" } ], "value": [ { "id": "x", "selected": true, "direction": "ascending" } ] } ] } ] }
    """

  private static func swift(in folder: String) throws -> Form {
    try Form(
      id: "all", title: ["en": "All", "de": "Alles"], description: ["en": "Every key.", "de": "Jeder Schlüssel."],
      locale: "en", marking: .auto, guidelines: .fiori, submitLabel: ["en": "Send", "de": "Senden"], review: false,
      timeZone: "Europe/Berlin",
      receipt: Receipt(
        text: ["en": "Soon.", "de": "Bald."], copy: ["en": "Sent.", "de": "Gesandt."], showsAnswers: false,
        link: Receipt.Link(label: ["en": "On", "de": "Weiter"], url: "/next")),
      protect: true, retentionDays: 180,
      lint: LintSettings(labelCase: .sentence, ignore: ["LP7", "SE7"]),
      rules: [Rule(.cell("due", atLeast: .cell("day")), message: "Later", cells: ["due", "day"])],
      sourceDirectory: folder
    ) {
      texts
      days
      lists
      choices
    }
  }

  private static let texts = Section(
    ["en": "Texts", "de": "Texte"], footer: ["en": "Foot", "de": "Fuß"], container: .page
  ) {
    TextCell("name", label: ["en": "Name", "de": "Name"]).required().helper(["en": "Whole", "de": "Ganz"])
      .helperOnError(.keep).value("Ada").placeholder(["en": "Name", "de": "Name"]).maxLength(40).overflow(.stop)
      .counter().pattern("[A-Za-z ]+").scan().autocomplete("name").prefill()
      .message(.required, ["en": "Say it", "de": "Sagen"]).message(.invalid, ["en": "No", "de": "Nein"])
      .message(.tooLong, ["en": "Long", "de": "Lang"]).message(.success, ["en": "Fine", "de": "Gut"])
      .note(["en": "Hm", "de": "Hm"], kind: .warning, when: .cell("name", filled: true))
    TextCell("share", label: ["en": "Share", "de": "Anteil"]).format(.decimal).minimum(0.5).maximum(99)
      .prefix(["en": "~", "de": "~"]).suffix(["en": "%", "de": "%"]).value("12.5")
      .message(.tooSmall, ["en": "Little", "de": "Wenig"]).message(.tooLarge, ["en": "Much", "de": "Viel"])
    PasswordCell("pin", label: ["en": "PIN", "de": "PIN"]).minLength(4).maxLength(9)
      .placeholder(["en": "4 to 9", "de": "4 bis 9"]).autocomplete("new-password")
      .message(.tooShort, ["en": "Short", "de": "Kurz"])
    CurrencyCell("total", label: ["en": "Total", "de": "Summe"], currency: "EUR").value("12.50").minimum(1)
      .maximum(99.5).symbol(.trailing).placeholder(["en": "0.00", "de": "0,00"])
    NoteCell("why", label: ["en": "Why", "de": "Warum"]).value("So").maxLength(90).overflow(.allow).counter(false)
      .minLines(2).maxLines(4).placeholder(["en": "Why", "de": "Warum"])
      .visibleWhen(.all(.cell("name", equals: "Ada"), .cell("total", atLeast: 1, atMost: 50)))
      .requiredWhen(.any(.cell("shift", in: ["Early", "Late"]), .cell("parts", atLeast: 2)))
      .readOnlyWhen(.not(.cell("copies", atMost: 7)))
  }

  private static let days = Section(["en": "Days", "de": "Tage"]) {
    SwitchCell("fast", label: ["en": "Fast", "de": "Schnell"]).value(true).onLabel(["en": "Yes", "de": "Ja"])
      .offLabel(["en": "No", "de": "Nein"])
    DateCell("day", label: ["en": "Day", "de": "Tag"]).value("2026-02-01").minimum("today").quick(["today"])
      .parts().autocomplete("bday").maximum("2030-12-31")
    DateRange("away", label: ["en": "Away", "de": "Abwesend"]).value(from: "today+1d", to: "2026-02-03")
      .minimum("today").maximum("today+1y").minimumDays(2).maximumDays(30).quick(["next-week"])
    DateTimeCell("arrival", label: ["en": "Arrival", "de": "Ankunft"]).value("now").minimum("now")
      .maximum("2030-12-31T12:00").step(15)
    DurationCell("work", label: ["en": "Work", "de": "Arbeit"]).value(minutes: 90).minimum(minutes: 15)
      .maximum(minutes: 480).step(15)
    DurationCell("twice", label: "Twice").calculate("2 * work").minimum(cell: "work").maximum(minutes: 900)
    DateCell("due", label: "Due").calculate("away.to + 14").minimum(cell: "day", plus: "1d").maximum(
      cell: "day", plus: "3y")
    TextCell("name-again", label: "Name Again").calculate("join(' ', name, 'x')")
      .visibleWhen(.cell("due", atLeast: .cell("day")))
    NumberCell("double", label: "Double").decimals(1).calculate("2 * copies")
    CurrencyCell("price", label: "Price", currency: "EUR").calculate("double * 4.5")
    TimeCell("hour", label: ["en": "Hour", "de": "Stunde"]).value("08:30").minimum("08:00").maximum("18:00").step(15)
    NumberCell("copies", label: ["en": "Copies", "de": "Kopien"]).value(1.5).minimum(0).maximum(9).step(0.5)
      .unit(["en": "t", "de": "t"]).stepper(false).decimals(1)
    SliderCell("level", label: ["en": "Level", "de": "Stand"]).value(4).minimum(0).maximum(10).step(2)
      .unit(["en": "m", "de": "m"])
    Rating("feel", label: "Mood").value(0).from(0).to(3).fromLabel("Low").toLabel("High").style(.numbers)
    SliderCell("span", label: ["en": "Span", "de": "Spanne"]).range().minimum(0).maximum(10).value(from: 2, to: 4)
    Matrix("marks", label: "Marks", rows: [.init("pace", label: "Pace")], options: ["a", "b"]).value(["pace": "b"])
    AttachmentCell("bills", label: "Bills").accept(["image/*", ".pdf"]).minimum(2).maximum(3).maxBytes(9).capture()
      .original()
    RadioGroup("shift", label: ["en": "Shift", "de": "Schicht"], options: ["Early", "Late"])
      .value(["other": "Noon"]).other(label: ["en": "Else", "de": "Sonst"], maxLength: 20)
    TextCell("unit", label: ["en": "Unit", "de": "Einheit"]).value("7").readOnly()
    TextCell("gone", label: ["en": "Gone", "de": "Weg"]).disabled()
    SwitchCell("agree", label: ["en": "I [agree](/a)", "de": "Ich [stimme zu](/a)"]).style(.checkbox)
    TextCell("plate", label: ["en": "Plate", "de": "Kennzeichen"]).capitals()
    CheckboxGroup("tags", label: ["en": "Tags", "de": "Marken"], options: ["a", "b", "c"]).value(["c"]).minimum(1)
      .maximum(2).style(.chips).other()
    CheckboxGroup("staff", label: ["en": "Staff", "de": "Team"], source: .file("staff.csv"))
    RadioGroup("boss", label: ["en": "Boss", "de": "Chef"], source: .file("staff.csv"))
    CheckboxGroup("side", label: ["en": "Side", "de": "Seite"], lists: [ValueList("L", options: ["a", "b"])]).inline()
    RadioGroup("size", label: ["en": "Size", "de": "Größe"], options: ["S", "M"]).style(.segmented)
    RadioGroup("mood", label: "Mood", lists: [ValueList("Ends", options: ["+", "-"])]).inline()
    ContentCell("rules", text: ["en": "**Read**", "de": "**Lesen**"]).kind(.info).details([
      "en": "Rules", "de": "Regeln",
    ])
  }

  private static let lists = Section(
    ["en": "Lists", "de": "Listen"], footer: ["en": "More", "de": "Mehr"], container: .modal,
    label: ["en": "Choices", "de": "Wahl"]
  ) {
    SelectCell("hall", label: ["en": "Hall", "de": "Halle"], options: ["North", "South"]).style(.standard)
      .selection(.multiple).value(["South"]).placeholder(["en": "Some", "de": "Einige"])
    SelectCell("who", label: ["en": "Who", "de": "Wer"], source: .file("staff.csv").filtered("team", by: "name"))
    SelectCell(
      "branch", label: ["en": "Unit", "de": "Bereich"], source: .file("units.csv", parent: "above", choose: .any))
  }

  private static let choices = Section {
    ListPicker("parts", label: ["en": "Parts", "de": "Teile"], options: parts).selection(.multiple).value(["a"])
      .placeholder(["en": "None", "de": "Keine"]).prompt(["en": "Choose", "de": "Wählen"]).search(false).reset(false)
      .selectedList(false).allList(title: ["en": "Every", "de": "Alle"]).view(.full).confirmDiscard(true)
      .minimum(1).maximum(2)
      .discard(
        title: ["en": "Sure?", "de": "Sicher?"], confirm: ["en": "Go", "de": "Weg"],
        keep: ["en": "Stay", "de": "Bleiben"]
      )
      .other().message(.tooFew, ["en": "Few", "de": "Wenig"]).message(.tooMany, ["en": "Many", "de": "Viele"])
    ListPicker(
      "site", label: ["en": "Site", "de": "Ort"],
      lists: [
        ValueList(
          ["en": "Near", "de": "Nah"], options: ["Berlin"], action: .selectAll,
          actionLabel: ["en": "Each", "de": "Jeder"]),
        ValueList(["en": "Far", "de": "Fern"], options: ["Cape Town"], action: OptionList.Action.none),
      ]
    ).apply(true).noneLabel(["en": "Nowhere", "de": "Nirgends"])
    ListPicker(
      "one", label: ["en": "One", "de": "Einer"],
      source: .file(
        "staff.csv", value: "value", label: "label", description: "site", footnote: "foot", status: "state",
        image: "face", list: "team")
    ).required().preselectOnly()
    OrderPicker(
      "sort", label: ["en": "Sort", "de": "Ordnung"],
      criteria: [
        OrderPicker.Criterion(
          "due", label: ["en": "Due", "de": "Frist"], selected: true, direction: .descending,
          directionLabels: OrderPicker.DirectionLabels(ascending: ["en": "Old", "de": "Alt"])),
        OrderPicker.Criterion("name", label: ["en": "Name", "de": "Name"]),
      ]
    ).wrap().minimum(1)
      .directionLabels(
        OrderPicker.DirectionLabels(ascending: ["en": "Up", "de": "Auf"], descending: ["en": "Down", "de": "Ab"]))
    OrderPicker("rank", label: ["en": "Rank", "de": "Rang"], criteria: [OrderPicker.Criterion("x", label: "X")])
      .value([OrderedCriterion(id: "x", isSelected: true, direction: .ascending)])
  }.visibleWhen(.cell("fast", equals: true))

  private static let parts = [
    Option(
      value: "a", label: ["en": "Axle", "de": "Achse"], description: ["en": "Steel", "de": "Stahl"],
      footnote: ["en": "Heavy", "de": "Schwer"], status: ["en": "New", "de": "Neu"], initials: "AX"),
    Option(value: "b", label: ["en": "Belt", "de": "Band"], image: "icon.svg", isDisabled: true),
    "C",
  ]

  private static func staff() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    folder.write("units.csv", Array("value,label,above\nall,All,\nlab,Lab,all\n".utf8))
    folder.write("staff.csv", Array("value,label,site,foot,state,face,team\nada,Ada,B,F,S,icon.svg,Day\n".utf8))
    return folder
  }

  @Test("the same form in Swift and in JSON gives the same pages and the same record")
  func bytes() async throws {
    let folder = try Self.staff()
    defer { folder.remove() }
    let file = try FormDefinition.decode(bytes: Array(Self.json.utf8), path: "all.json", directory: folder.path)
    let swift = try Self.swift(in: folder.path)
    #expect(file.version == swift.version && file.lint == swift.lint)
    let both = try await [transcript(of: file, in: folder.path), transcript(of: swift, in: folder.path)]
    #expect(both[0].pages.count == 4 && both[0].pages.allSatisfy { !$0.isEmpty })
    #expect(both[0].pages == both[1].pages)
    #expect(both[0].record == both[1].record)
  }

  /// The bytes of the form, the selection view, the refused form and the receipt; and the recorded values.
  /// - Parameter folder: contains the key of the page seals.
  private func transcript(of form: Form, in folder: String) async throws -> (pages: [[UInt8]], record: [JSONValue]) {
    let sink = HostSink()
    let pinned = PinnedEnvironment()
    let site = try Site(
      forms: [form], pages: TestSite.pages.get().0, publicDirectory: "\(TestSite.root)/Public", submissions: sink,
      attachments: AttachmentFolder(folder + "/files"),
      configuration: Site.Configuration(timeZone: .utc), environment: pinned.environment())
    var visitor = Visitor(site)
    var pages: [[UInt8]] = []
    func keep() async {
      let parts = visitor.path.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1).map(String.init)
      var request = Request(path: parts[0], query: parts.count == 2 ? parts[1] : nil, host: "test")
      if let cookie = visitor.cookie { request.fields[.cookie] = cookie }
      pages.append(await site.respond(to: request).body)
    }
    await visitor.open("/forms/all")
    await keep()
    try await visitor.press(beginning: "Parts")
    #expect(visitor.place.contains("/cells/parts"))
    await keep()
    try await visitor.press("Close")
    visitor.type("9:99", into: "hour")
    try await visitor.press("Send")
    #expect(visitor.status == .unprocessableContent)
    await keep()
    visitor.type("08:30", into: "hour")
    pinned.advance(bySeconds: 9)
    try await visitor.press("Send")
    #expect(visitor.path.contains("receipt="))
    await keep()
    return (pages, await sink.taken.map(\.values))
  }

  // MARK: Every key

  /// Keys that only files need: `$schema` for editors, and the named lists of options.
  private static let onlyOfFiles: Set<String> = ["form.$schema", "form.optionLists", "optionList.list"]

  /// Sources that separate tests check.
  private static let stores: Set<String> = ["source.provider", "source.sqlite", "source.table"]

  @Test("options of a provider are the same in Swift and in JSON")
  func provider() throws {
    let stores = OptionStores(providers: ["people"])
    let swift = try Form(id: "f", title: "T", stores: stores) {
      Section { ListPicker("who", label: "Who", source: .provider("people")) }
    }
    let json = """
      { "id": "f", "title": "T", "sections": [{ "cells": [
        { "id": "who", "type": "list-picker", "label": "Who", "source": { "provider": "people" } }] }] }
      """
    let file = try FormDefinition.decode(bytes: Array(json.utf8), path: "f.json", directory: "", stores: stores)
    #expect(swift.version == file.version)
  }

  @Test("each key of the format can be written in Swift")
  func keys() throws {
    let schema = try JSONReader.document(FormSchema.json).value
    let definition = try JSONReader.document(Array(Self.json.utf8)).value
    var said = SaidKeys(schema: schema)
    said.walk(definition, schema, "form")
    for further in [SwiftRepeatedSectionTests.json, SwiftAvailabilityTests.json] {
      said.walk(try JSONReader.document(Array(further.utf8)).value, schema, "form")
    }
    // One function covers a key that all cells have, and one covers each message.
    let kinds = CellType.allCases.map { "\($0.rawValue)-cell" }
    let withValue = kinds.filter { $0 != "content-cell" }
    let withoutPrefill = ["password-cell", "attachment-cell"]
    var missing = said.known.subtracting(said.said).subtracting(Self.onlyOfFiles).subtracting(Self.stores)
    for key in missing {
      let parts = key.split(separator: ".").map(String.init)
      let sharing = parts[1] == "prefill" ? withValue.filter { !withoutPrefill.contains($0) } : withValue
      let isShared =
        kinds.contains(parts[0]) && sharing.allSatisfy { said.known.contains("\($0).\(parts[1])") }
        && kinds.contains { said.said.contains("\($0).\(parts[1])") }
      let isMessage =
        parts[0].hasSuffix("-messages") && said.said.contains { $0.hasSuffix("-messages.\(parts[1])") }
      if isShared || isMessage { missing.remove(key) }
    }
    #expect(said.known.count > 150)
    #expect(missing.sorted() == [])
  }

  /// The keys that a definition uses, and all keys of the schema, each with the object that it belongs to.
  private struct SaidKeys {
    let schema: JSONValue
    var said: Set<String> = []
    let known: Set<String>

    init(schema: JSONValue) {
      self.schema = schema
      var objects = [("form", schema)]
      if case .object(let definitions)? = schema["$defs"] { objects += definitions.map { ($0.key, $0.value) } }
      known = Set(
        objects.filter { $0.0 != "cell" }.flatMap { name, object in
          Self.properties(of: object).map { "\(name).\($0.key)" }
        })
    }

    private static func properties(of object: JSONValue) -> [JSONValue.Member] {
      var members: [JSONValue.Member] = []
      if case .object(let own)? = object["properties"] { members = own }
      if case .array(let ways)? = object["oneOf"] { members += ways.flatMap(properties) }
      return members
    }

    mutating func walk(_ value: JSONValue, _ schema: JSONValue, _ name: String) {
      if case .string(let reference)? = schema["$ref"] {
        let name = String(reference.dropFirst("#/$defs/".count))
        let target = self.schema["$defs"]?[name] ?? .null
        if name == "cell", case .string(let type)? = value["type"] {
          walk(value, ["$ref": .string("#/$defs/\(type)-cell")], name)
        } else {
          walk(value, target, name)
        }
        return
      }
      for key in ["anyOf", "oneOf"] {
        guard case .array(let ways)? = schema[key] else { continue }
        for way in ways { walk(value, way, name) }
      }
      switch value {
      case .array(let elements): for element in elements { walk(element, schema["items"] ?? .null, name) }
      case .object(let members):
        for member in members {
          guard let property = schema["properties"]?[member.key] else { continue }
          said.insert("\(name).\(member.key)")
          walk(member.value, property, name)
        }
      default: return
      }
    }
  }

  // MARK: Mistakes

  @Test("a site refuses two forms with one id, at its start and when its forms are replaced")
  func twice() throws {
    let form = try Form(id: "f", title: "T") { Section { TextCell("a", label: "A") } }
    let pages = try TestSite.pages.get().0
    func site(_ forms: [Form]) throws -> Site {
      try Site(forms: forms, pages: pages, publicDirectory: "\(TestSite.root)/Public", submissions: HostSink())
    }
    let served = try site([form])
    let refusal = "forms:1:1: error: f: two forms have this id; give one of them another"
    for attempt in [{ _ = try site([form, form]) }, { try served.replace(forms: [form, form], pages: pages) }] {
      #expect {
        try attempt()
      } throws: {
        ($0 as? Diagnostic)?.headline == refusal
      }
    }
  }

  @Test("a form in Swift can be built with loops and conditions")
  func builder() throws {
    func form(_ areas: [String], asksWhy: Bool) throws -> Form {
      try Form(id: "f", title: "T") {
        Section {
          for area in areas { SwitchCell(area, label: Localized(area.uppercased())) }
          if asksWhy { NoteCell("why", label: "Why") } else { TextCell("who", label: "Who") }
          if areas.isEmpty { TextCell("where", label: "Where") }
        }
      }
    }
    #expect(try form(["a", "b"], asksWhy: true).cells.map(\.id) == ["a", "b", "why"])
    #expect(try form([], asksWhy: false).cells.map(\.id) == ["who", "where"])
  }
}
