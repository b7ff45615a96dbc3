import FormCells

extension CellFixture {
  /// The same form by the guidelines of each house, side by side (F5).
  static let houses: [CellFixture] =
    DesignSystem.allCases.map { designSystem in
      of(
        designSystem, "errors", ["C1", "C2"],
        sentence: "A form with errors by the guidelines of \(title(of: designSystem))",
        steps: [.submit])
    }
    + DesignSystem.allCases.map { designSystem in
      of(
        designSystem, "view", ["C4", "C5", "C6"], sentence: "A list by the guidelines of \(title(of: designSystem))",
        steps: [.open("house-\(designSystem.rawValue)-view-colour")])
    }

  private static func title(of designSystem: DesignSystem) -> String {
    switch designSystem {
    case .fiori: "Fiori"
    case .cvs: "CVS"
    }
  }

  private static func of(
    _ designSystem: DesignSystem, _ name: String, _ features: [String], sentence: String, steps: [Step]
  ) -> CellFixture {
    let slug = "house-\(designSystem.rawValue)-\(name)"
    return CellFixture(
      sentence, slug: slug, in: .houses, shows: features,
      definition: """
        { "id": "gallery-\(slug)", "title": "\(sentence)", "guidelines": "\(designSystem.rawValue)", "sections": [{ "cells": [
          { "id": "\(slug)-name", "type": "text", "label": "Full Name", "required": true, "helper": "As it stands on the badge" },
          { "id": "\(slug)-phone", "type": "text", "label": "Phone Number", "required": false },
          { "id": "\(slug)-size", "type": "select", "label": "Size", "required": true, "helper": "Of the jacket",
            "options": ["Extra Small", "Small", "Medium", "Large", "Extra Large"] },
          { "id": "\(slug)-colour", "type": "list-picker", "label": "Colour", "required": false,
            "options": ["Amber", "Blue", "Crimson"] }
        ] }] }
        """, steps: steps)
  }
}
