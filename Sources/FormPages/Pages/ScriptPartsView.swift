package import Markup

/// The markup and the words that scripts put into a page which has cells, `Templates/parts/script-parts.html`.
package struct ScriptPartsView: View {
  let words: Words

  package init(_ words: Words) { self.words = words }

  package static let slots: [Slot<ScriptPartsView>] = [
    .text("charactersLeft") { $0.words.scripts.charactersLeft },
    .text("charactersOver") { $0.words.scripts.charactersOver },
    .text("reduce") { $0.words.scripts.tooLong },
    .text("added") { $0.words.scripts.added },
    .text("dismiss") { $0.words.dismiss },
    .text("numbered") { $0.words.numbered("") },
    .text("selectedCount") { $0.words.numbered($0.words.selected) },
    .text("ofAtMost") { $0.words.chosenOfAtMost },
    .text("undo") { $0.words.undo },
    .text("saved") { $0.words.scripts.saved },
    .text("unsaved") { $0.words.scripts.unsaved },
    .text("cleared") { $0.words.cleared("{label}") },
    .text("reached") { $0.words.characterLimitReached },
    .text("showPassword") { $0.words.showPassword },
    .text("hidePassword") { $0.words.hidePassword },
    .text("passwordShown") { $0.words.passwordShown },
    .text("passwordHidden") { $0.words.passwordHidden },
    .text("errorPrefix") { $0.words.errorPrefix },
    .text("clear") { $0.words.clear },
  ]
}
