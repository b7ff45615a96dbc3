import Support

/// One command line, understood.
struct Invocation {
  private enum Kind {
    case version
    case help(CommandName?)
    case command(CommandName, Arguments)
  }

  private let kind: Kind

  init(_ words: [String], environment: ProcessEnvironment) throws(UsageError) {
    var words = words[...]
    switch words.first {
    case "--version":
      if words.count > 1 { throw UsageError(message: "--version takes no other arguments") }
      kind = .version
    case "--help", "-h":
      kind = .help(nil)
    case "help":
      guard let word = words.dropFirst().first else {
        kind = .help(nil)
        return
      }
      guard let name = CommandName(rawValue: word) else { throw UsageError(message: "no command '\(word)'") }
      if words.count > 2 { throw UsageError(message: "help takes one command") }
      kind = .help(name)
    default:
      var name = CommandName.serve
      if let word = words.first, !word.hasPrefix("-") {
        if let named = CommandName(rawValue: word) {
          name = named
          words = words.dropFirst()
        } else {
          let near = Suggestion.nearest(to: word, among: CommandName.allCases.map(\.rawValue))
          throw UsageError(
            message: "no command '\(word)'; "
              + (near.map { "did you mean '\($0)'?" } ?? "to serve a folder: formcells serve \(word)"))
        }
      }
      if words.contains("--help") || words.contains("-h") {
        kind = .help(name)
      } else {
        kind = .command(name, try Arguments(words, of: name, environment: environment))
      }
    }
  }

  func run() throws {
    switch kind {
    case .version: try Terminal.print("formcells \(Program.version)")
    case .help(let name): try Terminal.print(Help.text(for: name))
    case .command(.serve, let arguments): try ServeCommand(arguments).run()
    case .command(.check, let arguments): try CheckCommand(arguments).run()
    case .command(.render, let arguments): try RenderCommand(arguments).run()
    case .command(.export, let arguments): try ExportCommand(arguments).run()
    case .command(.import, let arguments): try ImportCommand(arguments).run()
    case .command(.`init`, let arguments): try InitCommand(arguments).run()
    case .command(.schema, let arguments): try SchemaCommand(arguments).run()
    case .command(.install, let arguments): try InstallCommand(arguments).run()
    }
  }
}
