import Support

/// Every option of every command: one table for parsing, help and the environment.
enum OptionName: String, CaseIterable {
  case templates, `public`
  case host, port, workers, data, sessionIdle = "session-idle", sessionLimit = "session-limit"
  case sessionMemory = "session-memory", maxDraft = "max-draft", maxBody = "max-body"
  case maxBodies = "max-bodies", addressConnections = "address-connections", addressPosts = "address-posts"
  case trustProxy = "trust-proxy", log, metrics, watch, gallery, noOffline = "no-offline", sessions, submissions
  case timeZone = "time-zone", basePath = "base-path"
  case drainDelay = "drain-delay", takeOver = "take-over", allowSources = "allow-sources"
  case frameAncestors = "frame-ancestors"
  case fileLimit = "file-limit", filesLimit = "files-limit", checkFile = "check-file"
  case format, strict
  case page, step
  case viewport, cell, values, errors, search, locale, pretty
  case output, today
  case since, forms, rows, labels, bom, files, all
  case id, `where`, dryRun = "dry-run", yes
  case deliver, deliverInOrder = "deliver-in-order"
  case prefix
  case answers, answersHeader = "answers-header"
  case draftDays = "draft-days"
  case list, revoke, url

  /// An option's commands, the name of its value (`nil` if it has none), and its help.
  private struct Entry {
    let commands: Set<CommandName>
    let placeholder: String?
    let help: String

    init(_ commands: Set<CommandName>, placeholder: String?, help: String) {
      self.commands = commands
      self.placeholder = placeholder
      self.help = help
    }
  }

  private static let allButInstall = Set(CommandName.allCases).subtracting([.install])

