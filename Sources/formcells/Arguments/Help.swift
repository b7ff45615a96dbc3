/// The text of `--help`, made from the tables that are parsed with.
enum Help {
  static func text(for command: CommandName?) -> String {
    guard let command else { return overview }
    let options = command.options.map { option in
      let left = "--\(option.rawValue)" + (option.placeholder(in: command).map { " \($0)" } ?? "")
      return (left, option.help(in: command))
    }
    let usage = ["formcells", command.rawValue, command.argument].filter { !$0.isEmpty }.joined(separator: " ")
    var lines = ["\(usage): \(command.summary)", "", command.details, ""]
    lines += columns(options)
    let variables = command.options.prefix(2).map(\.variable) + (command.options.count > 2 ? ["…"] : [])
    lines += ["", "Every option is also an environment variable: \(variables.joined(separator: ", "))"]
    return lines.joined(separator: "\n")
  }

  private static var overview: String {
    let commands = CommandName.allCases.map { ("formcells \($0.rawValue) \($0.argument)", $0.summary) }
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
