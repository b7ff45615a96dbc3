import FormCells
import FormPages
import Testing

/// Every button of every page.
@Suite("Presses")
struct PressTests {
  static let all: [FormAction] = [
    .submit, .undo, .startOver, .open("kinds"), .open("_2"), .choose("a:b"), .choose(""), .clear("secret"),
    .update("kind"),
    .scan("serial"),
    .change(cell: "sort", button: "up:due"), .change(cell: "count", button: "increase"),
    .apply, .close, .discard, .keepEditing, .search, .showMore, .showMoreSelected, .reset, .deselectEverything,
    .selectAll(0), .deselectAll(12),
  ]

  @Test("a button is read as it is written", arguments: all)
  func roundTrip(_ action: FormAction) { #expect(FormAction(action.field, action.value) == action) }

  @Test(
    "a button that no page has is none",
    arguments: [
      (PageField.press, "destroy"), (.press, ""), (.press, "select-all"), (.press, "select-all:x"),
      (.press, "select-all:01"), (.press, "apply:1"), (.change, "sort"), (.version, "submit"), (.pick, "a"),
    ])
  func unknown(_ field: PageField, _ value: String) { #expect(FormAction(field, value) == nil) }

  @Test("no two fields of a page have one name, and none could be a cell's")
  func fields() {
    #expect(Set(PageField.allCases.map(\.rawValue)).count == PageField.allCases.count)
    #expect(PageField.allCases.allSatisfy { $0.rawValue.hasPrefix("_") })
  }
}
