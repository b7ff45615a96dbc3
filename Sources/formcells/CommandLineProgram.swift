import Glibc
import Support

/// The composition root: runs the command of a command line, and returns its exit status.
enum CommandLineProgram {
  static let version = "0.1.0"
  /// Help for options that the default build refuses.
  static let howToBuild = "to build one that has it: swift build -c release --traits Valkey,PostgreSQL"

  static func run(_ words: [String], environment: ProcessEnvironment) -> Int32 {
    do {
      try Invocation(words, environment: environment).run()
      return 0
    } catch let error as UsageError {
      Terminal.error("error: \(error.message)")
      Terminal.error("Try 'formcells help\(error.command.map { " \($0.rawValue)" } ?? "")'.")
      return 2
    } catch let failure as Failure {
      for line in failure.lines { Terminal.error(line) }
      return 1
    } catch {
      Terminal.error("error: \(error)")
      return 1
    }
  }
}

/// The command line, or an environment variable, is wrong: exit status 2.
struct UsageError: Error {
  let message: String
  var command: CommandName?
}

/// There are findings, or the work failed: exit status 1.
struct Failure: Error {
  /// Lines such as `file:line:column: error: message` if a file has a mistake.
  let lines: [String]
  init(_ lines: [String]) { self.lines = lines }
  init(_ line: String) { lines = [line] }
}

/// A parsed command line.
private struct Invocation {
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
    case .version: try Terminal.print("formcells \(CommandLineProgram.version)")
    case .help(let name): try Terminal.print(Help.text(for: name))
    case .command(.serve, let arguments): try ServeCommand(arguments).run()
    case .command(.check, let arguments): try CheckCommand(arguments).run()
    case .command(.render, let arguments): try RenderCommand(arguments).run()
    case .command(.paths, let arguments): try PathsCommand(arguments).run()
    case .command(.export, let arguments): try ExportCommand(arguments).run()
    case .command(.import, let arguments): try ImportCommand(arguments.asOwnerOfData()).run()
    case .command(.user, let arguments): try UserCommand(arguments.asOwnerOfData()).run()
    case .command(.invite, let arguments): try InviteCommand(arguments.asOwnerOfData()).run()
    case .command(.erase, let arguments): try EraseCommand(arguments.asOwnerOfData()).run()
    case .command(.outbox, let arguments): try OutboxCommand(arguments.asOwnerOfData()).run()
    case .command(.`init`, let arguments): try InitCommand(arguments).run()
    case .command(.schema, let arguments): try SchemaCommand(arguments).run()
    case .command(.install, let arguments): try InstallCommand(arguments).run()
    }
  }
}
