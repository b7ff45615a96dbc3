import FormCells
import FormCellsTesting
import FormPages
import FormSite
import HTTPCore
import Support
import TestSupport
import Testing

@Suite("Mistakes in Swift forms")
struct SwiftFormMistakeTests {
  private func mistakes(_ make: () throws -> Form) -> [Diagnostic] {
    do {
      _ = try make()
      return []
    } catch {
      return (error as? DefinitionErrors)?.diagnostics ?? []
    }
  }

  @Test("all mistakes are thrown together, each with its key path and the line of its cell")
  func mistakes() throws {
    let line = #line
    let found = mistakes {
      try Form(id: "Visit!", title: ["de": "Besuch"]) {
        Section {
          TextCell("name", label: "Name").required().required(false).value("too long").maxLength(3)
          TextCell("name", label: " ").format(.decimal).minimum(9).maximum(5)
          ListPicker("areas", label: "Areas", options: ["Lobby", "Lobby"])
          NumberCell("copies", label: "Copies").visibleWhen(.cell("nane", filled: true)).minimum(1e20)
          TextCell("a", label: "A").visibleWhen(.cell("b", filled: true))
          TextCell("b", label: "B").visibleWhen(.cell("a", filled: true))
          PasswordCell("pin", label: "PIN").message(.tooFew, "Few").placeholder("")
        }
        Section {}
      }
    }
    let places = found.map { "\($0.position.line - line) \($0.code.name) \($0.keyPath)" }
    #expect(
      places == [
        "2 bad-value id", "2 unknown-reference title", "4 duplicate sections[0].cells[0].required",
        "4 refused-default sections[0].cells[0].value", "5 duplicate sections[0].cells[1].id",
        "5 bad-value sections[0].cells[1].label", "5 minimum-over-maximum sections[0].cells[1].minimum",
        "6 duplicate sections[0].cells[2].options[1]", "7 unknown-reference sections[0].cells[3].visibleWhen.cell",
        "7 bad-value sections[0].cells[3].minimum", "8 cycle sections[0].cells[4].visibleWhen",
        "10 no-effect sections[0].cells[6].messages.tooFew",
        "10 bad-value sections[0].cells[6].placeholder", "12 bad-value sections[1].cells",
      ])
    #expect(found.allSatisfy { $0.path == #fileID && $0.excerpt == nil })
    #expect(found.contains { $0.message.contains("did you mean “name”?") })
    #expect(found.first?.headline.hasPrefix("\(#fileID):\(line + 2):1: error: id: “Visit!” is not an id") == true)
  }

  @Test("circular conditions are refused")
  func circle() {
    let found = mistakes {
      try Form(id: "f", title: "T") {
        Section {
          TextCell("a", label: "A").visibleWhen(.cell("b", filled: true))
          TextCell("b", label: "B").readOnlyWhen(.not(.cell("a", filled: true)))
        }
      }
    }
    #expect(found.map(\.code) == [.cycle])
    #expect(found.map(\.keyPath) == ["sections[0].cells[0].visibleWhen"])
  }
}
