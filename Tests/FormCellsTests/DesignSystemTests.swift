import FormCells
import Testing

/// The defaults of each design system where the two disagree, and the keys that override them.
@Suite("Defaults of the two design systems") struct HouseTests {
  private struct Shown: Equatable {
    let marking: Marking
    let isRequired: Bool
    let helpers: [Cell.HelperOnError]
    let style: SelectCell.Style?
    let hasApply: Bool?
    let confirmsDiscard: Bool?
    let view: ListPicker.View?
  }

  private static func shown(_ designSystem: String, form: String = "", cell: String = "", select: String = "") throws
    -> Shown
  {
    let form = try decode(
      #"""
      { "title": "T", \#(designSystem)\#(form) "sections": [{ "cells": [
        { "id": "t", "type": "text", "label": "T"\#(cell) },
        { "id": "s", "type": "select", "label": "S"\#(cell)\#(select), "options": ["a", "b"] },
        { "id": "p", "type": "list-picker", "label": "P"\#(cell), "options": ["a", "b"] } ] }] }
      """#)
    return Self.shown(form)
  }

  private static func shown(_ form: Form) -> Shown {
    var style: SelectCell.Style?
    var picker: ListPickerKind?
    for cell in form.cells {
      switch cell.kind {
      case .select(let select): style = select.style
      case .listPicker(let list): picker = list
      default: break
      }
    }
    return Shown(
      marking: form.marking, isRequired: form.cells[0].isRequired, helpers: form.cells.map(\.helperOnError),
      style: style,
      hasApply: picker?.hasApply, confirmsDiscard: picker?.confirmsDiscard, view: picker?.view)
  }

  private static let fiori = #""guidelines": "fiori","#
  private static let cvs = #""guidelines": "cvs","#

  @Test("each design system sets the defaults of keys that the definition leaves out") func defaults() throws {
    #expect(
      try Self.shown("")
        == Shown(
          marking: .required, isRequired: false, helpers: [.replace, .keep, .replace], style: .standard, hasApply: true,
          confirmsDiscard: true, view: .half))
    #expect(
      try Self.shown(Self.fiori)
        == Shown(
          marking: .required, isRequired: false, helpers: [.replace, .replace, .replace], style: .table, hasApply: true,
          confirmsDiscard: true, view: .half))
    #expect(
      try Self.shown(Self.cvs)
        == Shown(
          marking: .optional, isRequired: true, helpers: [.keep, .keep, .keep], style: .standard, hasApply: false,
          confirmsDiscard: false, view: .full))
  }

  @Test("each key overrides its default", arguments: [fiori, cvs]) func overrides(_ designSystem: String) throws {
    for helper in Cell.HelperOnError.allCases {
      let shown = try Self.shown(designSystem, cell: #", "helperOnError": "\#(helper.rawValue)""#)
      #expect(shown.helpers == [helper, helper, helper])
    }
    for style in SelectCell.Style.allCases {
      #expect(try Self.shown(designSystem, select: #", "style": "\#(style.rawValue)""#).style == style)
    }
    for marking in Marking.allCases {
      #expect(try Self.shown(designSystem, form: #""marking": "\#(marking.rawValue)","#).marking == marking)
    }
    for (key, picker) in [
      (#""apply": true"#, \ListPickerKind.hasApply), (#""apply": true, "confirmDiscard": true"#, \.confirmsDiscard),
    ] {
      let cell = #"{ "id": "p", "type": "list-picker", "label": "P", \#(key), "options": ["a", "b"] }"#
      guard case .listPicker(let list) = try form(cell, keys: designSystem).cells[0].kind else { continue }
      #expect(list[keyPath: picker])
    }
    for view in ListPicker.View.allCases {
      let cell =
        #"{ "id": "p", "type": "list-picker", "label": "P", "view": "\#(view.rawValue)", "options": ["a", "b"] }"#
      #expect(Self.shown(try form(cell, keys: designSystem)).view == view)
    }
  }

  @Test("a picker of several values waits for Apply", arguments: [fiori, cvs]) func several(_ designSystem: String)
    throws
  {
    let cell = #"{ "id": "p", "type": "list-picker", "label": "P", "selection": "multiple", "options": ["a", "b"] }"#
    #expect(Self.shown(try form(cell, keys: designSystem)).hasApply == true)
  }
}
