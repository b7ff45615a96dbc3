import FormCells
import Guidelines
import Support

/// `formcells paths`: writes the answers that lead through each branch of a form, a file each, for `formcells render --values`.
struct PathsCommand {
  private let arguments: Arguments
  private let templates: String
  private let sourceFolders: [String]
  private let output: String?

  init(_ arguments: Arguments) throws(UsageError) {
    self.arguments = arguments
    templates = arguments.text(.templates, default: Installation.templates)
    sourceFolders = try arguments.folders(.allowSources)
    output = arguments.text(.output)
    _ = try arguments.required("FORM")
  }

  func run() throws {
    let form = try Definitions.form(
      try arguments.required("FORM"), templates: templates, sourceFolders: sourceFolders)
    let branches = Branches(of: form)
    let folder = output ?? "\(form.id)-paths"
    do throws(WritingError) {
      try NewFiles.makeFolder(folder)
      for branch in branches.found {
        try NewFiles.overwrite(path(of: branch, in: folder), with: branch.witness.json.prettyBytes, mode: 0o644)
      }
    } catch { throw error.failure }
    try Terminal.print(branches.found.map { path(of: $0, in: folder) }.joined(separator: "\n"))
    for name in branches.unreached {
      Terminal.error("note: no answers are known that lead to \(name); see formcells check")
    }
    if branches.leftOut > 0 {
      Terminal.error("note: the form has \(branches.leftOut) more branches than the \(Branches.limit) that are written")
    }
    let sent = branches.found.count(where: \.canBeSent)
    let hasPassword = form.cells.contains(where: \.isPassword)
    Terminal.error(
      "\(branches.found.count) files; with the answers of \(sent) the form can be sent"
        + (hasPassword ? "; passwords are in no file" : ""))
  }

  private func path(of branch: Branch, in folder: String) -> String {
    "\(folder)\(folder.hasSuffix("/") ? "" : "/")\(branch.name).json"
  }
}
