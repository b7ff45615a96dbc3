package import FormCells
package import FormPages
package import HTTPCore
import Support

/// Everything that changes only when the site is loaded again: the forms with their earlier versions, the pages, and what
/// is made of them once. A request takes one snapshot at its start. What is made at its first use is in tables that only grow, each
/// behind a lock.
package final class SiteSnapshot: Sendable {
  package let forms: [Form]
  package let pages: Pages
  /// Their addresses have no mount path.
  package let assets: PageAssets
  /// The site's own mount, for visitors to whom no proxy shows another.
  package let mount: Mount
  package let extraPages: (any ExtraPages)?
  /// Whether photos for cells with `scan` can be read.
  let offersScan: Bool
  /// Bytes of a file that is added to a form; nil: not known.
  let fileByteLimit: Int?
  /// Bytes of a body that the server in front of the site takes, to tell visitors; nil: not known.
  let bodyByteLimit: Int?
  /// Days that saved drafts are kept; nil: there is no place for them.
  let draftDays: Int?
  /// The server's: of forms that name none.
  let timeZone: TimeZone
  /// Forms, by id, of which a version asks a provider for options.
  private let providedForms: Set<String>
  private let current: [String: ServedForm]
  /// The first of them.
  private let served: [ServedForm]
  /// Versions that were served before, the last one at the end.
  private let earlier: [String: [ServedForm]]
  /// Mounts by the path prefix that a proxy has taken off.
  private let forwardedMounts = AppendOnlyTable<MountPath, Mount>(entryLimit: forwardedMountLimit)
  private let languages = AppendOnlyTable<String?, PageLanguage>(entryLimit: languageLimit)

  /// Versions of one form, and forms, that are kept for pages which were made from them.
  private static let earlierVersionLimit = 32
  private static let earlierFormLimit = 256
  /// Forms that are looked through before one is looked up.
  private static let listedFormLimit = 8
  /// Prefixes of proxies: one of each proxy in front, and few are. Where strangers could make some up, these are served too.
  private static let forwardedMountLimit = 8
  /// Languages found for `Accept-Language` fields. Browsers send the same few over and over; where strangers send more
  /// different ones, they are read each time.
  fileprivate static let languageLimit = 64
  /// Bytes of a field that is remembered; longer ones are rare.
  private static let languageFieldByteLimit = 256

  /// - Parameter last: the snapshot before. A form whose definition is the same stays the same form.
  package init(
    forms: [Form], pages: Pages, assets: PageAssets, mountPath: MountPath = .root, extraPages: (any ExtraPages)? = nil,
    offersScan: Bool, fileByteLimit: Int? = nil,
    bodyByteLimit: Int? = nil, draftDays: Int? = nil, timeZone: TimeZone = .utc, after last: SiteSnapshot? = nil
  ) {
    self.pages = pages
    self.assets = assets
    mount = Mount(mountPath, assets: assets, isKept: true)
    self.extraPages = extraPages
    self.offersScan = offersScan
    self.fileByteLimit = fileByteLimit
    self.bodyByteLimit = bodyByteLimit
    self.draftDays = draftDays
    self.timeZone = timeZone
    self.forms = forms.map { form in
      last?.current[form.id].flatMap { $0.form.version == form.version ? $0.form : nil } ?? form
    }
    var current: [String: ServedForm] = [:]
    for form in self.forms where current[form.id] == nil { current[form.id] = ServedForm(form) }
    for form in extraPages?.forms ?? [] where current[form.id] == nil {
      current[form.id] = ServedForm(form, home: extraPages?.home)
    }
    var earlier = last?.earlier.mapValues { $0.map { ServedForm($0.form, home: $0.home) } } ?? [:]
    for (id, served) in last?.current ?? [:] where current[id]?.form.version != served.form.version {
      guard earlier[id] != nil || earlier.count < Self.earlierFormLimit else { continue }
      earlier[id, default: []].removeAll { $0.form.version == served.form.version }
      earlier[id, default: []].append(ServedForm(served.form, home: served.home))
      if earlier[id, default: []].count > Self.earlierVersionLimit { earlier[id]?.removeFirst() }
    }
    self.current = current
    served = self.forms.prefix(Self.listedFormLimit).compactMap { current[$0.id] }
    self.earlier = earlier
    providedForms = Set(
      (current.values + earlier.values.flatMap(\.self)).map(\.form).filter(\.asksProviders).map(\.id))
  }

  /// Where a visitor sees the site.
  /// - Parameter prefix: what a proxy has taken off the request's path.
  package func mount(behind prefix: MountPath) -> Mount {
    guard !prefix.isRoot, let path = prefix.appending(mount.path) else { return mount }
    return forwardedMounts.value(for: prefix) { Mount(path, assets: assets, isKept: true) }
      ?? Mount(path, assets: assets, isKept: false)
  }

  package func timeZone(of form: Form?) -> TimeZone { form?.timeZone ?? timeZone }

  /// Whether a version of this form asks a provider for options.
  package func asksProviders(for id: String) -> Bool { providedForms.contains(id) }

  /// The form as it is served now.
  package func form(_ id: String) -> Form? {
    served.first { $0.form.id == id }?.form ?? (current.count > served.count ? current[id]?.form : nil)
  }

  /// A version of a form that is served, or was until a while ago: of pages that were made from it.
  package func version(_ version: String, of id: String) -> Form? { served(version, of: id)?.form }

  /// The options of all forms that are served.
  package var optionSources: [OptionSource] { forms.flatMap(\.cells).compactMap(\.optionSource) }

  /// Those of versions that were served before, and that some visitors finish on.
  package var earlierOptionSources: [OptionSource] {
    earlier.values.flatMap(\.self).flatMap(\.form.cells).compactMap(\.optionSource)
  }

  /// The versions of a form that were served before, the last one at the end.
  package func earlierForms(_ id: String) -> [Form] { earlier[id]?.map(\.form) ?? [] }

  /// Whether pages of the form, as it is now or was, carry the time at which they were begun.
  package func carriesSeal(_ id: String) -> Bool {
    form(id)?.carriesSeal == true || earlierForms(id).contains(where: \.carriesSeal)
  }

  private func served(_ form: Form) -> ServedForm? {
    // Most sites have a few forms: to look at each costs less than to hash an id.
    if let known = served.first(where: { $0.form === form }) { return known }
    guard let known = served(form.version, of: form.id) else { return nil }
    return form.room == known.form.room ? known : known.withRoom(form)
  }

  private func served(_ version: String, of id: String) -> ServedForm? {
    if let form = current[id], form.form.version == version { return form }
    return earlier[id]?.last { $0.form.version == version }
  }

  /// The language of a page that belongs to no form.
  /// - Parameter accepted: the `Accept-Language` field (RFC 9110 §12.5.4).
  func language(_ accepted: String?) -> PageLanguage {
    let make = { PageLanguage(for: Self.tags(accepted), in: self.pages.words) }
    return Self.isRemembered(accepted) ? languages.value(for: accepted, make: make) ?? make() : make()
  }

  /// All that a form's pages show to every visitor of this language alike.
  /// - Parameters:
  ///   - accepted: the `Accept-Language` field (RFC 9110 §12.5.4).
  ///   - viewport: the class that the URL asks for; the page's links keep it.
  ///   - mount: where the links lead.
  package func presentation(
    of form: Form, accepting accepted: String?, viewport: ViewportClass?, at mount: Mount
  ) -> FormPresentation {
    // Otherwise an old version that was evicted.
    let served = served(form) ?? ServedForm(form)
    return served.presentation(
      accepting: accepted, isRemembered: mount.isKept && Self.isRemembered(accepted), viewport, at: mount, in: self)
  }

  private static func isRemembered(_ accepted: String?) -> Bool {
    (accepted?.utf8.count ?? 0) <= languageFieldByteLimit
  }

  /// The visitor's languages, in order of preference.
  package static func tags(_ accepted: String?) -> [LanguageTag] {
    accepted.map { AcceptList($0).accepted.compactMap(LanguageTag.init(parsing:)) } ?? []
  }
}

