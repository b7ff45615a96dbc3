import FormPages
import HTTPCore

@testable import FormCells
@testable import FormController
@testable import Options

extension FuzzTarget {
  static let hiddenFieldValue = [
    FuzzTarget(
      name: "carried-values", invariant: "What is read of a list is written and read as the same, and is no longer."
    ) { bytes in
      let values = HiddenFieldValues.decode(String(decoding: bytes, as: UTF8.self))
      try expect(values.reduce(0) { $0 + $1.utf8.count } <= bytes.count, "longer than what came")
      // An empty list and a list with one empty value are encoded the same.
      if values != [""] {
        try expect(HiddenFieldValues.decode(HiddenFieldValues.encode(values)) == values, "\(values)")
      }
      try expect(
        HiddenFieldValues.decode(String(decoding: bytes, as: UTF8.self), limit: 2).count <= 2, "beyond the limit")
    },
    FuzzTarget(
      name: "carried-selection",
      invariant: "A choice that is read names each row once, within the table, and is written and read as the same."
    ) { bytes in
      guard let selection = Selection.decoded(String(decoding: bytes, as: UTF8.self), in: table) else { return }
      let rows = selection.runs.flatMap(\.range)
      try expect(rows.allSatisfy { 0..<table.count ~= $0 }, "rows beyond the table: \(rows)")
      try expect(Set(rows).count == rows.count && rows.count == selection.count, "rows twice: \(rows)")
      try expect(selection.missing.count <= Selection.missingLimit, "\(selection.missing.count) missing values")
      try expect(Selection.decoded(selection.encoded(), in: table) == selection, "is carried as \(selection.encoded())")
    },
    FuzzTarget(
      name: "carried-order",
      invariant: "An order that is read has each criterion once, and is written and read as the same."
    ) { bytes in
      guard let order = OrderFieldValue.decode(String(decoding: bytes, as: UTF8.self), of: picker) else { return }
      try expect(Set(order.map(\.id)) == ["priority", "due", "name"] && order.count == 3, "\(order)")
      try expect(OrderFieldValue.decode(OrderFieldValue.encode(order), of: picker) == order, "\(order)")
    },
    FuzzTarget(
      name: "press", invariant: "A button's name that is read is written as it stood."
    ) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      for field in PageField.allCases {
        guard let press = FormAction(field, value: text) else { continue }
        try expect(press.field == field && press.value == text, "\(text) of \(field) is \(press)")
      }
      if let button = OrderButton(text) { try expect(OrderButton(button.name) == button, "\(text) is \(button)") }
    },
    FuzzTarget(
      name: "route", invariant: "A path that names something is printed as a path that names the same."
    ) { bytes in
      guard let route = Route(path: String(decoding: bytes, as: UTF8.self)) else { return }
      try expect(Route(path: route.path) == route, "\(route) is printed as \(route.path)")
      guard let mount = MountPath("/a/b") else { return }
      try expect(Route(path: mount.text + route.path, below: mount) == route, "\(route) is not found below \(mount)")
    },
  ]

  private static let picker = OrderPickerKind(
    criteria: ["priority", "due", "name"].map { OrderPickerKind.Criterion(id: $0, label: Localized($0)) })

  private static let table = OptionTable(
    options: (0..<700).map { Option(value: "v\($0)", label: Localized("Option \($0)")) })
}
