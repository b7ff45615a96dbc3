import FormCells
import HTTPMessage

/// What is under `Public`, in memory under content-hashed names: `css/site.css` is `/assets/css/site.0123456789abcdef.css`
/// and may be cached for ever (RFC 8246). Texts are compressed once, at start.
struct Assets: Sendable {
  private var byName: [String: Asset] = [:]
  private var names: [String: String] = [:]
  private let folder: AssetFolder

  /// - Throws: where the folder or a file in it cannot be read, or a file names another that is not there.
  init(directory: String) throws(AssetError) {
    folder = AssetFolder(path: directory)
    let files = try folder.files()
    let gzip = GzipEncoder(.most)
    for file in files where !file.hasSuffix(".mjs") {
      add(file.hasSuffix(".css") ? try StyleSheet(file, in: folder).text : try folder.read(file), file, gzip)
    }
    for file in files where file.hasSuffix(".mjs") { try addModule(file, among: Set(files), importers: [], gzip) }
  }

  /// The address of a file under `Public` that pages name.
  /// - Throws: where there is no such file.
  func link(to file: String) throws(AssetError) -> String {
    guard let name = names[file] else {
      throw AssetError(path: folder.name(of: file), reason: "missing: every page names it")
    }
    return Route.asset(name).path
  }

  /// The address of an image that an option names by its path under `Public`; nil where there is no such image.
  func image(_ file: String) -> String? {
    guard let name = names[file], AssetType(of: file).isImage else { return nil }
    return Route.asset(name).path
  }

  subscript(name: String) -> Asset? { byName[name] }

  /// Adds a module behind those that it imports: its hash covers their names, so that whatever changes changes the names
  /// of all that lead to it.
  @discardableResult
  private mutating func addModule(
    _ file: String, among files: Set<String>, importers: [String], _ gzip: GzipEncoder
  ) throws(AssetError) -> String {
    if let name = names[file] { return name }
    let path = folder.name(of: file)
    let module = try ScriptModule(try folder.read(file), path: path)
    var specifiers: [String] = []
    for place in module.imports {
      func error(_ reason: String) -> AssetError { AssetError(path: path, position: place.position, reason: reason) }
      guard place.specifier.hasPrefix("./") || place.specifier.hasPrefix("../"),
        let target = AssetPath.resolve(place.specifier, from: file), files.contains(target)
      else { throw error("\"\(place.specifier)\" names no file: a relative path has to, from this file's folder") }
      let chain = importers + [file, target]
      guard !chain.dropLast().contains(target) else {
        throw error("modules import each other in a circle: \(chain.joined(separator: ", "))")
      }
      let name = try addModule(target, among: files, importers: importers + [file], gzip)
      let served = name[AssetPath.folder(of: name).endIndex...]
      specifiers.append("\(AssetPath.folder(of: place.specifier))\(served)")
    }
    return add(module.text(naming: specifiers), file, gzip)
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
