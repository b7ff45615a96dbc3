import Glibc

/// `formcells init`: writes a first form into a folder, and says what to do next. Nothing is ever overwritten.
struct InitCommand {
  private let directory: String

  init(_ arguments: Arguments) { directory = arguments.argument ?? "." }

  func run() throws(Failure) {
    try makeFolder()
    let files = FirstForm.files.map { (path: directory == "." ? $0.name : "\(base)/\($0.name)", content: $0.content) }
    let taken = files.map(\.path).filter { access($0, F_OK) == 0 }
    guard taken.isEmpty else {
      throw Failure(taken.map { "\($0):1:1: error: the file is there already; nothing was written" })
    }
    for (path, content) in files { try write(content, to: path) }
    let shown = ShellWord.quoted(directory)
    let others = directory == "." ? "" : "\(shown)/"
    try Terminal.print(
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

  private func makeFolder() throws(Failure) {
    do throws(WritingError) { try NewFiles.makeFolder(directory) } catch { throw error.failure }
  }

  private func write(_ content: [UInt8], to path: String) throws(Failure) {
    do throws(WritingError) { try NewFiles.write(content, to: path) } catch { throw error.failure }
  }
}
