extension Feature {
  /// Text inputs.
  static let text: [Feature] = [
    Feature(
      "TI1", .plain, "It asks for a text, to create and to edit",
      "TI1 TI9 TI10 TI14 FO4 a simple property is a label and a field of one line, empty or with its value"),
    Feature(
      "TI2", .lint, "Short texts are a simple property, long ones a note",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "TI3", .plain, "The label of a required field carries an asterisk",
      "LP6 TI3 C1 a required cell's label carries an asterisk, and nothing else does"),
    Feature(
      "TI4", .plain, "The form says what the asterisk means",
      "SE36 TI4 FO2 FO3 C1 the form says what its marks mean, in the same words everywhere"),
    Feature(
      "TI5", .lint, "Labels are in title case",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "TI6", .lint, "Placeholders, helper texts and errors are in sentence case",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "TI7", .lint, "An error says how to mend it",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature("TI8", .plain, "An error takes the helper's place", "TI8 C2 an error takes the helper's place"),
    Feature(
      "TI9", .plain, "The label says what is wanted",
      "TI1 TI9 TI10 TI14 FO4 a simple property is a label and a field of one line, empty or with its value"),
    Feature(
      "TI10", .plain, "The field can be pressed and shows the value",
      "TI1 TI9 TI10 TI14 FO4 a simple property is a label and a field of one line, empty or with its value"),
    Feature(
      "TI11", .plain, "Helper text is optional",
      "LP11 SE9 TI11 helper text describes its cell, or is part of its button's name"),
    Feature(
      "TI12", .plain, "An icon at the end is optional",
      "TI12 TI18 TI19 TI23 a field may have a scan action with its icon, and helper text about it; it is typed in too"),
    Feature(
      "TI13", .enhanced, "A counter shows how much is typed of how much is allowed",
      "test_TI13_TI53_TI54_TI55_beyond_the_limit_is_an_error_at_once_until_it_is_short_enough"),
    Feature(
      "TI14", .plain, "A simple property is a label and a field of one line",
      "TI1 TI9 TI10 TI14 FO4 a simple property is a label and a field of one line, empty or with its value"),
    Feature("TI15", .lint, "A label is mandatory", "TI15 a cell without a label is refused"),
    Feature(
      "TI16", .layout, "The field has a fixed height",
      "test_TI16_TI51_a_line_has_a_fixed_height_and_what_is_disabled_half_the_opacity"),
    Feature(
      "TI17", .layout, "A long text overflows on the start side",
      "test_TI16_TI17_the_field_has_one_height_whatever_it_holds"),
    Feature(
      "TI18", .enhanced, "Scanning is a second action beside the field",
      "test_TI18_TI20_TI21_TI22_a_code_before_the_camera_fills_the_field"),
    Feature(
      "TI19", .plain, "Helper text may explain the scan",
      "TI12 TI18 TI19 TI23 a field may have a scan action with its icon, and helper text about it; it is typed in too"),
    Feature(
      "TI20", .enhanced, "The icon starts a scanner",
      "test_TI18_TI20_TI21_TI22_a_code_before_the_camera_fills_the_field"),
    Feature(
      "TI21", .enhanced, "It reads barcodes and QR codes",
      "test_TI18_TI20_TI21_TI22_a_photo_is_read_as_soon_as_it_is_chosen"),
    Feature(
      "TI22", .enhanced, "What is scanned fills the field",
      "test_TI18_TI20_TI21_TI22_a_code_before_the_camera_fills_the_field"),
    Feature(
      "TI23", .plain, "The value can be typed and changed too",
      "TI12 TI18 TI19 TI23 a field may have a scan action with its icon, and helper text about it; it is typed in too"),
    Feature(
      "TI24", .enhanced, "A password has an eye beside it",
      "test_TI24_TI26_the_eye_shows_and_hides_and_submitting_hides"),
    Feature(
      "TI25", .plain, "A password is hidden",
      "TI25 a password is hidden, for password managers to fill, with nothing that would change it while typing"),
    Feature(
      "TI26", .enhanced, "The eye shows and hides the password",
      "test_TI24_TI26_the_eye_shows_and_hides_and_submitting_hides"),
    Feature(
      "TI27", .plain, "The label of an amount names its currency",
      "TI27 TI31 the label of an amount names its currency; dollars and euros are shown as they are written"),
    Feature(
      "TI28", .plain, "An amount is shown with symbol and separators",
      "TI28, TI29, TI31: amounts carry the symbol, the separators and the decimals of locale and currency"),
    Feature(
      "TI29", .plain, "Symbol and separators follow the locale",
      "TI28, TI29, TI31: amounts carry the symbol, the separators and the decimals of locale and currency"),
    Feature(
      "TI30", .lint, "Symbol and place can be set", "TI30 the symbol stands where the definition says, or not at all"),
    Feature(
      "TI31", .plain, "US dollars and euros are shown as they should",
      "TI28, TI29, TI31: amounts carry the symbol, the separators and the decimals of locale and currency"),
    Feature(
      "TI32", .plain, "A note takes several lines",
      "TI32 TI34 a note is a text area of three to six lines, and is stored with its line ends as LF"),
    Feature(
      "TI33", .layout, "A note is taller than a simple property",
      "test_TI33_TI34_TI35_TI36_a_note_shows_three_lines_grows_to_six_and_then_scrolls_inside"),
    Feature(
      "TI34", .layout, "A note shows three lines",
      "test_TI33_TI34_TI35_TI36_a_note_shows_three_lines_grows_to_six_and_then_scrolls_inside"),
    Feature(
      "TI35", .layout, "It grows while it is typed in, up to six",
      "test_TI33_TI34_TI35_TI36_a_note_shows_three_lines_grows_to_six_and_then_scrolls_inside"),
    Feature(
      "TI36", .layout, "Beyond six lines it scrolls inside",
      "test_TI33_TI34_TI35_TI36_a_note_shows_three_lines_grows_to_six_and_then_scrolls_inside"),
    Feature("TI37", .plain, "A placeholder shows an example", "TI37 an empty field shows its example"),
    Feature(
      "TI38", .lint, "A placeholder is not an instruction",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "TI39", .lint, "Helper text fits one line",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "TI40", .plain, "A value that fails validation is in error",
      "TI40 TI41 TI42 AX10 AX15 an error has an icon and its text, right behind the control, and says how to mend it"),
    Feature(
      "TI41", .plain, "An error has an icon",
      "TI40 TI41 TI42 AX10 AX15 an error has an icon and its text, right behind the control, and says how to mend it"),
    Feature(
      "TI42", .plain, "The message below the field says how to mend it",
      "TI40 TI41 TI42 AX10 AX15 an error has an icon and its text, right behind the control, and says how to mend it"),
    Feature(
      "TI43", .enhanced, "While typing there is a clear icon",
      "test_TI43_TI44_a_button_clears_what_is_typed_while_one_types"),
    Feature(
      "TI44", .enhanced, "It deletes what was typed",
      "test_TI43_TI44_a_button_clears_what_is_typed_while_one_types"),
    Feature(
      "TI45", .plain, "What is posted for a read-only field is ignored",
      "TI45 a read-only cell takes nothing; a hidden one keeps what was entered for when it shows again"),
    Feature(
      "TI46", .layout, "A read-only field is grey", "test_TI49_TI46_a_read_only_note_shows_all_its_lines_on_gray"),
    Feature(
      "TI47", .plain, "A read-only field says \"Read-only field\"",
      "TI47 C12 C20 read-only cells say so, the helper first; pickers and switches are text"),
    Feature(
      "TI48", .plain, "A read-only text can be selected and copied",
      "TI45 TI48 TI49 C20 a read-only note is a text area with all its lines, whatever is posted"),
    Feature(
      "TI49", .layout, "A read-only note grows until nothing scrolls inside",
      "test_TI49_TI46_a_read_only_note_shows_all_its_lines_on_gray"),
    Feature(
      "TI50", .plain, "A disabled field is neither validated nor submitted",
      "hidden, disabled and read-only cells have no problems; the others come in order (TI50)"),
    Feature(
      "TI51", .layout, "A disabled field has half its opacity",
      "test_TI16_TI51_a_line_has_a_fixed_height_and_what_is_disabled_half_the_opacity"),
    Feature(
      "TI52", .plain, "Typing beyond the limit is allowed by default",
      "TI52 TI53 TI54 TI55 beyond the limit: kept, an error from the next post on, until it is short enough"),
    Feature(
      "TI53", .plain, "Beyond the limit the field is in error and the counter says so",
      "TI52 TI53 TI54 TI55 beyond the limit: kept, an error from the next post on, until it is short enough"),
    Feature(
      "TI54", .plain, "The helper then says \"Reduce the number of characters\"",
      "TI52 TI53 TI54 TI55 beyond the limit: kept, an error from the next post on, until it is short enough"),
    Feature(
      "TI55", .plain, "The error stays until the text is within the limit",
      "TI52 TI53 TI54 TI55 beyond the limit: kept, an error from the next post on, until it is short enough"),
    Feature(
      "TI56", .plain, "Where the definition says so, input stops at the limit",
      "TI56 TI57 C13 with overflow stop input ends at the limit, and the helper says so"),
    Feature(
      "TI57", .plain, "At that limit the helper says \"Character limit reached\"",
      "TI56 TI57 C13 with overflow stop input ends at the limit, and the helper says so"),
  ]
}
