import FormCells

/// A form to begin with: its definition, the options of one of its cells, and the schema from which editors know the keys.
enum FirstForm {
  static let id = "room-booking"

  /// The files by their names, in the order in which they are told of.
  static var files: [(name: String, content: [UInt8])] {
    [
      ("\(id).json", Array(definition.utf8)), ("rooms.csv", Array(options.utf8)),
      ("form.schema.json", FormSchema.json),
    ]
  }

  private static let definition = """
    {
      "$schema": "form.schema.json",
      "title": "Room Booking",
      "description": "For a meeting on our premises. The reception answers within an hour.",
      "submit": { "label": "Book the Room" },
      "sections": [
        {
          "title": "Meeting",
          "cells": [
            {
              "id": "subject",
              "type": "text",
              "label": "Subject",
              "required": true,
              "maxLength": 60,
              "helper": "Shown on the sign at the door.",
              "messages": { "required": "Enter what the meeting is about." }
            },
            {
              "id": "day",
              "type": "date",
              "label": "Day",
              "required": true,
              "minimum": "today",
              "messages": { "required": "Enter the day of the meeting." }
            },
            {
              "id": "room",
              "type": "list-picker",
              "label": "Room",
              "required": true,
              "view": "full",
              "source": { "file": "rooms.csv", "value": "id", "label": "name", "description": "seats", "list": "floor" },
              "messages": { "required": "Select a room." }
            }
          ]
        },
        {
          "title": "Catering",
          "cells": [
            { "id": "catering", "type": "switch", "label": "Food and Drinks" },
            {
              "id": "wishes",
              "type": "note",
              "label": "Wishes",
              "maxLength": 300,
              "visibleWhen": { "cell": "catering", "equals": true }
            }
          ]
        }
      ]
    }

    """

  private static let options = """
    id,name,seats,floor
    g-01,Garden Room,12 seats,Ground Floor
    g-02,Fireside,6 seats,Ground Floor
    u-01,Harbour View,20 seats,Upper Floor
    u-02,Library,8 seats,Upper Floor

    """
}
