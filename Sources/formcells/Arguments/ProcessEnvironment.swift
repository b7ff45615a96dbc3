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
    return ProcessEnvironment(variables: variables)
  }
}
