import FormSite
import Glibc
import Support

/// The operator's settings for destinations, from the environment: `FORMCELLS_DELIVER_OFFICE_MAIL_TO=…` is `MAIL_TO=…` for the program
/// of the destination `office`, and for no other one.
struct DeliverySettings {
  static let variablePrefix = "FORMCELLS_DELIVER_"

  /// The variables by their full names.
  private let variables: [String: String]

  init(_ environment: ProcessEnvironment) {
    let options = Set(OptionName.allCases.map(\.variable))
    variables = environment.variables.filter { $0.key.hasPrefix(Self.variablePrefix) && !options.contains($0.key) }
  }

  /// The settings of each destination. A variable belongs to the destination with the longest matching name.
  /// - Returns: `NAME=value` texts for each name, sorted.
  /// - Throws: the first variable that belongs to no destination.
  func settings(of names: [String]) throws(UnknownVariable) -> [String: [String]] {
    let prefixes = names.map { (name: $0, prefix: Self.prefix(of: $0)) }.sorted { $0.prefix.count > $1.prefix.count }
    var settings: [String: [String]] = [:]
    for (variable, value) in variables.sorted(by: { $0.key < $1.key }) {
      guard let (name, prefix) = prefixes.first(where: { variable.hasPrefix($0.prefix) && variable != $0.prefix })
      else {
        throw UnknownVariable(name: variable)
      }
      settings[name, default: []].append("\(variable.dropFirst(prefix.count))=\(value)")
    }
    return settings
  }

  struct UnknownVariable: Error { let name: String }

  static func prefix(of name: String) -> String {
    variablePrefix + name.uppercased().replacing("-", with: "_") + "_"
  }
}

extension Arguments {
  /// The destinations of `--deliver`, each with its settings.
  func destinations() throws(UsageError) -> [Destination] {
    var programs: [(name: String, path: String)] = []
    for text in texts(.deliver) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, Destination.isName(parts[0]), !parts[1].isEmpty else {
        throw usageError(
          .deliver,
          message: "'\(text)' is not NAME=PROGRAM, with a name of small letters, digits and '-' such as office=mail")
      }
      guard !programs.contains(where: { $0.name == parts[0] }) else {
        throw usageError(.deliver, message: "'\(parts[0])' is given twice; each destination needs a unique name")
      }
      programs.append((parts[0], try deliveryProgram(parts[1])))
    }
    guard programs.count <= Destination.countLimit else {
      throw usageError(.deliver, message: "more than \(Destination.countLimit) destinations")
    }
    do throws(DeliverySettings.UnknownVariable) {
      let settings = try deliverySettings.settings(of: programs.map(\.name))
      return programs.map { Destination(name: $0.name, program: $0.path, settings: settings[$0.name] ?? []) }
    } catch {
      throw UsageError(
        message: "\(error.name) in the environment belongs to no destination: "
          + (programs.isEmpty
            ? "there are none (--deliver)"
            : "the names begin with " + programs.map { DeliverySettings.prefix(of: $0.name) }.joined(separator: ", ")),
        command: command)
    }
  }

  /// The path of a program, which is given as a path or as the name of a ready-made program.
  private func deliveryProgram(_ text: String) throws(UsageError) -> String {
    if let path = Installation.deliveryProgram(text) { return path }
    guard access(text, X_OK) == 0, !FolderContent.isFolder(text) else {
      throw usageError(.deliver, message: "'\(text)' is neither a program that can be run nor one of mail and webhook")
    }
    // execve does not search for programs.
    return text.contains("/") ? text : "./\(text)"
  }
}
