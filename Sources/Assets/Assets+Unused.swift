package import Support

extension Assets {
  /// A warning for each file of a folder that nothing leads to: it takes no built-in file's place, and neither a template, a
  /// form, a style sheet nor a module names it. Of a folder that can be served.
  /// - Parameter needed: the files that pages, templates and forms name.
  package static func unused(in directory: String, builtIn: String?, needed: Set<String>) -> [Diagnostic] {
    let own = AssetFolder(path: directory)
    let folder = AssetFolder(path: directory, builtIn: builtIn)
    guard let files = try? folder.files(), let ownFiles = try? own.files() else { return [] }
    let builtInFiles = builtIn.flatMap { try? AssetFolder(path: $0).files() } ?? []
    var used = needed.union(builtInFiles)
    var open = used.intersection(files)
    let modules = ModuleFiles(files, in: folder)
    while let file = open.popFirst() {
      let named = references(of: file, among: Set(files), modules)
      open.formUnion(named.subtracting(used))
      used.formUnion(named)
    }
    return ownFiles.filter { !used.contains($0) }.map { file in
      let meant = Suggestion.nearest(to: file, among: builtInFiles.sorted()).map { "; did you mean “\($0)”?" }
      return Diagnostic(
        path: "\(directory)/\(file)", severity: .warning, code: .unusedAsset,
        message:
          "nothing uses this file: no template, form, style sheet or module names it, and no built-in file has its "
          + "name\(meant ?? "")")
    }
  }

  /// The files that a style sheet or a module names.
  private static func references(
    of file: String, among files: Set<String>, _ modules: ModuleFiles
  ) -> Set<String> {
    if file.hasSuffix(".css") {
      let links = Dictionary(uniqueKeysWithValues: files.map { ($0, $0) })
      return (try? StyleSheet(file, in: modules.folder, links: links))?.files ?? []
    }
    guard file.hasSuffix(".mjs"), let bundle = try? ScriptBundle(file, of: modules) else { return [] }
    var named = Set(bundle.modules.map(\.file))
    for (part, module) in bundle.modules {
      for place in module.lateImports {
        if let target = AssetPath.resolve(place.specifier, from: part) { named.insert(target) }
      }
    }
    return named
  }
}

extension Diagnostic.Code {
  fileprivate static let unusedAsset = Diagnostic.Code("unused-asset", "Nothing uses a file under Public.")
}
