/// The commands of the program.
enum CommandName: String, CaseIterable {
  case serve, check, render, export

  var argument: String {
    switch self {
    case .serve, .check: "[FORMS]"
    case .render, .export: "FORM"
    }
  }

  var summary: String {
    switch self {
    case .serve: "run the web server"
    case .check: "validate form definitions and templates, print findings, change nothing"
    case .render: "print one page's HTML to standard output"
    case .export: "print a form's submissions"
    }
  }

  var details: String {
    switch self {
    case .serve, .check:
      "FORMS is a folder of *.json form definitions or one such file; left out, the sample forms in Templates/forms."
    case .render: "FORM is a form definition's file, or the id of a sample form."
    case .export: "FORM is the id of a form, or its definition's file."
    }
  }

  var options: [OptionName] { OptionName.allCases.filter { $0.commands.contains(self) } }
}
