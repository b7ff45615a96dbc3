/// The templates of a folder, compiled one by one against Swift types. It never throws on the way: every error of every
/// file is recorded, and ``finish()`` throws them together.
public struct TemplateLibrary {
  private var templates: [String: ParsedTemplate] = [:]
  /// Files that are not well-formed.
  private var unreadable: Set<String> = []
  /// Files with errors that were found before compiling: those, and wrong braces.
  private var faulty: Set<String> = []
  private var used: Set<String> = []
  private var recorded: [Diagnostic] = []
  private let folder: String

  /// Reads every `*.html` below `directory`; a template's name is its path below it without `.html`, such as
  /// `cells/text`. A folder or file that cannot be read becomes a diagnostic.
  public init(directory: String) {
    let folder = directory.count > 1 && directory.hasSuffix("/") ? String(directory.dropLast()) : directory
    let (files, diagnostics) = TemplateFolder.read(folder)
    self.folder = folder
    recorded = diagnostics
    for file in files { add(SourceFile(name: file.name, path: file.path, bytes: file.bytes)) }
  }

  /// Templates that are in memory already.
  /// - Parameter files: `name` is what `t:part` and ``template(_:for:)`` call the template, `path` stands in diagnostics.
  public init(files: [(name: String, path: String, bytes: [UInt8])]) {
    folder = "Templates"
    for file in files { add(SourceFile(name: file.name, path: file.path, bytes: file.bytes)) }
  }

  private mutating func add(_ source: SourceFile) {
    let (template, diagnostics) = TemplateParser.parse(source)
    recorded += diagnostics
    if !diagnostics.isEmpty { faulty.insert(source.name) }
    if let template { templates[source.name] = template } else { unreadable.insert(source.name) }
  }

  /// Compiles the template `name` against `V`. Where that fails the errors are recorded, and the template returned
  /// writes nothing.
  public mutating func template<V: View>(_ name: String, for type: V.Type) -> Template<V> {
    used.insert(name)
    guard let template = templates[name] else {
      if !unreadable.contains(name) {
        recorded.append(
          Diagnostic(
            path: "\(folder)/\(name).html", line: 1, column: 1, severity: .error,
            message: "there is no such template; \(type) needs it", snippet: ""))
      }
      return Template(Program.empty)
    }
    var compiler = TemplateCompiler(template, Schema(type), templates: templates, unreadable: unreadable)
    let program = compiler.compile(template)
    recorded += compiler.diagnostics
    used.formUnion(compiler.used)
    guard let program, compiler.used.isDisjoint(with: faulty) else { return Template(Program.empty) }
    return Template(program)
  }

  /// Everything found so far, sorted by file, line and column. A file that nothing uses is a warning; while some file
  /// is not well-formed, what it uses is unknown, and nothing is said of unused ones.
  public func diagnostics() -> [Diagnostic] {
    var all = recorded
    if unreadable.isEmpty {
      for (name, template) in templates where !used.contains(name) {
        all.append(
          template.source.diagnostic(.warning, at: 0, "nothing uses this template: no view and no other template"))
      }
    }
    // A part compiled for two templates tells its errors twice.
    var distinct: [Diagnostic] = []
    for diagnostic in all.sorted() where diagnostic != distinct.last { distinct.append(diagnostic) }
    return distinct
  }

  /// Throws if any file has an error.
  public func finish() throws(TemplateErrors) {
    let all = diagnostics()
    if all.contains(where: { $0.severity == .error }) { throw TemplateErrors(diagnostics: all) }
  }
}
