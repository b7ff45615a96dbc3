import FormCells
import FormSite
import Guidelines
import Support

/// `formcells paths`: writes answers that lead through each branch of a form, one file for each, for `formcells render --values`.
struct PathsCommand {
  private let arguments: Arguments
  private let templates: String
  private let sourceFolders: [String]
  /// `nil`: a folder named after the form.
  private let folder: String?
  /// `nil`: the day on which the command runs.
  private let today: CalendarDate?

  init(_ arguments: Arguments) throws(UsageError) {
    self.arguments = arguments
    templates = arguments.text(.templates, default: Installation.templates)
    sourceFolders = try arguments.folders(.allowSources)
    folder = arguments.text(.output)
    // Several files cannot be written to a stream.
    if let folder, folder.isEmpty || folder == "-" {
      throw arguments.usageError(.output, message: "'\(folder)' is not a directory; name one, such as trip-paths")
    }
    today = try arguments.day(.today)
    _ = try arguments.required("FORM")
  }

  func run() throws {
    let form = try Definitions.form(
      try arguments.required("FORM"), templates: templates, sourceFolders: sourceFolders)
    let today = today ?? Environment.system.now().day(in: form.timeZone ?? .ofMachine)
    let branches = Branches(of: form, today: today)
    let folder = folder ?? "\(form.id)-paths"
    do throws(WritingError) {
      try NewFiles.makeFolder(folder)
      for branch in branches.found {
        try NewFiles.overwrite(path(of: branch, in: folder), with: branch.witness.json.prettyBytes, mode: 0o644)
      }
    } catch { throw error.failure }
    if !branches.found.isEmpty {
      try Terminal.print(branches.found.map { path(of: $0, in: folder) }.joined(separator: "\n"))
    }
    if branches.isSentNever {
      Terminal.error("note: no answers are known with which the form can be sent; see formcells check")
    }
    for name in branches.unreached {
      Terminal.error("note: no answers are known that lead to \(name); see formcells check")
    }
    if branches.leftOut > 0 {
      Terminal.error("note: the form has \(branches.leftOut) more branches than the \(Branches.limit) that are written")
    }
    let sent = branches.found.count(where: \.canBeSent)
    let hasPassword = form.cells.contains(where: \.isPassword)
    Terminal.error(
      "\(branches.found.count) \(branches.found.count == 1 ? "file" : "files"); with the answers of \(sent) the form can be sent"
        + (form.countsFromToday ? "; days are counted from \(today)" : "")
        + (hasPassword ? "; passwords are in no file" : ""))
  }

  private func path(of branch: Branch, in folder: String) -> String {
    "\(folder)\(folder.hasSuffix("/") ? "" : "/")\(branch.name).json"
  }
}
