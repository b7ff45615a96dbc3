/// Every option of every command: one table for parsing, help and the environment.
enum OptionName: String, CaseIterable {
  case templates, `public`
  case host, port, workers, data, sessionIdle = "session-idle", sessionLimit = "session-limit", maxBody = "max-body"
  case trustProxy = "trust-proxy", log, metrics, watch, gallery, sessions
  case format, strict
  case viewport, cell, values, errors, search, locale, pretty
  case since

  var commands: Set<CommandName> {
    switch self {
    case .templates, .public: Set(CommandName.allCases)
    case .host, .port, .workers, .sessionIdle, .sessionLimit, .maxBody, .trustProxy, .log, .metrics, .watch, .gallery,
      .sessions:
      [.serve]
    case .data: [.serve, .export]
    case .format: [.check, .export]
    case .strict: [.check]
    case .viewport, .cell, .values, .errors, .search, .locale, .pretty: [.render]
    case .since: [.export]
    }
  }

  /// The name of its value, for the help text; nil: it takes none.
  func placeholder(in command: CommandName) -> String? {
    switch self {
    case .templates, .public, .data: "DIR"
    case .host: "HOST"
    case .port: "PORT"
    case .workers, .sessionLimit: "N"
    case .sessionIdle: "TIME"
    case .maxBody: "SIZE"
    case .log: "text|json"
    case .metrics: "HOST:PORT"
    case .sessions: "memory"
    case .format: command == .check ? "text|json" : "csv|jsonl"
    case .viewport: "compact|medium|expanded|auto"
    case .cell: "ID"
    case .values: "FILE"
    case .search: "TEXT"
    case .locale: "TAG"
    case .since: "DATE"
    case .trustProxy, .watch, .gallery, .strict, .errors, .pretty: nil
    }
  }

  func help(in command: CommandName) -> String {
    switch self {
    case .templates: "the templates (default: Templates)"
    case .public: "the assets (default: Public)"
    case .host: "the address to listen on (default: 127.0.0.1)"
    case .port: "the port; 0 takes any free one (default: 8080)"
    case .workers: "event loops (default: one a core)"
    case .data: "where submissions are kept (default: ./data)"
    case .sessionIdle: "a session unused for so long is gone: 90s, 30m, 8h (default: 30m)"
    case .sessionLimit: "sessions at once; the one idle longest makes room (default: 100000)"
    case .maxBody: "bytes of a request's body: 512KiB, 1MiB (default: 1MiB)"
    case .trustProxy: "believe X-Forwarded-For, -Proto and -Host; only behind a proxy that sets them"
    case .log: "the access log's form, on standard error (default: text)"
    case .metrics: "serve Prometheus metrics at this address (default: off)"
    case .watch: "reload forms and templates when a file changes"
    case .gallery: "every cell in every state, at /gallery"
    case .sessions: "where sessions live (default: memory)"
    case .format: command == .check ? "how findings are printed (default: text)" : "the output's format (default: csv)"
    case .strict: "warnings fail too"
    case .viewport: "the viewport class to render for (default: auto)"
    case .cell: "that cell's selection view"
    case .values: "JSON: cell id to value, as in a submission"
    case .errors: "as after a failed submit"
    case .search: "with --cell: the selection view after this search"
    case .locale: "the visitor's language, as in Accept-Language"
    case .pretty: "indented, for people and diffs"
    case .since: "only what was submitted at or after this ISO 8601 date or time"
    }
  }

  /// `FORMCELLS_SESSION_IDLE`: every serve option can be set by environment.
  var variable: String { "FORMCELLS_" + rawValue.uppercased().map { $0 == "-" ? "_" : $0 } }
}
