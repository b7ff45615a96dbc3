import Glibc
import Support

/// `formcells install`: copies the program, its templates and assets, the schema and completion for shells into a folder.
struct InstallCommand {
  private let prefix: String

  init(_ arguments: Arguments) throws(UsageError) {
    try arguments.refuseArgument()
    prefix = arguments.text(.prefix, default: "/usr/local")
    guard !prefix.isEmpty else { throw arguments.usageError(.prefix, "it must name a folder") }
    guard !prefix.hasPrefix("~") else {
      throw arguments.usageError(.prefix, "no shell has put your folder in place of '~'; write $HOME instead")
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
        + "\(ShellWord.quoted(prefix))), or name a folder of your own: --prefix ~/.local"
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
