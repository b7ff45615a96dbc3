/// One requirement: a row of the page Requirements, with the test that proves it.
struct Feature: Sendable {
  let id: String
  let kind: Kind
  let requirement: String
  /// The name of the test that proves it: a Swift test's display name, or a Python check's. Nil: not yet.
  let test: String?

  enum Kind: String, Sendable {
    /// Works with scripts off.
    case plain = "N"
    /// Can exist as an enhancement only.
    case enhanced = "E"
    /// Layout: style sheets only.
    case layout = "C"
    /// A rule for whoever writes a definition.
    case lint = "L"
    /// A decision where guidelines disagree.
    case decision = "D"
  }

  enum Chapter: String, Sendable, CaseIterable {
    case listPicker = "LP"
    case selectionView = "LV"
    case select = "SE"
    case orderPicker = "OP"
    case text = "TI"
    case form = "FO"
    case layout = "AL"
    case accessibility = "AX"
    case decisions = "C"

    var title: String {
      switch self {
      case .listPicker: "List Picker Form Cell"
      case .selectionView: "List Picker Selection View"
      case .select: "Select"
      case .orderPicker: "Order Picker"
      case .text: "Text Inputs"
      case .form: "Forms in General"
      case .layout: "Adaptive Layout"
      case .accessibility: "Accessibility"
      case .decisions: "Decisions"
      }
    }
  }

  init(_ id: String, _ kind: Kind, _ requirement: String, _ test: String? = nil) {
    self.id = id
    self.kind = kind
    self.requirement = requirement
    self.test = test
  }

  var chapter: Chapter { Chapter(rawValue: id.filter { !$0.isNumber }) ?? .decisions }

  static let all: [Feature] =
    listPicker + select + orderPicker + text + form + accessibility + decisions
}
