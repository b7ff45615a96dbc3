import Support

/// Digests of the values that a page showed. The page carries them, so that a POST tells which values the visitor changed and which ones
/// the page only repeats. So two tabs of one form lose none of each other's input.
///
/// Six base64url characters (36 bits) for each cell with a field, in the order of the cells. A password has none, because a digest would
/// help to guess it. In a collision, one in 2³⁶, a change is mistaken for a repetition.
package struct Baseline: Sendable, Equatable {
  private static let charactersPerCell = 6
  private let characters: String
  /// By `Cell.index`: the cell's position among the cells with characters.
  private let places: [Int?]

  /// The baseline of a page that showed nothing.
  static let none = Baseline()

  private init() { (characters, places) = ("", []) }

  /// Reads the text from a page; `nil` if it does not fit the form.
  /// - Parameter section: the section whose view the page shows.
  package init?(_ hiddenFieldValue: String, of form: Form, open section: Int? = nil) {
    let more = Self.cellsWithField(of: section, in: form)
    var places = form.fieldPlaces
    for (place, cell) in more.enumerated() { places[cell] = form.cellsWithField.count + place }
    self.places = places
    characters = hiddenFieldValue
    guard characters.utf8.count == (form.cellsWithField.count + more.count) * Self.charactersPerCell else { return nil }
  }

  /// The additional cells on the view of an entry.
  private static func cellsWithField(of section: Int?, in form: Form) -> [Int] {
    guard let section, form.sections[section].entry != nil else { return [] }
    return form.sections[section].cells.filter(\.hasField).map(\.index)
  }

  /// The digests of the values that a page shows, before they are encoded.
  package struct Shown: Sendable {
    package let digests: [UInt64]
    /// The cells whose digests the page carries.
    package let cells: [Int]

    package var charactersPerCell: Int { Baseline.charactersPerCell }
  }

  /// The values that a page made from this form state shows.
  /// - Parameter section: the section whose view the page shows.
  package static func shown(by formState: FormState, open section: Int? = nil) -> Shown {
    let more = cellsWithField(of: section, in: formState.form)
    let own = formState.form.cellsWithField
    return Shown(digests: formState.digests, cells: more.isEmpty ? own : own + more)
  }

  /// The text that a page of this form state carries.
  package static func encoded(of formState: FormState) -> String {
    let shown = shown(by: formState)
    return String(upTo: shown.cells.count * charactersPerCell) {
      Base64.url.append(lowBitsOf: shown.digests, at: shown.cells, letterCount: charactersPerCell, to: &$0)
    }
  }

  /// Whether the page showed this value in the cell.
  package func showed(_ value: CellValue, in cell: Int) -> Bool { showed(digest: Self.digest64(value), in: cell) }

  /// - Parameter digest: the value's digest (`FormState.digests`).
  func showed(digest: UInt64, in cell: Int) -> Bool {
    guard !places.isEmpty, let place = places[cell] else { return false }
    let offset = place * Self.charactersPerCell
    return Base64.url.hasLowBits(of: digest, at: offset, letterCount: Self.charactersPerCell, in: characters)
  }

  fileprivate static func digest64(_ value: CellValue) -> UInt64 {
    var digest = Digest()
    switch value {
    case .text(let text): digest.add(text)
    case .flag(let flag): digest.add(flag ? "\u{1}" : "\u{2}")
    case .selection(let selection): digest.add(selection.encoded())
    case .order(let order): OrderFieldValue.write(order) { digest.add($0) }
    }
    return digest.value
  }

  /// FNV-1a, its halves folded so that the low 36 bits depend on all of it. CR LF counts as LF, because browsers change line ends.
  private struct Digest {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    var value: UInt64 { hash ^ (hash >> 32) }

    mutating func add(_ text: String) {
      var hash = hash
      text.withBytes { bytes in
        for index in bytes.indices {
          let isLineEnd = bytes[index] == 13 && index + 1 < bytes.count && bytes[index + 1] == 10
          if !isLineEnd { hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01b3 }
        }
      }
      self.hash = hash
    }
  }
}

/// The values of a form's cells, each with a digest. The digest is computed when the value is set, because every page and every
/// post needs it.
///
/// In a collision, one in 2⁶⁴, a change is mistaken for a repetition.
struct DigestedValues: Sendable {
  /// By `Cell.index`.
  private(set) var values: [CellValue]
  /// By `Cell.index`.
  private(set) var digests: [UInt64]

  init(_ values: [CellValue]) {
    self.values = values
    digests = values.map(Baseline.digest64)
  }

  subscript(cell: Int) -> CellValue {
    get { values[cell] }
    set {
      values[cell] = newValue
      digests[cell] = Baseline.digest64(newValue)
    }
  }
}
