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
  static func templates(besides folder: String) -> String? {
    guard let root, RealPath("\(root)/Templates")?.text != RealPath(folder)?.text else { return nil }
    return "\(root)/Templates"
  }

  private static func folder(_ name: String) -> String { root.map { "\($0)/\(name)" } ?? name }

  /// Beside the program as `install` writes it, the checkout, the working folder.
  private static let places: [String] = {
    let program = RealPath("/proc/self/exe")?.text.split(separator: "/").dropLast(2).joined(separator: "/") ?? ""
    // Sources/formcells/Commands/ and the file's name come behind the checkout's folder.
    let checkout = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return ["/\(program)/share/formcells", "/\(checkout)", "."]
  }()
}
