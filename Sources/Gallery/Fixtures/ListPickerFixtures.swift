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
      "A list picker shows a text of one's own", "other", ["LP3"],
      #""label": "Colours", "selection": "multiple", "other": {}, \#(colours)"#,
      value: #"["Blue", { "other": "Teal" }]"#),
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
