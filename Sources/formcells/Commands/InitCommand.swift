import Glibc

/// `formcells init`: writes a first form into a folder, and says what to do next. Nothing is ever overwritten.
struct InitCommand {
  private let directory: String

  init(_ arguments: Arguments) { directory = arguments.argument ?? "." }

  func run() throws(Failure) {
    try makeDirectory()
    let files = FirstForm.files.map { (path: directory == "." ? $0.name : "\(base)/\($0.name)", content: $0.content) }
    let taken = files.map(\.path).filter { access($0, F_OK) == 0 }
    guard taken.isEmpty else {
      throw Failure(taken.map { "\($0):1:1: error: the file is there already; nothing was written" })
    }
    for (path, content) in files { try write(content, to: path) }
    let shown = ShellWord.quoted(directory)
    let others = directory == "." ? "" : "\(shown)/"
    Terminal.print(
      """
      written: \(files.map { ShellWord.quoted($0.path) }.joined(separator: ", "))

      To see the form, and to see each change of it after a reload of the page:
          formcells serve \(shown) --watch
          http://127.0.0.1:8080/forms/\(FirstForm.id)

      To find mistakes:
          formcells check \(shown) --strict

      After an update of formcells, for editors to know its keys:
          formcells schema > \(others)form.schema.json
      """)
  }

  /// Without a slash at its end.
  private var base: String {
    directory.count > 1 && directory.hasSuffix("/") ? String(directory.dropLast()) : directory
  }

  private func makeDirectory() throws(Failure) {
    var path = directory.hasPrefix("/") ? "/" : ""
    for name in directory.split(separator: "/") {
      path += path.isEmpty || path.hasSuffix("/") ? name : "/\(name)"
      guard mkdir(path, 0o755) != 0, errno != EEXIST else { continue }
      throw Failure("error: \(path) cannot be made: \(String(cString: strerror(errno)))")
    }
  }

  private func write(_ content: [UInt8], to path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var written = 0
    while written < content.count {
      let count = content[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(path) }
      written += count
    }
  }

  private func failure(_ path: String) -> Failure {
    Failure("\(path):1:1: error: cannot be written: \(String(cString: strerror(errno)))")
  }
}
