import Support

/// Every option of every command: one table for parsing, help and the environment.
enum OptionName: String, CaseIterable {
  case templates, `public`
  case host, port, workers, data, sessionIdle = "session-idle", sessionLimit = "session-limit"
  case sessionMemory = "session-memory", maxDraft = "max-draft", maxBody = "max-body"
  case maxBodies = "max-bodies", addressConnections = "address-connections", addressPosts = "address-posts"
  case trustProxy = "trust-proxy", log, metrics, watch, gallery, sessions, submissions
  case timeZone = "time-zone", basePath = "base-path"
  case drainDelay = "drain-delay", takeOver = "take-over", allowSources = "allow-sources"
  case frameAncestors = "frame-ancestors"
  case format, strict
  case page, step
  case viewport, cell, values, errors, search, locale, pretty
  case since, forms, labels, bom
  case prefix

  var commands: Set<CommandName> {
    switch self {
    case .templates, .public: Set(CommandName.allCases).subtracting([.install])
    case .host, .port, .workers, .sessionIdle, .sessionLimit, .sessionMemory, .maxDraft, .maxBody, .trustProxy, .log,
      .metrics, .watch, .gallery, .sessions, .maxBodies, .addressConnections, .addressPosts, .drainDelay,
      .takeOver, .timeZone, .basePath, .frameAncestors:
      [.serve]
    case .allowSources: [.serve, .check, .render, .export]
    case .data, .submissions: [.serve, .export, .import]
    case .format: [.check, .export]
    case .strict: [.check]
    case .viewport, .page, .step, .cell, .values, .errors, .search, .locale, .pretty: [.render]
    case .since, .forms, .labels, .bom: [.export]
    case .prefix: [.install]
    }
  }

  /// The name of its value, for the help text; nil: it takes none.
  func placeholder(in command: CommandName) -> String? {
    switch self {
    case .templates, .public, .data, .prefix: "DIR"
    case .timeZone: "NAME"
    case .host: "HOST"
    case .basePath: "/PREFIX"
    case .frameAncestors: "none|ORIGINS"
    case .port: "PORT"
    case .workers, .step, .sessionLimit, .addressConnections, .addressPosts: "N"
    case .sessionIdle, .drainDelay: "TIME"
    case .allowSources: "DIR[:DIR]"
    case .sessionMemory, .maxDraft, .maxBody, .maxBodies: "SIZE"
    case .log: "text|json|off"
    case .metrics: "HOST:PORT"
    case .sessions: "memory|URL"
    case .submissions: "files|URL"
    case .format: command == .check ? "text|json|sarif" : "csv|jsonl"
    case .viewport: "compact|medium|expanded|auto"
    case .page: RenderedPage.allCases.map(\.rawValue).joined(separator: "|")
    case .cell: "ID"
    case .values: "FILE"
    case .search: "TEXT"
    case .locale: "TAG"
    case .since: "DATE"
    case .forms: "FORMS"
    case .trustProxy, .watch, .gallery, .takeOver, .strict, .errors, .pretty, .labels, .bom: nil
    }
  }

  func help(in command: CommandName) -> String {
    switch self {
    case .templates: "directory of templates that replace built-in ones, file by file (default: none)"
    case .public: "directory of assets that replace built-in ones, file by file (default: none)"
    case .host: "the address to listen on (default: 127.0.0.1)"
    case .port: "the port; 0 takes any free one (default: 8080)"
    case .workers: "event loops (default: one a core)"
    case .data: "directory for submissions (default: ./data)"
    case .sessionIdle: "time after which an unused session ends: 90s, 30m, 8h (default: 30m)"
    case .sessionLimit: "maximum number of sessions; empty ones are dropped first (default: 100000)"
    case .sessionMemory: "maximum memory of all sessions (default: 256MiB)"
    case .maxDraft: "maximum size of one visitor's entries in one form (default: 256KiB)"
    case .maxBody: "maximum size of a request body: 512KiB, 1MiB (default: 1MiB)"
    case .maxBodies: "maximum memory of all requests in progress (default: 64MiB)"
    case .addressConnections: "maximum connections per client address; not behind a proxy (default: no limit)"
    case .addressPosts:
      "maximum POSTs per client address and minute; behind a proxy only with --trust-proxy (default: no limit)"
    case .trustProxy:
      "believe X-Forwarded-For, -Proto, -Host, -Prefix, Forwarded, X-Request-Id; only behind a proxy that sets them"
    case .basePath: "path prefix of all routes, such as /forms (default: none)"
    case .frameAncestors:
      "sites that may show the forms in a frame: self, https://www.example.com, separated by commas (default: none)"
    case .log: "format of the access log on standard error (default: text)"
    case .metrics: "serve Prometheus metrics at this address (default: off)"
    case .timeZone: "time zone of today and of displayed times, such as Europe/Berlin (default: the machine's)"
    case .watch: "reload forms and templates when a file changes"
    case .drainDelay: "on shutdown, how long /healthz answers 503 before the listener closes: 5s (default: 0s)"
    case .takeOver: "replace the process that uses the same data directory; it hands over its sockets and ends"
    case .allowSources: "additional directories for option files, outside the forms directory"
    case .gallery: "serve every cell in every state at /gallery"
    case .sessions: "session storage: memory, or valkey://… (default: memory)"
    case .submissions: "submission storage: files in --data, or postgresql://… (default: files)"
    case .format: command == .check ? "format of the findings (default: text)" : "the output's format (default: csv)"
    case .strict: "warnings fail too"
    case .viewport: "the viewport class to render for (default: auto)"
    case .page: "which page (default: form)"
    case .step: "step of a form with several pages, counted from 1 (default: the first that shows a cell)"
    case .cell: "that cell's selection view"
    case .values: "JSON file with values by cell id, as in a submission"
    case .errors: "show the errors of a failed submit"
    case .search: "with --cell: show the results of this search"
    case .locale: "the visitor's language, as in Accept-Language"
    case .pretty: "indented, for people and diffs"
    case .since: "only submissions from this ISO 8601 date or time on"
    case .forms: "the form's definition, for the columns (default: the sample forms)"
    case .labels: "the cells' labels in the header instead of their ids"
    case .bom: "begin with a byte order mark, so that spreadsheets read UTF-8"
    case .prefix: "directory in which bin and share are created (default: /usr/local)"
    }
  }

  /// `FORMCELLS_SESSION_IDLE`: every option can be set by environment.
  var variable: String { Self.variablePrefix + rawValue.uppercased().map { $0 == "-" ? "_" : $0 } }

  static let variablePrefix = "FORMCELLS_"

  /// The one that a word means, by its spelling, or by how it begins: `data-dir` means `data`.
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