  private func entry(in command: CommandName) -> Entry {
    switch self {
    case .templates:
      Entry(
        Self.allButInstall, placeholder: "DIR",
        help: "directory of templates that replace built-in ones, file by file (default: none)")
    case .public:
      Entry(
        Self.allButInstall, placeholder: "DIR",
        help: "directory of assets that replace built-in ones, file by file (default: none)")
    case .host: Entry([.serve], placeholder: "HOST", help: "the address to listen on (default: 127.0.0.1)")
    case .port: Entry([.serve], placeholder: "PORT", help: "the port; 0 takes any free one (default: 8080)")
    case .workers: Entry([.serve], placeholder: "N", help: "event loops (default: one a core)")
    case .data:
      Entry(
        [.serve, .export, .import, .erase, .outbox, .user, .invite], placeholder: "DIR",
        help: "directory for submissions (default: ./data)")
    case .sessionIdle:
      Entry([.serve], placeholder: "TIME", help: "time after which an unused session ends: 90s, 30m, 8h (default: 30m)")
    case .sessionLimit:
      Entry(
        [.serve], placeholder: "N", help: "maximum number of sessions; empty ones are dropped first (default: 100000)")
    case .sessionMemory: Entry([.serve], placeholder: "SIZE", help: "maximum memory of all sessions (default: 256MiB)")
    case .maxDraft:
      Entry([.serve], placeholder: "SIZE", help: "maximum size of one visitor's entries in one form (default: 256KiB)")
    case .maxBody:
      Entry([.serve], placeholder: "SIZE", help: "maximum size of a request body: 512KiB, 1MiB (default: 1MiB)")
    case .maxBodies:
      Entry([.serve], placeholder: "SIZE", help: "maximum memory of all requests in progress (default: 64MiB)")
    case .addressConnections:
      Entry(
        [.serve], placeholder: "N",
        help: "maximum connections per client address; not behind a proxy (default: no limit)")
    case .addressPosts:
      Entry(
        [.serve], placeholder: "N",
        help: "maximum POSTs per client address and minute; behind a proxy only with --trust-proxy (default: no limit)")
    case .trustProxy:
      Entry(
        [.serve], placeholder: nil,
        help:
          "believe X-Forwarded-For, -Proto, -Host, -Prefix, Forwarded, X-Request-Id; only behind a proxy that sets them"
      )
    case .log:
      Entry([.serve], placeholder: "text|json|off", help: "format of the access log on standard error (default: text)")
    case .metrics:
      Entry([.serve], placeholder: "HOST:PORT", help: "serve Prometheus metrics at this address (default: off)")
    case .watch: Entry([.serve], placeholder: nil, help: "reload forms and templates when a file changes")
    case .noOffline:
      Entry(
        [.serve], placeholder: nil,
        help: "keep no forms and no unsent submissions in browsers (default: they work without a network)")
    case .gallery: Entry([.serve], placeholder: nil, help: "serve every cell in every state at /gallery")
    case .sessions:
      Entry([.serve], placeholder: "memory|URL", help: "session storage: memory, or valkey://… (default: memory)")
    case .submissions:
      Entry(
        [.serve, .export, .import, .erase, .outbox, .invite], placeholder: "files|URL",
        help: "submission storage: files in --data, or postgresql://… (default: files)")
    case .timeZone:
      Entry(
        [.serve], placeholder: "NAME",
        help: "time zone of today and of displayed times, such as Europe/Berlin (default: the machine's)")
    case .basePath:
      Entry([.serve], placeholder: "/PREFIX", help: "path prefix of all routes, such as /forms (default: none)")
    case .drainDelay:
      Entry(
        [.serve], placeholder: "TIME",
        help: "on shutdown, how long /healthz answers 503 before the listener closes: 5s (default: 0s)")
    case .takeOver:
      Entry(
        [.serve], placeholder: nil,
        help: "replace the process that uses the same data directory; it hands over its sockets and ends")
    case .allowSources:
      Entry(
        [.serve, .check, .render, .paths, .export], placeholder: "DIR[:DIR]",
        help: "additional directories for option files, outside the forms directory")
    case .frameAncestors:
      Entry(
        [.serve], placeholder: "none|ORIGINS",
        help:
          "sites that may show the forms in a frame: self, https://www.example.com, separated by commas (default: none)"
      )
    case .fileLimit:
      Entry(
        [.serve, .check], placeholder: "SIZE", help: "maximum size of a file that is added to a form (default: 25MiB)")
    case .filesLimit:
      Entry([.serve], placeholder: "SIZE", help: "maximum size of all such files together (default: 2GiB)")
    case .list:
      Entry(
        [.invite], placeholder: nil,
        help: "print the ids of unused invitations, and when they were made")
    case .revoke:
      Entry([.invite], placeholder: "ID|LINK", help: "revoke this invitation; may be given several times")
    case .url:
      Entry(
        [.invite], placeholder: "URL",
        help: "what the links begin with, such as https://forms.example.org (default: nothing)")
    case .draftDays:
      Entry([.serve], placeholder: "DAYS", help: "how long drafts that visitors save for later are kept (default: 28)")
    case .checkFile:
      Entry(
        [.serve], placeholder: "PROGRAM",
        help: "a program that accepts or refuses each file, such as a virus scanner (default: none)")
    case .format:
      Entry(
        [.check, .export, .outbox],
        placeholder: command == .check ? "text|json|sarif" : command == .outbox ? "text|json" : "csv|jsonl|xlsx",
        help: command == .check
          ? "format of the findings (default: text)"
          : command == .outbox
            ? "the list's format; json: an object a line (default: text)" : "the output's format (default: csv)")
    case .strict: Entry([.check], placeholder: nil, help: "warnings fail too")
    case .page:
      Entry(
        [.render], placeholder: RenderTarget.allCases.map(\.rawValue).joined(separator: "|"),
        help: "which page (default: form)")
    case .step:
      Entry(
        [.render], placeholder: "N",
        help: "step of a form with several pages, counted from 1 (default: the first that shows a cell)")
    case .viewport:
      Entry(
        [.render], placeholder: "compact|medium|expanded|auto", help: "the viewport class to render for (default: auto)"
      )
    case .cell: Entry([.render], placeholder: "ID", help: "that cell's selection view")
    case .values: Entry([.render], placeholder: "FILE", help: "JSON file with values by cell id, as in a submission")
    case .errors: Entry([.render], placeholder: nil, help: "show the errors of a failed submit")
    case .search: Entry([.render], placeholder: "TEXT", help: "with --cell: show the results of this search")
    case .locale: Entry([.render], placeholder: "TAG", help: "the visitor's language, as in Accept-Language")
    case .pretty: Entry([.render], placeholder: nil, help: "indented, for people and diffs")
    case .output:
      Entry([.paths], placeholder: "DIR", help: "directory for the files (default: FORM-paths, with the form's id)")
    case .today:
      Entry(
        [.render, .paths], placeholder: "DATE",
        help: "the day from which days are counted, such as 2026-01-31 (default: "
          + (command == .paths ? "today)" : "\(RenderCommand.usualDay))"))
    case .since: Entry([.export], placeholder: "DATE", help: "only submissions from this ISO 8601 date or time on")
    case .forms:
      command == .user
        ? Entry(
          [.export, .user], placeholder: "ID[,ID]",
          help: "with add: the forms whose answers NAME may see (default: all)")
        : Entry(
          [.export, .user], placeholder: "FORMS",
          help: "the form's definition, for the columns (default: the sample forms)")
    case .rows:
      Entry(
        [.export], placeholder: "SECTION", help: "a table of this repeated section's entries instead of the submissions"
      )
    case .labels: Entry([.export], placeholder: nil, help: "the cells' labels in the header instead of their ids")
    case .bom: Entry([.export], placeholder: nil, help: "begin with a byte order mark, so that spreadsheets read UTF-8")
    case .files:
      Entry(
        [.export], placeholder: "DIR",
        help: "write the submissions' files into this directory, as ID/NAME (default: none)")
    case .all:
      Entry(
        [.export, .outbox], placeholder: nil,
        help: command == .outbox
          ? "with drop: all that waits for NAME"
          : "also corrected submissions, and with jsonl what remains of erased ones")
    case .id:
      Entry(
        [.erase, .outbox], placeholder: "ID",
        help: (command == .outbox ? "with retry and drop: " : "")
          + "the submission of this id; may be given several times")
    case .where:
      Entry(
        [.erase], placeholder: "CELL=VALUE",
        help:
          "the submissions with this value: numbers are compared by value, texts by upper and lower case too; if given several "
          + "times, those with all of them")
    case .dryRun: Entry([.erase], placeholder: nil, help: "only print which submissions would be erased")
    case .yes:
      Entry(
        [.erase, .outbox], placeholder: nil, help: command == .outbox ? "with drop: do not ask" : "erase without asking"
      )
    case .deliver:
      Entry(
        [.serve], placeholder: "NAME=PROGRAM",
        help:
          "a program that gets each submission once it is stored, until it succeeds; mail and webhook are ready-made; repeatable "
          + "(default: none)")
    case .deliverInOrder:
      Entry([.serve], placeholder: nil, help: "deliver to each destination in the order of the submissions")
    case .answers:
      Entry(
        [.serve], placeholder: "HOST:PORT",
        help: "serve the pages for form owners at this address (default: off)")
    case .answersHeader:
      Entry(
        [.serve], placeholder: "NAME",
        help: "with --answers: the header field in which a proxy names the signed-in user (default: users sign in)")
    case .prefix:
      Entry([.install], placeholder: "DIR", help: "directory in which bin and share are created (default: /usr/local)")
    }
  }

