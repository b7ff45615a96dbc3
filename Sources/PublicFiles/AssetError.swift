public import Support

/// Why a file under `Public` cannot be served.
public struct AssetError: Error, Sendable, Equatable, CustomStringConvertible {
  public var path: String
  public var position: SourcePosition
  public var reason: String
  public var description: String { "\(path):\(position.line):\(position.column): error: \(reason)" }

  init(path: String, position: SourcePosition = SourcePosition(line: 1, column: 1), reason: String) {
    self.path = path
    self.position = position
    self.reason = reason
  }

  /// - Parameter offset: where in `source`, the file's bytes.
  init(path: String, source: [UInt8], at offset: Int, reason: String) {
    self.init(path: path, position: SourceText(source).position(of: offset), reason: reason)
  }
}
