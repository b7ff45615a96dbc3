import FormCells
import Glibc
import HTTPCore
import HTTPServer
import Support

/// The options and arguments of one command; each getter validates its value.
struct Arguments {
  let command: CommandName
  /// The verb of a command that has several; empty if it has none.
  let verb: String
  /// FORMS, FORM or FILE.
  private(set) var argument: String?
  /// The argument after the first one; `nil` if there is none, or if the command accepts none.
  let secondArgument: String?
  /// The user who runs the command; it may continue as another user (`asOwnerOfData`).
  let user = getuid()
  /// The values of each option; several for one that is repeatable.
  private var values: [OptionName: [Value]] = [:]
  /// The settings of destinations.
  let deliverySettings: DeliverySettings

  private struct Value {
    let text: String
    /// The name of the value's source in error messages: `--port` or `FORMCELLS_PORT`.
    let origin: String
  }

  init(
    _ words: ArraySlice<String>, of command: CommandName, environment: ProcessEnvironment
  ) throws(UsageError) {
    self.command = command
    deliverySettings = DeliverySettings(environment)
    try Self.refuseUnknown(environment, for: command)
    var argument: String?
    var secondArgument: String?
    var rest = words
    verb = try Self.verb(of: command, in: &rest)
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        if command.takesTwoArguments, argument != nil, secondArgument == nil, !word.hasPrefix("-") {
          secondArgument = word
          continue
        }
        guard argument == nil, !word.hasPrefix("-") || command.readsStandardInput && word == "-" else {
          throw UsageError(message: "unexpected '\(word)'", command: command)
        }
        argument = word
        continue
      }
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = OptionName(rawValue: String(parts[0])), name.commands.contains(command) else {
        throw UsageError(message: Self.unknown(String(parts[0]), of: command), command: command)
      }
      guard values[name] == nil || name.isRepeatable else {
        throw UsageError(message: "--\(parts[0]) twice", command: command)
      }
      let text: String
      if let placeholder = name.placeholder(in: command) {
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
          throw UsageError(message: "--\(name.rawValue) needs a value: \(placeholder)", command: command)
        }
        // An empty shell variable leaves nothing between two options.
        if parts.count == 1, value.hasPrefix("--") {
          throw UsageError(
            message: "--\(name.rawValue) needs a value: \(placeholder); '\(value)' is read as an option (or write "
              + "--\(name.rawValue)=\(value))", command: command)
        }
        text = value
      } else {
        guard parts.count == 1 else {
          throw UsageError(message: "--\(name.rawValue) takes no value", command: command)
        }
        text = "true"
      }
      values[name, default: []].append(Value(text: text, origin: "--\(name.rawValue)"))
    }
    (self.argument, self.secondArgument) = (argument, secondArgument)
    for name in command.options where values[name] == nil {
      guard let text = environment.variables[name.variable], !text.isEmpty else { continue }
      let texts = name.isRepeatable ? text.split(separator: " ").map(String.init) : [text]
      values[name] = texts.map { Value(text: $0, origin: name.variable) }
    }
  }

  /// The same arguments after the data folder has become the working folder.
  func within(_ data: String) -> Arguments {
    var arguments = self
    arguments.values[.data] = [Value(text: ".", origin: "--data")]
    if command == .import, let file = argument, file != "-" { arguments.argument = RealPath(file)?.text ?? file }
    return arguments
  }

  /// Removes the verb from the words and returns it.
  private static func verb(of command: CommandName, in words: inout ArraySlice<String>) throws(UsageError) -> String {
    guard !command.verbs.isEmpty else { return "" }
    let choices = "'\(command.verbs.joined(separator: "', '"))'"
    guard let word = words.first, !word.hasPrefix("-") else {
      guard let usual = command.usualVerb else {
        throw UsageError(message: "say what '\(command.rawValue)' is to do: \(choices)", command: command)
      }
      return usual
    }
    guard command.verbs.contains(word) else {
      let meant = Suggestion.nearest(to: word, among: command.verbs).map { "did you mean '\($0)'?" }
      throw UsageError(
        message: "'\(command.rawValue)' has no action '\(word)'; \(meant ?? "it has \(choices)")",
        command: command)
    }
    words.removeFirst()
    return word
  }

  private static func unknown(_ option: String, of command: CommandName) -> String {
    if let name = OptionName(rawValue: option) {
      let owners = CommandName.allCases.filter { name.commands.contains($0) }.map(\.rawValue)
      return "'--\(option)' is not an option of '\(command.rawValue)', but of '\(owners.joined(separator: "', '"))'"
    }
    let meant = OptionName.meant(by: option, among: command.options)
    return "unknown option '--\(option)'" + (meant.map { "; did you mean '--\($0.rawValue)'?" } ?? "")
  }

  /// Refuses unknown variables: with a typing error, an option would be silently unset. Options of other commands are accepted.
  private static func refuseUnknown(_ environment: ProcessEnvironment, for command: CommandName) throws(UsageError) {
    let known = Set(OptionName.allCases.map(\.variable))
    let given = environment.variables.keys.filter {
      $0.hasPrefix(OptionName.variablePrefix) && !$0.hasPrefix(DeliverySettings.variablePrefix)
    }
    guard let name = given.filter({ !known.contains($0) }).min() else { return }
    let word = String(name.dropFirst(OptionName.variablePrefix.count))
    let meant = OptionName.meant(by: word, among: OptionName.allCases)
    throw UsageError(
      message: "\(name) in the environment sets no option" + (meant.map { "; did you mean \($0.variable)?" } ?? ""),
      command: command)
  }

  func text(_ name: OptionName) -> String? { value(name)?.text }
  func text(_ name: OptionName, default text: String) -> String { self.text(name) ?? text }
  /// The values of a repeatable option, in their order; in the environment they are separated by blanks.
  func texts(_ name: OptionName) -> [String] { values[name, default: []].map(\.text) }

  private func value(_ name: OptionName) -> Value? { values[name]?.first }

  func flag(_ name: OptionName) throws(UsageError) -> Bool {
    guard let value = value(name) else { return false }
    switch value.text {
    case "true", "1", "yes": return true
    case "false", "0", "no": return false
    default: throw wrong(value, expected: "true or false")
    }
  }

  func number(_ name: OptionName, in range: ClosedRange<Int>, default number: Int) throws(UsageError) -> Int {
    guard let value = value(name) else { return number }
    guard let number = Int(value.text), range.contains(number), !value.text.hasPrefix("+") else {
      throw wrong(value, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// `nil` if the option is not given.
  func number(_ name: OptionName, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    values[name] == nil ? nil : try number(name, in: range, default: 0)
  }

  /// A day such as `2026-01-31`; `nil` if the option is not given.
  func day(_ name: OptionName) throws(UsageError) -> CalendarDate? {
    guard let value = value(name) else { return nil }
    guard let day = CalendarDate(parsing: value.text) else { throw wrong(value, expected: "a date like 2026-01-31") }
    return day
  }

  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: OptionName, default choice: Choice
  ) throws(UsageError) -> Choice {
    guard let value = value(name) else { return choice }
    guard let choice = Choice(rawValue: value.text) else {
      throw wrong(value, expected: Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return choice
  }

  /// A duration such as `90s`, `30m`, `8h` or `1d`, in seconds.
  func seconds(
    _ name: OptionName, in range: ClosedRange<Int> = 1...1_000_000, default seconds: Int
  ) throws(UsageError) -> Int {
    guard let value = value(name) else { return seconds }
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = value.text.last.flatMap({ units[$0] }), let count = Int(value.text.dropLast()),
      range ~= count
    else { throw wrong(value, expected: "a time like 90s, 30m or 8h") }
    return count * unit
  }

  /// A size such as `1048576`, `512KiB` or `1MiB`, in bytes.
  func bytes(
    _ name: OptionName, in range: ClosedRange<Int> = 1...1 << 32, default bytes: Int
  ) throws(UsageError) -> Int {
    guard let value = value(name) else { return bytes }
    let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("B", 1), ("", 1)]
    for (suffix, size) in units where value.text.hasSuffix(suffix) {
      if let count = Int(value.text.dropLast(suffix.count)), count > 0, count <= range.upperBound / size,
        range.contains(count * size)
      {
        return count * size
      }
      break
    }
    throw wrong(value, expected: "a size like 512KiB or 1MiB, from \(range.lowerBound) to \(range.upperBound) bytes")
  }

  /// Existing folders, separated by colons.
  func folders(_ name: OptionName) throws(UsageError) -> [String] {
    guard let value = value(name) else { return [] }
    let folders = value.text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    for folder in folders where !FolderContent.isFolder(folder) {
      throw usageError(name, message: "'\(folder)' is not a folder")
    }
    return folders
  }

  /// The path of a program; `nil` if the option is not given.
  func program(_ name: OptionName) throws(UsageError) -> String? {
    guard let path = text(name) else { return nil }
    guard access(path, X_OK) == 0, !FolderContent.isFolder(path) else {
      throw usageError(name, message: "'\(path)' is not a program that can be run")
    }
    return path
  }

  /// A zone such as `Europe/Berlin`; `nil` if the option is not given.
  func timeZone() throws(UsageError) -> TimeZone? {
    guard let name = text(.timeZone) else { return nil }
    do throws(TimeZoneFiles.Refusal) { return try TimeZoneFiles.machine.zone(named: name) } catch {
      throw usageError(.timeZone, message: error.sentence(on: name))
    }
  }

  /// A path `/PREFIX`; the root if the option is not given.
  func mountPath(_ name: OptionName) throws(UsageError) -> MountPath {
    guard let value = value(name) else { return .root }
    guard let path = MountPath(value.text) else {
      throw wrong(
        value,
        expected:
          "a path like /forms or /town/forms: no slash at its end, and between slashes letters, digits, '-', '.', '_', '~'"
      )
    }
    return path
  }

  /// The pages that may show the site: `none`, or origins.
  func frameAncestors() throws(UsageError) -> FrameAncestors {
    guard let value = value(.frameAncestors) else { return .none }
    guard let ancestors = FrameAncestors(value.text) else {
      throw wrong(
        value,
        expected:
          "none, or self and origins such as https://www.example.com with commas between them: scheme, host and port, no path"
      )
    }
    return ancestors
  }

  /// An address `HOST:PORT` or `[::1]:PORT`.
  func address(_ name: OptionName) throws(UsageError) -> (host: String, port: Int)? {
    guard let value = value(name) else { return nil }
    guard let colon = value.text.lastIndex(of: ":"), let port = Int(value.text[value.text.index(after: colon)...]),
      0...65_535 ~= port
    else { throw wrong(value, expected: "HOST:PORT") }
    let host = HostText.unbracketed(String(value.text[..<colon]))
    return (host.isEmpty ? "127.0.0.1" : host, port)
  }

  /// Refuses an argument, for commands that accept none.
  func refuseArgument() throws(UsageError) {
    if let argument { throw UsageError(message: "unexpected '\(argument)'", command: command) }
  }

  func required(_ what: String) throws(UsageError) -> String {
    guard let argument else { throw UsageError(message: "\(what) is missing", command: command) }
    return argument
  }

  /// An invalid place to quote in a message; empty if it may contain a password.
  func instead(of place: String) -> String { place.contains("@") ? "" : ", not '\(place)'" }

  func usageError(_ name: OptionName, message: String) -> UsageError {
    UsageError(message: "\(value(name)?.origin ?? "--\(name.rawValue)"): \(message)", command: command)
  }

  private func wrong(_ value: Value, expected: String) -> UsageError {
    UsageError(message: "\(value.origin) is '\(value.text)', expected \(expected)", command: command)
  }
}

/// The environment variables as a value.
struct ProcessEnvironment {
  let variables: [String: String]

  static func ofProcess() -> ProcessEnvironment {
    var variables: [String: String] = [:]
    var entry = environ
    while let pointer = entry.pointee {
      let text = String(cString: pointer)
      if let separator = text.firstIndex(of: "=") {
        variables[String(text[..<separator])] = String(text[text.index(after: separator)...])
      }
      entry += 1
    }
    // A program that serve --deliver runs has variables with the submission's data: these set no option.
    if variables["FORMCELLS_DESTINATION"] != nil {
      for name in ["DESTINATION", "FORM", "ID", "LANGUAGE", "DEFINITION", "TEXT", "REPLACED_BY"] {
        variables["\(OptionName.variablePrefix)\(name)"] = nil
      }
    }
    let isLinked = variables["FORMCELLS_NAME"].map(isLink) ?? false
    return ProcessEnvironment(
      variables: variables.filter { name, value in !isOfService(name, value: value) && !(isLinked && isOfLink(name)) })
  }

  /// Whether this is not an option, but a variable that Kubernetes sets in each container for a service called `formcells` or
  /// `formcells-…`, or that Docker sets for links.
  private static func isOfService(_ name: String, value: String) -> Bool {
    guard name.hasPrefix(OptionName.variablePrefix) else { return false }
    func isNamed(_ ending: Regex<Substring>) -> Bool { name.firstMatch(of: ending) != nil }
    return isNamed(/_SERVICE_HOST$/)
      || isNamed(/_SERVICE_PORT(?:_\w+)?$/) && value.wholeMatch(of: /\d+/) != nil
      || isNamed(/_PORT$/) && value.prefixMatch(of: /(?:tcp|udp|sctp):\/\//) != nil
      || isNamed(/_PORT_\d+_(?:TCP|UDP|SCTP)(?:_[A-Z_]+)?$/)
  }

  /// Whether the value names a linked container, such as `/web/formcells`.
  private static func isLink(_ value: String) -> Bool { value.wholeMatch(of: /\/[^\/]+\/[^\/]+/) != nil }

  private static func isOfLink(_ name: String) -> Bool {
    name == "FORMCELLS_NAME" || name.hasPrefix("FORMCELLS_ENV_")
  }
}
