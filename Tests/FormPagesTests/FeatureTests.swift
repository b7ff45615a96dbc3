import Gallery
import FormPages
import TestSupport
import Testing

/// Checks of requirements on the pages of single fixtures.
@Suite("Features")
struct FeatureTests {
  private func page(_ slug: String) throws -> HTMLPage {
    let fixture = try #require(CellFixture.all.first { $0.slug == slug }, "\(slug)")
    return HTMLPage(try FixturePage.html(of: fixture, .auto))
  }

  private func text(_ page: HTMLPage, _ id: String) throws -> String {
    try #require(page.element(id: id)).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func groups(_ page: HTMLPage) -> [String] {
    page.elements.filter { $0["role"] == "group" }.map(page.name(of:))
  }

  private func boxes(_ page: HTMLPage, _ type: String) -> [String] {
    page.all("input") { $0["type"] == type }.map(page.name(of:))
  }

  // MARK: On the form

  @Test(
    "LP6 TI3 C1 a required cell's label carries an asterisk, and nothing else does",
    arguments: ["text", "password", "note", "currency", "date", "radio-group", "list-picker", "select"])
  func asterisk(_ type: String) throws {
    #expect(try page("\(type)-required").all("span") { $0["class"] == "mark" }.map(\.text) == ["*"])
    let empty = try page(type == "select" ? "select-standard-empty" : "\(type)-empty")
    #expect(empty.all("span") { $0["class"] == "mark" }.isEmpty)
  }

  @Test(
    "SE35 C1 in a form that marks optional cells, only their labels are marked",
    arguments: ["text", "password", "note", "list-picker", "select"])
  func optional(_ type: String) throws {
    let page = try page("\(type)-optional")
    #expect(page.all("span") { $0["class"] == "optional" }.map(\.text) == ["(optional)"])
    #expect(page.all("span") { $0["class"] == "mark" }.isEmpty)
  }

  @Test("SE36 TI4 FO2 FO3 C1 the form says what its marks mean, in the same words everywhere")
  func notes() throws {
    func note(_ slug: String) throws -> [String] { try page(slug).all("p") { $0["class"] == "note-text" }.map(\.text) }
    #expect(try note("form-required") == ["Fields marked with an asterisk are required"])
    #expect(try note("form-optional") == ["All fields are required unless marked optional"])
    #expect(try note("form-auto") == note("form-optional"), "two of three are required: the one is marked")
    #expect(try note("text-required") == note("form-required"))
    #expect(try note("text-optional") == [], "one field needs no such sentence")
    #expect(try note("form-sections") == [], "nothing is required there")
  }

  @Test(
    "LP11 SE9 TI11 helper text describes its cell, or is part of its button's name",
    arguments: [
      ("text-helper", "As printed on the badge"), ("password-helper", "Eight characters or more"),
      ("note-helper", "What you saw and heard"), ("currency-helper", "As on the receipt"),
      ("date-helper", "A working day"), ("radio-group-helper", "Of the first day"),
      ("list-picker-helper", "Of the outer shell"), ("select-standard-helper", "Of the jacket"),
      ("select-table-helper", "Of the jacket"), ("order-picker-helper", "The first one counts most"),
    ])
  func helper(_ slug: String, _ helper: String) throws {
    let page = try page(slug)
    let cell = try #require(page.element(id: slug))
    #expect(try text(page, "\(slug)_helper") == helper)
    let references = "\(cell["aria-describedby"] ?? "") \(cell["aria-labelledby"] ?? "")".split(separator: " ")
    #expect(references.contains("\(slug)_helper"))
  }

  @Test("LP10 SE23 C10 C11 an empty cell says “Select an option”, or the definition's placeholder")
  func placeholders() throws {
    #expect(try text(page("list-picker-empty"), "list-picker-empty_value") == "Select an option")
    #expect(try text(page("list-picker-placeholder"), "list-picker-placeholder_value") == "Choose a colour")
    #expect(try text(page("select-standard-empty"), "select-standard-empty_value") == "Select an option")
  }

