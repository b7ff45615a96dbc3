extension Feature {
  /// What holds where the sources disagree.
  static let decisions: [Feature] = [
    Feature(
      "C1", .decision, "One scheme of marking a form, by the definition",
      "cells are optional or required as the form's marking says (features C1)"),
    Feature("C2", .decision, "An error takes the helper's place, except in a select"),
    Feature(
      "C3", .decision, "What commits at once is a pressed button; with Apply or Done, radio buttons and checkboxes"),
    Feature("C4", .decision, "A single list picker has Apply unless the definition says otherwise; a select has not"),
    Feature("C5", .decision, "A list picker's Close asks, a select's Back does not"),
    Feature("C6", .decision, "A select opens a page on compact windows; a list picker a sheet"),
    Feature("C7", .decision, "The view's heading is the label, described by the prompt"),
    Feature("C8", .decision, "One value, unless the definition says several"),
    Feature("C9", .decision, "5 to 15 options are silent in a select; a half view is for up to 6"),
    Feature("C10", .decision, "The empty cell says \"Select an option\""),
    Feature("C11", .decision, "The prompt of the cell and the prompt of the view are two keys"),
    Feature("C12", .decision, "The cell's own helper comes first, then the read-only hint"),
    Feature("C13", .decision, "Typing past the limit is allowed by default"),
    Feature("C14", .decision, "A note has 3 to 6 lines"),
    Feature("C16", .decision, "Every cell can have a success message"),
    Feature("C17", .decision, "Labels are in title case unless the form says otherwise"),
    Feature("C18", .decision, "Truncated text shows whole on focus and at enlarged text"),
    Feature("C19", .decision, "A cell's button is named by its label, helper, value and error"),
    Feature("C20", .decision, "A read-only picker is text, a read-only text a field"),
    Feature(
      "C21", .decision, "An optional single choice can be taken back",
      "LV18 a single choice replaces the one before; C21 None takes it back"),
    Feature(
      "C22", .decision, "Select All acts on what a search found, and says how many",
      "LV3 C22 Select All takes what matches the search; Deselect All of Selected takes all back"),
    Feature("C23", .decision, "The list of selected values is hidden during a search"),
    Feature(
      "C24", .decision, "An order picker's minimum is 0, or 1 where it is required",
      "an order has its number of criteria (features C24)"),
  ]
}
