import Answers
import FormCells
import FormController
import FormPages
import FormSite
import Gallery
import Guidelines
import Templates
import Assets
import Support

/// `formcells check`: reports everything that `serve` would refuse, and everything that violates a guideline.
struct CheckCommand {
  private let forms: String
  private let takesSamples: Bool
  private let templates: String
  private let publicDirectory: String
  private let sourceFolders: [String]
  /// The file limit in bytes of the server that will serve the forms.
  private let fileByteLimit: Int
  private let format: Findings.Format
  /// Whether warnings also make the command fail.
  private let isStrict: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    templates = arguments.text(.templates, default: Installation.templates)
    publicDirectory = arguments.text(.public, default: Installation.publicDirectory)
    forms = arguments.argument ?? Installation.forms(in: templates)
    takesSamples = arguments.argument == nil
    sourceFolders = try arguments.folders(.allowSources)
    fileByteLimit = try arguments.bytes(.fileLimit, in: 1...1 << 50, default: ServeCommand.usualFileByteLimit)
    format = try arguments.choice(.format, default: .text)
    isStrict = try arguments.flag(.strict)
  }

  /// Files that pages name in addition to their templates.
  private static let files = PageAssets.files + PageAssets.serviceWorkers + [AnswersPages.stylesheet]

  func run() throws {
    var findings = Findings()
    let documents = checkDefinitions(&findings)
    let pages = checkTemplates(&findings, documents: documents)
    checkWords(&findings)
    findings.add(Assets.mistakes(in: publicDirectory, builtIn: builtInPublicDirectory, needed: Self.files))
    // Checked only without errors: a broken form, template or style sheet may name further files.
    if let pages, findings.errorCount == 0 {
      let images = documents.flatMap(\.form.cells).compactMap(\.optionSource).map(\.images)
      let needed = images.reduce(into: Set(Self.files + pages.assets)) { $0.formUnion($1) }
      findings.add(Assets.unused(in: publicDirectory, builtIn: builtInPublicDirectory, needed: needed))
    }
    try Terminal.print(findings.printed(as: format))
    if takesSamples { Terminal.error(Definitions.noteOnSamples(in: forms, .check)) }
    Terminal.error(findings.closingLine)
    if findings.errorCount > 0 || isStrict && findings.warningCount > 0 { throw Failure([]) }
  }

  private var builtInPublicDirectory: String? { Installation.publicDirectory(besides: publicDirectory) }

  /// - Returns: the definitions without mistakes.
  private func checkDefinitions(_ findings: inout Findings) -> [DefinitionDocument] {
    var documents: [DefinitionDocument] = []
    let now = Environment.system.now()
    // An unreadable folder of assets is reported with the assets.
    let images = try? Assets.images(in: publicDirectory, builtIn: builtInPublicDirectory)
    do throws(DefinitionErrors) {
      let each = try DefinitionDocument.loadEach(
        path: forms, sourceFolders: sourceFolders, images: images, stores: Definitions.stores)
      for (path, document) in each {
        findings.formCount += 1
        switch document {
        case .success(let document):
          findings.add(warnings(of: document, at: now))
          findings.add(document.languageGaps)
          findings.add(document.sourceWarnings)
          findings.add(document.findings(aboveFileLimit: fileByteLimit))
          documents.append(document)
        case .failure(let errors):
          findings.add(errors.diagnostics)
          let rest = DefinitionDocument.withStandIns(
            path: path, sourceFolders: sourceFolders, images: images, stores: Definitions.stores, errors)
          if let rest { findings.add(warnings(of: rest, at: now).filter(rest.isCertain)) }
        }
      }
      // Only if all definitions are valid: a wrong one may read further files.
      if documents.count == each.count {
        findings.add(DefinitionDocument.passedOver(in: forms, reading: documents.map(\.form)))
      }
    } catch { findings.add(error.diagnostics) }
    return documents
  }

  private func warnings(of document: DefinitionDocument, at now: Timestamp) -> [Diagnostic] {
    let today = now.day(in: document.form.timeZone ?? .ofMachine)
    return document.warnings + document.contradictions(on: today) + document.warnings(on: today)
  }

  /// - Returns: `nil` if a template has a mistake.
  private func checkTemplates(_ findings: inout Findings, documents: [DefinitionDocument]) -> Pages? {
    do throws(TemplateErrors) {
      let builtIn = Installation.templates(besides: templates)
      let pages = try Pages.withGallery(
        directory: templates, builtIn: builtIn, further: { _ = AnswersTemplates(&$0) }
      ).0
      findings.add(pages.warnings)
      findings.add(
        pages.missingAssets { Assets.missing($0, in: publicDirectory, builtIn: builtInPublicDirectory) })
      findings.add(documents.flatMap { $0.languages(without: pages.words) })
      return pages
    } catch {
      findings.add(error.diagnostics)
      return nil
    }
  }

  /// Checks the built-in words against the guidelines; a file that cannot be read is reported with the templates.
  private func checkWords(_ findings: inout Findings) {
    let folder = "\(templates)/locales"
    guard let content = try? FolderContent(of: folder) else { return }
    for name in content.entries.map(\.name) where name.hasSuffix(".json") {
      let path = "\(folder)/\(name)"
      guard let bytes = try? Definitions.read(path) else { continue }
      findings.add(Guideline.warnings(onWords: bytes, path: path))
    }
  }
}

extension DefinitionDocument {
  /// A warning for each language of the form that has no built-in words.
  fileprivate func languages(without words: WordCatalogue) -> [Diagnostic] {
    form.languages.filter { words.words(in: $0) == nil }.map { language in
      Diagnostic(
        path: path, severity: .warning, code: .languageWithoutWords,
        message: "there are no built-in words in “\(language)”, so buttons and messages are in English; "
          + "add locales/\(language.shortest).json to the templates")
    }
  }
}

extension Diagnostic.Code {
  fileprivate static let languageWithoutWords = Self(
    "language-without-words", summary: "A language of the form has no built-in words.")
}
