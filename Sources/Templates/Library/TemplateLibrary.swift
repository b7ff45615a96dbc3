public import Support

/// The templates of a folder, compiled one by one against Swift types. It never throws on the way: every error of every
/// file is recorded, and ``finish()`` throws them together.
///
/// ## The template language
///
/// A template is a well-formed XML document whose root is `<t:template xmlns:t="urn:formcells:template">`; it may have
/// several children. `doctype="html"` on the root of a page writes `<!DOCTYPE html>`. The elements in it are HTML, by
/// their lower-case names, and drawings in SVG. What is written is HTML: no slash in void elements, all others closed.
///
/// | in a template | means |
/// |---|---|
/// | `{name}` | the slot's text, escaped for its place; in text, an optional slot that is nil writes nothing |
/// | `{press.close}` | a constant: the same text for every view (``TemplateConstants``) |
/// | `{{`, `}}` | a brace |
/// | `title="{name?}"` | the attribute with an optional slot's text, or no attribute where it is nil |
/// | `checked="{name?}"` | a boolean attribute (or a `data-` one) that a flag switches |
/// | `aria-busy="{name}"` | "true" or "false", as a flag says; in `aria-` and `data-` attributes |
/// | `href="{name}"` | a URL slot; text may stand in a URL only after a `#` |
/// | `src="logo.svg"` | the address of a file under `Public`; in `href`, `poster`, `data` and `xlink:href` too |
/// | `<t:if test="name">…<t:else/>…</t:if>` | where a flag holds, an optional is there, a list is not empty |
/// | `<t:unless test="name">…</t:unless>` | where it does not |
/// | `<t:each of="name">…</t:each>` | for each view of a list; inside, only that view's slots have names |
/// | `<t:with of="name">…</t:with>` | inside a view, where there is one; only its slots have names |
/// | `<t:part name="parts/label"/>` | another template, compiled against the view in scope |
/// | `<t:slot name="name"/>` | the fragments that other templates made |
///
/// An optional slot in an attribute is written `{name?}` and is the whole value; only inside `<t:if test="name">` may it
/// stand as `{name}`, with other text. `?` is for optionals and flags alone.
///
/// A comment is dropped. White space that breaks a line and has no text beside it is dropped; other white space is one
/// space, but in `pre` and `textarea` it stays as it is. A space that must stay is `&#32;`.
///
/// ids and references to them are compared as patterns: `{id}-helper` is found where a template (with its parts) has
/// the id `{id}-helper`. A reference whose whole value is one slot is not looked for.
package struct TemplateLibrary {
  private var templates: [String: ParsedTemplate] = [:]
  /// Files that are not well-formed.
  private var unreadable: Set<String> = []
  /// Files with errors that were found before compiling: those, and wrong braces.
  private var faulty: Set<String> = []
  private var used: Set<String> = []
  /// The templates that views were asked for, with the view's slots: what the article of slots is made from.
  private(set) var asked: [(name: String, schema: Schema)] = []
  private var recorded: [Diagnostic] = []
  /// The files among the site's assets that the compiled templates name.
  package private(set) var assetUses: [AssetUse] = []
  private let folder: String
  /// Names of the templates that are from the folder of the built-in ones; nil: there is no such folder.
  private var builtIn: Set<String>?
  /// The folder could not be read, which is said once.
  private var isMissing = false
  private let constants: TemplateConstants

  /// Reads every `*.html` below `directory`; a template's name is its path below it without `.html`, such as
  /// `cells/text`. A folder or file that cannot be read becomes a diagnostic.
  /// - `others`: a folder whose templates serve where `directory` has none of their name; nil: there is no other.
  package init(directory: String, builtIn others: String? = nil, constants: TemplateConstants = [:]) {
    let folder = directory.count > 1 && directory.hasSuffix("/") ? String(directory.dropLast()) : directory
    let content = TemplateFolder(reading: folder)
    self.folder = folder
    self.constants = constants
    isMissing = content.isMissing
    recorded = content.diagnostics
    for file in content.files { add(SourceFile(name: file.name, path: file.path, bytes: file.bytes)) }
    recorded += content.others.compactMap { Self.unread($0, in: folder) }
    guard let others else { return }
    let rest = TemplateFolder(reading: others)
    recorded += rest.diagnostics
    builtIn = Set(rest.files.map(\.name)).subtracting(content.files.map(\.name))
    for file in rest.files where builtIn?.contains(file.name) == true {
      add(SourceFile(name: file.name, path: file.path, bytes: file.bytes))
    }
  }

  /// Templates that are in memory already.
  /// - `files`: `name` is what `t:part` and ``template(_:for:needs:)`` call the template, `path` stands in diagnostics.
  package init(files: [(name: String, path: String, bytes: [UInt8])], constants: TemplateConstants = [:]) {
    self.constants = constants
    folder = "Templates"
    for file in files { add(SourceFile(name: file.name, path: file.path, bytes: file.bytes)) }
  }

  /// A warning of a file that is neither a template nor the words of a language; nil: it belongs there.
  private static func unread(_ file: String, in folder: String) -> Diagnostic? {
    // The samples among the product's own templates.
    if file.hasPrefix("forms/") || file.hasPrefix("locales/") && file.hasSuffix(".json") { return nil }
    let lower = file.lowercased()
    let name = lower.split(separator: "/").last?.prefix { $0 != "." } ?? ""
    let endings = [".css", ".js", ".mjs", ".svg", ".png", ".jpg", ".jpeg", ".webp", ".woff2"]
    let meant =
      if lower.contains(".htm") {
        "; did you mean “\(file.prefix { $0 != "." }).html”?"
      } else if lower.contains(".json") {
        "; did you mean “locales/\(name).json”?"
      } else if endings.contains(where: lower.hasSuffix) {
        "; style sheets, scripts and images stand in the folder that --public names"
      } else {
        ""
      }
    return Diagnostic(
      path: "\(folder)/\(file)", severity: .warning, code: .template,
      message: "nothing reads this file: templates end in .html, and words are in locales/LANGUAGE.json\(meant)")
  }

  private mutating func add(_ source: SourceFile) {
    var (template, diagnostics) = TemplateParser.parse(source)
    if let parsed = template {
      let (specialized, unknown) = constants.specialized(in: parsed)
      template = specialized
      diagnostics += unknown
    }
    recorded += diagnostics
    if !diagnostics.isEmpty { faulty.insert(source.name) }
    if let template { templates[source.name] = template } else { unreadable.insert(source.name) }
  }

  /// Compiles the template `name` against `V`. Where that fails the errors are recorded, and the template returned
  /// writes nothing.
  /// - `needs`: those that this template has besides the view's, which other templates are compiled against too.
  package mutating func template<V: View>(_ name: String, for type: V.Type, needs: [Need] = []) -> Template<V> {
    used.insert(name)
    let schema = Schema(type, needs: needs)
    asked.append((name, schema))
    guard let template = templates[name] else {
      if !unreadable.contains(name), !isMissing {
        recorded.append(
          Diagnostic(
            path: "\(folder)/\(name).html", code: .template,
            message: "there is no such template; \(type) needs it"))
      }
      return Template(Program.empty)
    }
    var compiler = TemplateCompiler(
      template, schema: schema, templates: templates, unreadable: unreadable, faulty: faulty)
    let program = compiler.compile(template)
    recorded += compiler.diagnostics
    assetUses += compiler.assetUses
    used.formUnion(compiler.used)
    guard let program, compiler.used.isDisjoint(with: faulty) else { return Template(Program.empty) }
    return Template(program)
  }

  /// Files of another kind that belong to the templates: those of a folder below theirs with this ending. One that
  /// cannot be read is recorded.
  /// - `isOptional`: whether there may be no such folder.
  /// - `other`: another folder of templates that they are read from.
  package mutating func dataFiles(
    in name: String, ending: String, isOptional: Bool = false, of other: String? = nil
  ) -> [DataFile] {
    if isMissing, other == nil { return [] }
    let path = "\(other ?? folder)/\(name)"
    if isOptional, FileIdentity(path: path) == nil { return [] }
    let content = TemplateFolder(reading: path, ending: ending)
    recorded += content.diagnostics
    return content.files.map { DataFile(source: SourceFile(name: $0.name, path: $0.path, bytes: $0.bytes)) }
  }

  /// Records that a file is not there.
  package mutating func recordMissing(_ name: String, message: String) {
    if !isMissing { recorded.append(Diagnostic(path: "\(folder)/\(name)", code: .template, message: message)) }
  }

  /// Records a mistake in a file that `dataFiles` gave.
  package mutating func record(_ mistake: Diagnostic) { recorded.append(mistake) }

  /// Everything found so far, sorted by file, line and column. A file that nothing uses is a warning; while some file
  /// is not well-formed, what it uses is unknown, and nothing is said of unused ones. A built-in one may be unused, where a
  /// custom template has taken another's place.
  package func diagnostics() -> [Diagnostic] {
    var all = recorded
    if unreadable.isEmpty {
      for (name, template) in templates where !used.contains(name) && builtIn?.contains(name) != true {
        let meant = builtIn == nil ? "" : Suggestion.text(for: name, among: used.sorted())
        all.append(
          template.source.diagnostic(
            .warning, at: 0, message: "nothing uses this template: no view and no other template\(meant)"))
      }
    }
    // A part compiled for two templates tells its errors twice.
    var distinct: [Diagnostic] = []
    for diagnostic in all.sorted() where diagnostic != distinct.last { distinct.append(diagnostic) }
    return distinct
  }

  /// Throws if any file has an error.
  package func finish() throws(TemplateErrors) {
    let all = diagnostics()
    if all.contains(where: { $0.severity == .error }) { throw TemplateErrors(diagnostics: all) }
  }
}

/// Everything that is wrong with the templates, all at once; the warnings are listed too.
public struct TemplateErrors: Error, Sendable, Equatable, CustomStringConvertible {
  /// Sorted by file, line and column; at least one is an error.
  public let diagnostics: [Diagnostic]
  /// Those that are not warnings.
  package var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }

  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

/// A file that a template names by its path among the site's assets: `<img src="logo.svg" alt=""/>`. Its address is written
/// when the page is, as it changes with the file.
package struct AssetUse: Sendable {
  package let file: String
  let source: SourceFile
  let offset: Int

  package func diagnostic(_ message: String) -> Diagnostic { source.diagnostic(.error, at: offset, message: message) }
}
