import FormCells
import Gzip
import Support
import Templates

/// Rendered cells, sections, rows of long lists, and whole pages, whose bytes later pages copy. Emptying the cache
/// costs time and changes nothing else.
///
/// Everything that is shown is part of the key, so an entry is never wrong, and nothing has to be invalidated. Entries
/// live in two generations. A new entry goes to the young generation, and so does an entry of the old one when it is
/// used. A full young generation becomes the old one, and the former old one is dropped.
final class RenderCache: Sendable {
  /// A digest of everything that is shown. Equal digests count as equal content. The hash has a different key in each
  /// process, so that nobody can search for collisions.
  struct Key: Hashable {
    private let digest: Int
    init(_ hasher: consuming Hasher) { digest = hasher.finalize() }
  }

  private enum Entry {
    case views(RenderedViews)
    /// A page that was requested once; most are not requested again.
    case notedPage
    case page(RenderedPage)

    /// The bytes that it takes, with its key and its place in the dictionary.
    var byteCount: Int {
      switch self {
      case .views(let views): 200 + views.byteCount + 8 * views.count
      case .notedPage: 200
      case .page(let page): 200 + page.byteCount
      }
    }
  }

  private struct Generations {
    var young: [Key: Entry] = [:]
    var old: [Key: Entry] = [:]
    /// The size of the young generation.
    var byteCount = 0
    /// The time in seconds at which the young generation became the young one; `nil` until a time is passed in.
    var start: Int?

    mutating func insert(_ entry: Entry, for key: Key, byteLimit: Int) {
      if let replaced = young.updateValue(entry, forKey: key) { byteCount -= replaced.byteCount }
      byteCount += entry.byteCount
      if byteCount > byteLimit { age() }
    }

    mutating func age() {
      old = young
      young = [:]
      byteCount = 0
    }
  }

  private let generations = Lock(Generations())
  /// The bytes that one generation may take.
  private let byteLimit: Int

  /// - Parameter byteLimit: the bytes that all entries together may take. The default holds the sections of a thousand
  ///   forms.
  init(byteLimit: Int = 32 << 20) { self.byteLimit = byteLimit / 2 }

  /// - Parameter render: called if there is no entry, or one with fewer views than needed.
  func views(_ key: Key, atLeast count: Int = 1, render: () -> RenderedViews) -> RenderedViews {
    if case .views(let held)? = self[key], held.isFull || held.count >= count { return held }
    let views = render()
    insert(.views(views), for: key)
    return views
  }

  /// A page that contains the id of a form state.
  /// - Parameters:
  ///   - isFirst: `PageRequest.isFirst`
  ///   - render: called if the page is not in the cache.
  func page(_ key: Key, of id: Token, isFirst: Bool, asGzip: Bool, render: () -> [UInt8]) -> PageBytes {
    func rendered() -> RenderedPage { RenderedPage(render(), of: id, isFirst: isFirst) }
    switch self[key] {
    case .page(let page): return page.bytes(for: id, asGzip: asGzip)
    case .notedPage:
      let page = rendered()
      insert(.page(page), for: key)
      return page.bytes(for: id, asGzip: asGzip)
    case .views, nil:
      insert(.notedPage, for: key)
      return asGzip ? rendered().bytes(for: id, asGzip: true) : PageBytes(bytes: render(), isGzip: false)
    }
  }

  private func insert(_ entry: Entry, for key: Key) {
    generations.withLock { $0.insert(entry, for: key, byteLimit: byteLimit) }
  }

  private subscript(key: Key) -> Entry? {
    generations.withLock { generations in
      if let entry = generations.young[key] { return entry }
      guard let entry = generations.old.removeValue(forKey: key) else { return nil }
      generations.insert(entry, for: key, byteLimit: byteLimit)
      return entry
    }
  }

  /// Seconds after which an unused entry may be dropped; after twice this time it is gone.
  static let unusedSeconds = 300

  /// - Parameter now: seconds from any fixed time.
  func dropUnused(at now: Int) {
    generations.withLock { generations in
      if let start = generations.start, now - start < Self.unusedSeconds { return }
      if generations.start != nil { generations.age() }
      generations.start = now
    }
  }

  var isEmpty: Bool { generations.withLock { $0.young.isEmpty && $0.old.isEmpty } }

  /// Removes all entries.
  func removeAll() { generations.withLock { $0 = Generations() } }
}

extension RenderCache.Key {
  /// The key of a whole page: everything that it is made of except the id of the form state. `nil` if the page shows
  /// something that no key can contain.
  init?(
    of formState: FormState, in presentation: FormPresentation, request: PageRequest, overlay: Overlay?,
    displayState: DisplayState
  ) {
    // A provider may give another answer for each request, and the seal of a page differs each time.
    guard presentation.isKept, !presentation.asksProviders, request.seal == nil else { return nil }
    // What a visitor has entered is cached for their own draft's pages only, whose links name the draft.
    guard !request.linkSuffix.isEmpty || formState.digests == formState.form.declaredDigests else { return nil }
    var hasher = Hasher()
    hasher.combine(presentation.serial)
    guard formState.combine(into: &hasher) else { return nil }
    for cell in presentation.cells { if let options = cell.options { hasher.combine(options.currentSerial) } }
    hasher.combine(request)
    hasher.combine(overlay)
    displayState.combine(into: &hasher)
    self.init(hasher)
  }
}

