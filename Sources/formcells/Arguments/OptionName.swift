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
    case .templates: "templates that take the place of the program's own, file by file (default: none)"
    case .public: "assets that take the place of the program's own, file by file (default: none)"
    case .host: "the address to listen on (default: 127.0.0.1)"
    case .port: "the port; 0 takes any free one (default: 8080)"
    case .workers: "event loops (default: one a core)"
    case .data: "the folder of what is kept in files (default: ./data)"
    case .sessionIdle: "a session unused for so long is gone: 90s, 30m, 8h (default: 30m)"
    case .sessionLimit: "sessions at once; those that hold nothing make room first (default: 100000)"
    case .sessionMemory: "memory of all sessions together (default: 256MiB)"
    case .maxDraft: "what one visitor can enter into one form (default: 256KiB)"
    case .maxBody: "bytes of a request's body: 512KiB, 1MiB (default: 1MiB)"
    case .maxBodies: "bytes of all requests that are on their way or being answered, together (default: 64MiB)"
    case .addressConnections: "connections of one address; not behind a proxy (default: any number)"
    case .addressPosts: "posts of one address in a minute; behind a proxy only with --trust-proxy (default: any number)"
    case .trustProxy:
      "believe X-Forwarded-For, -Proto, -Host, -Prefix, Forwarded, X-Request-Id; only behind a proxy that sets them"
    case .basePath: "what the path of every address begins with, such as /forms (default: nothing)"
    case .frameAncestors:
      "whose pages may show the forms in a frame: self, https://www.example.com, several with commas (default: none)"
    case .log: "the access log's form, on standard error (default: text)"
    case .metrics: "serve Prometheus metrics at this address (default: off)"
    case .timeZone: "what today means and where shown times are, such as Europe/Berlin (default: the machine's)"
    case .watch: "reload forms and templates when a file changes"
    case .drainDelay: "how long /healthz says 503 before the listener closes, at an end: 5s (default: 0s)"
    case .takeOver: "from the process that serves from the same data folder: it hands its sockets over and ends"
    case .allowSources: "folders outside the forms' own in which option files may be"
    case .gallery: "every cell in every state, at /gallery"
    case .sessions: "where sessions live: memory, or valkey://… (default: memory)"
    case .submissions: "where submissions are kept: files in --data, or postgresql://… (default: files)"
    case .format: command == .check ? "how findings are printed (default: text)" : "the output's format (default: csv)"
    case .strict: "warnings fail too"
    case .viewport: "the viewport class to render for (default: auto)"
    case .page: "which page (default: form)"
    case .step: "the step of a form of several pages, from 1 on (default: the first that shows a cell)"
    case .cell: "that cell's selection view"
    case .values: "JSON: cell id to value, as in a submission"
    case .errors: "as after a failed submit"
    case .search: "with --cell: the selection view after this search"
    case .locale: "the visitor's language, as in Accept-Language"
    case .pretty: "indented, for people and diffs"
    case .since: "only what was submitted at or after this ISO 8601 date or time"
    case .forms: "where the form's definition is, for the columns (default: the sample forms)"
    case .labels: "the cells' labels in the header instead of their ids"
    case .bom: "begin with a byte order mark, so that spreadsheets read UTF-8"
    case .prefix: "where bin and share are, or are made (default: /usr/local)"
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
