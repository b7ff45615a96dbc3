import Localization

/// A store of options that form a tree (`"parent"` of a source). The site asks for one level after another.
///
/// `tree` is the text of the source's `"parent"`, so that a store can have several trees of its options. A search
/// (`search(for:first:)`) covers all levels; `page(first:)` is not called. An answer that is not a tree counts as an error, like a
/// thrown one.
public protocol TreeOptionProvider: OptionProvider {
  /// The options of a level, from the first on.
  /// - Parameters:
  ///   - value: the value of the parent option; `nil`: the top level.
  ///   - tree: the text of the source's `"parent"`.
  ///   - count: the maximum number, as for `page(first:)`.
  func page(below value: String?, in tree: String, first count: Int) async throws -> OptionPage

  /// The places of options, by value. Called for options that were just answered, up to `OptionSource.providedValueLimit` at once.
  func places(of values: [String], in tree: String) async throws -> [String: OptionPlace]
}

/// The place of an option in a tree.
public struct OptionPlace: Sendable, Equatable {
  /// The options above it, beginning with the top level.
  package var path: [Option]
  package var hasOptionsBelow: Bool

  /// - Parameters:
  ///   - path: the options above it, beginning with the top level; empty: it is on the top level. With the option itself there are at
  ///     most 16.
  ///   - hasOptionsBelow: whether other options are below it.
  public init(path: [Option] = [], hasOptionsBelow: Bool = false) {
    self.path = path
    self.hasOptionsBelow = hasOptionsBelow
  }
}

extension OptionProvider {
  /// - Parameter tree: the source's tree; `nil` if its options are not a tree.
  package func options(for question: OptionQuestion, in tree: OptionTreeColumn?) async throws -> OptionAnswer {
    guard let tree else { return OptionAnswer(page: try await page(of: question)) }
    guard let self = self as? any TreeOptionProvider else {
      throw OptionTreeError("it does not conform to TreeOptionProvider")
    }
    guard case .level(let value, let count) = question else {
      return try await self.located(try await page(of: question), in: tree.parent)
    }
    let above = value.isEmpty ? nil : value
    let page = try await self.page(below: above, in: tree.parent, first: count)
    let answer = try await self.located(page, in: tree.parent)
    for (value, place) in answer.places where place.path.last?.value != above {
      throw OptionTreeError(
        "“\(value)” is on the level \(OptionTreeError.name(above)), and its place on that \(OptionTreeError.name(place.path.last?.value))"
      )
    }
    return answer
  }
}

extension TreeOptionProvider {
  /// A page together with the places of its options.
  fileprivate func located(_ page: OptionPage, in tree: String) async throws -> OptionAnswer {
    let values = page.lists.flatMap(\.options).map(\.value)
    var places: [String: OptionPlace] = [:]
    for start in stride(from: 0, to: values.count, by: OptionSource.providedValueLimit) {
      let part = Array(values[start..<min(start + OptionSource.providedValueLimit, values.count)])
      let found = try await self.places(of: part, in: tree)
      for value in part {
        guard let place = found[value] else { throw OptionTreeError("“\(value)” is an option, but has no place") }
        places[value] = place
      }
    }
    try OptionTreeError.check(places)
    return OptionAnswer(page: page, places: places)
  }
}

/// A provider's answer to a question.
package struct OptionAnswer: Sendable {
  package var page: OptionPage
  /// For a tree: the places of its options, by value.
  package var places: [String: OptionPlace] = [:]

  package init(page: OptionPage, places: [String: OptionPlace] = [:]) {
    self.page = page
    self.places = places
  }
}

/// A provider's options are not a tree.
struct OptionTreeError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  static func name(_ value: String?) -> String { value.map { "below “\($0)”" } ?? "at the top" }

  /// - Throws: if a path has a circle, is too long, or contradicts another one.
  static func check(_ places: [String: OptionPlace]) throws(OptionTreeError) {
    var above: [String: String?] = [:]
    for (value, place) in places {
      let path = place.path.map(\.value) + [value]
      if Set(path).count < path.count { throw OptionTreeError("“\(value)” is below itself") }
      if path.count > OptionTree.levelLimit {
        throw OptionTreeError(
          "“\(value)” is below \(path.count - 1) others; a tree has at most \(OptionTree.levelLimit) levels")
      }
      for (index, value) in path.enumerated() {
        let parent = index == 0 ? nil : path[index - 1]
        if let other = above.updateValue(parent, forKey: value), other != parent {
          throw OptionTreeError("“\(value)” is \(name(parent)) and \(name(other)); an option has one place")
        }
        guard index < path.count - 1 || place.hasOptionsBelow else { continue }
        if value.utf8.count > OptionTree.parentByteLimit {
          throw OptionTreeError(
            "the value “\(value)” has options below it and is longer than \(OptionTree.parentByteLimit) bytes")
        }
      }
    }
  }
}
