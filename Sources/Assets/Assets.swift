import HTTPCore
package import Support

/// The files under `Public`, in memory under content-hashed names: `css/site.css` is
/// `/assets/css/site.0123456789abcdef.css` and may be cached for ever (RFC 8246). Style sheets and modules are joined with
/// what they import, and refer to other files by relative addresses, so that the site can be mounted anywhere.
package struct Assets: Sendable {
  private var byName: [String: Asset] = [:]
  private var names: [String: String] = [:]
  /// Files that are in no folder, by their paths: each is made when it is first requested.
  private var made: [String: Lazy<Named>] = [:]
  /// The texts of files that pages may contain inline.
  private var texts: [String: [UInt8]]
  private let folder: AssetFolder
  /// The part of an address before the file's name.
  private let prefix: String

  /// - Parameters:
  ///   - builtIn: the folder whose files are used if `directory` lacks them; `nil` if there is none.
  ///   - inlined: style sheets and modules that pages may contain inline.
  ///   - prefix: what comes before each name in its address, such as `/assets/`.
  /// - Throws: if the folder or a file in it cannot be read, or a file refers to another one that does not exist.
  package init(
    directory: String, builtIn: String? = nil, inlining inlined: [String] = [], prefix: String
  ) throws(Diagnostic) {
    let folder = AssetFolder(path: directory, builtIn: builtIn)
    let files = try folder.files()
    try self.init(files, modules: ModuleFiles(files, in: folder), inlining: inlined, prefix: prefix)
  }

  /// The same assets, and files that are in no folder.
  /// - Parameter made: functions that make these files, by their paths. Called when the file or its address is first requested.
  package func adding(_ made: [String: @Sendable () -> [UInt8]]) -> Assets {
    var all = self
    for (file, make) in made { all.made[file] = Lazy { Named(make(), file: file) } }
    return all
  }

  private init(
    _ files: [String], modules: ModuleFiles, inlining inlined: [String] = [], prefix: String
  ) throws(Diagnostic) {
    self.prefix = prefix
    texts = Dictionary(uniqueKeysWithValues: inlined.map { ($0, []) })
    folder = modules.folder
    for file in files where !file.hasSuffix(".mjs") && !file.hasSuffix(".css") {
      add(try folder.read(file), file: file)
    }
    let sheets = StyleSheetFiles(in: folder, links: names)
    for file in files where file.hasSuffix(".css") {
      let sheet = try StyleSheet(file, of: sheets)
      add(sheet.text, file: file)
      // Other sheets name files by relative addresses, so they cannot be inlined.
      if sheet.files.allSatisfy({ $0.hasSuffix(".css") }) { keep(sheet.text, of: file) }
    }
    var joined: Set<String> = []
    for file in modules.names.subtracting(try modules.imported()).sorted() {
      try addBundle(file, of: modules, askers: [], joined: &joined)
    }
    // The modules left import each other in a circle, which is refused.
    for file in modules.names.subtracting(joined).sorted() {
      try addBundle(file, of: modules, askers: [], joined: &joined)
    }
  }

  /// The address of a file under `Public` that pages name.
  /// - Throws: if there is no such file.
  package func link(to file: String) throws(Diagnostic) -> String {
    guard let name = name(of: file) else {
      throw Diagnostic(path: folder.name(of: file), asset: Self.missing)
    }
    return prefix + name
  }

  /// The address of a file that a template names; `nil` if no file with that path is served separately.
  package func address(of file: String) -> String? { name(of: file).map { prefix + $0 } }

  private func name(of file: String) -> String? { names[file] ?? made[file]?.value.name }

  /// A service worker. `self.build` at its beginning names the files that pages request, so its bytes change with each of them.
  /// - Parameters:
  ///   - file: a module that can be inlined, without late imports.
  ///   - files: those of the files that are not modules.
  ///   - settings: further members of `self.build`.
  package func serviceWorker(_ file: String, naming files: [String], settings: [JSONValue.Member]) -> [UInt8] {
    let modules = names.keys.filter {
      $0.hasSuffix(".mjs") && !$0.hasSuffix("service-worker.mjs") && !files.contains($0)
    }
    let links = (files + modules.sorted()).compactMap { name(of: $0) }
    let path = prefix.drop { $0 == "/" }
    let build = JSONValue.object([.init("files", .array(links.map { .string("\(path)\($0)") }))] + settings)
    return Array("self.build=".utf8) + build.compactBytes + ";\n".utf8 + (texts[file] ?? [])
  }

  /// A style sheet or a module with everything it imports, as it is inlined in a page. A zero byte marks each place where an address
  /// begins, for the path that the site is mounted at. `nil` if the file cannot be inlined: it would end its element, or depends on its
  /// own address.
  package func text(of file: String) -> [UInt8]? { texts[file].flatMap { $0.isEmpty ? nil : $0 } }

  private mutating func keep(_ text: [UInt8], of file: String) {
    guard texts[file] != nil else { return }
    // HTML §13.2.5.4 and the following sections: these end a style or a script, or begin one that does not end as usual.
    let words = ["</style", "</script", "<!--", "import.meta"].map { Array($0.utf8) }
    let ends = text.indices.contains { at in
      (text[at] == UInt8(ascii: "<") || text[at] | 0x20 == UInt8(ascii: "i"))
        && words.contains { ASCII.equalIgnoringCase(text[at...].prefix($0.count), $0) }
    }
    if !ends { texts[file] = text }
  }

  /// A message about a file that a template names but that does not exist; `nil` if it exists.
  package func missing(_ file: String) -> String? {
    names[file] == nil && made[file] == nil ? Self.missing(file, in: folder) : nil
  }

  /// Such a message for a folder that is not served.
  package static func missing(_ file: String, in directory: String, builtIn: String? = nil) -> String? {
    let folder = AssetFolder(path: directory, builtIn: builtIn)
    return (try? folder.files())?.contains(file) == false ? missing(file, in: folder) : nil
  }

  private static func missing(_ file: String, in folder: AssetFolder) -> String {
    "there is no file “\(file)” under Public\(folder.suggestion(for: file, from: ""))"
  }

  /// The address of an image that an option names by its path under `Public`; `nil` if there is no such image.
  package func image(_ file: String) -> String? {
    guard AssetType(of: file).isImage, let name = name(of: file) else { return nil }
    return prefix + name
  }

  private static let missing = "there is no such file, and every page names it; put it there, or name another --public"

  /// All mistakes in the files of a folder; empty if it can be served.
  /// - Parameter needed: the files that pages name.
  package static func mistakes(in directory: String, builtIn: String? = nil, needed: [String]) -> [Diagnostic] {
    let folder = AssetFolder(path: directory, builtIn: builtIn)
    let files: [String]
    do throws(Diagnostic) { files = try folder.files() } catch { return [error] }
    var found: [Diagnostic] = []
    func note(_ check: () throws(Diagnostic) -> Void) {
      // A file that several others import reports its mistakes each time.
      do throws(Diagnostic) { try check() } catch { if !found.contains(error) { found.append(error) } }
    }
    for file in needed where !files.contains(file) {
      found.append(Diagnostic(path: folder.name(of: file), asset: missing))
    }
    let sheets = StyleSheetFiles(in: folder, links: Dictionary(uniqueKeysWithValues: files.map { ($0, $0) }))
    let modules = ModuleFiles(files, in: folder)
    for file in files {
      note { () throws(Diagnostic) in
        if file.hasSuffix(".css") {
          _ = try StyleSheet(file, of: sheets)
        } else if file.hasSuffix(".mjs") {
          _ = try ScriptBundle(file, of: modules)
        } else {
          _ = try folder.read(file)
        }
      }
    }
    // Checks the whole, for mistakes such as modules that import each other in a circle.
    if found.isEmpty {
      note { () throws(Diagnostic) in
        _ = try Assets(files, modules: modules, prefix: "")
      }
    }
    return found.sorted()
  }

  /// The images of a folder, by their relative paths.
  package static func images(in directory: String, builtIn: String? = nil) throws(Diagnostic) -> Set<String> {
    Set(try AssetFolder(path: directory, builtIn: builtIn).files().filter { AssetType(of: $0).isImage })
  }

  package subscript(name: String) -> Asset? {
    if let asset = byName[name] { return asset }
    var parts = name.pieces(at: ".", keepsEmpty: true)
    guard parts.count > 2 else { return nil }
    parts.remove(at: parts.count - 2)
    let found = made[parts.joined(separator: ".")]?.value
    return found?.name == name ? found?.asset : nil
  }

  /// Adds a module with everything it imports, after the modules that it imports late: its hash covers their names, so that
  /// any change also changes the names of all modules that lead to the changed one.
  /// - `joined`: gets the files that are now in a bundle.
  @discardableResult
  private mutating func addBundle(
    _ file: String, of modules: ModuleFiles, askers: [String], joined: inout Set<String>
  ) throws(Diagnostic) -> String {
    if let name = names[file] { return name }
    let bundle = try ScriptBundle(file, of: modules)
    joined.formUnion(bundle.modules.map(\.file))
    var text = bundle.engineLine
    var inlined = text
    for (part, module) in bundle.modules {
      var (links, addresses): ([String], [String]) = ([], [])
      for place in module.lateImports {
        let target = try modules.target(of: place.specifier, at: place.position, in: part)
        let chain = askers + [file, target]
        guard !chain.dropLast().contains(target) else {
          throw Diagnostic(
            path: folder.name(of: part), position: place.position,
            asset: "modules import each other in a circle: \(chain.joined(separator: ", "))")
        }
        let name = try addBundle(target, of: modules, askers: askers + [file], joined: &joined)
        links.append(AssetPath.reference(to: name, from: file))
        addresses.append("\0\(prefix)\(name)")
      }
      text += module.text(naming: links, isWhole: part == file)
      inlined += module.text(naming: addresses, isWhole: part == file)
    }
    keep(inlined, of: file)
    return add(text, file: file)
  }

  /// Adds a file, and returns the name under which it is served.
  @discardableResult
  private mutating func add(_ bytes: [UInt8], file: String) -> String {
    let named = Named(bytes, file: file)
    byName[named.name] = named.asset
    names[file] = named.name
    return named.name
  }
}

/// A file and the name under which it is served.
private struct Named: Sendable {
  let name: String
  let asset: Asset

  init(_ bytes: [UInt8], file: String) {
    let hash = ByteHash.hex(of: bytes)
    let dot = file.lastIndex(of: ".") ?? file.endIndex
    name = "\(file[..<dot]).\(hash)\(file[dot...])"
    asset = Asset(bytes, type: AssetType(of: file), hash: hash)
  }
}

extension Assets {
  /// A warning for each unused file of a folder: it does not replace a built-in file, and no template, form, style sheet or module
  /// names it. The folder must be one that can be served.
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
      return (try? StyleSheet(file, of: StyleSheetFiles(in: modules.folder, links: links)))?.files ?? []
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
  fileprivate static let unusedAsset = Diagnostic.Code("unused-asset", summary: "Nothing uses a file under Public.")
}
