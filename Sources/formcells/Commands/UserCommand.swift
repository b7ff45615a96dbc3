import Answers
import FormSite
import Glibc

/// `formcells user`: manages the users who may see the answers.
struct UserCommand {
  private let arguments: Arguments
  private let data: String
  private let file: UserFile
  private let name: String
  private let forms: [String]?

  init(_ arguments: Arguments) throws(UsageError) {
    self.arguments = arguments
    data = arguments.text(.data, default: "./data")
    file = UserFile(data: data)
    if arguments.verb == "list" {
      try arguments.refuseArgument()
      name = ""
    } else {
      let text = try arguments.required("NAME")
      guard let name = User.name(text) else {
        throw UsageError(
          message: "'\(text)' is not a name: a name has 1 to \(User.nameLengthLimit) letters, digits and . _ - @ +",
          command: arguments.command)
      }
      self.name = name
    }
    forms = arguments.text(.forms)?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if forms != nil, arguments.verb != "add" {
      throw arguments.usageError(.forms, message: "has an effect only with 'add'")
    }
    if let wrong = forms?.first(where: { $0.wholeMatch(of: /[a-z0-9-]{1,64}/) == nil }) {
      throw arguments.usageError(
        .forms, message: "'\(wrong)' is not the id of a form: write ids with commas between them")
    }
  }

  func run() throws {
    try NewFolder.note(data, isMade: arguments.verb == "add")
    do { try perform() } catch let error as UserFileError { throw Failure("\(error)") }
  }

  private func perform() throws {
    switch arguments.verb {
    case "list":
      for user in try file.users().values.sorted(by: { $0.name < $1.name }) {
        try Terminal.print("\(user.name)\t\(user.forms?.joined(separator: ", ") ?? "all forms")")
      }
    case "add":
      if try file.users()[name] != nil { throw exists }
      let user = User(name: name, hash: try readHash(), forms: forms)
      try file.update { users in
        guard users[name] == nil else { throw exists }
        users[name] = user
      }
      // The form may be served for the first time later.
      for form in forms ?? [] where access("\(data)/forms/\(form)", F_OK) != 0 {
        Terminal.error("note: nobody has sent a form '\(form)' so far; ids are the names of definitions without .json")
      }
    case "password":
      guard try file.users()[name] != nil else { throw try unknown }
      let hash = try readHash()
      try file.update { users in
        guard users[name] != nil else { throw try unknown }
        users[name]?.hash = hash
      }
    default:
      try file.update { users in
        guard users.removeValue(forKey: name) != nil else { throw try unknown }
      }
    }
  }

  private var exists: Failure {
    Failure("error: '\(name)' already exists; to change the password: formcells user password \(name)")
  }

  private var unknown: Failure {
    get throws {
      let names = try file.users().keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
      return Failure("\(file.path): error: there is no '\(name)'" + (names.isEmpty ? "" : "; the users are \(names)"))
    }
  }

  private func readHash() throws -> String {
    let password = try Self.readPassword(for: name)
    guard password.count >= User.passwordLengthMinimum else {
      throw Failure(
        "error: the password is shorter than \(User.passwordLengthMinimum) characters; use several words, for instance")
    }
    guard password.utf8.count <= User.passwordByteLimit, !password.utf8.contains(0) else {
      throw Failure("error: the password is longer than \(User.passwordByteLimit) bytes, or has a NUL in it")
    }
    do throws(PasswordError) { return try Yescrypt.hash(password) } catch { throw Failure("\(error)") }
  }

  /// Reads a password: asks twice on a terminal, without showing it; otherwise reads the first line of standard input.
  private static func readPassword(for name: String) throws(Failure) -> String {
    guard isatty(STDIN_FILENO) == 1 else {
      guard let line = readLine() else { throw Failure("error: there is no password on standard input") }
      return line
    }
    let first = try ask("Password of \(name): ")
    guard first == (try ask("Repeat the password: ")) else {
      throw Failure("error: the passwords differ; nothing was changed")
    }
    return first
  }

  private static func ask(_ question: String) throws(Failure) -> String {
    var shown = termios()
    guard tcgetattr(STDIN_FILENO, &shown) == 0 else { throw Failure("error: the terminal cannot be read") }
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    // If it were interrupted meanwhile, the terminal would stay without echo.
    var interrupts = sigset_t()
    sigemptyset(&interrupts)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGTSTP] { sigaddset(&interrupts, signal) }
    sigprocmask(SIG_BLOCK, &interrupts, nil)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    Terminal.control(question)
    let line = readLine()
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
    Terminal.control("\n")
    sigprocmask(SIG_UNBLOCK, &interrupts, nil)
    guard let line else { throw Failure("error: no password was typed; nothing was changed") }
    return line
  }
}
