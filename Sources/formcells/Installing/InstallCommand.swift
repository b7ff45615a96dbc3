import Glibc
import Support

/// `formcells install`: copies the program, its templates and assets, the schema and shell completion into a folder.
struct InstallCommand {
  private let prefix: String

  init(_ arguments: Arguments) throws(UsageError) {
    try arguments.refuseArgument()
    prefix = arguments.text(.prefix, default: "/usr/local")
    guard !prefix.isEmpty else { throw arguments.usageError(.prefix, message: "it must name a folder") }
    guard !prefix.hasPrefix("~") else {
      throw arguments.usageError(.prefix, message: "the shell did not expand '~'; write $HOME instead")
    }
  }

  func run() throws {
    guard let program = RealPath("/proc/self/exe")?.text else {
      throw Failure("error: the program cannot find its executable: /proc is not mounted")
    }
    let files = try InstalledFile.all(program: program)
    let folder = InstallationFolder(prefix)
    do { try folder.replace(with: files) } catch let error as WritingError {
      let advice =
        "; run it as a user who may write there (sudo \(ShellWord.quoted(program)) install --prefix "
        + "\(ShellWord.quoted(prefix))), or name your own folder: --prefix ~/.local"
      throw Failure(error.failure.lines + ["error: nothing was installed" + (error.isRefused ? advice : "")])
    }
    try Terminal.print("installed: \(folder.path)/bin/formcells, and what it needs in \(folder.path)/share")
    let bin = RealPath("\(folder.path)/bin")?.text ?? ""
    let searched = getenv("PATH").map { String(cString: $0) }?.split(separator: ":") ?? []
    if !searched.contains(where: { RealPath(String($0))?.text == bin }) {
      try Terminal.print("\(bin) is not on the search path: export PATH=\(ShellWord.quoted(bin)):$PATH")
    }
  }
}

/// The folder into which the program is installed. It has a list of the files that an installation wrote; the next installation
/// replaces or removes these, and touches nothing else.
private struct InstallationFolder {
  /// The path without a trailing slash.
  let path: String

  /// The program's folder for its own files.
  private static let own = "share/formcells"
  private static let list = "\(own)/installed.txt"

  init(_ prefix: String) {
    path = prefix.count > 1 && prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix
  }

  /// Every file is written beside its final place, and then all are renamed: a failure before that leaves everything unchanged, and a
  /// running program keeps its file.
  /// - Throws: `WritingError`, or `Failure` if a person has to decide.
  func replace(with files: [InstalledFile]) throws {
    var made: [String] = []
    var before = InstalledList()
    let lock: FolderLock
    do {
      made += try NewFiles.makeFolder(place(of: Self.own), mode: 0o755)
      lock = try FolderLock(place(of: Self.own))
      before = try InstalledList(of: place(of: Self.list))
      try refuseOthers(files, before: before)
      for file in files {
        made += try NewFiles.makeFolder(folder(of: file.path), mode: 0o755)
        try NewFiles.overwrite(fresh(file.path), with: file.content, mode: file.mode)
      }
      // From here on the list has the old and the new files, whatever happens.
      try write(before.adding(files))
    } catch {
      for path in files.map(\.path) + [Self.list] { unlink(fresh(path)) }
      for folder in made.reversed() { rmdir(folder) }
      throw error
    }
    defer { lock.release() }
    do throws(WritingError) {
      for file in files { try move(file.path) }
      let kept = Set(files.map(\.path))
      for path in before.paths where !kept.contains(path) { remove(path) }
      try write(InstalledList().adding(files))
    } catch {
      throw Failure(error.failure.lines + ["error: the installation is incomplete; correct this and run it again"])
    }
  }

  /// Refuses to replace or remove files that install did not write, or that have changed.
  private func refuseOthers(_ files: [InstalledFile], before: InstalledList) throws(Failure) {
    var lines: [String] = []
    for path in Set(files.map(\.path) + before.paths).sorted() {
      let place = place(of: path)
      var status = stat()
      guard lstat(place, &status) == 0 else { continue }
      if !before.contains(path) {
        lines.append("\(place):1:1: error: install did not write this; move it away, or name another --prefix")
      } else if status.st_mode & S_IFMT != S_IFREG || !before.isUnchanged(path, at: place) {
        lines.append(
          "\(place):1:1: error: changed since it was installed; move it away (keep your own files in a separate "
            + "folder: --templates, --public)")
      }
    }
    guard lines.isEmpty else { throw Failure(lines + ["error: nothing was installed"]) }
  }

  private func write(_ list: InstalledList) throws(WritingError) {
    try NewFiles.overwrite(fresh(Self.list), with: Array(list.text.utf8), mode: 0o644)
    try move(Self.list)
  }

  private func move(_ path: String) throws(WritingError) {
    guard rename(fresh(path), place(of: path)) == 0 else {
      throw WritingError("\(place(of: path)):1:1: error: cannot be written")
    }
  }

  /// Removes a file, and those of the program's folders that are then empty.
  private func remove(_ path: String) {
    unlink(place(of: path))
    var folder = path
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      guard folder.hasPrefix("\(Self.own)/"), rmdir(place(of: folder)) == 0 else { return }
    }
  }

  private func place(of path: String) -> String { "\(self.path == "/" ? "" : self.path)/\(path)" }

  private func folder(of path: String) -> String {
    place(of: path.split(separator: "/").dropLast().joined(separator: "/"))
  }

  /// The path of a file until it is renamed.
  private func fresh(_ path: String) -> String {
    "\(folder(of: path))/.\(path.split(separator: "/").last ?? "").formcells-new"
  }
}

/// A lock that only one process at a time can hold to install into a folder.
private struct FolderLock {
  private let descriptor: Int32

  init(_ folder: String) throws {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw WritingError("error: \(folder) cannot be opened") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw Failure("error: another process is installing into \(folder); wait until it ends")
    }
    self.descriptor = descriptor
  }

  func release() { close(descriptor) }
}
