extension Feature {
  /// The list picker.
  static let listPicker: [Feature] = [
    Feature(
      "LP1", .plain, "Pressing the cell opens the selection view of its category",
      "LP1 LP3 LV12 a form is opened, filled, a picker applied, and the submission is on disk"),
    Feature(
      "LP2", .plain, "It picks one value or several, as the definition says",
      "LP2 LV18 LV19 C3 C8 one value is picked by radio buttons, several by checkboxes"),
    Feature(
      "LP3", .plain, "After Apply the cell shows a summary of what is selected",
      "LP1 LP3 LV12 a form is opened, filled, a picker applied, and the submission is on disk"),
    Feature(
      "LP4", .plain, "Options come from a fixed list or from data of unknown size",
      "LP4 options from a source come fifty at a time; the choice is met on top when the view is opened again"),
    Feature(
      "LP5", .lint, "All rows of one picker have one structure",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "LP6", .plain, "The label of a required cell carries an asterisk",
      "LP6 TI3 C1 a required cell's label carries an asterisk, and nothing else does"),
    Feature(
      "LP7", .lint, "Two boolean options are better a switch",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "LP8", .lint, "Rows hold no text entry, slider or several controls",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "LP9", .plain, "The label names the topic of the list",
      "TI9 LP9 AX13 every control has a name, and no two buttons of one group have the same"),
    Feature(
      "LP10", .plain, "The empty cell shows its own prompt text",
      "LP10 SE23 C10 C11 the empty cell says Select an option, or what the definition says"),
    Feature(
      "LP11", .plain, "Helper text is optional",
      "LP11 SE9 TI11 helper text describes its cell, or is part of its button's name"),
    Feature(
      "LP12", .layout, "A chevron shows that the cell drills down",
      "test_LP12_LP13_the_whole_cell_is_the_target_with_its_chevron_at_the_end"),
    Feature(
      "LP13", .plain, "The whole cell is the target, not only the chevron",
      "test_LP12_LP13_the_whole_cell_is_the_target_with_its_chevron_at_the_end"),
    Feature(
      "LP14", .plain, "A validation message appears only when it is needed",
      "LP14 LP17 SE15 a form with problems comes back as 422, with a summary, and loses nothing"),
    Feature(
      "LP15", .plain, "Feedback on the page as a whole goes to a notice, never to the cell",
      "LP15 FO6 F13 Apply is told in a status line, and Undo takes the former value back; what was typed stays"),
    Feature(
      "LP16", .lint, "A validation message fits one line",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "LP17", .plain, "The cell has an error state",
      "LP14 LP17 SE15 a form with problems comes back as 422, with a summary, and loses nothing"),
    Feature(
      "LP18", .plain, "The cell has a success state",
      "C16 LP18 a success message shows with its icon where a value was checked and is right, and nowhere else"),
    Feature(
      "LP19", .layout, "The cell is drawn on compact and on expanded windows", "test_LP19_AL5_cells_fit_their_window"),
    Feature(
      "LV1", .plain, "A value list is a header, an optional button and its rows",
      "Lists cover the rows in their order (LV1)"),
    Feature(
      "LV2", .plain, "The header describes the values of its group",
      "LV1 LV2 LV4 LV27 LV30 LV32 value lists have headers that name their groups: All, or the definition's own"),
    Feature(
      "LV3", .plain, "The header's button selects or deselects the whole group",
      "LV3 C22 Select All takes what matches the search; Deselect All of Selected takes all back"),
    Feature(
      "LV4", .plain, "Title, button label and button function can each be set",
      "LV1 LV2 LV4 LV27 LV30 LV32 value lists have headers that name their groups: All, or the definition's own"),
    Feature("LV5", .plain, "Close discards the changes and leaves", "LV5 LV12 a draft changes nothing until Apply"),
    Feature(
      "LV6", .plain, "Reset goes back to the definition's default",
      "LV6 Reset is the definition's default, whatever was applied"),
    Feature(
      "LV7", .plain, "Search narrows the list",
      "LV7 C22 a search shows what matches, and Select All says how many that are"),
    Feature("LV8", .lint, "Reset and search can be left out, each on its own", "LV8 search and reset can be left out"),
    Feature(
      "LV9", .enhanced, "The anchor button appears while the list scrolls and floats over it",
      "LV9 LV10 LV11 a long list of several has a way back to the first header; a short or a single one has none"),
    Feature(
      "LV10", .plain, "The anchor leads to the top of the list",
      "LV11 LV10 a long list of several values has a way to the top; a list of one value has none"),
    Feature(
      "LV11", .plain, "Only a view of several values has an anchor",
      "LV11 LV10 a long list of several values has a way to the top; a list of one value has none"),
    Feature(
      "LV12", .plain, "Apply takes the selection into the cell and leaves",
      "LV5 LV12 a draft changes nothing until Apply"),
    Feature(
      "LV13", .plain, "A single choice can do without Apply: choosing commits and returns",
      "LV12 LV13 C4 a list picker has Apply unless the definition says otherwise; a select of one has nothing, of several Done"
    ),
    Feature(
      "LV14", .plain, "A prompt inside the view is optional",
      "LV14 C11 the prompt stands in the view and describes its heading"),
    Feature(
      "LV15", .plain, "Pressing a value selects it, pressing it again takes it back",
      "test_LV15_AX5_a_value_is_selected_and_taken_back_by_pressing_it_and_the_focus_returns_to_the_cell"),
    Feature(
      "LV16", .layout, "A long list scrolls in the view",
      "test_LV16_a_long_list_scrolls_and_its_last_row_can_be_reached"),
    Feature(
      "LV17", .plain, "Close asks before changes are lost, and only then",
      "LV17 Close asks where something changed, and only there"),
    Feature(
      "LV18", .plain, "Single choices are radio buttons",
      "LV18 a single choice replaces the one before; C21 None takes it back"),
    Feature(
      "LV19", .plain, "Several choices are checkboxes",
      "LP2 LV18 LV19 C3 C8 one value is picked by radio buttons, several by checkboxes"),
    Feature(
      "LV20", .plain, "The list of selected values can be left out",
      "LV20 LV28 LV40 C23 the selected values stand first, unless left out or during a search; reopened, they are ticked"
    ),
    Feature(
      "LV21", .plain, "A row of text is the basic row",
      "LV21 LV24 LV25 rows hold text, an object or a contact; what more there is describes the control"),
    Feature(
      "LV22", .layout, "The text stands on the end side of its control",
      "test_LV22_the_text_stands_on_the_end_side_of_its_control"),
    Feature("LV23", .layout, "The text may wrap over several lines", "test_LV23_the_text_of_a_row_wraps"),
    Feature(
      "LV24", .plain, "A row may hold an object cell",
      "LV21 LV24 LV25 rows hold text, an object or a contact; what more there is describes the control"),
    Feature(
      "LV25", .plain, "A row may hold a contact cell",
      "LV21 LV24 LV25 rows hold text, an object or a contact; what more there is describes the control"),
    Feature(
      "LV26", .layout, "With object cells the control stays prominent",
      "test_LV26_the_control_stays_prominent_with_objects"),
    Feature(
      "LV27", .plain, "One picker has one value list or several",
      "LV1 LV2 LV4 LV27 LV30 LV32 value lists have headers that name their groups: All, or the definition's own"),
    Feature(
      "LV28", .plain, "The selected values stand in a list of their own at the top",
      "LV20 LV28 LV40 C23 the selected values stand first, unless left out or during a search; reopened, they are ticked"
    ),
    Feature(
      "LV29", .plain, "That list carries Deselect All",
      "A single choice replaces the one before; deselecting all leaves nothing (LV29)"),
    Feature(
      "LV30", .plain, "The list All holds every value",
      "LV1 LV2 LV4 LV27 LV30 LV32 value lists have headers that name their groups: All, or the definition's own"),
    Feature(
      "LV31", .plain, "The list All carries Select All",
      "Select all takes what is left and not disabled, after what was chosen before (LV3, LV31)"),
    Feature(
      "LV32", .plain, "Sections with headers of their own stand in place of the defaults",
      "LV1 LV2 LV4 LV27 LV30 LV32 value lists have headers that name their groups: All, or the definition's own"),
    Feature(
      "LV33", .plain, "The definition chooses the half or the full view",
      "LV33 the definition chooses the half or the full view"),
    Feature(
      "LV34", .layout, "The half view is a sheet of half the window's height over the page",
      "test_AL1_LV34_the_view_is_a_sheet_of_half_the_height_at_the_bottom"),
    Feature(
      "LV35", .lint, "The half view is for three to six values",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "LV36", .layout, "The full view takes the whole height",
      "test_LV36_C6_a_full_view_and_a_select_take_the_whole_window"),
    Feature(
      "LV37", .lint, "The full view is for long and unknown lists",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "LV38", .enhanced, "A half view with a long list grows while it scrolls",
      "test_LV34_LV38_F15_a_half_sheet_grows_to_full_while_it_scrolls_by_wheel"),
    Feature(
      "LV39", .plain, "A value can be taken back in the list of selected values too",
      "LV3 LV29 LV31 LV39 C22 Select All takes what matches and says how many; Deselect All takes all"),
    Feature(
      "LV40", .plain, "What was applied is shown when the view is opened again",
      "LV20 LV28 LV40 C23 the selected values stand first, unless left out or during a search; reopened, they are ticked"
    ),
  ]
}
