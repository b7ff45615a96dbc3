extension Feature {
  /// Accessibility.
  static let accessibility: [Feature] = [
    Feature("AX1", .plain, "A select is read as label, helper text, placeholder"),
    Feature("AX2", .plain, "Opening a view moves the focus to its heading"),
    Feature("AX3", .plain, "Options are reached one after the other"),
    Feature("AX4", .plain, "The way back is at the top"),
    Feature("AX5", .plain, "After a choice the focus is on the cell, and its name has the choice"),
    Feature("AX6", .plain, "At rest a cell reads label, helper, value, button"),
    Feature("AX7", .plain, "An option reads as selected or not, label, button"),
    Feature("AX8", .plain, "A disabled cell reads label, helper, placeholder, button"),
    Feature("AX9", .plain, "An error keeps the focus where it is, and is heard"),
    Feature("AX10", .plain, "The message stands right behind its control"),
    Feature("AX11", .plain, "The message is part of what the cell is called"),
    Feature("AX12", .plain, "With an error a cell reads label, helper, value, error, button"),
    Feature(
      "AX13", .lint, "A label names the purpose",
      "TI9 LP9 AX13 every control has a name, and no two buttons of one group have the same"),
    Feature("AX14", .lint, "Options stand in a logical order"),
    Feature("AX15", .plain, "No error is told by colour alone"),
    Feature("AX16", .plain, "The three targets of a criterion do not overlap"),
  ]
}
