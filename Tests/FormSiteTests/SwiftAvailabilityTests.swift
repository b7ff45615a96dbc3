import FormCells
import Testing

@Suite("Availability in Swift forms")
struct SwiftAvailabilityTests {
  static let json = """
    { "id": "course", "title": "Course", "opens": "2026-01-01", "closes": "2036-12-31T17:00", "grace": 15, "limit": 500,
      "access": "invited", "save": true, "change": "P14D",
      "sections": [{ "cells": [
        { "id": "day", "type": "radio-group", "label": "Day", "options": [
          { "value": "mo", "label": "Monday", "places": 9 }, "Tuesday"] }] }] }
    """

  @Test("a form with availability is the same in Swift and in a file")
  func same() throws {
    let file = try FormDefinition.decode(bytes: Array(Self.json.utf8), path: "course.json", directory: "")
    let swift = try Form(
      id: "course", title: "Course", opens: "2026-01-01", closes: "2036-12-31T17:00", graceMinutes: 15, limit: 500,
      invitedOnly: true, save: true, change: "P14D"
    ) {
      Section {
        RadioGroup("day", label: "Day", options: [Option(value: "mo", label: "Monday", places: 9), "Tuesday"])
      }
    }
    #expect(swift.version == file.version)
    #expect(swift.availability == file.availability && swift.changeMinutes == 20_160 && swift.savesDrafts)
  }
}
