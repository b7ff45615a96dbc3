extension CellFixture {
  static func picker(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    marking: String? = nil, ignoring: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, slug: "list-picker-\(slug)", in: .listPicker, features: features, members: members, value: value,
      marking: marking,
      ignoring: ignoring, steps: steps)
  }

  static let colours = #""options": ["Amber", "Blue", "Crimson", "Denim"]"#

  /// The cell on the form.
  static let listPicker: [CellFixture] = [
    picker(
      "An empty list picker", slug: "empty", features: ["LP1", "LP9", "LP10", "LP12", "LP13", "AX6", "C10"],
      members: #""label": "Colour", \#(colours)"#),
    picker(
      "A list picker with its own placeholder", slug: "placeholder", features: ["LP10", "C10", "C11"],
      members: #""label": "Colour", "placeholder": "Choose a colour", \#(colours)"#),
    picker(
      "A list picker with helper text", slug: "helper", features: ["LP11", "AX1", "AX6", "C19"],
      members: #""label": "Colour", "helper": "Of the outer shell", \#(colours)"#),
    picker(
      "A list picker shows its value", slug: "filled", features: ["LP3", "AX6"],
      members: #""label": "Colour", \#(colours)"#, value: #""Blue""#),
    picker(
      "A list picker shows several values", slug: "several", features: ["LP2", "LP3"],
      members: #""label": "Colours", "selection": "multiple", "helper": "Of the outer shell", \#(colours)"#,
      value: #"["Crimson", "Amber"]"#),
    picker(
      "A list picker shows five of many values and the number of the rest", slug: "many", features: ["LP3"],
      members:
        #""label": "Days", "selection": "multiple", "view": "full", "options": ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]"#,
      value: #"["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]"#),
    picker(
      "The only option of a required list picker is chosen from the beginning", slug: "preselected",
      features: ["LP3", "LV6"],
      members: #""label": "Warehouse", "required": true, "preselectOnly": true, "options": ["Leeds"]"#),
    picker(
      "A list picker shows a custom text", slug: "other", features: ["LP3"],
      members: #""label": "Colours", "selection": "multiple", "other": {}, \#(colours)"#,
      value: #"["Blue", { "other": "Teal" }]"#),
    picker(
      "A list picker shows the paths of values of a tree", slug: "paths", features: ["LP3"],
      members: #""label": "Offices", "selection": "multiple", "view": "full", \#(anyPlace)"#,
      value: #"["france", "munich"]"#),
    picker(
      "A required list picker", slug: "required", features: ["LP6", "TI3"],
      members: #""label": "Colour", "required": true, \#(colours)"#),
    picker(
      "An optional list picker is marked where optional ones are", slug: "optional", features: ["SE35", "C1"],
      members: #""label": "Colour", "required": false, \#(colours)"#, marking: "optional"),
    picker(
      "An error takes the place of the helper", slug: "error",
      features: ["LP14", "LP17", "AX10", "AX11", "AX12", "AX15", "C2"],
      members: #""label": "Colour", "required": true, "helper": "Of the outer shell", \#(colours)"#, steps: [.submit]),
    picker(
      "An error beside the helper", slug: "error-kept", features: ["AX12", "C2", "C19"],
      members:
        #""label": "Colour", "required": true, "helper": "Of the outer shell", "helperOnError": "keep", \#(colours)"#,
      steps: [.submit]),
    picker(
      "An error in the form's words", slug: "error-own", features: ["LP14", "LP16"],
      members: #"""
        "label": "Colour", "required": true, "messages": { "required": "Choose the colour of the shell." },
            \#(colours)
        """#, steps: [.submit]),
    right(
      "A list picker with a success message", in: .listPicker, features: ["LP18", "C16"],
      members: #""label": "Colour", "messages": { "success": "In stock." }, \#(colours)"#, value: #""Blue""#),
    picker(
      "A read-only list picker is its value as text", slug: "read-only", features: ["C20", "TI47"],
      members: #""label": "Colour", "readOnly": true, "value": "Blue", "helper": "From the order.", \#(colours)"#),
    picker(
      "A read-only list picker without a value", slug: "read-only-empty", features: ["C20"],
      members: #""label": "Colour", "readOnly": true, \#(colours)"#),
    picker(
      "A disabled list picker", slug: "disabled", features: ["AX8", "TI51"],
      members: #""label": "Colour", "disabled": true, "helper": "No choice at the moment", \#(colours)"#),
  ]
}

extension CellFixture {
  private static func open(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    ignoring: String? = nil, then steps: [Step] = []
  ) -> CellFixture {
    picker(
      sentence, slug: "view-\(slug)", features: features, members: members, value: value, ignoring: ignoring,
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
      "One value of a list, with Apply", slug: "single",
      features: [
        "LV1", "LV2", "LV5", "LV12", "LV18", "LV21", "LV22", "LV30", "LV34",
        "AL1", "AL2", "C3", "C4", "C6",
      ],
      members: #""label": "Colour", "required": true, \#(colours)"#),
    open(
      "One value, shown again when the view is opened again", slug: "reopened", features: ["LV40", "SE26"],
      members: #""label": "Colour", "required": true, \#(colours)"#, value: #""Blue""#),
    open(
      "One value of an optional list can be taken back", slug: "none", features: ["C21"],
      members: #""label": "Colour", "noneLabel": "No colour", \#(colours)"#, value: #""Blue""#),
    open(
      "One value without Apply: choosing returns at once", slug: "immediate", features: ["LV13", "C3", "C4", "AX7"],
      members: #""label": "Colour", "required": true, "apply": false, \#(colours)"#, value: #""Blue""#),
    open(
      "Several values of a list", slug: "multiple", features: ["LP2", "LV19", "LV30", "LV31"],
      members: #""label": "Colours", "selection": "multiple", "prompt": "Tick what applies", \#(colours)"#),
    open(
      "The selected values stand at the top", slug: "selected", features: ["LV20", "LV28", "LV29", "LV39", "LV40"],
      members: #""label": "Colours", "selection": "multiple", \#(colours)"#, value: #"["Denim", "Amber"]"#),
    open(
      "Without the list of the selected values", slug: "no-selected-list", features: ["LV20"],
      members: #""label": "Colours", "selection": "multiple", "selectedList": false, \#(colours)"#, value: #"["Denim"]"#
    ),
    open(
      "Everything is selected", slug: "all", features: ["LV3", "LV31"],
      members: #""label": "Colours", "selection": "multiple", "allList": { "title": "All Colours" }, \#(colours)"#,
      then: [.selectAll(list: 0)]),
    open(
      "Several value lists with headers of their own", slug: "lists", features: ["LV4", "LV27", "LV32"],
      members: #""label": "Colours", "selection": "multiple", \#(lists)"#, value: #"["Amber"]"#),
    open(
      "A prompt in the view", slug: "prompt", features: ["LV14", "C11"],
      members: #""label": "Colour", "required": true, "prompt": "Choose the colour of the shell", \#(colours)"#),
    open(
      "A search narrows the list", slug: "search", features: ["LV7", "C22", "C23"],
      members: #""label": "Colours", "selection": "multiple", \#(colours)"#, value: #"["Blue"]"#, then: [.search("m")]),
    open(
      "A search without results", slug: "no-results", features: ["LV7"],
      members: #""label": "Colours", "selection": "multiple", \#(colours)"#, then: [.search("zzz")]),
    open(
      "Neither search nor reset", slug: "plain", features: ["LV8"],
      members: #""label": "Colour", "required": true, "search": false, "reset": false, \#(colours)"#),
    open(
      "The question before changes are lost", slug: "question", features: ["LV17", "C5"],
      members: #""label": "Colours", "selection": "multiple", \#(colours)"#, then: [.tick(["Blue"]), .close]),
    open(
      "The question in the form's words", slug: "question-own", features: ["LV17", "C5", "FO9"],
      members: #"""
        "label": "Colours", "selection": "multiple",
                "discard": { "title": "Forget these colours?", "confirm": "Forget Them", "keep": "Back to the Colours" },
                \#(colours)
        """#, then: [.tick(["Blue"]), .close]),
    open(
      "Too few values to apply", slug: "too-few", features: ["LP14", "AX9"],
      members: #""label": "Colours", "selection": "multiple", "minimum": 2, \#(colours)"#,
      then: [.tick(["Blue"]), .apply]),
    open(
      "A last choice with a text of its own", slug: "other", features: ["FO8", "LV12"],
      members:
        #""label": "Colour", "required": true, "other": { "label": "Another colour", "maxLength": 20 }, \#(colours)"#,
      value: #"{ "other": "Teal" }"#),
    open(
      "A list picker takes a custom text beside several values", slug: "other-multiple", features: ["LV28", "LV39"],
      members: #""label": "Colours", "selection": "multiple", "other": {}, \#(colours)"#,
      value: #"["Blue", { "other": "Teal and gold" }]"#),
    open(
      "A list picker applies a custom text at once", slug: "other-immediate", features: ["LV13"],
      members: #""label": "Colour", "required": true, "apply": false, "other": {}, \#(colours)"#, value: #""Blue""#),
    open(
      "A last choice without its text cannot be applied", slug: "other-missing", features: ["LP14", "AX9"],
      members: #""label": "Colours", "selection": "multiple", "other": {}, \#(colours)"#,
      then: [.tick(["Blue"]), .other(""), .apply]),
    open(
      "A search leaves the last choice where it is", slug: "other-search", features: ["LV7"],
      members: #""label": "Colour", "required": true, "other": {}, \#(colours)"#, then: [.search("zzz")]),
    open(
      "Object rows", slug: "objects", features: ["LP5", "LV24", "LV26"],
      members: #""label": "Machine", "required": true, \#(machines)"#, value: #""m2""#),
    open(
      "Object rows, several of them", slug: "objects-multiple", features: ["LV24", "LV26"],
      members: #""label": "Machines", "selection": "multiple", \#(machines)"#, value: #"["m2"]"#),
    open(
      "Contact rows", slug: "contacts", features: ["LV25", "LV26"],
      members: #"""
        "label": "People", "selection": "multiple", "options": [
                { "value": "ada", "label": "Ada Lovelace", "description": "Analysis", "initials": "AL" },
                { "value": "grace", "label": "Grace Hopper", "description": "Compilers", "initials": "GH" }
              ]
        """#),
    open(
      "Contact rows of which one is chosen at once", slug: "contacts-immediate", features: ["LV25", "LV13"],
      members: #"""
        "label": "Person", "required": true, "apply": false, "options": [
                { "value": "ada", "label": "Ada Lovelace", "description": "Analysis", "initials": "AL" },
                { "value": "grace", "label": "Grace Hopper", "description": "Compilers", "initials": "GH" }
              ]
        """#),
    open(
      "Contact rows with pictures or initials", slug: "contacts-pictures", features: ["LV25"],
      members: #""label": "Approver", "required": true, \#(people)"#, value: #""p2""#),
    open(
      "A selection that was reset can be brought back", slug: "reset", features: ["LV6", "LP15"],
      members: #""label": "Colours", "selection": "multiple", \#(colours)"#, value: #"["Blue"]"#, then: [.reset]),
    open(
      "The top level of a tree", slug: "tree", features: ["LV1", "LV12"],
      members: #""label": "Office", "required": true, "view": "full", \#(places)"#, value: #""munich""#),
    open(
      "A level of a tree, with its path and the way up", slug: "tree-level", features: ["LV1", "LV12"],
      members: #""label": "Office", "required": true, "view": "full", \#(places)"#, then: [.level("bavaria")]),
    open(
      "A level of a tree of which all rows can be chosen", slug: "tree-any", features: ["LV19", "LV20", "LV28"],
      members: #""label": "Offices", "selection": "multiple", "view": "full", \#(anyPlace)"#,
      value: #"["europe", "munich"]"#,
      then: [.level("germany")]),
    open(
      "A search finds in all levels of a tree", slug: "tree-search", features: ["LV7"],
      members: #""label": "Office", "required": true, "view": "full", \#(places)"#, then: [.search("n")]),
    open(
      "A label that wraps over several lines", slug: "wrapping", features: ["LV22", "LV23"],
      members: #"""
        "label": "Reason", "required": true, "options": ["Worn",
                "The part came from a batch that the supplier has called back since, and has to be replaced before it breaks"]
        """#),
    open(
      "A view that takes the whole height", slug: "full", features: ["LV33", "LV36"],
      members: #""label": "Colour", "required": true, "view": "full", \#(colours)"#),
    open(
      "A long list in a half view", slug: "half-long", features: ["LV16", "LV34", "LV38"],
      members: #""label": "Room", "required": true, \#(numbered(30))"#, ignoring: "LV35"),
    open(
      "Many rows come fifty at a time, with a way back to the top", slug: "long",
      features: ["LP4", "LV10", "LV11", "LV16", "LV36"],
      members: #""label": "Rooms", "selection": "multiple", "view": "full", \#(numbered(300))"#, value: #"["Room 7"]"#),
  ]
}
