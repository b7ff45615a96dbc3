import Support

/// The modules of a folder, each read once whoever imports it.
final class ModuleFiles {
  let folder: AssetFolder
  let names: Set<String>
  private var read: [String: Result<ScriptModule, Diagnostic>] = [:]
  /// The files that a module's first imports name, as far as they were asked for.
  private var targets: [String: [String]] = [:]

  /// - `files`: the files of the folder; those that are not modules are passed over.
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

  /// The file that a module's static import names. They are asked for in their order.
  func target(ofImport index: Int, of module: ScriptModule, in file: String) throws(Diagnostic) -> String {
    if let known = targets[file], index < known.count { return known[index] }
    let place = module.imports[index]
    let target = try target(of: place.specifier, at: place.position, in: file)
    targets[file, default: []].append(target)
    return target
  }

  /// The file that an import names.
  func target(of specifier: String, at position: SourcePosition, in file: String) throws(Diagnostic) -> String {
    guard specifier.hasPrefix("./") || specifier.hasPrefix("../"),
      let target = AssetPath.resolve(specifier, from: file), names.contains(target)
    else {
      throw Diagnostic(
        path: folder.name(of: file), position: position,
        asset: "\"\(specifier)\" names no file: a relative path has to, from this file's folder"
          + folder.suggestion(for: specifier, from: file))
    }
    return target
  }
}
