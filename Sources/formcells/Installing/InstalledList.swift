import Support

/// The files that an installation wrote, as lines of a digest and a path, like those of `sha256sum`.
struct InstalledList {
  /// In place of a digest: changes are not looked for.
  private static let anything = "-"
  /// By path; two digests where an installation broke off.
  private var digests: [String: Set<String>] = [:]

  init() {}

  /// Empty where there is no list yet.
  init(of path: String) throws(Failure) {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try FileContent(of: path, byteLimit: 1 << 20).bytes } catch {
      if error == .missing { return }
      throw Failure("\(path):1:1: error: cannot be read: \(error)")
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    for (number, line) in lines.enumerated() {
      let words = line.split(separator: "  ", maxSplits: 1)
      let names = words.last?.split(separator: "/", omittingEmptySubsequences: false) ?? []
      // A path leads nowhere but into the folder, as what it names is removed.
      guard words.count == 2, !names.contains(where: { ["", ".", ".."].contains($0) }) else {
        throw Failure(
          "\(path):\(number + 1):1: error: install did not write this line; without the list it cannot tell which files it wrote"
        )
      }
      digests[String(words[1]), default: []].insert(String(words[0]))
    }
  }

  func adding(_ files: [InstalledFile]) -> InstalledList {
    var list = self
    for file in files { list.digests[file.path, default: []].insert(file.digest ?? Self.anything) }
    return list
  }

  var paths: [String] { Array(digests.keys) }

  func contains(_ path: String) -> Bool { digests[path] != nil }

  /// - `place`: where the file is.
  func isUnchanged(_ path: String, at place: String) -> Bool {
    guard let known = digests[path] else { return false }
    if known.contains(Self.anything) { return true }
    guard let content = try? FileContent(of: place, byteLimit: .max) else { return false }
    return known.contains(SHA256.hex(of: content.bytes))
  }

  var text: String {
    digests.sorted { $0.key < $1.key }.flatMap { path, digests in digests.sorted().map { "\($0)  \(path)\n" } }.joined()
  }
}