/// The bytes of a page, as they are or compressed.
package struct PageBytes: Sendable {
  package let bytes: [UInt8]
  package let isGzip: Bool
}

/// A whole page. A page that shows the same is a copy with its own id in place of this one's.
struct RenderedPage: Sendable {
  /// The parts between the ids.
  private let parts: RenderedViews
  /// The same parts, compressed with DEFLATE.
  private let deflated: [[UInt8]]

  /// - Parameters:
  ///   - page: the page as it was rendered for `id`.
  ///   - isFirst: `PageRequest.isFirst`
  init(_ page: [UInt8], of id: Token, isFirst: Bool) {
    let parts = RenderedViews(page, splitBy: id)
    self.parts = parts
    var start = 0
    let pieces = (0..<parts.count).map { part in
      let end = start + parts.withBytes(of: part) { $0.count }
      defer { start = end + Token.digitCount }
      return start..<end
    }
    deflated = deflate(pieces, of: page, effort: isFirst ? .firstPage : .page)
  }

  /// The bytes of memory that it takes.
  var byteCount: Int { parts.byteCount + deflatedCount }

  private var deflatedCount: Int { deflated.reduce(0) { $0 + $1.count } }

  func bytes(for id: Token, asGzip: Bool) -> PageBytes {
    guard asGzip else { return PageBytes(bytes: parts.joined(by: id), isGzip: false) }
    var joiner = GzipJoiner(expecting: deflatedCount + 64 * parts.count)
    let text = Array(id.text.utf8)
    for (part, piece) in deflated.enumerated() {
      if part > 0 { joiner.append(stored: text) }
      parts.withBytes(of: part) { joiner.append(piece, of: $0) }
    }
    return PageBytes(bytes: joiner.finished(), isGzip: true)
  }
}

/// The cache keys of what one page shows.
struct RenderKeys {
  private let form: Form
  private let page: Hasher
  /// The same, for what only one draft shows.
  private let draft: Hasher

  /// - Parameters:
  ///   - presentation: the form's version in one list of languages, with its links.
  ///   - linkSuffix: `PageRequest.linkSuffix`
  init(_ presentation: FormPresentation, today: CalendarDate, linkSuffix: String) {
    var hasher = Hasher()
    hasher.combine(presentation.serial)
    hasher.combine(today)
    form = presentation.form
    page = hasher
    hasher.combine(linkSuffix)
    draft = hasher
  }

  /// The key of a cell: everything in its `CellContext`. What a visitor has entered, and a link, are cached for their
  /// own pages only.
  /// - Parameters:
  ///   - digest: the digest of its value (`FormState.digests`).
  ///   - display: `DisplayState.digest(of:isOpen:)`
  func cell(
    _ cell: CellPresentation, state: CellState, digest: UInt64, display: Int?
  ) -> RenderCache.Key {
    var hasher = cell.cell.opensView || digest != form.declaredDigests[cell.cell.index] ? draft : page
    add(cell, state: state, digest: digest, display: display, to: &hasher)
    return RenderCache.Key(hasher)
  }

  private func add(
    _ cell: CellPresentation, state: CellState, digest: UInt64, display: Int?, to hasher: inout Hasher
  ) {
    hasher.combine(UInt64(state.bits) << 32 | UInt64(cell.cell.index))
    hasher.combine(digest)
    if let display { hasher.combine(display) }
    if let options = cell.options { hasher.combine(options.currentSerial) }
  }

  /// The key of several cells that are rendered together.
  /// - Parameter cells: all cells of the form, by `Cell.index`.
  func section(
    _ shown: [Int], of cells: [CellPresentation], states: [CellState], digests: [UInt64],
    display: (Int) -> Int?
  ) -> RenderCache.Key {
    var hasher = draft
    for index in shown {
      add(cells[index], state: states[index], digest: digests[index], display: display(index), to: &hasher)
    }
    return RenderCache.Key(hasher)
  }

  /// The key of the rows of a cell's options that nobody has chosen.
  func rows(of table: OptionTable, in cell: Cell) -> RenderCache.Key {
    var hasher = page
    hasher.combine(cell.index)
    hasher.combine(table.serial)
    return RenderCache.Key(hasher)
  }
}

/// The rows of one cell's options in the cache.
struct RowCache: Sendable {
  let cache: RenderCache
  let keys: RenderKeys
  let cell: Cell
  /// The address of a file among the site's assets.
  let assetLink: @Sendable (String) -> String?

  /// The number of rows that are kept of a list, and the bytes that they may take.
  private static let rowLimit = 1024
  private static let byteLimit = 256 << 10

  /// The first rows of a table, rendered as not chosen: as many as are needed and fit.
  func rows(of table: OptionTable, wanted: Int, _ template: Template<RowView>, row: (Int) -> RowView) -> RenderedViews {
    let count = min(wanted, Self.rowLimit)
    return cache.views(keys.rows(of: table, in: cell), atLeast: count) {
      template.rendered(count, byteLimit: Self.byteLimit, linking: assetLink, view: row)
    }
  }
}
