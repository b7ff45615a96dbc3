import FormCells
import Glibc
import HTTPMessage

/// What is under `Public`, in memory under content-hashed names: `css/site.css` is `/assets/css/site.0123456789abcdef.css`
/// and may be cached for ever (RFC 8246).
struct Assets: Sendable {
  struct Asset: Sendable {
    let response: Response
    let tag: EntityTag
  }

  /// Bytes of one file; an asset is held in memory.
  static let fileByteLimit = 16 << 20

  private var byName: [String: Asset] = [:]
  private var names: [String: String] = [:]
  private let directory: String

  /// - Throws: where the folder or a file in it cannot be read, or an `@import` names nothing.
  init(directory: String) throws(AssetError) {
    self.directory = directory
    for path in try Self.files(below: directory) {
      let bytes =
        path.hasSuffix(".css")
        ? try Self.inlined(path, in: directory, visited: []) : try Self.read("\(directory)/\(path)")
      add(bytes, path: path)
    }
  }

  /// The address of a file under `Public` that pages name.
  /// - Throws: where there is no such file.
  func link(to path: String) throws(AssetError) -> String {
    guard let name = names[path] else {
      throw AssetError(path: "\(directory)/\(path)", reason: "missing: every page names it")
    }
    return Route.asset(name).path
  }

  /// The address of an image that an option names by its path under `Public`; nil where there is no such image.
  func image(_ path: String) -> String? {
    guard let name = names[path], byName[name]?.response.fields[.contentType]?.hasPrefix("image/") == true else {
      return nil
    }
    return Route.asset(name).path
  }

  subscript(name: String) -> Asset? { byName[name] }

  private mutating func add(_ bytes: [UInt8], path: String) {
    let hash = SHA256.hex(of: bytes).prefix(16)
    let dot = path.lastIndex(of: ".") ?? path.endIndex
    let name = "\(path[..<dot]).\(hash)\(path[dot...])"
    var response = Response(contentType: Self.mediaType(of: path[dot...]), body: bytes)
    response.fields[.cacheControl] = "public, max-age=31536000, immutable"
    let tag = EntityTag(String(hash))
    response.fields[.eTag] = tag.description
    response.fields[.xContentTypeOptions] = "nosniff"
    byName[name] = Asset(response: response, tag: tag)
    names[path] = name
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

  /// A style sheet with its `@import "file.css";` lines replaced by the files, so that a page asks for one.
  private static func inlined(
    _ path: String, in directory: String, visited: [String]
  ) throws(AssetError) -> [UInt8] {
    guard !visited.contains(path) else {
      throw AssetError(path: "\(directory)/\(path)", reason: "imports itself")
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var output: [UInt8] = []
    for line in try read("\(directory)/\(path)").split(separator: 10, omittingEmptySubsequences: false) {
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix("@import \""), let end = text.dropFirst(9).firstIndex(of: "\"") {
        output += try inlined(folder + text.dropFirst(9)[..<end], in: directory, visited: visited + [path])
      } else {
        output += line
      }
      output.append(10)
    }
    return output
  }

  private static func read(_ path: String) throws(AssetError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw AssetError(path: path, reason: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw AssetError(path: path, reason: String(cString: strerror(errno))) }
      if count == 0 { return bytes }
      bytes += block[..<count]
      guard bytes.count <= fileByteLimit else {
        throw AssetError(path: path, reason: "larger than \(fileByteLimit) bytes")
      }
    }
  }

  /// Paths relative to `directory`; names that begin with a dot are left out.
  private static func files(below directory: String, _ prefix: String = "") throws(AssetError) -> [String] {
    let path = prefix.isEmpty ? directory : "\(directory)/\(prefix)"
    guard let folder = opendir(path) else { throw AssetError(path: path, reason: String(cString: strerror(errno))) }
    defer { closedir(folder) }
    var files: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(".") { continue }
      let relative = prefix.isEmpty ? name : "\(prefix)/\(name)"
      var status = stat()
      guard stat("\(directory)/\(relative)", &status) == 0 else {
        throw AssetError(path: "\(directory)/\(relative)", reason: String(cString: strerror(errno)))
      }
      if status.st_mode & S_IFMT == S_IFDIR {
        files += try Self.files(below: directory, relative)
      } else {
        files.append(relative)
      }
    }
    return files.sorted()
  }
}

/// Why a file under `Public` cannot be served.
public struct AssetError: Error, Sendable, Equatable, CustomStringConvertible {
  public var path: String
  public var reason: String
  public var description: String { "\(path):1:1: error: \(reason)" }
}
