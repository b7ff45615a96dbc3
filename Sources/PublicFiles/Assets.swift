package import Support
import HTTPMessage

/// The files under `Public`, in memory under content-hashed names: `css/site.css` is
/// `/assets/css/site.0123456789abcdef.css` and may be cached for ever (RFC 8246). Style sheets and modules are joined with
/// what they import. Texts are compressed once, at start.
package struct Assets: Sendable {
  private var byName: [String: Asset] = [:]
  private var names: [String: String] = [:]
  private let folder: AssetFolder
  /// The part of an address before the file's name.
  private let prefix: String

  /// - Parameter prefix: what stands before each name in its address, such as `/assets/`.
  /// - Throws: where the folder or a file in it cannot be read, or a file names another that is not there.
  package init(directory: String, prefix: String) throws(Diagnostic) {
    self.prefix = prefix
    folder = AssetFolder(path: directory)
    let files = try folder.files()
    let gzip = GzipEncoder(.most)
    for file in files where !file.hasSuffix(".mjs") {
      add(file.hasSuffix(".css") ? try StyleSheet(file, in: folder).text : try folder.read(file), file, gzip)
    }
    let modules = Set(files.filter { $0.hasSuffix(".mjs") })
    var joined: Set<String> = []
    for file in modules.sorted() {
      let bundle = try ScriptBundle(file, among: modules, in: folder)
      joined.formUnion(bundle.modules.map(\.file).filter { $0 != file })
    }
    for file in modules.subtracting(joined).sorted() { try addBundle(file, among: modules, askers: [], gzip) }
  }

  /// The address of a file under `Public` that pages name.
  /// - Throws: where there is no such file.
  package func link(to file: String) throws(Diagnostic) -> String {
    guard let name = names[file] else {
      throw Diagnostic(path: folder.name(of: file), asset: "missing: every page names it")
    }
    return prefix + name
  }

  /// The address of an image that an option names by its path under `Public`; nil where there is no such image.
  package func image(_ file: String) -> String? {
    guard let name = names[file], AssetType(of: file).isImage else { return nil }
    return prefix + name
  }

  package subscript(name: String) -> Asset? { byName[name] }

  /// Adds a module with all that it imports, behind those that it asks for later: its hash covers their names, so that
  /// whatever changes changes the names of all that lead to it.
  @discardableResult
  private mutating func addBundle(
    _ file: String, among modules: Set<String>, askers: [String], _ gzip: GzipEncoder
  ) throws(Diagnostic) -> String {
    if let name = names[file] { return name }
    var text: [UInt8] = []
    for (part, module) in try ScriptBundle(file, among: modules, in: folder).modules {
      var links: [String] = []
      for place in module.lateImports {
        let target = try ScriptBundle.target(
          of: place.specifier, at: place.position, in: part, among: modules, folder)
        let chain = askers + [file, target]
        guard !chain.dropLast().contains(target) else {
          throw Diagnostic(
            path: folder.name(of: part), position: place.position,
            asset: "modules import each other in a circle: \(chain.joined(separator: ", "))")
        }
        links.append(prefix + (try addBundle(target, among: modules, askers: askers + [file], gzip)))
      }
      text += module.text(naming: links, isWhole: part == file)
    }
    return add(text, file, gzip)
  }

  /// Answers the name that it is served under.
  @discardableResult
  private mutating func add(_ bytes: [UInt8], _ file: String, _ gzip: GzipEncoder) -> String {
    let hash = String(SHA256.hex(of: bytes).prefix(16))
    let dot = file.lastIndex(of: ".") ?? file.endIndex
    let name = "\(file[..<dot]).\(hash)\(file[dot...])"
    byName[name] = Asset(bytes, type: AssetType(of: file), hash: hash, gzip)
    names[file] = name
    return name
  }
}
