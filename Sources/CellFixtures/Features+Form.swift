extension Feature {
  /// Forms in general, and their layout.
  static let form: [Feature] = [
    Feature("FO1", .plain, "A form mixes all cells, in sections"),
    Feature("FO2", .plain, "A form marks what is required in one way"),
    Feature("FO3", .plain, "The words of the marking are the same on all forms"),
    Feature("FO4", .plain, "A form starts empty, or with values that are there already"),
    Feature(
      "FO5", .plain, "Messages stand at their fields, and only where one is needed",
      "FO5 a cell in error says so, is linked from the summary, and names its message"),
    Feature(
      "FO6", .plain, "Feedback on the page as a whole is a notice",
      "LP15 FO6 F13 Apply is told in a status line, and Undo takes the former value back; what was typed stays"),
    Feature("FO7", .plain, "Nothing that was entered is lost by opening, applying, closing or resetting a view"),
    Feature("FO8", .plain, "Switches, radio buttons and searchable lists are there too"),
    Feature("FO9", .lint, "Built-in words can be replaced and translated"),
    Feature("FO10", .lint, "Rules for definitions are told to the team, never to who fills in"),
    Feature("AL1", .layout, "On compact windows the selection view is a sheet at the bottom"),
    Feature("AL2", .layout, "On medium and expanded windows it is a dialog"),
    Feature(
      "AL3", .plain, "Everything else is the same at each size",
      "AL3 AL4 the same markup serves all classes: pages differ in what says the class, and in nothing else"),
    Feature(
      "AL4", .plain, "The same markup serves all sizes",
      "AL3 AL4 the same markup serves all classes: pages differ in what says the class, and in nothing else"),
    Feature("AL5", .layout, "Text fields are drawn on compact and on expanded windows"),
    Feature("AL6", .layout, "An order picker keeps the margin on compact windows and a readable width on larger ones"),
    Feature("AL7", .layout, "A select keeps at least 16 from the window's edges"),
  ]
}
