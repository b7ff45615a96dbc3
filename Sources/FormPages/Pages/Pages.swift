package import FormCells
public import Templates
public import Support

/// All pages, compiled from their templates once. Making a page cannot fail.
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
  /// In all languages that the product carries.
  package let words: WordCatalogue
  /// Templates that nothing uses: not wrong, and not right.
  public let warnings: [Diagnostic]
  private let assetUses: [AssetUse]

  /// Compiles every template below `directory` against the pages' declared slots, and reads the words in `locales`.
  /// - Parameters:
  ///   - directory: the templates.
  ///   - builtIn: the folder of the templates that the product brings along: they serve where `directory` has none, so it
  ///     needs only what differs. The same goes for words.
  /// - Throws: all mistakes of all templates and languages, with their places.
  public convenience init(directory: String, builtIn: String? = nil) throws(TemplateErrors) {
    try self.init(directory: directory, builtIn: builtIn) { _ in }
  }

  /// - `onLateMistakes`: where it is given, the languages that the product brings along are read when somebody first asks for them.
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

  /// The markup and words of scripts, by the name of the file that they are served as: one for each language, and for other
  /// digits of a language.
  /// - Parameter offline: nil: forms do not work offline.
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

  /// A mistake for each place where a template names a file under `Public` that is not there.
  /// - `refusal`: what to say of a file; nil: it is there.
  package func missingAssets(_ refusal: (String) -> String?) -> [Diagnostic] {
    var mistakes: [Diagnostic] = []
    for use in assetUses {
      guard let mistake = refusal(use.file).map(use.diagnostic) else { continue }
      // A part in several templates names it each time.
      if !mistakes.contains(mistake) { mistakes.append(mistake) }
    }
    return mistakes
  }

  /// The form as filled in so far, or what is open in front of it.
  /// - `overlay`: a selection view, which has the modal section of its cell behind it, or that section; nil: the form alone.
  /// - `displayState`: of these answers; left out, it is made.
  package func page(
    of formState: FormState, overlay: Overlay? = nil, in presentation: FormPresentation, _ request: PageRequest,
    displayState: consuming DisplayState? = nil
  ) -> [UInt8] {
    page(of: formState, overlay: overlay, in: presentation, request, displayState: displayState, asGzip: false).bytes
  }

  /// The same, compressed where it may be and is at hand so.
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

  /// Forgets what was rendered and is not shown any more.
  /// - Parameter now: seconds since any time.
  package func dropUnused(at now: Int) { cache.dropUnused(at: now) }

  /// The list of forms, given as presentations.
  /// - `drafts`: those that the visitor has begun, by form id, the one changed last in front.
  /// - `notes`: when a form can be sent, or why not, by form id.
  /// - `search`: the text that narrows it; a long list offers to.
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

  /// The receipt of a submission on disk.
  /// - `time`: when it was sent.
  /// - `change`: how it can be changed; nil: it cannot be.
  /// - `answers`: nil: they are not known.
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

  /// An error that a person can read.
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

  /// A whole page: what every page stands in, around its content.
  /// - `showsMore`: whether it shows more than the first view of a form.
  /// - `isFirst`: whether the visitor comes for the first time: what the page needs is in it then.
  /// - `prefix`: what the title begins with.
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
