import Answers
import FormCells
import FormSite
import Glibc
import Support

/// `formcells export`: a form's submissions as CSV (RFC 4180), as a workbook (XLSX), or as JSON Lines.
struct ExportCommand {
  enum Format: String, CaseIterable { case csv, jsonl, xlsx }

  /// The argument as given.
  private let argument: String
  private let form: String
  /// The folder of definitions; `nil`: the argument is the form's definition.
  private let forms: String?
  private let isDefaultFolder: Bool
  private let sourceFolders: [String]
  private let data: String
  private let place: SubmissionPlace
  private let filter: SubmissionFilter
  private let format: Format
  /// The repeated section whose entries are the rows of the table; `nil`: submissions are the rows.
  private let section: String?
  private let showsLabels: Bool
  private let hasByteOrderMark: Bool
  /// The folder for the files of the submissions; `nil`: they are not written.
  private let files: String?
  /// Whether to include corrected submissions, and what remains of erased ones.
  private let showsAll: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    argument = try arguments.required("FORM")
    let name = argument.split(separator: "/").last.map(String.init) ?? argument
    let isFile = name.hasSuffix(".json")
    form = isFile ? String(name.dropLast(5)) : name
    let templates = arguments.text(.templates, default: Installation.templates)
    isDefaultFolder = !isFile && arguments.text(.forms) == nil
    forms = isFile ? nil : arguments.text(.forms, default: Installation.forms(in: templates))
    if isFile, arguments.text(.forms) != nil {
      throw arguments.usageError(.forms, message: "has no effect when the argument is a definition file, \(argument)")
    }
    sourceFolders = try arguments.folders(.allowSources)
    data = arguments.text(.data, default: "./data")
    place = try arguments.submissionPlace()
    format = try arguments.choice(.format, default: .csv)
    section = arguments.text(.rows)
    showsLabels = try arguments.flag(.labels)
    hasByteOrderMark = try arguments.flag(.bom)
    for (option, isSet) in [(OptionName.rows, section != nil), (.labels, showsLabels), (.bom, hasByteOrderMark)]
    where isSet && (format == .jsonl || option == .bom && format != .csv) {
      throw arguments.usageError(option, message: "has no effect with --format \(format.rawValue)")
    }
    if format == .xlsx, isatty(STDOUT_FILENO) == 1 {
      throw arguments.usageError(
        .format, message: "a workbook cannot be shown in a terminal; redirect it: > \(form).xlsx")
    }
    if let section, section.wholeMatch(of: /[a-z0-9-]{1,64}/) == nil {
      throw arguments.usageError(
        .rows, message: "'\(section)' is not the id of a section, which is made of a-z, 0-9 and '-'")
    }
    files = arguments.text(.files)
    if let files, files.isEmpty || files == "-" {
      throw arguments.usageError(.files, message: "'\(files)' is not a folder: files can't be written to the output")
    }
    showsAll = try arguments.flag(.all)
    let since = arguments.text(.since)
    filter = SubmissionFilter(since: since.flatMap(Self.utc))
    if let since, filter.since.isEmpty {
      throw arguments.usageError(.since, message: "'\(since)' is not a date like 2026-01-31 or 2026-01-31T12:00:00Z")
    }
  }

  func run() throws {
    var exported = try files.map { try ExportedFiles(in: $0, from: place.attachments(data: data)) }
    let source: any SubmissionExport
    let known: [String]
    do throws(SubmissionError) { source = try place.export(data: data) } catch { throw Failure("\(error)") }
    do throws(SubmissionError) { known = try source.forms() } catch {
      let file = source.place(of: form)
      throw Failure(file == error.path ? "\(error)" : "\(file): error: cannot be read: \(error.path): \(error.reason)")
    }
    let needsDefinition = format != .jsonl || forms == nil || !known.contains(form)
    let definition = try needsDefinition ? definition() : nil
    let form = definition?.id ?? form
    guard definition != nil || known.contains(form) else { throw unknown(in: source, known) }
    if !known.contains(form) { noteNoSubmissions(of: form, in: source) }
    var output = BufferedOutput()
    let progress = ExportProgress()
    let selection =
      showsAll ? LineSelection() : try selection(of: form, source: source, known: known, progress: progress)
    func write(filesOf line: [UInt8]) throws {
      try exported?.write(filesOf: line) { text in
        progress.end()
        Terminal.error(text)
      }
    }
    switch format {
    case .jsonl:
      try printLines(
        of: form, selection, source: source, known: known, output: &output, progress: progress, writeFiles: write)
    case .csv, .xlsx:
      try printTable(
        of: form, selection, as: format == .csv ? .csv : .workbook, definition: definition, source: source,
        known: known, output: &output, progress: progress, writeFiles: write)
    }
    progress.end()
    try output.flush()
    if let exported, exported.conflictCount > 0 {
      throw Failure("error: --files: not written: \(exported.conflictCount)")
    }
  }

  private func noteNoSubmissions(of form: String, in source: any SubmissionExport) {
    let sample = isDefaultFolder ? forms.map { "; the form is the sample in \($0)" } ?? "" : ""
    Terminal.error("\(source.place(of: form)): note: no submissions of '\(form)'\(sample)")
  }

  /// Reads all lines, to find which ones were replaced.
  private func selection(
    of form: String, source: any SubmissionExport, known: [String], progress: ExportProgress
  ) throws -> LineSelection {
    var chains = CorrectionChains()
    var count = 0
    try forEachLine(of: form, source: source, known: known, progress: progress) { line, _ in
      count += 1
      guard let head = StoredHead(of: line), let replaced = head.replaces else { return }
      chains.insert(head.id, replacing: replaced)
    }
    progress.expect(count)
    return LineSelection(lineCount: count, chains: chains)
  }

  private func printLines(
    of form: String, _ selection: LineSelection, source: any SubmissionExport, known: [String],
    output: inout BufferedOutput, progress: ExportProgress, writeFiles: (_ line: [UInt8]) throws -> Void
  ) throws {
    var selection = selection
    try forEachLine(of: form, source: source, known: known, progress: progress) { line, warn in
      guard selection.takes(line) else { return }
      do throws(JSONError) {
        guard try filter.read(line, values: { reader throws(JSONError) in try reader.skip() }).isWanted else { return }
      } catch {
        return warn(error)
      }
      try output.write { bytes in
        bytes += line
        bytes.append(10)
      }
      try writeFiles(line)
    }
  }

  private func printTable(
    of form: String, _ selection: LineSelection, as format: TableExport.Format, definition: Form?,
    source: any SubmissionExport, known: [String],
    output: inout BufferedOutput, progress: ExportProgress, writeFiles: (_ line: [UInt8]) throws -> Void
  ) throws {
    let columns = definition.flatMap { TableColumns(definition: $0.definition) }
    // A sample form may be unrelated to submissions of a form with the same name.
    let isAsked = !isDefaultFolder || !known.contains(form)
    var table = TableExport(
      of: form, as: format, entriesOf: section, showsAll: showsAll, showsLabels: showsLabels, filter: filter,
      first: isAsked ? columns : nil
    ) { version in
      if version == definition?.version { return columns }
      do throws(SubmissionError) {
        return try source.definition(version, of: form).flatMap { TableColumns(definition: $0) }
      } catch {
        progress.end()
        Terminal.error("\(error)".replacing(": error: ", with: ": warning: ", maxReplacements: 1))
        return nil
      }
    }
    var hasNext = true
    while hasNext {
      var selection = selection
      try forEachLine(of: form, source: source, known: known, progress: progress) { line, warn in
        guard selection.takes(line) else { return }
        try output.write { bytes in
          do throws(JSONError) { try table.take(line, to: &bytes) } catch {
            if table.isFirstPassOfRows { warn(error) }
          }
        }
        if files != nil, table.isFirstPassOfRows, isWanted(line) { try writeFiles(line) }
      }
      try output.write { bytes in
        if hasByteOrderMark, table.isFirstPass { bytes += [0xEF, 0xBB, 0xBF] }
        do throws(TableExport.Refusal) { hasNext = try table.endPass(to: &bytes) } catch {
          throw failure(error, form: form)
        }
      }
      progress.expect(table.lineCount)
    }
    progress.end()
    for cell in table.strays.sorted() {
      Terminal.error(
        "\(source.place(of: form)): warning: values of '\(cell)' that arrived in the meantime are left out")
    }
  }

  /// Whether the filter accepts a line. False for a damaged line, which is reported when it is printed.
  private func isWanted(_ line: [UInt8]) -> Bool {
    do throws(JSONError) {
      return try filter.read(line, values: { reader throws(JSONError) in try reader.skip() }).isWanted
    } catch {
      return false
    }
  }

  private func failure(_ refusal: TableExport.Refusal, form: String) -> Failure {
    switch refusal {
    case .noLabels: return Failure("error: --labels needs the definition of '\(form)'; name its folder with --forms")
    case .tooManyColumns(let count):
      return Failure("error: --format xlsx: a sheet has fewer columns than the \(count) of '\(form)'; use --format csv")
    case .noSection(let sections):
      guard !sections.isEmpty else { return Failure("error: --rows: '\(form)' has no repeated sections") }
      let section = section ?? ""
      let meant =
        Suggestion.nearest(to: section, among: sections).map { "did you mean '\($0)'?" }
        ?? "it has \(sections.map { "'\($0)'" }.joined(separator: ", "))"
      return Failure("error: --rows: '\(form)' has no repeated section '\(section)'; \(meant)")
    }
  }

  /// - Parameter body: receives each line, and a function to call if the line is damaged and left out.
  private func forEachLine(
    of form: String, source: any SubmissionExport, known: [String], progress: ExportProgress,
    _ body: (_ line: [UInt8], _ warn: (JSONError) -> Void) throws -> Void
  ) throws {
    guard known.contains(form) else { return }
    do {
      try source.forEachLine(of: form) { line, number in
        progress.read()
        try body(line) { error in
          progress.end()
          let place = "\(source.place(of: form)):\(number):\(error.offset + 1)"
          Terminal.error("\(place): warning: left out, it is damaged: \(error)")
        }
      }
    } catch let error as SubmissionError {
      throw Failure("\(error)")
    }
  }

  // MARK: The form

  /// The definition that determines the columns; `nil` if there is none.
  private func definition() throws(Failure) -> Form? {
    guard let forms else { return try Definitions.load(argument, sourceFolders: sourceFolders).first }
    let path = "\(forms)/\(form).json"
    if FileIdentity(path: path) != nil {
      let named = try Definitions.load(path, sourceFolders: sourceFolders)
      if let form = named.first(where: { $0.id == form }) { return form }
    }
    if isDefaultFolder, FileIdentity(path: forms) == nil { return nil }
    do throws(DefinitionErrors) {
      return try FormDefinition.load(id: form, in: forms, sourceFolders: sourceFolders, stores: Definitions.stores)
    } catch {
      throw Failure(error.diagnostics.map(\.description))
    }
  }

  private func unknown(in source: any SubmissionExport, _ known: [String]) -> Failure {
    let files = forms.flatMap { try? FolderContent(of: $0).entries.map(\.name) } ?? []
    let defined = files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    let meant = Suggestion.nearest(to: form, among: known + defined).map { "; did you mean '\($0)'?" } ?? ""
    let place = forms.map { " in \($0)" } ?? ""
    return Failure(
      "\(source.place(of: form)): error: no submissions, and there is no form '\(form)'\(place)\(meant)")
  }

  /// A date, or a date and time (RFC 3339 §5.6; without an offset it is UTC), in UTC. `nil` if there is no such time.
  private static func utc(_ text: String) -> String? {
    guard let day = CalendarDate(parsing: String(text.prefix(10))) else { return nil }
    let rest = text.dropFirst(10)
    if rest.isEmpty { return text }
    let time = /T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d+))?)?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))?/
    guard let parts = rest.wholeMatch(of: time)?.output else { return nil }
    func number(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
    var clock = tm()
    clock.tm_year = Int32(day.year - 1900)
    clock.tm_mon = Int32(day.month - 1)
    clock.tm_mday = Int32(day.day)
    let ahead = (parts.5 == "-" ? -60 : 60) * (60 * number(parts.6) + number(parts.7))
    let seconds = timegm(&clock) + 3600 * number(parts.1) + 60 * number(parts.2) + number(parts.3) - ahead
    guard let date = CalendarDate(unixSeconds: seconds) else { return nil }
    let second = ((seconds % 86_400) + 86_400) % 86_400
    func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let fraction = String((parts.4 ?? "").reversed().drop { $0 == "0" }.reversed())
    return "\(date)T\(digits(second / 3600)):\(digits(second / 60 % 60)):\(digits(second % 60))"
      + (fraction.isEmpty ? "" : ".\(fraction)")
  }
}

