import Support

/// Decodes one document into a form, and continues after each error.
final class FormDecoder {
  let report: DefinitionReport
  /// The folder to which the paths of `source` are relative.
  let directory: String
  /// Further folders in which sources may be.
  let sourceFolders: [String]
  /// The images that options may name, by their paths under Public; `nil` skips the check.
  let images: Set<String>?
  /// The stores that `source` may name besides files.
  let stores: OptionStores
  /// Whether a definition is decoded, whose texts must be typeable. Otherwise values are decoded, which are read like typed text.
  private(set) var isDefinition = false
  /// How texts write numbers when values are decoded; `nil` for exact digits, as in a definition.
  let numbers: NumberFormat?
  /// The form's locale, once it is known: every text must have it.
  var locale: LanguageTag = "en-US" {
    didSet { completeLanguages = [] }
  }
  /// The language of plain strings.
  private var ownLanguage: LanguageTag = "en"
  /// All texts of the form so far.
  var texts: [ShownText] = []
  /// Computed once all texts are read.
  private lazy var wholeLanguages = WholeLanguages(of: texts, in: ownLanguage)
  /// The languages of the keys so far: most texts have the same.
  private var languages: [String: LanguageTag] = [:]
  /// The languages of a text that has the form's locale.
  var completeLanguages: [LanguageTag] = []
  /// The values of keys that are left out, which depend on the form's guidelines.
  private(set) var defaults = Defaults(of: nil)
  /// The files that `source` names, as paths from here.
  private(set) var sourcePaths: [String] = []
  /// The sources read so far: two cells with one file share its table.
  private var sources: [(path: String, columns: OptionColumns, source: OptionSource)] = []
  /// The database tables opened so far, which are shared in the same way.
  private var databases: [(database: OptionDatabase, source: OptionSource)] = []
  /// The options that several cells offer, by name.
  var optionLists: [String: OptionSource] = [:]
  /// The names of the lists that a cell offers.
  var usedOptionLists: Set<String> = []
  /// The file columns that expressions name, each once, by the id of the cell with the file.
  private(set) var calculatedColumns: [String: [String]] = [:]
  /// Whether a form is made despite errors, with placeholders, so that warnings can be found as well.
  var makesStandIns = false
  /// The offset of the form's id, or of the object without one.
  private(set) var idOffset = 0

  convenience init(
    bytes: [UInt8], path: String, directory: String, sourceFolders: [String] = [], images: Set<String>? = nil,
    stores: OptionStores = OptionStores(), numbers: NumberFormat? = nil
  ) {
    self.init(
      report: DefinitionReport(path: path, source: SourceText(bytes)), directory: directory,
      sourceFolders: sourceFolders, images: images, stores: stores, numbers: numbers)
  }

  init(
    report: DefinitionReport, directory: String, sourceFolders: [String] = [], images: Set<String>? = nil,
    stores: OptionStores = OptionStores(), numbers: NumberFormat? = nil
  ) {
    self.report = report
    self.stores = stores
    self.numbers = numbers
    self.directory = directory
    self.sourceFolders = sourceFolders
    self.images = images
  }

  /// `nil` after errors, which are in the report.
  func document() -> DefinitionDocument? {
    guard let root = report.parse(), let form = decode(root) else { return nil }
    return DefinitionDocument(
      path: report.path, source: report.source, root: root, form: form,
      languages: wholeLanguages)
  }

