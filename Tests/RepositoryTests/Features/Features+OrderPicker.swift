extension Feature {
  /// The order picker.
  static let orderPicker: [Feature] = [
    Feature(
      "OP1", .plain, "The value is the criteria in their order, each selected or not, with its direction",
      "OP1 OP4 it begins with its criteria, the first of the highest priority"),
    Feature(
      "OP2", .plain, "The header holds the label",
      "OP1 OP2 OP3 OP4 OP5 OP6 OP7 a group named by its label holds a list, a row a criterion, with its controls"),
    Feature(
      "OP3", .plain, "Each criterion is a cell of its own",
      "OP1 OP2 OP3 OP4 OP5 OP6 OP7 a group named by its label holds a list, a row a criterion, with its controls"),
    Feature(
      "OP4", .plain, "What stands higher comes first",
      "OP1 OP4 it begins with its criteria, the first of the highest priority"),
    Feature(
      "OP5", .plain, "A criterion has a label",
      "OP1 OP2 OP3 OP4 OP5 OP6 OP7 a group named by its label holds a list, a row a criterion, with its controls"),
    Feature(
      "OP6", .plain, "A selected criterion has a checkmark",
      "OP6 OP9 OP10 OP11 each action changes its own and nothing else"),
    Feature(
      "OP7", .plain, "A selected criterion shows its direction",
      "OP7 what cannot be done changes nothing: an end of the list, the direction of an open one, an unknown criterion"),
    Feature(
      "OP8", .enhanced, "A criterion has a drag handle",
      "test_OP8_OP9_a_row_is_dragged_by_its_handle_over_several_places_with_one_post"),
    Feature(
      "OP9", .plain, "A criterion can be moved, by buttons too",
      "OP6 OP9 OP10 OP11 each action changes its own and nothing else"),
    Feature(
      "OP10", .plain, "Everything from the start edge to the direction toggles the selection",
      "OP6 OP9 OP10 OP11 each action changes its own and nothing else"),
    Feature(
      "OP11", .plain, "The word of the direction toggles the direction, not the selection",
      "OP6 OP9 OP10 OP11 each action changes its own and nothing else"),
    Feature(
      "OP12", .enhanced, "Only the handle starts a drag",
      "test_OP12_only_the_handle_starts_a_drag"),
    Feature("OP13", .layout, "Text is truncated by default", "test_OP13_OP14_C18_text_is_truncated_or_wraps"),
    Feature(
      "OP14", .layout, "Text wraps where the definition says so", "test_OP13_OP14_C18_text_is_truncated_or_wraps"),
    Feature(
      "OP15", .layout, "It stands as a section of its own",
      "test_OP15_OP16_OP17_AL6_an_order_picker_stands_alone_in_the_margin_and_no_wider_than_is_read"),
    Feature(
      "OP16", .layout, "On compact windows it keeps the container's margin",
      "test_OP15_OP16_OP17_AL6_an_order_picker_stands_alone_in_the_margin_and_no_wider_than_is_read"),
    Feature(
      "OP17", .layout, "On larger windows it keeps a readable width",
      "test_OP15_OP16_OP17_AL6_an_order_picker_stands_alone_in_the_margin_and_no_wider_than_is_read"),
    Feature(
      "OP18", .plain, "It works on a page, in a sheet and in a dialog",
      "OP18 an order picker inside acts on the draft and comes back to the section"),
  ]
}
