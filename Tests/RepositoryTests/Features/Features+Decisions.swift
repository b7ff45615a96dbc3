extension Feature {
  /// The decisions where guidelines disagree.
  static let decisions: [Feature] = [
    Feature(
      "C1", .decision, "One scheme of marking a form, by the definition",
      "cells are optional or required as the form's marking says (C1)"),
    Feature(
      "C2", .decision, "An error takes the helper's place, except in a select",
      "TI8 C2 an error takes the helper's place"),
    Feature(
      "C3", .decision, "What commits at once is a pressed button; with Apply or Done, radio buttons and checkboxes",
      "LP2 LV18 LV19 C3 C8 one value is picked by radio buttons, several by checkboxes"),
    Feature(
      "C4", .decision, "A single list picker has Apply unless the definition says otherwise; a select has not",
      "LV12 LV13 C4 a list picker has Apply unless the definition says otherwise; a select of one has nothing, of several Done"
    ),
    Feature(
      "C5", .decision, "A list picker's Close asks, a select's Back does not",
      "SE13 C5 Back leaves without any change, and never asks"),
    Feature(
      "C6", .decision, "A select opens a page on compact windows; a list picker a sheet",
      "test_LV36_C6_a_full_view_and_a_select_take_the_whole_window"),
    Feature(
      "C7", .decision, "The view's heading is the label, described by the prompt",
      "SE4 SE10 SE13 SE22 SE24 AX2 AX3 AX4 AX7 C3 C7 the view: title as the label, the prompt under it, buttons that say whether they are pressed"
    ),
    Feature(
      "C8", .decision, "One value, unless the definition says several",
      "LP2 LV18 LV19 C3 C8 one value is picked by radio buttons, several by checkboxes"),
    Feature(
      "C9", .lint, "5 to 15 options are silent in a select; a half view is for up to 6",
      "C9 a select has five to fifteen options"),
    Feature(
      "C10", .decision, "The empty cell says \"Select an option\"",
      "LP10 SE23 C10 C11 the empty cell says Select an option, or what the definition says"),
    Feature(
      "C11", .decision, "The prompt of the cell and the prompt of the view are two keys",
      "LP10 SE23 C10 C11 the empty cell says Select an option, or what the definition says"),
    Feature(
      "C12", .decision, "The cell's own helper comes first, then the read-only hint",
      "TI47 C12 C20 read-only cells say so, the helper first; pickers and switches are text"),
    Feature(
      "C13", .decision, "Typing past the limit is allowed by default",
      "TI56 TI57 C13 with overflow stop input ends at the limit, and the helper says so"),
    Feature(
      "C14", .decision, "A note has 3 to 6 lines",
      "test_TI33_TI34_TI35_TI36_C14_a_note_has_three_lines_grows_to_six_and_scrolls_inside"),
    Feature(
      "C16", .decision, "Every cell can have a success message",
      "C16 LP18 a success message shows with its icon where a value was checked and is right, and nowhere else"),
    Feature(
      "C17", .lint, "Labels are in title case unless the form says otherwise",
      "C17 labels are in sentence case where the form says so"),
    Feature(
      "C18", .decision, "Truncated text shows whole on focus and at enlarged text",
      "test_OP13_OP14_C18_text_is_truncated_or_wraps"),
    Feature(
      "C19", .decision, "A cell's button is named by its label, helper, value and error",
      "SE15 SE16 AX9 AX10 AX11 AX12 AX15 C2 C19 an error stands beside the helper text, behind the control, and in its name in that order"
    ),
    Feature(
      "C20", .decision, "A read-only picker is text, a read-only text a field",
      "C20 read-only, disabled and hidden ones stay as they are; so does a cell that is not an order picker"),
    Feature(
      "C21", .decision, "An optional single choice can be taken back",
      "LV18 a single choice replaces the one before; C21 None takes it back"),
    Feature(
      "C22", .decision, "Select All acts on what a search found, and says how many",
      "LV3 C22 Select All takes what matches the search; Deselect All of Selected takes all back"),
    Feature(
      "C23", .decision, "The list of selected values is hidden during a search",
      "LV20 LV28 LV40 C23 the selected values stand first, unless left out or during a search; reopened, they are ticked"
    ),
    Feature(
      "C24", .decision, "An order picker's minimum is 0, or 1 where it is required",
      "C24 minimum says how many must be selected; required means at least one"),
  ]
}
