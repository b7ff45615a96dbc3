extension CellFixture {
  static func picker(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    marking: String? = nil, ignoring: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, "list-picker-\(slug)", in: .listPicker, features, members, value: value, marking: marking,
      ignoring: ignoring, steps: steps)
  }

  static let colours = #""options": ["Amber", "Blue", "Crimson", "Denim"]"#

  /// The cell on the form.
  static let listPicker: [CellFixture] = [
    picker(
      "An empty list picker", "empty", ["LP1", "LP9", "LP10", "LP12", "LP13", "AX6", "C10"],
      #""label": "Colour", \#(colours)"#),
    picker(
      "A list picker with its own placeholder", "placeholder", ["LP10", "C10", "C11"],
      #""label": "Colour", "placeholder": "Choose a colour", \#(colours)"#),
    picker(
      "A list picker with helper text", "helper", ["LP11", "AX1", "AX6", "C19"],
      #""label": "Colour", "helper": "Of the outer shell", \#(colours)"#),
    picker(
      "A list picker shows its value", "filled", ["LP3", "AX6"], #""label": "Colour", \#(colours)"#, value: #""Blue""#),
    picker(
      "A list picker shows several values", "several", ["LP2", "LP3"],
      #""label": "Colours", "selection": "multiple", "helper": "Of the outer shell", \#(colours)"#,
      value: #"["Crimson", "Amber"]"#),
    picker(
      "A list picker shows five of many values and the number of the rest", "many", ["LP3"],
      #""label": "Days", "selection": "multiple", "view": "full", "options": ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]"#,
      value: #"["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]"#),
    picker(
      "The only option of a required list picker is chosen from the beginning", "preselected", ["LP3", "LV6"],
      #""label": "Warehouse", "required": true, "preselectOnly": true, "options": ["Leeds"]"#),
    picker(
      "A list picker shows a custom text", "other", ["LP3"],
      #""label": "Colours", "selection": "multiple", "other": {}, \#(colours)"#,
      value: #"["Blue", { "other": "Teal" }]"#),
    picker(
      "A list picker shows the paths of values of a tree", "paths", ["LP3"],
      #""label": "Offices", "selection": "multiple", "view": "full", \#(anyPlace)"#, value: #"["france", "munich"]"#),
    picker("A required list picker", "required", ["LP6", "TI3"], #""label": "Colour", "required": true, \#(colours)"#),
    picker(
      "An optional list picker is marked where optional ones are", "optional", ["SE35", "C1"],
      #""label": "Colour", "required": false, \#(colours)"#, marking: "optional"),
    picker(
      "An error takes the place of the helper", "error", ["LP14", "LP17", "AX10", "AX11", "AX12", "AX15", "C2"],
      #""label": "Colour", "required": true, "helper": "Of the outer shell", \#(colours)"#, steps: [.submit]),
    picker(
      "An error beside the helper", "error-kept", ["AX12", "C2", "C19"],
      #""label": "Colour", "required": true, "helper": "Of the outer shell", "helperOnError": "keep", \#(colours)"#,
      steps: [.submit]),
    picker(
      "An error in the form's words", "error-own", ["LP14", "LP16"],
      #"""
      "label": "Colour", "required": true, "messages": { "required": "Choose the colour of the shell." },
          \#(colours)
      """#, steps: [.submit]),
    right(
      "A list picker with a success message", in: .listPicker, ["LP18", "C16"],
      #""label": "Colour", "messages": { "success": "In stock." }, \#(colours)"#, value: #""Blue""#),
    picker(
      "A read-only list picker is its value as text", "read-only", ["C20", "TI47"],
      #""label": "Colour", "readOnly": true, "value": "Blue", "helper": "From the order.", \#(colours)"#),
    picker(
      "A read-only list picker without a value", "read-only-empty", ["C20"],
      #""label": "Colour", "readOnly": true, \#(colours)"#),
    picker(
      "A disabled list picker", "disabled", ["AX8", "TI51"],
      #""label": "Colour", "disabled": true, "helper": "No choice at the moment", \#(colours)"#),
  ]
}

extension CellFixture {
  private static func open(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    ignoring: String? = nil, then steps: [Step] = []
  ) -> CellFixture {
    picker(
      sentence, "view-\(slug)", features, members, value: value, ignoring: ignoring,
      steps: [.open("list-picker-view-\(slug)")] + steps)
  }

  private static let lists = #"""
    "lists": [
            { "title": "Warm", "options": ["Amber", "Crimson"] },
            { "title": "Cold", "action": "none", "options": ["Blue", { "value": "Denim", "disabled": true, "label": "Denim" }] }
          ]
    """#

  private static let machines = #"""
    "options": [
            { "value": "m1", "label": "Motor 1", "description": "Hall 1", "footnote": "Serviced in May", "status": "Running" },
            { "value": "m2", "label": "Motor 2", "description": "Hall 2", "status": "Stopped" },
            { "value": "m3", "label": "Motor 3", "description": "Hall 2" }
          ]
    """#

  private static let people = #"""
    "options": [
            { "value": "p1", "label": "Ada Lovelace", "description": "Analyst", "initials": "AL", "status": "Present" },
            { "value": "p2", "label": "Björn Ångström", "description": "Buyer", "image": "icon.svg" },
            { "value": "p3", "label": "Çiğdem Öz", "description": "Chair", "footnote": "Until May" }
          ]
    """#

  /// The files that sources name.
  static let files = [
    "places.csv": """
    id,name,parent,note
    europe,Europe,,
    africa,Africa,,
    germany,Germany,europe,
    france,France,europe,
    bavaria,Bavaria,germany,
    berlin,Berlin,germany,Capital
    munich,Munich,bavaria,Head office
    nuremberg,Nuremberg,bavaria,
    paris,Paris,france,Capital
    kenya,Kenya,africa,
    nairobi,Nairobi,kenya,Capital
    """
  ]

  static let places = #"""
    "source": { "file": "places.csv", "value": "id", "label": "name", "description": "note", "parent": "parent" }
    """#
  private static let anyPlace = #"""
    "source": { "file": "places.csv", "value": "id", "label": "name", "description": "note", "parent": "parent", "choose": "any" }
    """#

  private static func numbered(_ count: Int) -> String {
    "\"options\": [" + (1...count).map { "\"Room \($0)\"" }.joined(separator: ", ") + "]"
  }

  /// The cell's selection view.
  static let listPickerView: [CellFixture] = [
    open(
      "One value of a list, with Apply", "single",
      [
        "LV1", "LV2", "LV5", "LV12", "LV18", "LV21", "LV22", "LV30", "LV34",
        "AL1", "AL2", "C3", "C4", "C6",
      ],
      #""label": "Colour", "required": true, \#(colours)"#),
    open(
      "One value, shown again when the view is opened again", "reopened", ["LV40", "SE26"],
      #""label": "Colour", "required": true, \#(colours)"#, value: #""Blue""#),
    open(
      "One value of an optional list can be taken back", "none", ["C21"],
      #""label": "Colour", "noneLabel": "No colour", \#(colours)"#, value: #""Blue""#),
    open(
      "One value without Apply: choosing returns at once", "immediate", ["LV13", "C3", "C4", "AX7"],
      #""label": "Colour", "required": true, "apply": false, \#(colours)"#, value: #""Blue""#),
    open(
      "Several values of a list", "multiple", ["LP2", "LV19", "LV30", "LV31"],
      #""label": "Colours", "selection": "multiple", "prompt": "Tick what applies", \#(colours)"#),
    open(
      "The selected values stand at the top", "selected", ["LV20", "LV28", "LV29", "LV39", "LV40"],
      #""label": "Colours", "selection": "multiple", \#(colours)"#, value: #"["Denim", "Amber"]"#),
    open(
      "Without the list of the selected values", "no-selected-list", ["LV20"],
      #""label": "Colours", "selection": "multiple", "selectedList": false, \#(colours)"#, value: #"["Denim"]"#),
    open(
      "Everything is selected", "all", ["LV3", "LV31"],
      #""label": "Colours", "selection": "multiple", "allList": { "title": "All Colours" }, \#(colours)"#,
      then: [.selectAll(list: 0)]),
    open(
      "Several value lists with headers of their own", "lists", ["LV4", "LV27", "LV32"],
      #""label": "Colours", "selection": "multiple", \#(lists)"#, value: #"["Amber"]"#),
    open(
      "A prompt in the view", "prompt", ["LV14", "C11"],
      #""label": "Colour", "required": true, "prompt": "Choose the colour of the shell", \#(colours)"#),
    open(
      "A search narrows the list", "search", ["LV7", "C22", "C23"],
      #""label": "Colours", "selection": "multiple", \#(colours)"#, value: #"["Blue"]"#, then: [.search("m")]),
    open(
      "A search without results", "no-results", ["LV7"],
      #""label": "Colours", "selection": "multiple", \#(colours)"#, then: [.search("zzz")]),
    open(
      "Neither search nor reset", "plain", ["LV8"],
      #""label": "Colour", "required": true, "search": false, "reset": false, \#(colours)"#),
    open(
      "The question before changes are lost", "question", ["LV17", "C5"],
      #""label": "Colours", "selection": "multiple", \#(colours)"#, then: [.tick(["Blue"]), .close]),
    open(
      "The question in the form's words", "question-own", ["LV17", "C5", "FO9"],
      #"""
      "label": "Colours", "selection": "multiple",
              "discard": { "title": "Forget these colours?", "confirm": "Forget Them", "keep": "Back to the Colours" },
              \#(colours)
      """#, then: [.tick(["Blue"]), .close]),
    open(
      "Too few values to apply", "too-few", ["LP14", "AX9"],
      #""label": "Colours", "selection": "multiple", "minimum": 2, \#(colours)"#, then: [.tick(["Blue"]), .apply]),
    open(
      "A last choice with a text of its own", "other", ["FO8", "LV12"],
      #""label": "Colour", "required": true, "other": { "label": "Another colour", "maxLength": 20 }, \#(colours)"#,
      value: #"{ "other": "Teal" }"#),
    open(
      "A list picker takes a custom text beside several values", "other-multiple", ["LV28", "LV39"],
      #""label": "Colours", "selection": "multiple", "other": {}, \#(colours)"#,
      value: #"["Blue", { "other": "Teal and gold" }]"#),
    open(
      "A list picker applies a custom text at once", "other-immediate", ["LV13"],
      #""label": "Colour", "required": true, "apply": false, "other": {}, \#(colours)"#, value: #""Blue""#),
    open(
      "A last choice without its text cannot be applied", "other-missing", ["LP14", "AX9"],
      #""label": "Colours", "selection": "multiple", "other": {}, \#(colours)"#,
      then: [.tick(["Blue"]), .other(""), .apply]),
    open(
      "A search leaves the last choice where it is", "other-search", ["LV7"],
      #""label": "Colour", "required": true, "other": {}, \#(colours)"#, then: [.search("zzz")]),
    open(
      "Object rows", "objects", ["LP5", "LV24", "LV26"],
      #""label": "Machine", "required": true, \#(machines)"#, value: #""m2""#),
    open(
      "Object rows, several of them", "objects-multiple", ["LV24", "LV26"],
      #""label": "Machines", "selection": "multiple", \#(machines)"#, value: #"["m2"]"#),
    open(
      "Contact rows", "contacts", ["LV25", "LV26"],
      #"""
      "label": "People", "selection": "multiple", "options": [
              { "value": "ada", "label": "Ada Lovelace", "description": "Analysis", "initials": "AL" },
              { "value": "grace", "label": "Grace Hopper", "description": "Compilers", "initials": "GH" }
            ]
      """#),
    open(
      "Contact rows of which one is chosen at once", "contacts-immediate", ["LV25", "LV13"],
      #"""
      "label": "Person", "required": true, "apply": false, "options": [
              { "value": "ada", "label": "Ada Lovelace", "description": "Analysis", "initials": "AL" },
              { "value": "grace", "label": "Grace Hopper", "description": "Compilers", "initials": "GH" }
            ]
      """#),
    open(
      "Contact rows with pictures or initials", "contacts-pictures", ["LV25"],
      #""label": "Approver", "required": true, \#(people)"#, value: #""p2""#),
    open(
      "A selection that was reset can be brought back", "reset", ["LV6", "LP15"],
      #""label": "Colours", "selection": "multiple", \#(colours)"#, value: #"["Blue"]"#, then: [.reset]),
    open(
      "The top level of a tree", "tree", ["LV1", "LV12"],
      #""label": "Office", "required": true, "view": "full", \#(places)"#, value: #""munich""#),
    open(
      "A level of a tree, with its path and the way up", "tree-level", ["LV1", "LV12"],
      #""label": "Office", "required": true, "view": "full", \#(places)"#, then: [.level("bavaria")]),
    open(
      "A level of a tree of which all rows can be chosen", "tree-any", ["LV19", "LV20", "LV28"],
      #""label": "Offices", "selection": "multiple", "view": "full", \#(anyPlace)"#, value: #"["europe", "munich"]"#,
      then: [.level("germany")]),
    open(
      "A search finds in all levels of a tree", "tree-search", ["LV7"],
      #""label": "Office", "required": true, "view": "full", \#(places)"#, then: [.search("n")]),
    open(
      "A label that wraps over several lines", "wrapping", ["LV22", "LV23"],
      #"""
      "label": "Reason", "required": true, "options": ["Worn",
              "The part came from a batch that the supplier has called back since, and has to be replaced before it breaks"]
      """#),
    open(
      "A view that takes the whole height", "full", ["LV33", "LV36"],
      #""label": "Colour", "required": true, "view": "full", \#(colours)"#),
    open(
      "A long list in a half view", "half-long", ["LV16", "LV34", "LV38"],
      #""label": "Room", "required": true, \#(numbered(30))"#, ignoring: "LV35"),
    open(
      "Many rows come fifty at a time, with a way back to the top", "long", ["LP4", "LV10", "LV11", "LV16", "LV36"],
      #""label": "Rooms", "selection": "multiple", "view": "full", \#(numbered(300))"#, value: #"["Room 7"]"#),
  ]
}
