/// One cell in one state, as a page. The gallery shows it, a snapshot keeps it, the HTML checker and the shared tests read
/// it: a new fixture is covered everywhere.
package struct CellFixture: Sendable, CustomStringConvertible {
  /// A sentence that says what the page shows; the title of its form.
  package let sentence: String
  /// Names it in URLs and files; also the id of its cell where it has one cell only.
  package let slug: String
  package let group: Group
  /// The ids of the requirements that it shows.
  package let features: [String]
  /// The form definition, JSON.
  package let definition: String
  /// The values that it starts from: JSON, cell id to value, as in a submission.
  package let values: String
  /// The steps taken since, in order.
  package let steps: [Step]

  /// The chapters of the gallery: the kinds of cells, and forms as a whole.
  package enum Group: String, Sendable, CaseIterable {
    case text, password, note, currency, date, time, number, `switch`, radioGroup = "radio-group", listPicker =
      "list-picker",
      select
    case orderPicker = "order-picker", modalSection = "modal-section", form, houses

    package var title: String {
      switch self {
      case .text: "Text"
      case .password: "Password"
      case .note: "Note"
      case .currency: "Currency"
      case .date: "Date"
      case .time: "Time"
      case .number: "Number"
      case .switch: "Switch"
      case .radioGroup: "Radio Group"
      case .listPicker: "List Picker"
      case .select: "Select"
      case .orderPicker: "Order Picker"
      case .modalSection: "Modal Section"
      case .form: "Forms in General"
      case .houses: "Two Houses"
      }
    }
  }

  package init(
    _ sentence: String, slug: String, in group: Group, shows features: [String], definition: String,
    values: String = "{}", steps: [Step] = []
  ) {
    self.sentence = sentence
    self.slug = slug
    self.group = group
    self.features = features
    self.definition = definition
    self.values = values
    self.steps = steps
  }

  package var description: String { slug }

  /// The id of its form.
  package var formID: String { "gallery-\(slug)" }
}

extension CellFixture {
  /// Every cell in every state.
  package static let all: [CellFixture] =
    [
      text, password, note, currency, date, time, number, `switch`, radioGroup, listPicker, listPickerView, select,
      selectView,
      orderPicker, modalSection, form, houses,
    ].flatMap { $0 }

  /// A page with one cell, whose id is the slug.
  /// - `members`: the cell's further members, JSON.
  /// - `value`: of the cell, JSON; as in a submission.
  /// - `ignoring`: the guideline that it breaks, to show what is drawn then.
  static func cell(
    _ sentence: String, _ slug: String, in group: Group, _ features: [String], _ members: String,
    value: String? = nil, marking: String? = nil, ignoring: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    let marking = marking.map { #""marking": "\#($0)", "# } ?? ""
    let lint = ignoring.map { #""lint": { "ignore": ["\#($0)"] }, "# } ?? ""
    return CellFixture(
      sentence, slug: slug, in: group, shows: features,
      definition: """
        { "id": "gallery-\(slug)", "title": "\(sentence)", \(marking)\(lint)"sections": [{ "cells": [
          { "id": "\(slug)", "type": "\(group.rawValue)", \(members) }
        ] }] }
        """,
      values: value.map { #"{ "\#(slug)": \#($0) }"# } ?? "{}", steps: steps)
  }

  /// A page with a cell that was checked and is right, beside one that is not.
  static func right(
    _ sentence: String, in group: Group, _ features: [String], _ members: String, value: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    let slug = "\(group.rawValue)-success"
    return CellFixture(
      sentence, slug: slug, in: group, shows: features,
      definition: """
        { "id": "gallery-\(slug)", "title": "\(sentence)", "sections": [{ "cells": [
          { "id": "\(slug)", "type": "\(group.rawValue)", \(members) },
          { "id": "\(slug)-missing", "type": "text", "label": "Phone Number", "required": true }
        ] }] }
        """,
      values: value.map { #"{ "\#(slug)": \#($0) }"# } ?? "{}", steps: steps + [.submit])
  }
}
