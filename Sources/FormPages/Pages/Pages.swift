package import FormCells
public import Templates
public import Support

/// All pages, compiled from their templates once. Rendering a page cannot fail.
public final class Pages: Sendable {
  private let document: Template<DocumentView>
  let form: Template<FormView>
  let review: Template<ReviewView>
  private let index: Template<IndexView>
  private let receipt: Template<ReceiptView>
  let closed: Template<ClosedView>
  let saved: Template<SavedView>
  let device: Template<DeviceView>
  private let error: Template<ErrorView>
  private let scriptParts: Template<ScriptPartsView>
  let cells: CellTemplates
  let cache = RenderCache()
  let listPickerSelection: Template<SelectionView>
  let selectSelection: Template<SelectionView>
  let modalSection: Template<ModalSectionView>
  let repeatedSection: Template<RepeatedSectionView>
  let modalPanel: Template<ModalSectionPanel>
  /// The built-in words in all languages.
  package let words: WordCatalogue
  /// Warnings about templates that nothing uses.
  public let warnings: [Diagnostic]
  private let assetUses: [AssetUse]

  /// Compiles every template below `directory` against the slots that pages declare, and reads the words in `locales`.
  /// - Parameters:
  ///   - directory: the folder of the templates.
  ///   - builtIn: the folder of the built-in templates and words. They are used for everything that `directory` does
  ///     not have, so `directory` needs only what differs.
  /// - Throws: all mistakes in all templates and languages, with their places.
  public convenience init(directory: String, builtIn: String? = nil) throws(TemplateErrors) {
    try self.init(directory: directory, builtIn: builtIn) { _ in }
  }

  /// - `onLateMistakes`: if given, the words of a built-in language are read only when they are first needed.
  /// - `further`: compiles the templates of further pages in the same folder.
  package init(
    directory: String, builtIn: String? = nil, onLateMistakes: WordCatalogue.LateMistakes? = nil,
    further: (inout TemplateLibrary) -> Void
  ) throws(TemplateErrors) {
    var library = TemplateLibrary(
      directory: directory, builtIn: builtIn, constants: TemplateConstants(PageField.constants + FormAction.constants))
    let wordFiles = WordCatalogue.reading(&library, builtIn: builtIn, onLateMistakes: onLateMistakes)
    document = library.template("document", for: DocumentView.self)
    form = library.template("form", for: FormView.self)
    review = library.template("review", for: ReviewView.self)
    index = library.template("index", for: IndexView.self)
    receipt = library.template("receipt", for: ReceiptView.self)
    closed = library.template("closed", for: ClosedView.self)
    saved = library.template("saved", for: SavedView.self)
    device = library.template("device", for: DeviceView.self)
    error = library.template("error", for: ErrorView.self)
    scriptParts = library.template("parts/script-parts", for: ScriptPartsView.self)
    cells = CellTemplates(&library)
    listPickerSelection = library.template(
      "selection/list-picker", for: SelectionView.self, needs: SelectionView.listPickerNeeds)
    selectSelection = library.template("selection/select", for: SelectionView.self)
    modalSection = library.template("cells/modal-section", for: ModalSectionView.self)
    repeatedSection = library.template("cells/repeat", for: RepeatedSectionView.self)
    modalPanel = library.template("selection/modal-section", for: ModalSectionPanel.self)
    further(&library)
    words = WordCatalogue(wordFiles, library: &library)
    try library.finish()
    warnings = library.diagnostics()
    assetUses = library.assetUses
  }

  /// The files under `Public` that templates name.
  package var assets: Set<String> { Set(assetUses.map(\.file)) }

  /// The files with the markup and words of scripts, by file name: one for each language and each set of digits it is
  /// written with.
  /// - Parameter offline: `nil` if forms do not work offline.
  package func madeAssets(offline: OfflineSettings?) -> [String: @Sendable () -> [UInt8]] {
    var made: [String: @Sendable () -> [UInt8]] = [:]
    for (language, numbers) in words.writings {
      made[Self.partsFile(of: language, numbers)] = { [scriptParts, words] in
        scriptParts.render(
          ScriptPartsView(
            words: words.words(in: language, writing: numbers) ?? words.english, offline: offline))
      }
    }
    return made
  }

  static func partsFile(of language: LanguageTag, _ numbers: NumberFormat) -> String {
    let digits = numbers.digits == NumberFormat.of(language).digits ? "" : "-\(numbers.digits)"
    return "parts/\(language)\(digits).txt"
  }

  /// A mistake for each place where a template names a missing file under `Public`.
  /// - `refusal`: the message about a file; `nil` if the file exists.
  package func missingAssets(_ refusal: (String) -> String?) -> [Diagnostic] {
    var mistakes: [Diagnostic] = []
    for use in assetUses {
      guard let mistake = refusal(use.file).map(use.diagnostic) else { continue }
      // A part that several templates use names the file each time.
      if !mistakes.contains(mistake) { mistakes.append(mistake) }
    }
    return mistakes
  }

  /// The form with the present answers, or the view that is open in front of it.
  /// - `overlay`: a selection view, which is in front of its cell's modal section, or that section; `nil` for the form
  ///   alone.
  /// - `displayState`: the display state of these answers; by default, it is computed.
  package func page(
    of formState: FormState, overlay: Overlay? = nil, in presentation: FormPresentation, _ request: PageRequest,
    displayState: consuming DisplayState? = nil
  ) -> [UInt8] {
    page(of: formState, overlay: overlay, in: presentation, request, displayState: displayState, asGzip: false).bytes
  }