extension Form {
  fileprivate var asksProviders: Bool { cells.contains { $0.optionSource?.isProvided == true } }
}

/// A form in a snapshot, with its presentations.
private final class ServedForm: Sendable {
  let form: Form
  /// Nil: the list of forms.
  let home: Home?
  private let presentations = AppendOnlyTable<Key, FormPresentation>(entryLimit: presentationLimit)
  /// The same, by what visitors ask for.
  private let byAccepted = AppendOnlyTable<AcceptedKey, FormPresentation>(entryLimit: SiteSnapshot.languageLimit)

  /// The same form with room for more entries, by how much.
  private let withRoom = AppendOnlyTable<Int, ServedForm>(entryLimit: 16)

  /// Enough for all languages, number formats, viewport classes and mounts together; beyond it, one is made each
  /// time.
  private static let presentationLimit = 64

  private struct Key: Equatable {
    let language: LanguageTag
    let numbers: LanguageTag
    let dates: LanguageTag
    let viewport: ViewportClass?
    let mount: MountPath
  }

  private struct AcceptedKey: Equatable {
    let accepted: String?
    let viewport: ViewportClass?
    let mount: MountPath
  }

  init(_ form: Form, home: Home? = nil) {
    self.form = form
    self.home = home
  }

  /// - Parameter form: the same one with more room.
  func withRoom(_ form: Form) -> ServedForm? { withRoom.value(for: form.room) { ServedForm(form, home: home) } }

