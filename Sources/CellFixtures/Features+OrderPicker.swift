extension Feature {
  /// The order picker.
  static let orderPicker: [Feature] = [
    Feature("OP1", .plain, "The value is the criteria in their order, each selected or not, with its direction"),
    Feature("OP2", .plain, "The header holds the label"),
    Feature("OP3", .plain, "Each criterion is a cell of its own"),
    Feature("OP4", .plain, "What stands higher comes first"),
    Feature("OP5", .plain, "A criterion has a label"),
    Feature("OP6", .plain, "A selected criterion has a checkmark"),
    Feature("OP7", .plain, "A selected criterion shows its direction"),
    Feature("OP8", .enhanced, "A criterion has a drag handle"),
    Feature("OP9", .plain, "A criterion can be moved, by buttons too"),
    Feature("OP10", .plain, "Everything from the start edge to the direction toggles the selection"),
    Feature("OP11", .plain, "The word of the direction toggles the direction, not the selection"),
    Feature("OP12", .enhanced, "Only the handle starts a drag"),
    Feature("OP13", .layout, "Text is truncated by default"),
    Feature("OP14", .layout, "Text wraps where the definition says so"),
    Feature("OP15", .layout, "It stands as a section of its own"),
    Feature("OP16", .layout, "On compact windows it keeps the container's margin"),
    Feature("OP17", .layout, "On larger windows it keeps a readable width"),
    Feature("OP18", .plain, "It works on a page, in a sheet and in a dialog"),
  ]
}