  /// The same page, compressed if `asGzip` allows it and a compressed copy is available.
  package func page(
    of formState: FormState, overlay: Overlay?, in presentation: FormPresentation, _ request: PageRequest,
    displayState: consuming DisplayState?, asGzip: Bool
  ) -> PageBytes {
    let displayState = displayState ?? DisplayState(of: formState, in: presentation, today: request.today)
    func rendered() -> [UInt8] {
      let shown =
        switch overlay {
        case .cell(let cell): presentation.answering(formState.layered(for: cell))
        case .section(let section): presentation.answering(formState.layered(by: section))
        case nil: presentation.answering(formState)
        }
      return FormPage(
        pages: self, formState: formState, presentation: shown, request: request, overlay: overlay,
        displayState: shown === presentation
          ? displayState : DisplayState(of: formState, in: shown, today: request.today)
      ).bytes()
    }
    let key = RenderCache.Key(
      of: formState, in: presentation, request: request, overlay: overlay, displayState: displayState)
    guard let key else { return PageBytes(bytes: rendered(), isGzip: false) }
    return cache.page(key, of: formState.id, isFirst: request.isFirst, asGzip: asGzip, render: rendered)
  }

  /// Removes rendered pages and parts that are no longer used.
  /// - Parameter now: seconds from any fixed time.
  package func dropUnused(at now: Int) { cache.dropUnused(at: now) }

  /// The list of forms.
  /// - `drafts`: the visitor's drafts, by form id, the last changed first.
  /// - `notes`: when a form can be sent, or why not, by form id.
  /// - `search`: the text that filters a long list.
  package func index(
    of forms: [FormPresentation], drafts: [String: [DraftSummary]] = [:], notes: [String: String] = [:],
    search: String = "", device: String, words: Words,
    assets: PageAssets, isFirst: Bool = false, viewport: ViewportClass
  ) -> [UInt8] {
    let offersSearch = forms.count >= IndexView.searchedFrom
    let found = offersSearch ? forms.filter { $0.matches(search) } : forms
    let entries = found.map { presentation in
      IndexView.Entry(
        presentation: presentation, words: words, note: notes[presentation.form.id],
        drafts: (drafts[presentation.form.id] ?? []).map {
          IndexView.Draft(presentation: presentation, summary: $0, words: words)
        })
    }
    let view = IndexView(words: words, entries: entries, search: offersSearch ? search : nil, device: device)
    return finish(
      index.fragment(view), title: words[.forms],
      in: DocumentContext(language: words.language, words: words, assets: assets), isFirst: isFirst, viewport: viewport)
  }

  /// The receipt of a stored submission.
  /// - `time`: when it was sent.
  /// - `change`: how it can be changed; `nil` if it cannot.
  /// - `answers`: `nil` if they are not known.
  package func receipt(
    of reference: String, at time: LocalTime, change: ReceiptChange? = nil, answers: FormState?,
    in presentation: FormPresentation,
    viewport: ViewportClass
  ) -> [UInt8] {
    let isShown = presentation.form.receipt.showsAnswers
    let presentation = answers.map { presentation.answering($0) } ?? presentation
    let view = ReceiptView(
      presentation: presentation, reference: reference, time: time, change: change,
      groups: isShown ? answers.map { presentation.answers(in: $0, change: nil) } ?? [] : [])
    return finish(
      receipt.fragment(view), title: presentation.words[.receiptTitle], in: presentation.document, viewport: viewport)
  }

  /// An error page for people.
  package func error(
    title: String, text: String, requestID: String? = nil, ways: ErrorWays, words: Words, assets: PageAssets,
    viewport: ViewportClass
  ) -> [UInt8] {
    let view = ErrorView(
      title: title, text: text, requestID: requestID.map { words.errors.requestID($0) }, ways: ways, words: words)
    return finish(
      error.fragment(view), title: title,
      in: DocumentContext(language: words.language, words: words, assets: assets), viewport: viewport)
  }

  /// The cells of a form, each as a fragment.
  package func cells(
    of formState: FormState, in presentation: FormPresentation, _ request: PageRequest
  ) -> [Fragment] {
    let presentation = presentation.answering(formState)
    return FormPage(
      pages: self, formState: formState, presentation: presentation, request: request, overlay: nil,
      displayState: DisplayState(of: formState, in: presentation, today: request.today)
    ).allSections().flatMap(\.cells)
  }

  /// A complete page: its content inside the document that all pages share.
  /// - `showsMore`: whether it shows more than the first view of a form.
  /// - `isFirst`: whether the visitor is here for the first time; style and script are then inlined.
  /// - `prefix`: the beginning of the title.
  package func finish(
    _ content: Fragment, title: String, behind prefix: String = "", in context: DocumentContext,
    furtherStylesheet: String? = nil, showsMore: Bool = true, isFirst: Bool = false, viewport: ViewportClass
  ) -> [UInt8] {
    let view = DocumentView(
      context: context, titlePrefix: prefix, title: title, viewport: viewport, furtherStylesheet: furtherStylesheet,
      isFirst: isFirst, showsMore: showsMore, content: content)
    return document.render(view, linking: context.assets.file)
  }
}
