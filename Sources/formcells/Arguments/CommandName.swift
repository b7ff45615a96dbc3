/// The commands of the program.
enum CommandName: String, CaseIterable {
  case serve, check, render, paths, export, `import`, erase, outbox, user, invite, `init`, schema, install

  /// What the command does, named by the word after it: `user add NAME`. Empty if it does one thing.
  var verbs: [String] {
    switch self {
    case .outbox: ["list", "retry", "drop"]
    case .user: ["add", "list", "password", "remove"]
    default: []
    }
  }

  /// The verb to use if none is given; `nil` if one must be given.
  var usualVerb: String? { self == .outbox ? "list" : nil }

  var argument: String {
    switch self {
    case .serve, .check: "[FORMS]"
    case .render, .paths, .export, .erase: "FORM"
    case .import: "FILE"
    case .invite: "FORM [N]"
    case .outbox, .user: "[NAME]"
    case .`init`: "[DIR]"
    case .schema, .install: ""
    }
  }

  var summary: String {
    switch self {
    case .serve: "run the web server"
    case .check: "validate form definitions and templates, print findings, change nothing"
    case .render: "print one page's HTML to standard output"
    case .paths: "write the answers that lead through every branch of a form, ready for render --values"
    case .export: "print a form's submissions"
    case .import: "record the submissions of a JSON Lines file, each once"
    case .user: "add, list or remove those who may see the answers"
    case .invite: "make links that can each be used once, list the unused ones, or revoke some"
    case .erase: "erase submissions, by id or by a cell's value"
    case .outbox: "list what waits to be delivered, retry it now, or drop it"
    case .`init`: "write a first form with its options file and the schema; never overwrites"
    case .schema: "print the JSON Schema of form definitions"
    case .install: "copy the program and its files into a folder, or replace an earlier installation"
    }
  }

  var details: String {
    switch self {
    case .serve, .check:
      "FORMS is a folder of *.json form definitions (without *.schema.json) or one such file (default: the sample forms in "
        + "Templates/forms)."
    case .`init`: "DIR is created if missing (default: the current folder)."
    case .schema: "Editors find it through a definition's \"$schema\", and then complete and explain the keys."
    case .install:
      "The installed program finds its templates and assets from any working folder. Files that install did not write stay."
    case .render: "FORM is a form definition's file, or the id of a sample form."
    case .paths:
      "FORM is a form definition's file, or the id of a sample form. Each file is named by its branch; one of that name is replaced."
    case .export: "FORM is the id of a form, or its definition's file."
    case .import:
      "FILE is DATA/submissions/FORM.jsonl of a server without a database, or the output of export --format jsonl; "
        + "'-' is standard input."
    case .user:
      "add asks for NAME's password, or reads it from standard input, and lets them see the answers of all forms, or of those of "
        + "--forms; password changes it, and ends NAME's sessions; list prints all users. A running server applies this at "
        + "once."
    case .invite:
      "FORM is the id of a form with \"access\": \"invited\". N links are printed, one per line, and are identified by their "
        + "ids from then on; --list prints the unused ones, and nothing about visitors; --revoke revokes one, also while "
        + "the server runs."
    case .erase:
      "FORM is the id of a form. Each submission is erased with its corrections and its files; a line without values remains, "
        + "which says when. If a server uses the data folder, the server does it. VALUE is the text, number, day, or the "
        + "value of an option; of several values, one of them; of an amount, its digits. CELL may name a part: "
        + "total.amount, stay.from, expenses.purpose."
    case .outbox:
      "NAME is a destination of serve --deliver. list prints what waits for it, or for all destinations; retry makes "
        + "failed deliveries due now; drop removes what waits, for good, also while a server runs."
    }
  }

  var takesTwoArguments: Bool { self == .invite }

  /// Whether `-` is accepted as an argument, for standard input.
  var readsStandardInput: Bool { self == .import }

  var options: [OptionName] { OptionName.allCases.filter { $0.commands.contains(self) } }
}

/// The text of `--help`, made from the tables of the parser.
enum Help {
  static func text(for command: CommandName?) -> String {
    guard let command else { return overview }
    let options = command.options.map { option in
      let left = "--\(option.rawValue)" + (option.placeholder(in: command).map { " \($0)" } ?? "")
      return (left, option.help(in: command))
    }
    let usage = ["formcells", command.rawValue, command.verbs.joined(separator: "|"), command.argument].filter {
      !$0.isEmpty
    }.joined(separator: " ")
    var lines = ["\(usage): \(command.summary)", "", command.details, ""]
    lines += columns(options)
    let variables = command.options.prefix(2).map(\.variable) + (command.options.count > 2 ? ["…"] : [])
    lines += ["", "Every option is also an environment variable: \(variables.joined(separator: ", "))"]
    return lines.joined(separator: "\n")
  }

  private static var overview: String {
    let commands = CommandName.allCases.map {
      (
        (["formcells", $0.rawValue] + ($0.verbs.isEmpty ? [$0.argument] : ["…"])).joined(separator: " "), $0.summary
      )
    }
    let others = [
      ("formcells help COMMAND", "print a command's options"), ("formcells --version", "print the version"),
    ]
    return
      (["FormCells is a web server for forms.", ""] + columns(commands + others) + [
        "", "Bare 'formcells' is 'formcells serve'.",
      ]).joined(separator: "\n")
  }

  private static func columns(_ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  " + $0.0 + String(repeating: " ", count: width - $0.0.count + 2) + $0.1 }
  }
}
