import Support

/// A module joined with all that it imports, so that a page asks for one file: what `@import` is to style sheets. Nothing is
/// renamed, so no two of its modules may declare the same name.
struct ScriptBundle {
  /// In the order in which they run: each behind those that it imports.
  private(set) var modules: [(file: String, module: ScriptModule)] = []

  /// - Parameters:
  ///   - file: the module that is asked for, by its path in the folder.
  ///   - files: what there is.
  init(_ file: String, among files: Set<String>, in folder: AssetFolder) throws(Diagnostic) {
    try add(file, importers: [], among: files, folder)
    try refuseDuplicates(folder)
  }

  @discardableResult
  private mutating func add(
    _ file: String, importers: [String], among files: Set<String>, _ folder: AssetFolder
  ) throws(Diagnostic) -> ScriptModule {
    if let known = modules.first(where: { $0.file == file }) { return known.module }
    let path = folder.name(of: file)
    let module = try ScriptModule(try folder.read(file), path: path)
    for place in module.imports {
      let target = try Self.target(of: place.specifier, at: place.position, in: file, among: files, folder)
      let chain = importers + [file, target]
      guard !chain.dropLast().contains(target) else {
        throw Diagnostic(
          path: path, position: place.position,
          asset: "modules import each other in a circle: \(chain.joined(separator: ", "))")
      }
      let imported = try add(target, importers: importers + [file], among: files, folder)
      if let position = imported.defaultExport {
        throw Diagnostic(
          path: folder.name(of: target), position: position,
          asset: "\(file) imports this file, and can only import what has a name: `export class Name {`")
      }
      for name in place.names where !imported.declarations.contains(where: { $0.isExported && $0.name == name }) {
        throw Diagnostic(path: path, position: place.position, asset: "\(target) exports no `\(name)`")
      }
    }
    modules.append((file, module))
    return module
  }

  /// The file that an import names.
  static func target(
    of specifier: String, at position: SourcePosition, in file: String, among files: Set<String>, _ folder: AssetFolder
  ) throws(Diagnostic) -> String {
    guard specifier.hasPrefix("./") || specifier.hasPrefix("../"),
      let target = AssetPath.resolve(specifier, from: file), files.contains(target)
    else {
      throw Diagnostic(
        path: folder.name(of: file), position: position,
        asset: "\"\(specifier)\" names no file: a relative path has to, from this file's folder"
          + folder.suggestion(for: specifier, from: file))
    }
    return target
  }

  private func refuseDuplicates(_ folder: AssetFolder) throws(Diagnostic) {
    var files: [String: String] = [:]
    for (file, module) in modules {
      for declaration in module.declarations {
        if let other = files.updateValue(file, forKey: declaration.name) {
          throw Diagnostic(
            path: folder.name(of: file), position: declaration.position,
            asset: "\(other) declares `\(declaration.name)` too, and both become one file: rename one")
        }
      }
    }
  }
}
