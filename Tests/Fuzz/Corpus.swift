import Support

/// The inputs in the repository, in one folder for each target.
enum Corpus {
  struct Input {
    let path: String
    let bytes: [UInt8]
  }

  private static let folder = FuzzTarget.root + "/Tests/Fuzz/Corpus"

  static func folders() throws -> [String] { try FolderContent(of: folder).entries.map(\.name).sorted() }

  static func inputs(of target: String) throws -> [Input] {
    try FolderContent(of: "\(folder)/\(target)").entries.map { entry in
      let path = "\(folder)/\(target)/\(entry.name)"
      return Input(path: path, bytes: try FileContent(of: path, byteLimit: 1 << 20).bytes)
    }
  }
}
