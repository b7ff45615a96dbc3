import Support

/// The design system whose guidelines win where two disagree. It sets the defaults of keys, and each key can override them.
public enum DesignSystem: String, Sendable, CaseIterable {
  /// Errors replace the helper text, and a select is a row of a table.
  case fiori
  /// Optional cells are marked, and a single choice is applied at once.
  case cvs
}

/// The values of keys that a definition leaves out.
struct Defaults: Sendable {
  /// C1
  let marking: Marking
  /// C2; `nil` for the default of each kind of cell.
  let helperOnError: Cell.HelperOnError?
  /// C4: whether a single choice waits for Apply.
  let hasApply: Bool
  /// C5: whether Close asks before changes are lost.
  let confirmsDiscard: Bool
  /// C6: a sheet, or a page.
  let view: ListPicker.View
  let selectStyle: SelectCell.Style

  init(of designSystem: DesignSystem?) {
    switch designSystem {
    case nil:
      marking = .required
      helperOnError = nil
      hasApply = true
      confirmsDiscard = true
      view = .half
      selectStyle = .standard
    case .fiori:
      marking = .required
      helperOnError = .replace
      hasApply = true
      confirmsDiscard = true
      view = .half
      selectStyle = .table
    case .cvs:
      marking = .optional
      helperOnError = .keep
      hasApply = false
      confirmsDiscard = false
      view = .full
      selectStyle = .standard
    }
  }
}

/// The guidelines for definitions that `formcells check` warns about. The target `Guidelines` has their checks.
package enum GuidelineID: String, Sendable, CaseIterable {
  case lp5 = "LP5"
  case lp7 = "LP7"
  case lp8 = "LP8"
  case lp16 = "LP16"
  case lv35 = "LV35"
  case lv37 = "LV37"
  case se7 = "SE7"
  case se8 = "SE8"
  case se14 = "SE14"
  case se27 = "SE27"
  case se28 = "SE28"
  case se29 = "SE29"
  case se30 = "SE30"
  case se32 = "SE32"
  case se33 = "SE33"
  case se34 = "SE34"
  case ti2 = "TI2"
  case ti5 = "TI5"
  case ti6 = "TI6"
  case ti7 = "TI7"
  case ti38 = "TI38"
  case ti39 = "TI39"
  case gr7 = "GR7"
  case sl4 = "SL4"
  case ra5 = "RA5"
  case ra6 = "RA6"
  case ma5 = "MA5"
  case ma6 = "MA6"
  case ma7 = "MA7"
  case ax13 = "AX13"
  case ax14 = "AX14"
  case c2 = "C2"

  /// Guidelines that are enforced without a warning, and how.
  package static let neverReported: [String: String] = [
    "LV8": "“search” and “reset” are separate keys", "TI15": "a cell without a label is an error",
    "TI30": "“symbol” says where a currency's symbol is", "FO9": "every built-in word can be changed in “locales”",
    "FO10": "it is formcells check itself",
  ]
}

/// Settings of the guideline checker (`formcells check`).
public struct LintSettings: Sendable, Equatable {
  /// How labels are capitalised.
  public enum LabelCase: String, Sendable, CaseIterable {
    /// `Full Name`
    case title
    /// `Full name`
    case sentence
    /// In any way.
    case off
  }

  package var labelCase: LabelCase
  package var ignore: [String]

  /// - Parameters:
  ///   - labelCase: the case that labels are checked for.
  ///   - ignore: the ids of guidelines that are not reported, as warnings name them, such as `LP7`.
  public init(labelCase: LabelCase = .title, ignore: [String] = []) {
    self.labelCase = labelCase
    self.ignore = ignore
  }
}

extension FormDecoder {
  func lintSettings(_ reader: ObjectReader) -> LintSettings {
    guard let lint = reader.object("lint") else { return LintSettings() }
    var settings = LintSettings()
    settings.labelCase = lint.choice("labelCase", LintSettings.LabelCase.self) ?? .title
    for (node, path) in lint.elements("ignore") ?? [] {
      guard let rule = guideline(node, at: path) else { continue }
      if settings.ignore.contains(rule.rawValue) {
        report.add(.duplicate, at: node.offset, path: path, message: "“\(rule.rawValue)” is a duplicate; remove it")
      } else {
        settings.ignore.append(rule.rawValue)
      }
    }
    return settings
  }

  private func guideline(_ node: JSONNode, at path: String) -> GuidelineID? {
    guard let name = string(node, at: path) else { return nil }
    if let rule = GuidelineID(rawValue: name) { return rule }
    if let reason = GuidelineID.neverReported[name] {
      report.add(.noEffect, at: node.offset, path: path, message: "“\(name)” is never reported: \(reason); remove it")
      return nil
    }
    let known = GuidelineID.allCases.map(\.rawValue)
    let meant = known.first { $0 == name.uppercased() } ?? Suggestion.nearest(to: name, among: known)
    report.add(
      .badValue, at: node.offset, path: path,
      message: "“\(name)” is not a known guideline"
        + (meant.map { "; did you mean “\($0)”?" } ?? "; they are \(known.joined(separator: ", "))"))
    return nil
  }
}

extension KeyTable {
  static let lint = KeyTable(
    name: "lint", about: "Settings of formcells check.",
    keys: [
      Key("labelCase", .choice(LintSettings.LabelCase.self), "How labels are capitalised; title if left out."),
      Key(
        "ignore", .array(.choice(GuidelineID.self), atLeast: 0), "The guidelines that are not reported, such as LP7."),
    ])
}

extension LintSettings {
  var definition: [JSONValue.Member] {
    said("labelCase", labelCase) + said("ignore", .array(ignore.map(JSONValue.string)))
  }
}
