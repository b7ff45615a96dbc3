/// The kind of file that an asset is, by the ending of its name.
struct AssetType: Equatable {
  /// For the Content-Type field.
  let mediaType: String
  /// Whether compressing it makes it smaller: pictures and web fonts are compressed already.
  let isText: Bool

  var isImage: Bool { mediaType.hasPrefix("image/") }

  private init(_ mediaType: String, isText: Bool = false) {
    self.mediaType = mediaType
    self.isText = isText
  }

  init(of file: String) {
    let dot = file.lastIndex(of: ".") ?? file.endIndex
    self =
      switch file[dot...].lowercased() {
      case ".css": AssetType("text/css; charset=utf-8", isText: true)
      case ".mjs", ".js": AssetType("text/javascript; charset=utf-8", isText: true)
      case ".svg": AssetType("image/svg+xml", isText: true)
      case ".txt": AssetType("text/plain; charset=utf-8", isText: true)
      case ".json", ".webmanifest": AssetType("application/json", isText: true)
      case ".png": AssetType("image/png")
      case ".jpg", ".jpeg": AssetType("image/jpeg")
      case ".webp": AssetType("image/webp")
      case ".gif": AssetType("image/gif")
      case ".avif": AssetType("image/avif")
      case ".ico": AssetType("image/x-icon")
      case ".woff2": AssetType("font/woff2")
      case ".woff": AssetType("font/woff")
      case ".ttf": AssetType("font/ttf", isText: true)
      case ".otf": AssetType("font/otf", isText: true)
      default: AssetType("application/octet-stream")
      }
  }
}
