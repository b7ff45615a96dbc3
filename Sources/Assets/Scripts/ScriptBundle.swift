import Support

/// A module joined with everything it imports, so that a page requests one file: like `@import` in style sheets. Nothing is
/// renamed, so no two of its modules may declare the same name.
struct ScriptBundle {
  /// The modules in the order in which they run: each after those that it imports.
  private(set) var modules: [(file: String, module: ScriptModule)] = []
  /// The main module's line for engines, which applies to the whole bundle: it goes first.
  var engineLine: [UInt8] { modules.last?.module.engineLine ?? [] }

  /// - Parameter file: the path of the main module in the folder.
  init(_ file: String, of files: ModuleFiles) throws(Diagnostic) {
    try add(file, importers: [], files: files)
    try refuseDuplicates(files.folder)
  }

  @discardableResult
  private mutating func add(
    _ file: String, importers: [String], files: ModuleFiles
  ) throws(Diagnostic) -> ScriptModule {
    let module = try files.module(file)
    if modules.contains(where: { $0.file == file }) { return module }
    for (index, place) in module.imports.enumerated() {
      let target = try files.target(ofImport: index, of: module, in: file)
      let chain = importers + [file, target]
      guard !chain.dropLast().contains(target) else {
        throw Diagnostic(
          path: files.folder.name(of: file), position: place.position,
          asset: "modules import each other in a circle: \(chain.joined(separator: ", "))")
      }
      let imported = try add(target, importers: importers + [file], files: files)
      if let position = imported.defaultExport {
        throw Diagnostic(
          path: files.folder.name(of: target), position: position,
          asset: "\(file) imports this file, and can only import what has a name: `export class Name {`")
      }
      for name in place.names where !imported.declarations.contains(where: { $0.isExported && $0.name == name }) {
        throw Diagnostic(
          path: files.folder.name(of: file), position: place.position, asset: "\(target) exports no `\(name)`")
      }
    }
    modules.append((file, module))
    return module
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

/// The modules of a folder; each is read only once.
final class ModuleFiles {
  let folder: AssetFolder
  let names: Set<String>
  private var read: [String: Result<ScriptModule, Diagnostic>] = [:]
  /// The files that the first imports of a module name, as far as these were looked up.
  private var targets: [String: [String]] = [:]

  /// - `files`: the files of the folder; those that are not modules are ignored.
  init(_ files: [String], in folder: AssetFolder) {
    self.folder = folder
    names = Set(files.filter { $0.hasSuffix(".mjs") })
  }

  func module(_ file: String) throws(Diagnostic) -> ScriptModule {
    if let known = read[file] { return try known.get() }
    let module = Result { () throws(Diagnostic) in
      try ScriptModule(try folder.read(file), path: folder.name(of: file))
    }
    read[file] = module
    return try module.get()
  }

  /// The file that a static import of a module names. Imports must be looked up in order.
  func target(ofImport index: Int, of module: ScriptModule, in file: String) throws(Diagnostic) -> String {
    if let known = targets[file], index < known.count { return known[index] }
    let place = module.imports[index]
    let target = try target(of: place.specifier, at: place.position, in: file)
    targets[file, default: []].append(target)
    return target
  }

  /// The modules that become part of other modules.
  func imported() throws(Diagnostic) -> Set<String> {
    var imported: Set<String> = []
    for file in names.sorted() {
      let module = try module(file)
      for index in module.imports.indices { imported.insert(try target(ofImport: index, of: module, in: file)) }
    }
    return imported
  }

  /// The file that an import names.
  func target(of specifier: String, at position: SourcePosition, in file: String) throws(Diagnostic) -> String {
    guard specifier.hasPrefix("./") || specifier.hasPrefix("../"),
      let target = AssetPath.resolve(specifier, from: file), names.contains(target)
    else {
      throw Diagnostic(
        path: folder.name(of: file), position: position,
        asset: "\"\(specifier)\" names no file; paths are relative to this file's folder"
          + folder.suggestion(for: specifier, from: file))
    }
    return target
  }
}
