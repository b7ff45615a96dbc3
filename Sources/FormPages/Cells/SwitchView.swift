import FormCells
import Templates

/// A switch on the form (FO8), `Templates/cells/switch.html`. A hidden input posts `off` before the box posts
/// `on`, so that a switch turned off is told from one that was never there.
struct SwitchView: CellView {
  let context: CellContext
  let presentation: SwitchPresentation
  let isOn: Bool

  var furtherReferences: CellReferences.Shown { presentation.hasOwnWords ? .state : [] }

  static let needs: [Need] =
    entryNeeds + [
      .attribute("name", "id", where: .not("isReadOnly"), or: "the switch would not be sent"),
      .attribute("checked", "isOn", where: .not("isReadOnly"), or: "nothing would show whether it is on"),
    ]

  static let slots: [Slot<SwitchView>] =
    commonSlots
    + [
      .text("on") { $0.presentation.on },
      .text("off") { $0.presentation.off },
      .flag("hidesWords") { !$0.presentation.hasOwnWords },
      .flag("isOn") { $0.isOn },
      .text("position") { $0.isOn ? $0.presentation.on : $0.presentation.off },
    ]
}