  @Test("TI37 an empty field shows its example")
  func examples() throws {
    #expect(try page("text-placeholder").element(id: "text-placeholder")?["placeholder"] == "Ada Lovelace")
    #expect(try page("note-helper").element(id: "note-helper")?["placeholder"] == "The belt squeaks at low speed")
    #expect(try page("currency-helper").element(id: "currency-helper")?["placeholder"] == "120.00")
  }

  @Test("TI1 TI9 TI10 TI14 FO4 a text cell is a label and a field of one line, empty or with its value")
  func simpleProperty() throws {
    let field = try #require(try page("text-empty").element(id: "text-empty"))
    #expect(field.name == "input")
    #expect(field["type"] == "text")
    #expect(field["value"] == "")
    #expect(try page("text-filled").element(id: "text-filled")?["value"] == "Grace Hopper")
    #expect(try page("text-empty").all("label") { $0["for"] == "text-empty" }.map(\.text) == ["Full Name"])
  }

  @Test(
    "TI8 C2 an error replaces the helper text",
    arguments: [
      "text-error", "password-error", "note-error", "currency-error", "date-error", "radio-group-error",
      "list-picker-error", "order-picker-error", "select-error-replaced",
    ])
  func replaces(_ slug: String) throws {
    let page = try page(slug)
    #expect(page.element(id: "\(slug)_helper") == nil)
    #expect(page.element(id: "\(slug)_error") != nil)
  }

  @Test(
    "SE16 C2 if the helper text is kept, the message follows it",
    arguments: ["text-error-kept", "note-error-kept", "list-picker-error-kept", "select-standard-error-kept"])
  func keeps(_ slug: String) throws {
    let page = try page(slug)
    let ids = page.elements.compactMap { $0["id"] }
    let helper = try #require(ids.firstIndex(of: "\(slug)_helper"))
    let error = try #require(ids.firstIndex(of: "\(slug)_error"))
    #expect(helper < error)
  }

  @Test(
    "TI40 TI41 TI42 AX10 AX15 an error has an icon and, right after its control, a text that says what to do",
    arguments: [
      ("text-error", "Error: Enter a value."),
      ("text-error-own", "Error: Enter two capital letters and four digits, such as AB1234."),
      ("text-email", nil), ("text-number", nil), ("note-error", "Error: Enter a value."),
      ("currency-wrong", nil), ("date-wrong", nil), ("radio-group-error", "Error: Select an option."),
      ("list-picker-error", "Error: Select an option."),
      ("list-picker-error-own", "Error: Choose the colour of the shell."),
      ("select-table-error", "Error: Select an option."),
    ] as [(String, String?)])
  func errors(_ slug: String, _ message: String?) throws {
    let page = try page(slug)
    let shown = try text(page, "\(slug)_error")
    if let message { #expect(shown == message) }
    #expect(shown.count > "Error: ".count + 10)
    let position = try #require(page.elements.firstIndex { $0["id"] == "\(slug)_error" })
    #expect(page.elements[position]["class"] == "error", "the style sheet draws the icon")
    let control = try #require(page.elements.firstIndex { $0["id"] == slug })
    let between = page.elements[control..<position].dropFirst()
    let others = between.filter {
      ["input", "button", "textarea"].contains($0.name) && !$0.ancestors.contains(control) && $0["type"] != "hidden"
    }
    #expect(others.isEmpty, "no other control stands between")
  }

  @Test(
    "TI47 C12 C20 read-only cells say so after the helper text; pickers and switches are shown as text",
    arguments: ["text", "password", "note", "currency", "date", "list-picker", "select", "radio-group", "switch"])
  func readOnly(_ type: String) throws {
    let page = try page("\(type)-read-only")
    #expect(try text(page, "\(type)-read-only_helper").hasSuffix("Read-only field"))
    let element = try #require(page.element(id: "\(type)-read-only"))
    let isField = ["input", "textarea"].contains(element.name)
    #expect(isField == ["text", "password", "note", "currency", "date"].contains(type))
    #expect(isField == (element["readonly"] != nil))
    #expect(
      try text(self.page("text-read-only-helper"), "text-read-only-helper_helper") == "From payroll. Read-only field")
  }

