import Glibc

/// The environment variables, as a value.
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
    let isLinked = variables["FORMCELLS_NAME"].map(isLink) ?? false
    return ProcessEnvironment(
      variables: variables.filter { name, value in !isOfService(name, value) && !(isLinked && isOfLink(name)) })
  }

  /// Whether this is one of the variables that Kubernetes sets in each container for each service, here for one called
  /// `formcells` or `formcells-…`, and Docker for links: nobody has set an option by it.
  private static func isOfService(_ name: String, _ value: String) -> Bool {
    func isNamed(_ ending: Regex<Substring>) -> Bool {
      name.hasPrefix(OptionName.variablePrefix) && name.firstMatch(of: ending) != nil
    }
    return isNamed(/_SERVICE_HOST$/)
      || isNamed(/_SERVICE_PORT(?:_\w+)?$/) && value.wholeMatch(of: /\d+/) != nil
      || isNamed(/_PORT$/) && value.prefixMatch(of: /(?:tcp|udp|sctp):\/\//) != nil
      || isNamed(/_PORT_\d+_(?:TCP|UDP|SCTP)(?:_[A-Z_]+)?$/)
  }

  /// `/web/formcells`: of a container that is linked.
  private static func isLink(_ value: String) -> Bool { value.wholeMatch(of: /\/[^\/]+\/[^\/]+/) != nil }

  private static func isOfLink(_ name: String) -> Bool {
    name == "FORMCELLS_NAME" || name.hasPrefix("FORMCELLS_ENV_")
  }
}
