/// Definitions that the exchanges run on.
enum SampleForms {
  static let trip = """
    {
      "id": "trip", "title": "Trip",
      "sections": [{ "cells": [
        { "id": "purpose", "type": "text", "label": "Purpose", "required": true, "maxLength": 10 },
        { "id": "days", "type": "text", "label": "Days", "format": "integer" },
        { "id": "kinds", "type": "list-picker", "label": "Kinds", "required": true, "selection": "multiple", "maximum": 3,
          "value": ["train"],
          "options": [{ "value": "flight", "label": "Flight" }, { "value": "train", "label": "Train" },
            { "value": "taxi", "label": "Taxi" }, { "value": "bus", "label": "Bus", "disabled": true }, "Tram"] },
        { "id": "class", "type": "list-picker", "label": "Class",
          "options": [{ "value": "1", "label": "First" }, { "value": "2", "label": "Second" }] },
        { "id": "speed", "type": "list-picker", "label": "Speed", "apply": false, "search": false,
          "options": ["Slow", "Fast"] },
        { "id": "center", "type": "text", "label": "Center", "value": "CC-1", "readOnly": true },
        { "id": "old", "type": "text", "label": "Old", "value": "kept", "disabled": true }
      ] }]
    }
    """

  /// A second form beside the trip.
  static let other = """
    { "id": "other", "title": "Other", "sections": [{ "cells": [{ "id": "note", "type": "text", "label": "Note" }] }] }
    """

  /// A picker with as many options as given.
  static func long(_ count: Int) -> String {
    let options = (0..<count).map { "{ \"value\": \"v\($0)\", \"label\": \"Öption \($0)\" }" }.joined(separator: ",")
    return """
      { "id": "long", "title": "Long", "sections": [{ "cells": [
        { "id": "pick", "type": "list-picker", "label": "Pick", "selection": "multiple", "options": [\(options)] }
      ] }] }
      """
  }
}
