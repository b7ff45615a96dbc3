/// Shell completion, made from the tables of the parser.
enum Completion {
  private static let others = ["help", "--help", "--version"]

  /// What a shell offers for a value, derived from the value's name in the help text.
  private struct Offer: Hashable {
    /// The choices: the words in lower case in the value's name.
    let words: [String]
    private let names: [String]

    init(_ placeholder: String) {
      let parts = placeholder.split { "|[]".contains($0) }.map(String.init)
      words = parts.filter { $0.first?.isLowercase ?? false }
      names = parts.filter { $0.first?.isUppercase ?? false }
    }

    var hasFolders: Bool { hasDefinitions || names.contains("DIR") }
    var hasFiles: Bool { names.contains("FILE") }
    /// Whether it offers form definitions: a folder, or files that end in `.json`.
    var hasDefinitions: Bool { names.contains("FORMS") || names.contains("FORM") }
  }

  // MARK: bash

  static var bash: String {
    """
    # Completion of formcells for bash; 'formcells install' rewrites it.

    _formcells_offer() {
      local kind=$1 word=${COMP_WORDS[COMP_CWORD]}
      # bash treats the = of --name=value as a separate word.
      if [[ $word == = ]]; then word=; fi
      shift
      case $kind in
        words) mapfile -t COMPREPLY < <(compgen -W "$*" -- "$word") ;;
        files) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
        folders) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
        definitions) mapfile -t COMPREPLY < <(compgen -d -- "$word"; compgen -f -X '!*.json' -- "$word") ;;
      esac
      if [[ $kind != words ]]; then compopt -o filenames 2>/dev/null; fi
    }

    _formcells() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
      COMPREPLY=()
      if [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi
      if [[ $COMP_CWORD -eq 1 && $word != --* ]]; then
        _formcells_offer words \((CommandName.allCases.map(\.rawValue) + others).joined(separator: " "))
        return
      fi
      if [[ $command == -* ]]; then command=\(CommandName.serve.rawValue); fi
      case "$command $before" in
    \(bashValues)
        'help help') _formcells_offer words \(CommandName.allCases.map(\.rawValue).joined(separator: " ")) ;;
        *)
          case "$command ${word:0:1}" in
    \(bashWords)
          esac ;;
      esac
    }

    complete -F _formcells formcells

    """
  }

  /// A case pattern for each offer: the options whose value it completes.
  private static var bashValues: String {
    var patterns: [Offer: [String]] = [:]
    var order: [Offer] = []
    for command in CommandName.allCases {
      for option in command.options {
        guard let placeholder = option.placeholder(in: command) else { continue }
        let offer = Offer(placeholder)
        if patterns[offer] == nil { order.append(offer) }
        patterns[offer, default: []].append("'\(command.rawValue) --\(option.rawValue)'")
      }
    }
    return order.map { offer in
      "    \(patterns[offer, default: []].joined(separator: " | "))) \(bash(offer)) ;;"
    }.joined(separator: "\n")
  }

  /// The options and the argument of each command.
  private static var bashWords: String {
    CommandName.allCases.flatMap { command in
      let options = command.options.map { "--\($0.rawValue)" }.joined(separator: " ")
      return [
        "        '\(command.rawValue) -') _formcells_offer words \(options) ;;",
        "        '\(command.rawValue) '*) \(bash(Offer(command.firstWord))) ;;",
      ]
    }.joined(separator: "\n")
  }

  private static func bash(_ offer: Offer) -> String {
    if offer.hasDefinitions { return "_formcells_offer definitions" }
    if offer.hasFiles { return "_formcells_offer files" }
    if offer.hasFolders { return "_formcells_offer folders" }
    return offer.words.isEmpty ? "" : "_formcells_offer words \(offer.words.joined(separator: " "))"
  }

  // MARK: zsh

  static var zsh: String {
    let commands = CommandName.allCases.map { "  \(zshQuoted("\($0.rawValue):\($0.summary)"))" }
    return """
      #compdef formcells
      # Completion of formcells for zsh; 'formcells install' rewrites it.

      local command=\(CommandName.serve.rawValue)
      local -a subcommands=(
      \(commands.joined(separator: "\n"))
        'help:print a command'\\''s options'
      )
      if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
        _describe command subcommands
        return
      fi
      if [[ $words[2] != -* ]]; then
        command=$words[2]
        shift words
        (( CURRENT-- ))
      fi
      case $command in
      \(CommandName.allCases.map(zshArguments).joined(separator: "\n"))
        help) _arguments '1:COMMAND:(\(CommandName.allCases.map(\.rawValue).joined(separator: " ")))' ;;
      esac

      """
  }

  private static func zshArguments(of command: CommandName) -> String {
    var lines = command.options.map { option in
      let help = escaped(option.help(in: command), signs: "[]")
      guard let placeholder = option.placeholder(in: command) else { return zshQuoted("--\(option.rawValue)[\(help)]") }
      return zshQuoted("--\(option.rawValue)=[\(help)]\(zshValue(placeholder))")
    }
    if !command.firstWord.isEmpty { lines.append(zshQuoted("1\(zshValue(command.firstWord))")) }
    return "  \(command.rawValue)) _arguments \\\n" + lines.map { "    \($0)" }.joined(separator: " \\\n") + " ;;"
  }

  /// `:NAME:` followed by the offer.
  private static func zshValue(_ placeholder: String) -> String {
    let offer = Offer(placeholder)
    let action =
      if offer.hasDefinitions { #"_files -g "*.json""# } else if offer.hasFiles { "_files" } else if offer.hasFolders {
        "_files -/"
      } else { offer.words.isEmpty ? "" : "(\(offer.words.joined(separator: " ")))" }
    return ":\(escaped(placeholder, signs: ":")):\(action)"
  }

  private static func escaped(_ text: String, signs: String) -> String {
    text.map { signs.contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private static func zshQuoted(_ text: String) -> String { "'\(text.replacing("'", with: #"'\''"#))'" }
}

extension CommandName {
  /// The first word after the command: a verb, or its argument.
  fileprivate var firstWord: String { verbs.isEmpty ? argument : verbs.joined(separator: "|") }
}