/// Which lines are exported: all, or only those that were neither replaced nor erased.
private struct LineSelection {
  /// The number of lines that were read first. Later lines are left out: it is not known what they replace.
  private let lineCount: Int
  /// `nil`: all lines are exported.
  private let chains: CorrectionChains?
  private var readCount = 0

  /// Selects all lines.
  init() { (lineCount, chains) = (.max, nil) }

  init(lineCount: Int, chains: CorrectionChains) { (self.lineCount, self.chains) = (lineCount, chains) }

  /// Whether a line is exported. A damaged one is, so that it gets reported.
  mutating func takes(_ line: [UInt8]) -> Bool {
    guard readCount < lineCount else { return false }
    readCount += 1
    guard let chains, let head = StoredHead(of: line) else { return true }
    return !head.isErased && !chains.isReplaced(head)
  }
}

/// The progress of an export, on one line of standard error that is overwritten; only shown on a terminal.
private final class ExportProgress {
  private let isShown = isatty(STDERR_FILENO) == 1
  private var count = 0
  /// The number of lines; `nil` during the first pass, in which it is not known.
  private var expected: Int?
  private var isOnScreen = false
  private var last = ContinuousClock.now

  /// Lines between two looks at the clock, and the time between two updates.
  private static let lineStep = 4096
  private static let interval = Duration.milliseconds(200)

  /// Restarts counting, with a known number of lines.
  func expect(_ count: Int) { (self.count, expected) = (0, count) }

  func read() {
    count += 1
    guard isShown, count.isMultiple(of: Self.lineStep) else { return }
    let now = ContinuousClock.now
    guard !isOnScreen || now - last >= Self.interval else { return }
    (last, isOnScreen) = (now, true)
    let text = expected.map { "exported \(count) of \($0) submissions" } ?? "read \(count) submissions"
    Terminal.control("\r\u{1B}[K\(text)")
  }

  /// Removes the progress line before anything else is written.
  func end() {
    guard isOnScreen else { return }
    isOnScreen = false
    Terminal.control("\r\u{1B}[K")
  }
}
