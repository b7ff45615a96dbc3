package import FormCells
package import FormPages
package import HTTPCore
import Support

/// Everything that changes only on reload: the forms with their earlier versions, the pages, and what is derived from them. A
/// request uses one snapshot from start to end. What is made on first use is in tables that only grow, each with its own lock.
package final class SiteSnapshot: Sendable {
  package let forms: [Form]
  package let pages: Pages
  /// With addresses that have no mount path.
  package let assets: PageAssets
  /// The site's own mount, for visitors without a proxy that adds a prefix.
  package let mount: Mount
  package let extraPages: (any ExtraPages)?
  /// Whether photos for cells with `scan` can be read.
  let offersScan: Bool
  /// Bytes of a file that is added to a form; `nil` if not known.
  let fileByteLimit: Int?
  /// Bytes of a body that the server in front of the site accepts, for messages to visitors; `nil` if not known.
  let bodyByteLimit: Int?
  /// Days for which saved drafts are kept; `nil` if there is no place for them.
  let draftDays: Int?
  /// The site's time zone, for forms that name none.
  let timeZone: TimeZone
  /// Ids of forms of which any version asks an option provider.
  private let providedForms: Set<String>
  private let current: [String: ServedForm]
  /// The first few forms.
  private let served: [ServedForm]
  /// Earlier versions, the newest at the end.
  private let earlier: [String: [ServedForm]]
  /// Mounts by the prefix that a proxy has removed.
  private let forwardedMounts = AppendOnlyTable<MountPath, Mount>(entryLimit: forwardedMountLimit)
  private let languages = AppendOnlyTable<String?, PageLanguage>(entryLimit: languageLimit)

  /// How many earlier versions of a form, and how many forms, are kept for pages that were made from them.
  private static let earlierVersionLimit = 32
  private static let earlierFormLimit = 256
  /// How many forms are compared one by one before the dictionary is used.
  private static let listedFormLimit = 8
  /// Prefixes of proxies: usually few. If strangers invent more, those are served too, but not kept.
  private static let forwardedMountLimit = 8
  /// Languages found for `Accept-Language` fields. Browsers mostly send the same few. If strangers send more, those are parsed
  /// each time.
  fileprivate static let languageLimit = 64
  /// The longest field that is remembered, in bytes; longer ones are rare.
  private static let languageFieldByteLimit = 256

  /// - Parameter last: the previous snapshot. A form with an unchanged definition keeps its `Form`.
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

  /// Where visitors see the site.
  /// - Parameter prefix: what a proxy has removed from the request's path.
  package func mount(behind prefix: MountPath) -> Mount {
    guard !prefix.isRoot, let path = prefix.appending(mount.path) else { return mount }
    return forwardedMounts.value(for: prefix) { Mount(path, assets: assets, isKept: true) }
      ?? Mount(path, assets: assets, isKept: false)
  }

  package func timeZone(of form: Form?) -> TimeZone { form?.timeZone ?? timeZone }

  /// Whether any version of this form asks an option provider.
  package func asksProviders(for id: String) -> Bool { providedForms.contains(id) }

  /// The form as it is served now.
  package func form(_ id: String) -> Form? {
    served.first { $0.form.id == id }?.form ?? (current.count > served.count ? current[id]?.form : nil)
  }

  /// A version of a form that is served or was served before, for pages that were made from it.
  package func version(_ version: String, of id: String) -> Form? { served(version, of: id)?.form }

  /// The option sources of all served forms.
  package var optionSources: [OptionSource] { forms.flatMap(\.cells).compactMap(\.optionSource) }

  /// The option sources of earlier versions, which some visitors still fill in.
  package var earlierOptionSources: [OptionSource] {
    earlier.values.flatMap(\.self).flatMap(\.form.cells).compactMap(\.optionSource)
  }

  /// Earlier versions of a form, the newest at the end.
  package func earlierForms(_ id: String) -> [Form] { earlier[id]?.map(\.form) ?? [] }

  /// Whether pages of the form, in any version, carry the time at which they were begun.
  package func carriesSeal(_ id: String) -> Bool {
    form(id)?.carriesSeal == true || earlierForms(id).contains(where: \.carriesSeal)
  }

  private func served(_ form: Form) -> ServedForm? {
    // Most sites have few forms, and comparing each costs less than hashing an id.
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

  /// The presentation of a form, which is the same for all visitors with this language.
  /// - Parameters:
  ///   - accepted: the `Accept-Language` field (RFC 9110 §12.5.4).
  ///   - viewport: the class that the URL names; the page's links keep it.
  ///   - mount: where the links lead.
  package func presentation(
    of form: Form, accepting accepted: String?, viewport: ViewportClass?, at mount: Mount
  ) -> FormPresentation {
    // Otherwise it is an old version that is no longer kept.
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
  /// Where its pages lead back to; `nil` for the list of forms.
  let home: Home?
  private let presentations = AppendOnlyTable<Key, FormPresentation>(entryLimit: presentationLimit)
  /// Presentations by what visitors request.
  private let byAccepted = AppendOnlyTable<AcceptedKey, FormPresentation>(entryLimit: SiteSnapshot.languageLimit)

  /// The same form with room for more entries, by their number.
  private let withRoom = AppendOnlyTable<Int, ServedForm>(entryLimit: 16)

  /// Enough for all combinations of language, number format, viewport class and mount. Further ones are made each time.
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

  /// - Parameter form: the same form with room for more entries.
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

/// Where the visitors of a request see the site: the beginning of all addresses on their pages.
package final class Mount: Sendable {
  package let path: MountPath
  package let assets: PageAssets
  /// Whether it is kept, together with what is made for it. The number of others is not limited, so they are not kept.
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

/// Pages in addition to the forms' own, with forms that are served but not listed: the gallery.
package protocol ExtraPages: Sendable {
  var forms: [Form] { get }
  /// Where the forms' pages lead back to.
  var home: Home { get }
  /// The page at this path below the site's mount path; `nil` if there is none.
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
