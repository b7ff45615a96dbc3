import Support

/// The files that the program was installed with, or built from.
enum Installation {
  /// The folder of templates where no option names one.
  static var templates: String { folder("Templates") }
  /// The folder of assets where no option names one.
  static var publicDirectory: String { folder("Public") }
  /// The folder that both are in; nil where they are not found.
  static let root: String? = places.first { FileIdentity(path: "\($0)/Templates/locales") != nil }

  /// The folder of the templates that the program brings along; nil where it is the given one, or is not found.
  /// - Parameter folder: as `--templates` names it.
  static func templates(besides folder: String) -> String? { builtIn("Templates", besides: folder) }

  /// The folder of the assets that the program brings along; nil where it is the given one, or is not found.
  /// - Parameter folder: as `--public` names it.
  static func publicDirectory(besides folder: String) -> String? { builtIn("Public", besides: folder) }

  /// The folder of forms where no argument names one.
  static func forms(in templates: String) -> String {
    let own = "\(templates)/forms"
    guard FileIdentity(path: own) == nil, let builtIn = self.templates(besides: templates) else { return own }
    return "\(builtIn)/forms"
  }

  private static func builtIn(_ name: String, besides folder: String) -> String? {
    guard let root, let found = RealPath("\(root)/\(name)"), found.text != RealPath(folder)?.text else { return nil }
    return "\(root)/\(name)"
  }

  private static func folder(_ name: String) -> String { root.map { "\($0)/\(name)" } ?? name }

  /// Beside the program as `install` writes it, the checkout, the working folder.
  private static let places: [String] = {
    let program = RealPath("/proc/self/exe")?.text.split(separator: "/").dropLast(2).joined(separator: "/") ?? ""
    // Sources/formcells/Installing/ and the file's name come behind the checkout's folder.
    let checkout = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return ["/\(program)/share/formcells", "/\(checkout)", "."]
  }()
}
