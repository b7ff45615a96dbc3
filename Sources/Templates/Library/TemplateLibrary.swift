public import Support

/// The templates of a folder, each compiled against a Swift type. Errors are recorded rather than thrown one by one;
/// ``finish()`` throws the errors of all files together.
///
/// ## The template language
///
/// A template is a well-formed XML document whose root is `<t:template xmlns:t="urn:formcells:template">`; the root may
/// have several children. `doctype="html"` on the root of a page writes `<!DOCTYPE html>`. The elements in it are HTML,
/// with lower-case names, and SVG drawings. The output is HTML: void elements have no slash, and all others are closed.
///
/// | in a template | means |
/// |---|---|
/// | `{name}` | the slot's text, escaped for its place; in text, an optional slot that is `nil` writes nothing |
/// | `{press.close}` | a constant: the same text for every view (``TemplateConstants``) |
/// | `{{`, `}}` | a brace |
/// | `title="{name?}"` | the attribute with an optional slot's text, or no attribute if the text is `nil` |
/// | `checked="{name?}"` | a boolean attribute (or a `data-` one) that a flag switches |
/// | `aria-busy="{name}"` | "true" or "false", from a flag; in `aria-` and `data-` attributes |
/// | `href="{name}"` | a URL slot; text slots are allowed in a URL only after a `#` |
/// | `src="logo.svg"` | the address of a file under `Public`; in `href`, `poster`, `data` and `xlink:href` too |
/// | `<t:if test="name">…<t:else/>…</t:if>` | if a flag holds, an optional has a value, or a list is not empty |
/// | `<t:unless test="name">…</t:unless>` | if it does not |
/// | `<t:each of="name">…</t:each>` | for each view of a list; inside, only that view's slots have names |
/// | `<t:with of="name">…</t:with>` | for a view, if there is one; inside, only its slots have names |
/// | `<t:part name="parts/label"/>` | another template, compiled against the view in scope |
/// | `<t:slot name="name"/>` | the fragments that other templates made |
///
/// An optional slot in an attribute is written `{name?}` and must be the whole value. Only inside `<t:if test="name">`
/// may it be written as `{name}`, together with other text. `?` is for optionals and flags only.
///
/// Comments are dropped. White space that contains a line break and has no text beside it is dropped. Other white space
/// becomes one space, except in `pre` and `textarea`, where it stays as it is. `&#32;` writes a space that must stay.
///
/// Ids and references to them are compared as patterns: a reference to `{id}-helper` needs an element with the id
/// `{id}-helper` in the same template or its parts. A reference whose whole value is one slot is not checked.
package struct TemplateLibrary {
  private var templates: [String: ParsedTemplate] = [:]
  /// Files that are not well-formed.
  private var unreadable: Set<String> = []
  /// Files with errors found before compiling: files that are not well-formed, and those with wrong braces.
  private var faulty: Set<String> = []
  private var used: Set<String> = []
  /// The templates that were asked for, with the slots of their views. The article on slots is generated from them.
  private(set) var asked: [(name: String, schema: Schema)] = []
  private var recorded: [Diagnostic] = []
  /// The files among the site's assets that the compiled templates name.
  package private(set) var assetUses: [AssetUse] = []
  private let folder: String
  /// Names of the templates in the built-in folder; `nil` if there is no such folder.
  private var builtIn: Set<String>?
  /// Whether the folder could not be read; this is reported once.
  private var isMissing = false
  private let constants: TemplateConstants

  /// Reads every `*.html` below `directory`; a template's name is its path below it without `.html`, such as
  /// `cells/text`. A folder or file that cannot be read becomes a diagnostic.
  /// - `others`: a folder whose templates are used where `directory` has none of that name; `nil` if there is none.
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

  /// Uses templates that are already in memory.
  /// - `files`: `name` is what `t:part` and ``template(_:for:needs:)`` call the template; diagnostics show `path`.
  package init(files: [(name: String, path: String, bytes: [UInt8])], constants: TemplateConstants = [:]) {
    self.constants = constants
    folder = "Templates"
    for file in files { add(SourceFile(name: file.name, path: file.path, bytes: file.bytes)) }
  }

  /// A warning about a file that is neither a template nor the words of a language; `nil` if the file belongs here.
  private static func unread(_ file: String, in folder: String) -> Diagnostic? {
    // `forms/` has the samples of the built-in templates.
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
        "; style sheets, scripts and images belong in the folder named by --public"
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

  /// Compiles the template `name` against `V`. If that fails, the errors are recorded and the returned template writes
  /// nothing.
  /// - `needs`: what this template needs in addition to `V.needs`; other templates for the same view do not need it.
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

  /// Data files that belong to the templates: the files with this ending in the subfolder `name`. A file that cannot be
  /// read is recorded.
  /// - `isOptional`: whether the folder may be missing.
  /// - `other`: the templates' folder to use instead of the library's own.
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

  /// Records that a file is missing.
  package mutating func recordMissing(_ name: String, message: String) {
    if !isMissing { recorded.append(Diagnostic(path: "\(folder)/\(name)", code: .template, message: message)) }
  }

  /// Records a mistake in a file from `dataFiles`.
  package mutating func record(_ mistake: Diagnostic) { recorded.append(mistake) }

  /// Everything found so far, sorted by file, line and column. A file that nothing uses gets a warning. If some file is
  /// not well-formed, nobody knows what it uses, so there are no such warnings. Built-in files get none either: a
  /// custom template may have replaced what used them.
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
    // The errors of a part that was compiled for two templates are found twice.
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

/// Everything that is wrong with the templates, including warnings.
public struct TemplateErrors: Error, Sendable, Equatable, CustomStringConvertible {
  /// Sorted by file, line and column; at least one is an error.
  public let diagnostics: [Diagnostic]
  /// Those that are not warnings.
  package var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }

  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

/// A file that a template names by its path among the site's assets: `<img src="logo.svg" alt=""/>`. The address
/// changes with the file, so it is written when the page is rendered.
package struct AssetUse: Sendable {
  package let file: String
  let source: SourceFile
  let offset: Int

  package func diagnostic(_ message: String) -> Diagnostic { source.diagnostic(.error, at: offset, message: message) }
}
