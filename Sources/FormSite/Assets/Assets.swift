import FormCells
import HTTPMessage

/// What is under `Public`, in memory under content-hashed names: `css/site.css` is `/assets/css/site.0123456789abcdef.css`
/// and may be cached for ever (RFC 8246).
struct Assets: Sendable {
  struct Asset: Sendable {
    let response: Response
    let tag: EntityTag
  }

  private var byName: [String: Asset] = [:]
  private var names: [String: String] = [:]
  private let folder: AssetFolder

  /// - Throws: where the folder or a file in it cannot be read, or a file names another that is not there.
  init(directory: String) throws(AssetError) {
    folder = AssetFolder(path: directory)
    let files = try folder.files()
    for file in files where !file.hasSuffix(".mjs") {
      add(file.hasSuffix(".css") ? try StyleSheet(file, in: folder).text : try folder.read(file), file)
    }
    for file in files where file.hasSuffix(".mjs") { try addModule(file, among: Set(files), importers: []) }
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
    guard let name = names[file], byName[name]?.response.fields[.contentType]?.hasPrefix("image/") == true else {
      return nil
    }
    return Route.asset(name).path
  }

  subscript(name: String) -> Asset? { byName[name] }

  /// Adds a module behind those that it imports: its hash covers their names, so that whatever changes changes the names
  /// of all that lead to it.
  @discardableResult
  private mutating func addModule(
    _ file: String, among files: Set<String>, importers: [String]
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
      let name = try addModule(target, among: files, importers: importers + [file])
      let served = name[AssetPath.folder(of: name).endIndex...]
      specifiers.append("\(AssetPath.folder(of: place.specifier))\(served)")
    }
    return add(module.text(naming: specifiers), file)
  }

  /// Answers the name that it is served under.
  @discardableResult
  private mutating func add(_ bytes: [UInt8], _ file: String) -> String {
    let hash = SHA256.hex(of: bytes).prefix(16)
    let dot = file.lastIndex(of: ".") ?? file.endIndex
    let name = "\(file[..<dot]).\(hash)\(file[dot...])"
    var response = Response(contentType: Self.mediaType(of: file[dot...]), body: bytes)
    response.fields[.cacheControl] = "public, max-age=31536000, immutable"
    let tag = EntityTag(String(hash))
    response.fields[.eTag] = tag.description
    response.fields[.xContentTypeOptions] = "nosniff"
    byName[name] = Asset(response: response, tag: tag)
    names[file] = name
    return name
  }

  private static func mediaType(of ending: Substring) -> String {
    switch ending.lowercased() {
    case ".css": "text/css; charset=utf-8"
    case ".mjs", ".js": "text/javascript; charset=utf-8"
    case ".svg": "image/svg+xml"
    case ".png": "image/png"
    case ".jpg", ".jpeg": "image/jpeg"
    case ".webp": "image/webp"
    case ".ico": "image/x-icon"
    case ".woff2": "font/woff2"
    case ".txt": "text/plain; charset=utf-8"
    case ".json", ".webmanifest": "application/json"
    default: "application/octet-stream"
    }
  }
}
