import FormCells
import Guidelines
import Support
import Testing

/// What each guideline warns about, and what only looks similar.
@Suite("Guidelines")
struct GuidelineTests {
  private static func text(_ members: String) -> String { #"{ "id": "x", "type": "text", \#(members) }"# }
  private static func label(_ label: String) -> String { text(#""label": "\#(label)""#) }
  private static func helper(_ helper: String) -> String { text(#""label": "Name", "helper": "\#(helper)""#) }
  private static func message(_ message: String) -> String {
    text(#""label": "Name", "required": true, "messages": { "required": "\#(message)" }"#)
  }

  @Test(
    "labels are in title case",
    arguments: [
      ("First Name", false), ("First name", true), ("first Name", true), ("Date of Birth", false),
      ("State of the Machine", false), ("Log-in Name", false), ("iPhone Model", false), ("pH Value", false),
      ("Length in cm", false), ("E-mail Address", false), ("VAT ID", false), ("PASSWORD AGAIN", true),
      ("3rd Party", false), ("Do you smoke?", false), ("Terms and/or conditions", true), ("Weight (in kg)", false),
      ("Vincent van Gogh Number", false),
    ])
  func titleCase(_ label: String, _ breaks: Bool) throws {
    #expect(try warnings(cells: Self.label(label)) == (breaks ? ["TI5 label"] : []))
  }

  @Test(
    "C17 labels are in sentence case where the form says so",
    arguments: [
      ("First name", false), ("First Name", true), ("name", true), ("Home in London", false), ("iPhone model", false),
      ("VAT ID", false), ("Date of Birth", true), ("Invoice to Siemens", false),
    ])
  func sentenceCase(_ label: String, _ breaks: Bool) throws {
    let keys = #""lint": { "labelCase": "sentence" },"#
    #expect(try warnings(cells: Self.label(label), keys: keys) == (breaks ? ["TI5 label"] : []))
    #expect(try warnings(cells: Self.label(label), keys: #""lint": { "labelCase": "off" },"#) == [])
  }

  @Test(
    "case and wording are checked in English only",
    arguments: ["Nombre completo", "Enter name", "name", "Text", "Invalid value"])
  func otherLanguages(_ text: String) throws {
    let cell = #"""
      { "id": "x", "type": "text", "label": "\#(text)", "placeholder": "Type your \#(text)",
        "helper": "Enter Your Full Name", "required": true, "messages": { "required": "\#(text)" } }
      """#
    #expect(try warnings(cells: cell, keys: #""locale": "es-ES","#) == [])
    #expect(try warnings(cells: cell).count > 2)
  }

  @Test("each language of a text is checked separately")
  func languages() throws {
    let cell = #"""
      { "id": "x", "type": "text", "label": { "en": "full name", "de": "voller Name" },
        "helper": { "de": "Wie Sie heißen", "en": "Write Your Name As It Is Printed" } }
      """#
    #expect(try warnings(cells: cell) == ["TI5 label.en", "TI6 helper.en"])
  }

  @Test(
    "a label names a thing, without an instruction or punctuation",
    arguments: [
      ("Enter Name", ["SE28 label"]), ("Select a Country", ["SE28 label"]), ("Type of Machine", []),
      ("Type Your Name", ["SE28 label"]), ("Set Number", []), ("Pick-Up Time", []), ("Add-On Number", []),
      ("Name:", ["SE27 label"]), ("Name, Please", ["SE27 label"]), ("Field 1", ["AX13 label"]),
      ("…", ["AX13 label"]), ("Text Size", []),
    ])
  func names(_ label: String, _ found: [String]) throws {
    #expect(try warnings(cells: Self.label(label)) == found)
  }

  @Test("the second of two cells with one label in a section is reported, unless one of them may be hidden")
  func twins() throws {
    let other = #"{ "id": "y", "type": "text", "label": "name" }"#
    #expect(
      try warnings(cells: Self.label("Name"), other) == [
        "TI5 sections[0].cells[1].label", "AX13 sections[0].cells[1].label",
      ])
    let hidden = #"{ "id": "y", "type": "text", "label": "Name", "visibleWhen": { "cell": "x", "filled": true } }"#
    #expect(try warnings(cells: Self.label("Name"), hidden) == [])
  }

  @Test(
    "helper texts are in sentence case",
    arguments: [
      ("As printed on the badge", false), ("as it stands", true), ("As It Stands on Your Badge", true),
      ("See the Travel Policy.", false), ("e.g. 12:30", false), ("Ask Ada Lovelace or Grace Hopper", false),
      ("The “Your Order Is Here” mail has it.", false), ("WRITE IN CAPITALS", true), ("kg", false),
      ("Card Number and Date", true), ("iPhone only", false),
    ])
  func helperCase(_ helper: String, _ breaks: Bool) throws {
    #expect(try warnings(cells: Self.helper(helper)) == (breaks ? ["TI6 helper"] : []))
  }

  @Test(
    "messages say how to correct what is wrong, and end like sentences",
    arguments: [
      ("Enter your name.", []), ("Enter your name", ["SE34"]), ("Name required", []), ("Invalid", ["TI7"]),
      ("The name is not valid.", ["TI7"]), ("Oops! Something went wrong.", ["TI7"]), ("Error", ["TI7"]),
      ("The name is not valid: use letters only.", []), ("Your name is missing", ["SE34"]),
      ("Enter a name, please!", []),
      ("Names have letters only. Add one", ["SE34"]),
    ])
  func messages(_ message: String, _ found: [String]) throws {
    #expect(try warnings(cells: Self.message(message)) == found.map { "\($0) messages.required" })
  }

  @Test(
    "placeholders are examples",
    arguments: [
      ("Ada Lovelace", false), ("Enter your name", true), ("Type 2 diabetes", false), ("Type here", true),
      ("Add 2 eggs", false), ("Add a comment", true), ("name", true), ("Your text here", true),
      ("Select Committee", true),
    ])
  func placeholders(_ placeholder: String, _ breaks: Bool) throws {
    let cell = Self.text(#""label": "Name", "placeholder": "\#(placeholder)""#)
    #expect(try warnings(cells: cell) == (breaks ? ["TI38 placeholder"] : []))
    let picker =
      #"{ "id": "x", "type": "list-picker", "label": "Colour", "placeholder": "\#(placeholder)", "options": ["A", "B", "C", "D", "E"] }"#
    #expect(try warnings(cells: picker) == [])
  }

  @Test(
    "options have uniform case and are in an order",
    arguments: [
      (["Small", "Medium", "Large"], nil), (["Small", "medium", "Large"], "SE30 options[1]"),
      (["klein", "mittel", "groß"], nil), (["iOS", "Android", "macOS"], nil), (["km", "m", "Miles"], nil),
      (["See it today.", "See it all later", "See it never again"], "SE30 options[0]"),
      (["Made by Acme Inc.", "Made by us here", "Made by them there"], nil),
      (["10–20", "1–9", "21 or more"], nil), (["10–20", "1–9", "21–30"], "AX14 options[1]"),
      (["3 days", "2 days", "1 day"], nil), (["1 day", "3 days", "2 days"], "AX14 options[2]"),
      (["A4", "A3", "A5"], nil), (["12 Main Street", "4 Elm Road", "8 Oak Lane"], nil),
      (["09:00", "12:30", "8:15"], nil),
      (["Saturday", "Sunday", "Monday"], nil), (["Monday", "Wednesday", "Tuesday"], "AX14 options[2]"),
      (["November", "December", "January"], nil),
      (["Ant", "Bee", "Cat", "Dog", "Fox", "Emu", "Gnu", "Hen", "Other"], "AX14 options[5]"),
      (["Usual", "Ant", "Bee", "Cat", "Dog", "Emu", "Fox", "Gnu", "Other"], nil),
      (["Red", "Orange", "Yellow", "Green", "Blue", "Violet", "White", "Black"], nil),
    ] as [([String], String?)])
  func options(_ options: [String], _ found: String?) throws {
    let options = options.map { "\"\($0)\"" }.joined(separator: ", ")
    let cell = #"{ "id": "x", "type": "radio-group", "label": "Kind", "options": [\#(options)] }"#
    #expect(try warnings(cells: cell) == [found].compactMap(\.self))
  }

  @Test(
    "a picker of yes and no, in any language, should be a switch",
    arguments: [
      (#"["Yes", "No"]"#, true), (#"["nein", "Ja"]"#, true), (#"["はい", "いいえ"]"#, true),
      (#"["Yes", "No", "Later"]"#, false),
      (#"["Day", "Night"]"#, false),
      (#"[{ "value": "true", "label": "Fast" }, { "value": "false", "label": "Slow" }]"#, true),
    ])
  func booleans(_ options: String, _ breaks: Bool) throws {
    let picker = #"{ "id": "x", "type": "list-picker", "label": "Kind", "options": \#(options) }"#
    #expect(try warnings(cells: picker).contains("LP7 options") == breaks)
    // A radio group that must be answered either way is a choice.
    let group = #"{ "id": "x", "type": "radio-group", "label": "Kind", "options": \#(options) }"#
    #expect(try warnings(cells: group).allSatisfy { !$0.hasPrefix("LP7") })
  }

  @Test(
    "C9 a select has five to fifteen options",
    arguments: [(4, "SE7 options"), (5, nil), (15, nil), (16, "SE8 options")] as [(Int, String?)])
  func count(_ count: Int, _ found: String?) throws {
    let options = (1...count).map { "\"Line \($0)\"" }.joined(separator: ", ")
    let cell = #"{ "id": "x", "type": "select", "label": "Line", "options": [\#(options)] }"#
    #expect(try warnings(cells: cell) == [found].compactMap(\.self))
  }

  @Test(
    "GR7 a list picker has five options or more, unless they are contacts or objects",
    arguments: [
      (#""options": ["A", "B", "C", "D"]"#, true), (#""options": ["A", "B", "C", "D", "E"]"#, false),
      (#""options": ["A"]"#, true), (#""selection": "multiple", "options": ["A", "B"]"#, true),
      (
        #""options": [{ "value": "a", "label": "A", "description": "Red" }, { "value": "b", "label": "B", "description": "Blue" }]"#,
        false
      ),
      (#""options": ["Yes", "No"]"#, false),
      (#""lists": [{ "title": "L", "options": ["A", "B"] }, { "title": "M", "options": ["C"] }]"#, false),
    ])
  func fewForAView(_ options: String, _ breaks: Bool) throws {
    let cell = #"{ "id": "x", "type": "list-picker", "label": "Line", \#(options) }"#
    #expect(try warnings(cells: cell).contains("GR7 options") == breaks)
  }

  @Test("GR1 a select with few options should be a radio group, or a checkbox group for several values")
  func fewOptions() throws {
    func message(_ selection: String) throws -> String {
      let cell =
        #"{ "id": "x", "type": "select", "label": "Line", "selection": "\#(selection)", "options": ["A", "B"] }"#
      let document = try DefinitionDocument(
        bytes: Array(#"{ "title": "T", "sections": [{ "cells": [\#(cell)] }] }"#.utf8), path: "f.json", directory: ".")
      return document.warnings.map(\.message).joined()
    }
    #expect(try message("single").contains("“radio-group”"))
    #expect(try message("multiple").contains("“checkbox-group”"))
  }

  @Test(
    "a half view is for up to six values",
    arguments: [
      (6, "", nil), (7, "", "LV35 options"), (7, #""view": "half", "#, "LV35 view"), (7, #""view": "full", "#, nil),
    ] as [(Int, String, String?)])
  func view(_ count: Int, _ key: String, _ found: String?) throws {
    let options = (1...count).map { "\"Line \($0)\"" }.joined(separator: ", ")
    let cell = #"{ "id": "x", "type": "list-picker", "label": "Line", \#(key)"options": [\#(options)] }"#
    #expect(try warnings(cells: cell) == [found].compactMap(\.self))
  }

  @Test("the message that replaces a helper text must repeat the rule stated there")
  func keptRules() throws {
    func cell(_ more: String) -> String {
      Self.text(#""label": "Code", "pattern": "[0-9]{6}", "helper": "Six digits"\#(more)"#)
    }
    #expect(try warnings(cells: cell("")) == ["C2 helper"])
    #expect(try warnings(cells: cell(#", "helperOnError": "keep""#)) == [])
    #expect(try warnings(cells: cell(#", "messages": { "invalid": "Enter six digits." }"#)) == [])
    #expect(try warnings(cells: cell(#", "messages": { "invalid": "Look at the plate." }"#)) == ["C2 messages.invalid"])
  }

  private static func found(inSection members: String, keys: String = "") throws -> [String] {
    let cell = #"{ "id": "x", "type": "text", "label": "Name" }"#
    return try warnings(#"{ \#(keys)"title": "T", "sections": [{ \#(members), "cells": [\#(cell)] }] }"#).map {
      "\($0.code.name) \($0.keyPath.replacing("sections[0].", with: ""))"
    }
  }

  @Test(
    "section titles are worded like labels, but may be instructions",
    arguments: [
      ("About You", []), ("About you", ["SE32 title"]), ("What is it about?", []), ("Choose a Seat", []),
      ("Your Data:", ["SE27 title"]), ("Your Data, Please", ["SE27 title"]), ("THE WHOLE COMPANY", ["SE32 title"]),
      ("TBD", ["AX13 title"]), ("Text", []), ("iPhones and Tablets", []),
      (String(repeating: "Long ", count: 20) + "Title", ["SE27 title"]),
    ])
  func sectionTitles(_ title: String, _ found: [String]) throws {
    #expect(try Self.found(inSection: #""title": "\#(title)""#) == found)
    #expect(
      try Self.found(inSection: #""title": "\#(title)""#, keys: #""locale": "de","#)
        == found.filter { $0 != "SE32 title" && !title.hasSuffix("Please") })
  }

  @Test("a modal section's name is worded like a label, and a footer like a sentence")
  func sections() throws {
    #expect(try Self.found(inSection: #""container": "modal", "label": "Add Filters""#) == ["SE28 label"])
    #expect(try Self.found(inSection: #""container": "modal", "title": "Add Filters""#) == ["SE28 title"])
    #expect(try Self.found(inSection: #""container": "modal", "title": "Add Rows", "label": "Filter""#) == [])
    #expect(try Self.found(inSection: #""container": "modal", "label": "Field""#) == ["AX13 label"])
    #expect(try Self.found(inSection: #""container": "step", "label": "the trip""#) == ["SE32 label"])
    #expect(try Self.found(inSection: #""title": "Trip", "footer": "Kept as You Have Entered It""#) == ["SE33 footer"])
    #expect(
      try Self.found(inSection: #""title": "about you""#, keys: #""lint": { "labelCase": "sentence" },"#)
        == ["SE32 title"])
  }

  @Test("titles and buttons of pickers are checked for case and wording")
  func pickerWords() throws {
    func found(_ members: String) throws -> [String] {
      try warnings(
        cells: #"{ "id": "x", "type": "list-picker", "label": "Kind", "selection": "multiple", \#(members) }"#)
    }
    #expect(
      try found(
        #""lists": [{ "title": "by air", "options": ["Jet"] }, { "title": "By Sea:", "actionLabel": "all ships", "options": ["Ferry"] }]"#
      ) == ["SE32 lists[0].title", "SE27 lists[1].title", "SE32 lists[1].actionLabel"])
    let options = #""options": ["Jet", "Ferry", "Lorry", "Train", "Barge"]"#
    #expect(try found(#"\#(options), "allList": { "title": "all ways" }"#) == ["SE32 allList.title"])
    #expect(
      try found(#"\#(options), "discard": { "title": "Forget it?", "confirm": "Forget It", "keep": "Stay Here" }"#)
        == [])
    #expect(
      try found(#"\#(options), "discard": { "title": "forget it?", "confirm": "Forget it all", "keep": "stay" }"#)
        == ["SE33 discard.title", "SE32 discard.confirm", "SE32 discard.keep"])
  }

  @Test(
    "notes are sentences",
    arguments: [
      ("Weekends count.", []), ("For the board", []), ("Weekends are counted", ["SE34"]), ("weekends count", ["TI6"]),
      ("This Note Is For Your Company", ["TI6", "SE34"]),
    ])
  func notes(_ note: String, _ found: [String]) throws {
    let cell = Self.text(
      #""label": "Name", "notes": [{ "when": { "cell": "x", "filled": true }, "text": "\#(note)" }]"#)
    #expect(try Set(warnings(cells: cell)) == Set(found.map { "\($0) notes[0].text" }))
  }

  @Test("ignored guidelines are not reported, and all others are")
  func ignored() throws {
    let cell = #"{ "id": "x", "type": "list-picker", "label": "name", "options": ["Yes", "No"] }"#
    #expect(try warnings(cells: cell) == ["SE32 label", "LP7 options"])
    #expect(try warnings(cells: cell, keys: #""lint": { "ignore": ["LP7"] },"#) == ["SE32 label"])
    #expect(try warnings(cells: cell, keys: #""lint": { "ignore": ["SE32", "LP7"] },"#) == [])
  }

  @Test("TI15 a cell without a label is refused")
  func noLabel() {
    #expect { try warnings(cells: #"{ "id": "x", "type": "text" }"#) } throws: { error in
      (error as? DefinitionErrors)?.diagnostics.map(\.keyPath) == ["sections[0].cells[0].label"]
    }
  }
}
