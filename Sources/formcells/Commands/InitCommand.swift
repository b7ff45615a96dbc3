import FormCells
import Glibc

/// `formcells init`: writes a first form into a folder, and prints the next steps. Never overwrites anything.
struct InitCommand {
  private let directory: String

  init(_ arguments: Arguments) { directory = arguments.argument ?? "." }

  func run() throws(Failure) {
    try makeFolder()
    let files = FirstForm.files.map { (path: directory == "." ? $0.name : "\(base)/\($0.name)", content: $0.content) }
    let taken = files.map(\.path).filter { access($0, F_OK) == 0 }
    guard taken.isEmpty else {
      throw Failure(taken.map { "\($0):1:1: error: the file already exists; nothing was written" })
    }
    for (path, content) in files { try write(content, to: path) }
    let shown = ShellWord.quoted(directory)
    let others = directory == "." ? "" : "\(shown)/"
    try Terminal.print(
      """
      written: \(files.map { ShellWord.quoted($0.path) }.joined(separator: ", "))

      To see the form, and to see each change of it after a reload of the page:
          formcells serve \(shown) --watch
          http://127.0.0.1:8080/forms/\(FirstForm.id)

      To find mistakes:
          formcells check \(shown) --strict

      After an update of formcells, so that editors know its keys:
          formcells schema > \(others)form.schema.json
      """)
  }

  /// The directory without a trailing slash.
  private var base: String {
    directory.count > 1 && directory.hasSuffix("/") ? String(directory.dropLast()) : directory
  }

  private func makeFolder() throws(Failure) {
    do throws(WritingError) { try NewFiles.makeFolder(directory) } catch { throw error.failure }
  }

  private func write(_ content: [UInt8], to path: String) throws(Failure) {
    do throws(WritingError) { try NewFiles.write(content, to: path) } catch { throw error.failure }
  }
}

/// A first form: its definition, the options of one of its cells, and the schema for editors.
private enum FirstForm {
  static let id = "room-booking"

  /// The files by name, in the order in which they are printed.
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

/// `formcells schema`: the JSON Schema of the definition format, for editors and validators.
struct SchemaCommand {
  init(_ arguments: Arguments) throws(UsageError) { try arguments.refuseArgument() }

  func run() throws(Failure) { try Terminal.print(FormSchema.json) }
}
