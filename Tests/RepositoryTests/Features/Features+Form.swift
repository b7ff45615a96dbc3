extension Feature {
  /// Forms in general, and their layout.
  static let form: [Feature] = [
    Feature(
      "FO1", .plain, "A form mixes all cells, in sections", "FO1 a form mixes cells in sections with titles and footers"
    ),
    Feature(
      "FO2", .plain, "A form marks what is required in one way",
      "SE36 TI4 FO2 FO3 C1 the form says what its marks mean, in the same words everywhere"),
    Feature(
      "FO3", .plain, "The words of the marking are the same on all forms",
      "SE36 TI4 FO2 FO3 C1 the form says what its marks mean, in the same words everywhere"),
    Feature(
      "FO4", .plain, "A form starts empty, or with values that are there already",
      "TI1 TI9 TI10 TI14 FO4 a simple property is a label and a field of one line, empty or with its value"),
    Feature(
      "FO5", .plain, "Messages stand at their fields, and only where one is needed",
      "FO5 a cell in error says so, is linked from the summary, and names its message"),
    Feature(
      "FO6", .plain, "Feedback on the page as a whole is a notice",
      "LP15 FO6 F13 Apply is told in a status line, and Undo takes the former value back; what was typed stays"),
    Feature(
      "FO7", .plain, "Nothing that was entered is lost by opening, applying, closing or resetting a view",
      "FO7 what a fixture's page shows is what comes back after a round trip"),
    Feature(
      "FO8", .plain, "Switches, radio buttons and searchable lists are there too",
      "FO8 a switch is a checkbox with the role switch, and turned off it posts that it is off"),
    Feature(
      "FO9", .lint, "Built-in words can be replaced and translated",
      "test_FO9_a_language_is_added_by_adding_its_file"),
    Feature(
      "FO10", .lint, "Rules for definitions are told to the team, never to the visitor",
      "test_FO10_a_server_says_nothing_of_them"),
    Feature(
      "AL1", .layout, "On compact windows the selection view is a sheet at the bottom",
      "test_AL1_LV34_the_view_is_a_sheet_of_half_the_height_at_the_bottom"),
    Feature(
      "AL2", .layout, "On medium and expanded windows it is a dialog", "test_AL2_C6_the_view_is_a_dialog_in_the_middle"),
    Feature(
      "AL3", .plain, "Everything else is the same at each size",
      "AL3 AL4 the same markup serves all classes: pages differ in what says the class, and in nothing else"),
    Feature(
      "AL4", .plain, "The same markup serves all sizes",
      "AL3 AL4 the same markup serves all classes: pages differ in what says the class, and in nothing else"),
    Feature(
      "AL5", .layout, "Text fields are drawn on compact and on expanded windows", "test_LP19_AL5_cells_fit_their_window"
    ),
    Feature(
      "AL6", .layout, "An order picker keeps the margin on compact windows and a readable width on larger ones",
      "test_OP15_OP16_OP17_AL6_an_order_picker_stands_alone_in_the_margin_and_no_wider_than_is_read"),
    Feature(
      "AL7", .layout, "A select keeps at least 16 from the window's edges",
      "test_SE17_AL7_a_select_keeps_16_to_the_edges"),
  ]
}
