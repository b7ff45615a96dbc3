package import Support

/// Something that a form has in a limited number: submissions (`limit`), or places of an option.
package struct Quota: Sendable, Hashable, CustomStringConvertible {
  /// The id of the cell with the option; empty for the form itself.
  package let cell: String
  /// The option's value.
  package let value: String

  package init(cell: String, value: String) { (self.cell, self.value) = (cell, value) }

  /// The submissions of a form.
  package static let form = Quota(cell: "", value: "")

  /// A name that is unique in the form: ids contain no `=`.
  package var description: String { self == .form ? "" : "\(cell)=\(value)" }

  /// The quota of this name.
  package init(named name: String) {
    let (cell, value) = name.cut(at: UInt8(ascii: "=")) ?? ("", "")
    self.init(cell: String(cell), value: String(value))
  }
}

/// The quotas of a form, and what its submissions take of them.
package struct Quotas: Sendable, Equatable {
  private struct Choice: Sendable, Equatable {
    let cell: String
    /// The id of the repeated section with the cell; `nil` if it is in none.
    let section: String?
  }

  /// The total number of each quota.
  package let limits: [Quota: Int]
  private let choices: [Choice]

  /// `nil` if the form has no quotas.
  package init?(of form: Form) {
    var limits: [Quota: Int] = [:]
    limits[.form] = form.availability.limit
    var choices: [Choice] = []
    for section in form.sections where section.entry == nil && form.hasPlaces {
      for cell in section.cells {
        guard let places = cell.optionSource?.places, !places.isEmpty else { continue }
        choices.append(Choice(cell: cell.id, section: section.repeated?.id))
        for (value, count) in places { limits[Quota(cell: cell.id, value: value)] = count }
      }
    }
    if limits.isEmpty { return nil }
    (self.limits, self.choices) = (limits, choices)
  }

  /// Whether options have places, so that the values of submissions have to be read.
  package var readsValues: Bool { !choices.isEmpty }

  /// How much a submission uses of each quota; quotas that it does not use are left out.
  /// - Parameter values: cell id and value.
  package func taken(by values: JSONValue) -> [Quota: Int] {
    var taken: [Quota: Int] = [:]
    if limits[.form] != nil { taken[.form] = 1 }
    for place in places(in: values) { taken[place.quota, default: 0] += 1 }
    return taken
  }

  /// The quotas of which nothing is left.
  /// - Parameter taken: what all submissions use.
  package func full(_ taken: [Quota: Int]) -> Set<Quota> {
    Set(limits.filter { quota, limit in taken[quota, default: 0] >= limit }.keys)
  }

  /// Where a submission uses places of these quotas: the cell, as messages name it, and the quota.
  package func cells(of exhausted: Set<Quota>, in values: JSONValue) -> [(cell: CellID, quota: Quota)] {
    places(in: values).filter { exhausted.contains($0.quota) }.map { place in
      let id = place.entry.map { CellID(place.quota.cell, inEntry: $0.position, of: $0.section) }
      return (id ?? CellID(place.quota.cell), place.quota)
    }
  }

  private struct Place {
    let quota: Quota
    let entry: (section: String, position: Int)?
  }

  private func places(in values: JSONValue) -> [Place] {
    choices.flatMap { choice -> [Place] in
      func places(_ value: JSONValue?, entry: (section: String, position: Int)?) -> [Place] {
        Self.texts(of: value).map { Quota(cell: choice.cell, value: $0) }.filter { limits[$0] != nil }.map {
          Place(quota: $0, entry: entry)
        }
      }
      guard let section = choice.section else { return places(values[choice.cell], entry: nil) }
      guard case .array(let entries)? = values[section] else { return [] }
      return entries.enumerated().flatMap { position, entry in
        places(entry[choice.cell], entry: (section, position))
      }
    }
  }

  /// The options that a value names.
  private static func texts(of value: JSONValue?) -> [String] {
    switch value {
    case .string(let text): [text]
    case .array(let elements): elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    default: []
    }
  }
}

extension Form {
  /// Marks the options of which nothing is left as full, from now on and for everybody.
  package func showFull(_ full: Set<Quota>) {
    // Entries of a repeated section have the same options as its definition.
    for cell in sections.lazy.filter({ $0.entry == nil }).flatMap(\.cells) {
      guard let source = cell.optionSource, !source.places.isEmpty else { continue }
      source.setFull(Set(source.places.keys.filter { full.contains(Quota(cell: cell.id, value: $0)) }))
    }
  }
}