  /// `nil` after errors, which are in the report.
  func decode(_ root: JSONNode) -> Form? {
    isDefinition = true
    if case .array = root.content {
      report.add(
        .wrongType, at: root.offset, path: "",
        message:
          "this is an array; a form definition is an object. A file of options must be the “source” of a form here")
      return nil
    }
    guard let reader = ObjectReader(root, as: .form, at: "", decoder: self) else { return nil }
    if let node = reader["locale"], let tag = language(node, at: "locale") { locale = tag }
    // Without a locale the language is plain English, not that of a region.
    if reader.has("locale") { ownLanguage = locale }
    let id = formID(reader)
    _ = reader.string("$schema")
    let title = reader.text("title")
    let description = reader.text("description")
    defaults = Defaults(of: reader.choice("guidelines", DesignSystem.self))
    let marking = reader.choice("marking", Marking.self) ?? defaults.marking
    let submitLabel = reader.object("submit")?.text("label")
    let lint = lintSettings(reader)
    let hasReview = reader.flag("review") ?? false
    let timeZone = timeZone(reader)
    let receipt = receipt(reader)
    let isProtected = reader.flag("protect") ?? false
    let retentionDays = reader.object("retention")?.count("days")
    let availability = availability(reader)
    let savesDrafts = reader.flag("save") ?? false
    let changeMinutes = changeMinutes(reader, retentionDays: retentionDays)
    readOptionLists(reader)
    calculatedColumns = Self.calculatedColumns(in: root)
    let sections = self.sections(reader, marking: marking)
    checkOptionLists(reader)
    guard report.isEmpty || makesStandIns, let sections, makesStandIns || id != nil && title != nil else { return nil }
    return Form(
      id: id ?? "", title: title ?? "", description: description, locale: locale, marking: marking,
      submitLabel: submitLabel,
      lint: lint, hasReview: hasReview, timeZone: timeZone, receipt: receipt,
      isProtected: isProtected, retentionDays: retentionDays, availability: availability, savesDrafts: savesDrafts,
      changeMinutes: changeMinutes,
      sections: sections.sections,
      rules: sections.rules,
      languages: wholeLanguages.tags,
      definition: root.meaning.compactBytes)
  }

  private func formID(_ reader: ObjectReader) -> String? {
    idOffset = reader["id"]?.offset ?? reader.offset
    if reader.has("id") { return reader.id("id") }
    let file = report.path.split(separator: "/").last.map(String.init) ?? ""
    let name = file.hasSuffix(".json") ? String(file.dropLast(5)) : file
    guard Self.isID(name) else {
      report.add(
        .missingKey, at: reader.offset, path: "id",
        message:
          "the file's name “\(name)” cannot be the form's id; add an “id” of a–z, 0–9 and “-”, at most 64 of them")
      return nil
    }
    return name
  }

  /// The maximum number of cells in one form: more than anybody fills in, but few enough for a page and a session.
  static let cellLimit = 2_000

  private func sections(_ reader: ObjectReader, marking: Marking) -> (sections: [FormSection], rules: [FormRule])? {
    guard let elements = reader.elements("sections") else { return nil }
    var drafts: [(section: FormSection, reader: ObjectReader, cells: [CellDraft?])] = []
    var ids: Set<String> = []
    for (node, path) in elements {
      guard let section = ObjectReader(node, as: .section, at: path, decoder: self) else { continue }
      var draft = FormSection(
        title: section.text("title"), footer: section.text("footer"),
        container: section.choice("container", Section.Container.self) ?? .page, label: section.text("label"), cells: []
      )
      if draft.container == .modal, !section.has("label"), !section.has("title") {
        report.add(
          .missingKey, at: section.offset, path: section.path(of: "label"),
          message: "a modal section needs a “label”: it is drawn as a cell with that name")
      }
      let cells = (section.elements("cells") ?? []).map { cell($0.node, at: $0.path, marking: marking) }
      if draft.container == .repeated { draft.repeated = repeated(section, cells: cells, ids: &ids) }
      drafts.append((draft, section, cells))
    }
    checkSteps(elements, sections: drafts.map(\.section))
    let count = drafts.reduce(0) { $0 + $1.cells.count }
    if count > Self.cellLimit {
      reader.add(.badValue, key: "sections", message: "the form has \(count) cells; the limit is \(Self.cellLimit)")
    }
    // A step shows or hides all sections up to the next one.
    let steps = FormStep.steps(of: drafts.map { ($0.section.container, $0.cells.count) })
    var end = 0
    let extents = drafts.enumerated().map { position, draft in
      let start = end
      end += draft.cells.count
      let step = steps.first { $0.sections.contains(position) }
      return SectionExtent(
        reader: draft.reader, cells: draft.section.container == .step ? step?.cells ?? start..<end : start..<end,
        repeated: draft.section.repeated)
    }
    let finished = cells(of: CellDrafts(drafts.flatMap(\.cells), in: extents), in: extents, of: reader)
    // A section that can't be read would shift the positions of all cells after it.
    guard let finished, drafts.count == elements.count else { return nil }
    var rest = finished.cells[...]
    let sections = zip(drafts, finished.sections).enumerated().map { position, element in
      let (draft, read) = element
      var section = draft.section
      section.repeated?.rules = finished.entryRules[position] ?? []
      section.visibleWhen = read.visibleWhen
      section.cellsOfTexts = read.texts
      section.cells = Array(rest.prefix(draft.cells.count))
      rest = rest.dropFirst(draft.cells.count)
      return section
    }
    return (sections, finished.rules)
  }