  @Test("TI27 TI31 an amount's label names its currency, and its value is written as in the locale")
  func amounts() throws {
    func label(_ slug: String) throws -> String {
      try page(slug).all("label") { $0["for"] == slug }.map(\.text).joined()
    }
    #expect(try label("currency-usd") == "Total (USD)")
    #expect(try label("currency-eur") == "Summe (EUR)")
    #expect(try page("currency-usd").element(id: "currency-usd")?["value"] == "$1,234.50")
    #expect(try page("currency-eur").element(id: "currency-eur")?["value"] == "1.234,50\u{a0}€")
  }

  @Test(
    "TI12 TI18 TI19 TI23 a field can have a scan button and helper text about it, and can be typed in too")
  func scan() throws {
    let page = try page("text-scan")
    let button = try #require(page.buttons("Scan").first)
    #expect(button["type"] == "submit" && button["class"]?.contains("scan-button") == true)
    let field = try #require(page.element(id: "text-scan"))
    #expect(field["readonly"] == nil && field["value"] == "SN-4711")
    #expect(try text(page, "text-scan_helper") == "Type it, or scan the code on the plate")
    for other in ["text-empty", "text-scan-read-only"] { #expect(try self.page(other).buttons("Scan").isEmpty) }
  }

  @Test("FO1 a form mixes cells in sections with titles and footers")
  func sections() throws {
    let page = try page("form-all")
    #expect(page.all("section").map(page.name(of:)) == ["Texts", "Choices"])
    for type in ["text", "note", "currency", "date", "switch", "radio-group", "select", "order"] {
      #expect(
        page.elements.contains {
          $0["class"]?.hasPrefix("cell \(type)") == true || $0["class"] == "cell picker \(type)"
        }, "\(type)")
    }
    let footers = try self.page("form-sections").all("p") { $0["class"] == "section-footer" }
    #expect(footers.map(\.text) == ["Kept for this form only."])
  }

  // MARK: In a selection view

  @Test("LP2 LV18 LV19 C3 C8 one value is picked by radio buttons, several by checkboxes")
  func controls() throws {
    #expect(try boxes(page("list-picker-view-single"), "radio") == ["Amber", "Blue", "Crimson", "Denim"])
    #expect(try boxes(page("list-picker-view-single"), "checkbox") == [])
    #expect(try boxes(page("list-picker-view-multiple"), "checkbox") == ["Amber", "Blue", "Crimson", "Denim"])
    #expect(try boxes(page("list-picker-view-multiple"), "radio") == [])
  }

  @Test(
    "LV12 LV13 C4 a list picker has Apply unless turned off; a select of one value has no button, of several Done"
  )
  func applies() throws {
    func buttons(_ slug: String) throws -> [String] {
      let page = try page(slug)
      return ["Apply", "Done"].filter { !page.buttons($0).isEmpty }
    }
    #expect(try buttons("list-picker-view-single") == ["Apply"])
    #expect(try buttons("list-picker-view-multiple") == ["Apply"])
    #expect(try buttons("list-picker-view-immediate") == [])
    #expect(try buttons("select-view-single") == [])
    #expect(try buttons("select-view-multiple") == ["Done"])
  }

  @Test("LV1 LV2 LV4 LV27 LV30 LV32 value lists have headers: All, or the titles of the definition")
  func lists() throws {
    #expect(try groups(page("list-picker-view-single")) == ["All"])
    #expect(try groups(page("list-picker-view-all")).last == "All Colours")
    #expect(try groups(page("list-picker-view-lists")) == ["Selected", "Warm", "Cold"])
    #expect(try page("list-picker-view-lists").buttons("Select All").count == 1, "Cold has none")
  }

  @Test("rows of a value list are list items, so that their position is announced; radio buttons are not")
  func positions() throws {
    func parents(_ slug: String) throws -> Set<[String]> {
      let page = try page(slug)
      let rows = page.elements.filter { $0["class"]?.split(separator: " ").first == "row" }
      #expect(rows.count > 2)
      return Set(rows.map { row in row.ancestors.suffix(2).map { page.elements[$0].name } })
    }
    for slug in ["list-picker-view-selected", "list-picker-view-immediate", "select-view-single"] {
      #expect(try parents(slug) == [["ul", "li"]], "\(slug)")
    }
    for slug in ["list-picker-view-single", "radio-group-empty"] {
      #expect(try !parents(slug).contains(["ul", "li"]), "\(slug)")
    }
  }

