/// The commands of the program.
enum CommandName: String, CaseIterable {
  case serve, check, render, export, `import`, `init`, schema, install

  var argument: String {
    switch self {
    case .serve, .check: "[FORMS]"
    case .render, .export: "FORM"
    case .import: "FILE"
    case .`init`: "[DIR]"
    case .schema, .install: ""
    }
  }

  var summary: String {
    switch self {
    case .serve: "run the web server"
    case .check: "validate form definitions and templates, print findings, change nothing"
    case .render: "print one page's HTML to standard output"
    case .export: "print a form's submissions"
    case .import: "record the submissions of a JSON Lines file, each once"
    case .`init`: "write a first form with its options file and the schema; never overwrites"
    case .schema: "print the JSON Schema of form definitions"
    case .install: "copy the program and all that it needs into a folder; again: replace what was installed"
    }
  }

  var details: String {
    switch self {
    case .serve, .check:
      "FORMS is a folder of *.json form definitions (*.schema.json aside) or one such file; left out, the sample forms in "
        + "Templates/forms."
    case .`init`: "DIR is made where it is not there; left out, it is the current folder."
    case .schema: "An editor that finds it by a definition's \"$schema\" completes and explains the keys."
    case .install:
      "The program finds its templates and assets there from any working folder. What install did not write is not touched."
    case .render: "FORM is a form definition's file, or the id of a sample form."
    case .export: "FORM is the id of a form, or its definition's file."
    case .import:
      "FILE is what a server without a database wrote, DATA/submissions/FORM.jsonl, or printed by export --format jsonl; "
        + "'-' is standard input."
    }
  }

  /// Whether `-` is an argument: what comes through a pipe.
  var readsStandardInput: Bool { self == .import }

  var options: [OptionName] { OptionName.allCases.filter { $0.commands.contains(self) } }
}
