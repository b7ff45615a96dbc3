import FormCells
import Glibc
import Support

/// A file as it is to be installed.
struct InstalledFile {
  /// In the folder that is installed into.
  let path: String
  let content: [UInt8]
  let mode: mode_t
  /// By which a change is seen; nil: not looked for.
  let digest: String?

  /// Readable for everyone, whoever installs it.
  private init(_ path: String, _ content: [UInt8]) {
    self.path = path
    self.content = content
    mode = 0o644
    digest = SHA256.hex(of: content)
  }

  /// The program; nobody edits one.
  private init(program: [UInt8]) {
    path = "bin/formcells"
    content = program
    mode = 0o755
    digest = nil
  }

  /// All files, the program last: until it is there, the one before finds all that it needs.
  /// - Parameter program: the file of the program that runs.
  static func all(program: String) throws(Failure) -> [InstalledFile] {
    guard let root = Installation.root else {
      throw Failure("error: the templates and assets that belong to \(program) are not there; build it again")
    }
    var files = try self.files(of: "Templates", in: root)
    files += try self.files(of: "Public", in: root)
    files.append(InstalledFile("share/formcells/form.schema.json", FormSchema.json))
    files.append(InstalledFile("share/bash-completion/completions/formcells", Array(Completion.bash.utf8)))
    files.append(InstalledFile("share/zsh/site-functions/_formcells", Array(Completion.zsh.utf8)))
    files.append(InstalledFile(program: try read(program)))
    return files
  }

  private static func files(of name: String, in root: String) throws(Failure) -> [InstalledFile] {
    let folder = "\(root)/\(name)"
    let content: FolderContent
    do throws(FileError) { content = try FolderContent(of: folder) } catch {
      throw Failure("error: \(folder) cannot be read: \(error)")
    }
    var files: [InstalledFile] = []
    for entry in content.entries {
      let path = "\(name)/\(entry.name)"
      if entry.isFolder {
        files += try self.files(of: path, in: root)
      } else {
        files.append(InstalledFile("share/formcells/\(path)", try read("\(root)/\(path)")))
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
