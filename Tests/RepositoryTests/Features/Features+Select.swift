extension Feature {
  /// Select.
  static let select: [Feature] = [
    Feature(
      "SE1", .plain, "It chooses one option from a list",
      "SE1 SE3 SE11 SE12 SE23 SE26 AX1 AX5 AX6 choosing returns at once, with the focus on the select and its value in its name"
    ),
    Feature(
      "SE2", .plain, "It chooses several where the definition says so",
      "SE2 SE25 AX3 several are boxes, and Done completes the selection"),
    Feature(
      "SE3", .plain, "It opens a view with the list of options",
      "SE1 SE3 SE11 SE12 SE23 SE26 AX1 AX5 AX6 choosing returns at once, with the focus on the select and its value in its name"
    ),
    Feature(
      "SE4", .plain, "Options are items that toggle",
      "SE4 SE10 SE13 SE22 SE24 AX2 AX3 AX4 AX7 C3 C7 the view: title as the label, the prompt under it, buttons that say whether they are pressed"
    ),
    Feature("SE5", .layout, "The standard style is a box", "test_SE5_SE6_SE38_the_two_styles_and_their_figures"),
    Feature(
      "SE6", .layout, "The table style is a row of a group", "test_SE5_SE6_SE38_the_two_styles_and_their_figures"),
    Feature(
      "SE7", .lint, "Fewer than five options or more than fifteen want another cell",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "SE8", .lint, "More than fifteen options want a search",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "SE9", .plain, "It takes helper text",
      "LP11 SE9 TI11 helper text describes its cell, or is part of its button's name"),
    Feature(
      "SE10", .plain, "The view's title is the label",
      "SE4 SE10 SE13 SE22 SE24 AX2 AX3 AX4 AX7 C3 C7 the view: title as the label, the prompt under it, buttons that say whether they are pressed"
    ),
    Feature(
      "SE11", .plain, "Choosing an option returns to the form",
      "SE1 SE3 SE11 SE12 SE23 SE26 AX1 AX5 AX6 choosing returns at once, with the focus on the select and its value in its name"
    ),
    Feature(
      "SE12", .layout, "The chosen value stands beneath the label",
      "test_SE12_SE17_SE19_SE20_the_value_stands_beneath_the_label_over_the_whole_width"),
    Feature(
      "SE13", .plain, "Back, at the top start, leaves and changes nothing; the title stands in the middle of the bar",
      "SE4 SE10 SE13 SE22 SE24 AX2 AX3 AX4 AX7 C3 C7 the view: title as the label, the prompt under it, buttons that say whether they are pressed"
    ),
    Feature(
      "SE14", .lint, "The label of Back is short",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "SE15", .plain, "Without a valid choice, validation shows an error",
      "LP14 LP17 SE15 a form with problems comes back as 422, with a summary, and loses nothing"),
    Feature(
      "SE16", .plain, "The error does not take the helper's place",
      "SE16 C2 where the helper is kept, both are there, the message behind it"),
    Feature(
      "SE17", .layout, "The standard style fills its parent, at least 16 from each edge of the window",
      "test_SE17_AL7_a_select_keeps_16_to_the_edges"),
    Feature("SE18", .layout, "A one-line error moves nothing below it", "test_F12_SE18_one_line_messages_push_nothing"),
    Feature("SE19", .layout, "The table style fills its container", "test_SE19_SE20_SE21_rows_of_a_group_fill_it"),
    Feature("SE20", .layout, "Several selects are rows of one group", "test_SE19_SE20_SE21_rows_of_a_group_fill_it"),
    Feature(
      "SE21", .layout, "An option's row fills its container, in a group", "test_SE19_SE20_SE21_rows_of_a_group_fill_it"),
    Feature(
      "SE22", .plain, "The selected option has a checkmark",
      "SE4 SE10 SE13 SE22 SE24 AX2 AX3 AX4 AX7 C3 C7 the view: title as the label, the prompt under it, buttons that say whether they are pressed"
    ),
    Feature(
      "SE23", .plain, "\"Select an option\" is built in",
      "LP10 SE23 C10 C11 the empty cell says Select an option, or what the definition says"),
    Feature(
      "SE24", .plain, "The view says \"Select an option below\"",
      "SE4 SE10 SE13 SE22 SE24 AX2 AX3 AX4 AX7 C3 C7 the view: title as the label, the prompt under it, buttons that say whether they are pressed"
    ),
    Feature(
      "SE25", .plain, "Several choices end with Done, at the top end",
      "SE2 SE25 AX3 several are boxes, and Done completes the selection"),
    Feature(
      "SE26", .plain, "Opened again, the view shows what was chosen and lets it be changed",
      "SE1 SE3 SE11 SE12 SE23 SE26 AX1 AX5 AX6 choosing returns at once, with the focus on the select and its value in its name"
    ),
    Feature(
      "SE27", .lint, "Labels are direct and brief",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "SE28", .lint, "Labels name no action",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "SE29", .lint, "Wordy options want radio buttons",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "SE30", .lint, "Options have one form",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "SE31", .plain, "Options stand in a sensible order", "SE31 AX14 options stand in the order of the definition"),
    Feature(
      "SE32", .lint, "Labels are in title case",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "SE33", .lint, "Helper texts and errors are in sentence case",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "SE34", .lint, "Whole sentences end with a full stop",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "SE35", .plain, "Optional fields are marked, the others are required",
      "SE35 C1 where optional cells are marked, theirs are the only labels that are"),
    Feature(
      "SE36", .plain, "Several fields: \"All fields are required unless marked optional\"",
      "SE36 TI4 FO2 FO3 C1 the form says what its marks mean, in the same words everywhere"),
    Feature(
      "SE37", .plain, "It can be disabled",
      "C20 SE37 AX8 read-only is plain text with the hint, disabled a button that rests; nothing posted changes them"),
    Feature(
      "SE38", .layout, "Filled, with error and helper, with error alone, in both styles",
      "test_SE5_SE6_SE38_the_two_styles_and_their_figures"),
  ]
}
