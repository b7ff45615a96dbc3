extension Feature {
  /// Accessibility.
  static let accessibility: [Feature] = [
    Feature(
      "AX1", .plain, "A select is read as label, helper text, placeholder",
      "SE1 SE3 SE11 SE12 SE23 SE26 AX1 AX5 AX6 choosing returns at once, with the focus on the select and its value in its name"
    ),
    Feature(
      "AX2", .plain, "Opening a view moves the focus to its heading",
      "SE4 SE10 SE13 SE22 SE24 AX2 AX3 AX4 AX7 C3 C7 the view: title as the label, the prompt under it, buttons that say whether they are pressed"
    ),
    Feature(
      "AX3", .plain, "Options are reached one after the other",
      "SE4 SE10 SE13 SE22 SE24 AX2 AX3 AX4 AX7 C3 C7 the view: title as the label, the prompt under it, buttons that say whether they are pressed"
    ),
    Feature(
      "AX4", .plain, "The way back is at the top",
      "SE4 SE10 SE13 SE22 SE24 AX2 AX3 AX4 AX7 C3 C7 the view: title as the label, the prompt under it, buttons that say whether they are pressed"
    ),
    Feature(
      "AX5", .plain, "After a choice the focus is on the cell, and its name has the choice",
      "SE1 SE3 SE11 SE12 SE23 SE26 AX1 AX5 AX6 choosing returns at once, with the focus on the select and its value in its name"
    ),
    Feature(
      "AX6", .plain, "At rest a cell reads label, helper, value, button",
      "SE1 SE3 SE11 SE12 SE23 SE26 AX1 AX5 AX6 choosing returns at once, with the focus on the select and its value in its name"
    ),
    Feature(
      "AX7", .plain, "An option reads as selected or not, label, button",
      "SE4 SE10 SE13 SE22 SE24 AX2 AX3 AX4 AX7 C3 C7 the view: title as the label, the prompt under it, buttons that say whether they are pressed"
    ),
    Feature(
      "AX8", .plain, "A disabled cell reads label, helper, placeholder, button",
      "C20 SE37 AX8 read-only is plain text with the hint, disabled a button that rests; nothing posted changes them"),
    Feature(
      "AX9", .plain, "An error keeps the focus where it is, and is heard",
      "SE15 SE16 AX9 AX10 AX11 AX12 AX15 C2 C19 an error stands beside the helper text, behind the control, and in its name in that order"
    ),
    Feature(
      "AX10", .plain, "The message stands right behind its control",
      "TI40 TI41 TI42 AX10 AX15 an error has an icon and its text, right behind the control, and says how to mend it"),
    Feature(
      "AX11", .plain, "The message is part of what the cell is called",
      "SE15 SE16 AX9 AX10 AX11 AX12 AX15 C2 C19 an error stands beside the helper text, behind the control, and in its name in that order"
    ),
    Feature(
      "AX12", .plain, "With an error a cell reads label, helper, value, error, button",
      "SE15 SE16 AX9 AX10 AX11 AX12 AX15 C2 C19 an error stands beside the helper text, behind the control, and in its name in that order"
    ),
    Feature(
      "AX13", .lint, "A label names the purpose",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "AX14", .lint, "Options are in a logical order",
      "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 AX13 AX14 C2 a definition that breaks every guideline is told of each once, at its place"
    ),
    Feature(
      "AX15", .plain, "No error is told by colour alone",
      "TI40 TI41 TI42 AX10 AX15 an error has an icon and its text, right behind the control, and says how to mend it"),
    Feature(
      "AX16", .plain, "The three targets of a criterion do not overlap",
      "OP9 OP10 OP11 AX16 three areas, each with an effect of its own, each one POST; the submission has the order"),
  ]
}