  func presentation(
    accepting accepted: String?, isRemembered: Bool, _ viewport: ViewportClass?, at mount: Mount,
    in snapshot: SiteSnapshot
  ) -> FormPresentation {
    guard isRemembered else { return make() }
    let key = AcceptedKey(accepted: accepted, viewport: viewport, mount: mount.path)
    return byAccepted.value(for: key, make: make) ?? make()

    func make() -> FormPresentation {
      let language = PageLanguage(of: form, for: SiteSnapshot.tags(accepted), in: snapshot.pages.words)
      return presentation(language, viewport: viewport, at: mount, in: snapshot)
    }
  }

  private func presentation(
    _ language: PageLanguage, viewport: ViewportClass?, at mount: Mount, in snapshot: SiteSnapshot
  ) -> FormPresentation {
    let key = Key(
      language: language.tag, numbers: language.numbers.locale, dates: language.dates.locale, viewport: viewport,
      mount: mount.path)
    let kept = mount.isKept ? presentations.value(for: key) { make(isKept: true) } : nil
    return kept ?? make(isKept: false)

    func make(isKept: Bool) -> FormPresentation {
      let suffix = viewport.map { "?viewport=\($0.rawValue)" } ?? ""
      let link = mount.link(to: .form(form.id)) + suffix
      let links = FormLinks(
        to: form, home: (home.map { mount.link(to: $0) } ?? mount.link(to: .index)) + suffix, homeTitle: home?.title,
        form: link,
        blankForm: link + (suffix.isEmpty ? "?" : "&") + "draft=new", assets: mount.assets,
        view: { mount.link(to: .view(of: form.id, $0)) + suffix },
        pageID: { pageID in
          StepQuery.text(of: pageID).map { (suffix.isEmpty ? "?" : "&") + "step=\($0)" } ?? ""
        })
      return FormPresentation(
        form, languages: [language.tag], words: language.words, links: links, numbers: language.numbers,
        dates: language.dates, offersScan: snapshot.offersScan,
        fileByteLimit: snapshot.fileByteLimit, isKept: isKept)
    }
  }
}

/// Where the visitors of a request see the site: what all addresses on their pages begin with.
package final class Mount: Sendable {
  package let path: MountPath
  package let assets: PageAssets
  /// Whether it is kept, and what is made for it may be: of the others there may be any number.
  let isKept: Bool

  /// - Parameter assets: with addresses that have no mount path.
  init(_ path: MountPath, assets: PageAssets, isKept: Bool) {
    self.path = path
    self.assets = assets.below(path.text, keepingInlined: isKept)
    self.isKept = isKept
  }

  package func link(to route: Route) -> String { path.text + route.path }
  package func link(to home: Home) -> String { path.text + home.path }
}

/// Pages beside the forms' own, with forms that are served and not listed: the gallery.
package protocol ExtraPages: Sendable {
  var forms: [Form] { get }
  /// Where the forms' pages lead back to.
  var home: Home { get }
  /// The page at this path below the site's mount path; nil: there is none.
  func page(at path: String, for requestContext: RequestContext) -> [UInt8]?
}

/// The page that a form's pages lead back to, and its name.
package struct Home: Sendable {
  /// Below the site's mount path.
  package let path: String
  package let title: String

  package init(path: String, title: String) {
    self.path = path
    self.title = title
  }
}