  /// The commands that accept the option.
  var commands: Set<CommandName> { entry(in: .serve).commands }

  /// Whether it may be given more than once.
  var isRepeatable: Bool { [.id, .where, .deliver, .revoke].contains(self) }

  /// The name of its value in the help text; `nil` if it has none.
  func placeholder(in command: CommandName) -> String? { entry(in: command).placeholder }

  func help(in command: CommandName) -> String { entry(in: command).help }

  /// The environment variable that sets the option, such as `FORMCELLS_SESSION_IDLE`.
  var variable: String {
    let bytes = rawValue.utf8.map { byte in
      byte == UInt8(ascii: "-") ? UInt8(ascii: "_") : ASCII.isAlpha(byte) ? byte & ~0x20 : byte
    }
    return Self.variablePrefix + String(decoding: bytes, as: UTF8.self)
  }

  static let variablePrefix = "FORMCELLS_"

  /// The option that a word probably means, judged by its spelling or its beginning: `data-dir` means `data`.
  static func meant(by word: String, among names: some Sequence<OptionName>) -> OptionName? {
    if let name = Suggestion.nearest(to: word, among: names.map(\.rawValue)) { return OptionName(rawValue: name) }
    let letters = word.lowercased().filter { $0 != "_" && $0 != "-" }
    var best: (name: OptionName, length: Int)?
    for name in names where letters.hasPrefix(name.rawValue.prefix { $0 != "-" }) {
      let length = zip(letters, name.rawValue.filter { $0 != "-" }).prefix { $0 == $1 }.count
      if length > best?.length ?? 0 { best = (name, length) }
    }
    return best?.name
  }
}