  /// The first section of a form with steps must be a step.
  private func checkSteps(_ elements: [(node: JSONNode, path: String)], sections: [FormSection]) {
    // If one of them could not be read, that has already been reported.
    guard elements.count == sections.count, let first = sections.firstIndex(where: { $0.container == .step }) else {
      return
    }
    for (node, path) in elements[..<first] {
      report.add(
        .badValue, at: node.offset, path: path,
        message:
          "a form of steps begins with one, and this section comes before the first step: give it “\"container\": \"step\"”, or "
          + "move it after a step")
    }
  }

  /// The language of a text in an object of languages.
  func language(ofKey key: String) throws(LanguageTag.Refusal) -> LanguageTag {
    if let known = languages[key] { return known }
    let tag = try LanguageTag(checking: key)
    languages[key] = tag
    return tag
  }

  /// - `file`: relative to the definition.
  func source(file: String, columns: OptionColumns) throws(OptionFileErrors) -> OptionSource {
    let path = path(to: file)
    sourcePaths.append(path)
    if let known = sources.first(where: { $0.path == path && $0.columns == columns }) { return known.source }
    let source =
      if let bytes = stores.files[file] {
        try OptionSource.file(path, holding: bytes, columns: columns)
      } else {
        try OptionSource.file(path, columns: columns, within: [directory] + sourceFolders, images: images)
      }
    sources.append((path, columns, source))
    return source
  }

  /// - `file`: relative to the definition.
  func source(
    sqlite file: String, table: String, columns: OptionColumns,
    _ open: (OptionDatabase) throws(OptionFileErrors) -> OptionSource
  ) throws(OptionFileErrors) -> OptionSource {
    let database = OptionDatabase(
      path: path(to: file), table: table, columns: columns, folders: [directory] + sourceFolders, images: images)
    if let known = databases.first(where: { $0.database == database }) {
      return columns.filters.isEmpty ? known.source : OptionSource(sharing: known.source)
    }
    let source = try open(database)
    databases.append((database, source))
    return source
  }

  private func path(to file: String) -> String {
    directory.isEmpty ? file : directory.hasSuffix("/") ? directory + file : "\(directory)/\(file)"
  }
}

/// The key `timeZone`.
extension FormDecoder {
  /// `nil` if the form has none, or an unknown one.
  func timeZone(_ reader: ObjectReader) -> TimeZone? {
    guard let name = reader.string("timeZone") else { return nil }
    do throws(TimeZoneFiles.Refusal) { return try TimeZoneFiles.machine.zone(named: name) } catch {
      reader.add(.badValue, key: "timeZone", message: error.sentence(on: name))
      return nil
    }
  }
}

extension JSONNode {
  /// The definition without what does not change its meaning: white space, escapes, the order of keys, `$schema`, `lint`.
  var meaning: JSONValue {
    guard case .object(let members) = sorted else { return sorted }
    return .object(members.filter { $0.key != "$schema" && $0.key != "lint" })
  }

  private var sorted: JSONValue {
    switch content {
    case .object(let members):
      .object(members.map { .init($0.key, $0.value.sorted) }.sorted { $0.key < $1.key })
    case .array(let elements): .array(elements.map(\.sorted))
    case .null, .bool, .number, .string: value
    }
  }
}
