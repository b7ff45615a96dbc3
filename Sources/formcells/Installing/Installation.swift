import FormCells
import Glibc
import Support

/// The files with which the program was installed, or from which it was built.
enum Installation {
  /// The folder of templates if no option names one.
  static var templates: String { folder("Templates") }
  /// The folder of assets if no option names one.
  static var publicDirectory: String { folder("Public") }
  /// The folder that contains both; `nil` if it is not found.
  static let root: String? = places.first { FileIdentity(path: "\($0)/Templates/locales") != nil }

  /// The folder of the built-in templates; `nil` if it is the given one, or is not found.
  /// - Parameter folder: the folder that `--templates` names.
  static func templates(besides folder: String) -> String? { builtIn("Templates", besides: folder) }

  /// The folder of the built-in assets; `nil` if it is the given one, or is not found.
  /// - Parameter folder: the folder that `--public` names.
  static func publicDirectory(besides folder: String) -> String? { builtIn("Public", besides: folder) }

  /// The folder of forms if no argument names one.
  static func forms(in templates: String) -> String {
    let own = "\(templates)/forms"
    guard FileIdentity(path: own) == nil, let builtIn = self.templates(besides: templates) else { return own }
    return "\(builtIn)/forms"
  }

  /// The ready-made delivery program with this name; `nil` if there is none.
  static func deliveryProgram(_ name: String) -> String? {
    guard let root, !name.contains("/"), name.first != "." else { return nil }
    let path = "\(deliveryRoot(in: root))/deliver/\(name)"
    return access(path, X_OK) == 0 && !FolderContent.isFolder(path) ? path : nil
  }

  /// The folder that contains `deliver`: in an installation, or in a checkout.
  static func deliveryRoot(in root: String) -> String {
    FolderContent.isFolder("\(root)/deliver") ? root : "\(root)/Sources/formcells"
  }

  private static func builtIn(_ name: String, besides folder: String) -> String? {
    guard let root, let found = RealPath("\(root)/\(name)"), found.text != RealPath(folder)?.text else { return nil }
    return "\(root)/\(name)"
  }

  private static func folder(_ name: String) -> String { root.map { "\($0)/\(name)" } ?? name }

  /// Places to look: beside the program as `install` writes it, the checkout, the working folder.
  private static let places: [String] = {
    let program = RealPath("/proc/self/exe")?.text.split(separator: "/").dropLast(2).joined(separator: "/") ?? ""
    // The rest of the path is Sources/formcells/Installing/ and the file's name.
    let checkout = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return ["/\(program)/share/formcells", "/\(checkout)", "."]
  }()
}

/// A file to install.
struct InstalledFile {
  /// The path in the folder that is installed into.
  let path: String
  let content: [UInt8]
  let mode: mode_t
  /// The digest, to detect changes; `nil`: not checked.
  let digest: String?

  /// A file that everyone can read.
  private init(_ path: String, content: [UInt8], mode: mode_t = 0o644) {
    self.path = path
    self.content = content
    self.mode = mode
    digest = SHA256.hex(of: content)
  }

  /// The program, which is not checked for changes as nobody edits it.
  private init(program: [UInt8]) {
    path = "bin/formcells"
    content = program
    mode = 0o755
    digest = nil
  }

  /// All files, with the program last, so that it always finds the files that it needs.
  /// - Parameter program: the file of the running program.
  static func all(program: String) throws(Failure) -> [InstalledFile] {
    guard let root = Installation.root else {
      throw Failure("error: the templates and assets that belong to \(program) are missing; build it again")
    }
    var files = try self.files(of: "Templates", in: root)
    files += try self.files(of: "Public", in: root)
    files += try self.files(of: "deliver", in: Installation.deliveryRoot(in: root), mode: 0o755)
    files.append(InstalledFile("share/formcells/form.schema.json", content: FormSchema.json))
    files.append(InstalledFile("share/bash-completion/completions/formcells", content: Array(Completion.bash.utf8)))
    files.append(InstalledFile("share/zsh/site-functions/_formcells", content: Array(Completion.zsh.utf8)))
    files.append(InstalledFile(program: try read(program)))
    return files
  }

  private static func files(of name: String, in root: String, mode: mode_t = 0o644) throws(Failure) -> [InstalledFile] {
    let folder = "\(root)/\(name)"
    let content: FolderContent
    do throws(FileError) { content = try FolderContent(of: folder) } catch {
      throw Failure("error: \(folder) cannot be read: \(error)")
    }
    var files: [InstalledFile] = []
    for entry in content.entries {
      let path = "\(name)/\(entry.name)"
      if entry.isFolder {
        files += try self.files(of: path, in: root, mode: mode)
      } else {
        files.append(InstalledFile("share/formcells/\(path)", content: try read("\(root)/\(path)"), mode: mode))
      }
    }
    return files
  }

  private static func read(_ path: String) throws(Failure) -> [UInt8] {
    do throws(FileError) { return try FileContent(of: path, byteLimit: .max).bytes } catch {
      throw Failure("\(path):1:1: error: cannot be read: \(error)")
    }
  }
}

/// The files that an installation wrote, as lines of a digest and a path, like those of `sha256sum`.
struct InstalledList {
  /// Written instead of a digest: changes are not checked.
  private static let anything = "-"
  /// The digests by path; two if an installation was interrupted.
  private var digests: [String: Set<String>] = [:]

  init() {}

  /// Empty if there is no list yet.
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
      // Paths must not lead out of the folder, since these files will be removed.
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

  /// - `place`: the path on disk.
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