  @Test(
    "LV20 LV28 LV40 C23 selected values come first and are ticked, unless left out or during a search")
  func selected() throws {
    let page = try page("list-picker-view-selected")
    #expect(groups(page) == ["Selected", "All"])
    #expect(page.all("input") { $0["checked"] != nil }.map(page.name(of:)) == ["Denim", "Amber", "Amber", "Denim"])
    #expect(try groups(self.page("list-picker-view-no-selected-list")) == ["All"])
    #expect(try groups(self.page("list-picker-view-search")) == ["All"])
    let single = try self.page("list-picker-view-reopened")
    #expect(single.all("input") { $0["checked"] != nil }.map(single.name(of:)) == ["Blue"])
  }

  @Test("LV7 C22 a search shows the matching options, and Select All says how many they are")
  func search() throws {
    let page = try page("list-picker-view-search")
    #expect(boxes(page, "checkbox") == ["Amber", "Crimson", "Denim"])
    #expect(page.buttons("Select All (3)").count == 1)
    #expect(try self.page("list-picker-view-no-results").all("p") { $0.text == "No Results Found" }.count == 1)
  }

  @Test("LV8 search and reset can be left out")
  func plain() throws {
    let page = try page("list-picker-view-plain")
    #expect(page.buttons("Reset").isEmpty && page.buttons("Search").isEmpty)
    #expect(try self.page("list-picker-view-single").buttons("Reset").count == 1)
  }

  @Test("LV14 C11 the prompt is shown in the view and describes its heading")
  func prompt() throws {
    let page = try page("list-picker-view-prompt")
    #expect(try text(page, "_prompt") == "Choose the colour of the shell")
    #expect(page.element(id: "_view_title")?["aria-describedby"] == "_prompt")
    #expect(try self.page("list-picker-view-single").element(id: "_prompt") == nil)
  }

  @Test("LV11 LV10 a long list of several values has a link to the top; a list of one value has none")
  func anchor() throws {
    let page = try page("list-picker-view-long")
    let link = try #require(page.all("a") { $0.text.hasPrefix("Back to top") }.first)
    #expect(page.element(id: String(try #require(link["href"]).dropFirst())) != nil)
    #expect(try self.page("list-picker-view-half-long").all("a") { $0.text.hasPrefix("Back to top") }.isEmpty)
  }

  @Test("LV33 the definition chooses the half or the full view")
  func views() throws {
    #expect(try page("list-picker-view-single").element(id: "_view")?["data-view"] == "half")
    #expect(try page("list-picker-view-full").element(id: "_view")?["data-view"] == "full")
  }

  @Test("LV21 LV24 LV25 rows show a text, an object or a contact, and further texts describe the control")
  func rows() throws {
    let objects = try page("list-picker-view-objects")
    #expect(boxes(objects, "radio") == ["Motor 1", "Motor 2", "Motor 3"])
    let box = try #require(objects.all("input") { $0["value"] == "m1" }.first)
    let description = try (box["aria-describedby"] ?? "").split(separator: " ").map { try text(objects, String($0)) }
    #expect(description == ["Hall 1 Serviced in May", "Running"])
    let contacts = try page("list-picker-view-contacts")
    #expect(boxes(contacts, "checkbox") == ["Ada Lovelace", "Grace Hopper"])
    #expect(contacts.all("span") { $0["class"] == "avatar" }.map(\.text) == ["AL", "GH"])
  }

  @Test("SE31 AX14 options are in the order of the definition")
  func order() throws {
    let page = try page("select-view-single")
    let names = page.all("button") { $0["aria-pressed"] != nil }.map(page.name(of:))
    #expect(names == ["Extra Small", "Small", "Medium", "Large", "Extra Large"])
  }
}
