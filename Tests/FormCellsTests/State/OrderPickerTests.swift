import Testing

@testable import FormCells

/// An order picker's value: places, selection and directions (OP1 to OP18).
@Suite("Putting criteria in order")
struct OrderPickerTests {
  private func formState(_ keys: String = "") throws -> FormState {
    let text = """
      { "id": "f", "title": "F", "sections": [{ "cells": [
        { "id": "hide", "type": "text", "label": "Hide" },
        { "id": "sort", "type": "order-picker", "label": "Sort"\(keys), "criteria": [
          { "id": "a", "label": "A", "selected": true }, { "id": "b", "label": "B", "direction": "descending" },
          { "id": "c", "label": "C" }] }
      ] }] }
      """
    let form = try FormDefinition.decode(bytes: Array(text.utf8), path: "f.json", directory: ".")
    return FormState(form: form)
  }

  private func order(_ formState: FormState) -> String {
    guard case .order(let order) = formState.values[1] else { return "" }
    return OrderFieldValue.encode(order)
  }

  @Test("OP1 OP4 an order picker begins with its criteria in the definition's order")
  func beginning() throws {
    #expect(order(try formState()) == "a:selected:ascending,b:open:descending,c:open:ascending")
  }

  @Test(
    "OP6 OP9 OP10 OP11 each button changes what it says and nothing else",
    arguments: [
      (OrderAction.toggle, "b", "a:selected:ascending,b:selected:descending,c:open:ascending"),
      (.toggle, "a", "a:open:ascending,b:open:descending,c:open:ascending"),
      (.direction, "a", "a:selected:descending,b:open:descending,c:open:ascending"),
      (.up, "b", "b:open:descending,a:selected:ascending,c:open:ascending"),
      (.down, "b", "a:selected:ascending,c:open:ascending,b:open:descending"),
    ])
  func actions(_ action: OrderAction, _ criterion: String, _ expected: String) throws {
    var formState = try formState()
    formState.reduce(.press(cell: 1, button: .order(OrderButton(action, on: criterion)), today: .last))
    #expect(order(formState) == expected)
  }

  @Test(
    "OP8 OP9 a criterion moves to a place, or to the end, and the others keep their order",
    arguments: [
      (1, "c", "c:open:ascending,a:selected:ascending,b:open:descending"),
      (2, "a", "b:open:descending,a:selected:ascending,c:open:ascending"),
      (3, "a", "b:open:descending,c:open:ascending,a:selected:ascending"),
      (Int.max, "a", "b:open:descending,c:open:ascending,a:selected:ascending"),
      (2, "b", "a:selected:ascending,b:open:descending,c:open:ascending"),
    ])
  func places(_ place: Int, _ criterion: String, _ expected: String) throws {
    var formState = try formState()
    formState.reduce(.press(cell: 1, button: .order(OrderButton(.place(place), on: criterion)), today: .last))
    #expect(order(formState) == expected)
  }

  @Test("an action's name is parsed back", arguments: [OrderAction.toggle, .direction, .up, .down, .place(12)])
  func names(_ action: OrderAction) {
    #expect(OrderAction(action.name) == action)
  }

  @Test(
    "a malformed name is no action", arguments: ["", "to-", "to-0", "to--1", "to-+1", "to-x", "to2", "Up"])
  func noNames(_ name: String) {
    #expect(OrderAction(name) == nil)
  }

  @Test(
    "OP7 an action that cannot be done changes nothing, such as moving a criterion past an end",
    arguments: [(OrderAction.up, "a"), (.down, "c"), (.direction, "b"), (.toggle, "z")])
  func refusals(_ action: OrderAction, _ criterion: String) throws {
    var formState = try formState()
    let values = formState.values
    formState.reduce(.press(cell: 1, button: .order(OrderButton(action, on: criterion)), today: .last))
    #expect(formState.values == values)
  }

  @Test(
    "C20 a button changes no read-only, disabled or hidden order picker, and no other kind of cell",
    arguments: [
      #", "readOnly": true"#, #", "disabled": true"#, #", "visibleWhen": { "cell": "hide", "filled": true }"#,
    ])
  func uneditable(_ keys: String) throws {
    var formState = try formState(keys)
    let values = formState.values
    for cell in [0, 1] {
      formState.reduce(.press(cell: cell, button: .order(OrderButton(.toggle, on: "b")), today: .last))
    }
    #expect(formState.values == values)
  }

  @Test("C24 minimum says how many must be selected; required means at least one")
  func minimum() throws {
    let today = CalendarDate(parsing: "2026-01-31")!
    func problems(_ keys: String, selected: Int) throws -> [Problem] {
      var formState = try formState(keys)
      formState.reduce(.press(cell: 1, button: .order(OrderButton(.toggle, on: "a")), today: .last))
      for id in ["a", "b", "c"].prefix(selected) {
        formState.reduce(.press(cell: 1, button: .order(OrderButton(.toggle, on: id)), today: .last))
      }
      return FormState(form: formState.form, values: formState.values).problems(today: today).map(\.problem)
    }
    #expect(try problems("", selected: 0).isEmpty)
    #expect(try problems(#", "required": true"#, selected: 0) == [.missing])
    #expect(try problems(#", "required": true"#, selected: 1).isEmpty)
    #expect(try problems(#", "minimum": 2"#, selected: 1) == [.tooFew(minimum: 2, count: 1)])
    #expect(try problems(#", "minimum": 2"#, selected: 2).isEmpty)
  }

  @Test("an order is read from a hidden field; unknown criteria are skipped and missing ones are appended")
  func hiddenFieldValue() throws {
    guard case .orderPicker(let picker) = try formState().form.cells[1].kind else { return }
    func read(_ text: String) -> String? { OrderFieldValue.decode(text, of: picker).map(OrderFieldValue.encode) }
    for text in ["c:selected:descending,a:open:ascending,b:open:ascending"] { #expect(read(text) == text) }
    #expect(
      read("c:open:ascending,z:open:ascending,c:selected:ascending")
        == "c:open:ascending,a:selected:ascending,b:open:descending")
    for text in ["", "a", "a:yes:ascending", "a:open:up", "a:open:ascending:x", "a:open:ascending,"] {
      #expect(read(text) == nil, "\(text)")
    }
  }
}
