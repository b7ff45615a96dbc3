/// The pairs of a query, decoded as forms encode them. A request line is bounded, and so is their number.
package struct QueryItems: Sendable, Equatable, Sequence {
  package var pairs: [FormData.Pair]

  package init(_ query: String) {
    do throws(FormError) {
      pairs = try FormData(urlEncoded: query.utf8, limits: FormLimits(pairLimit: .max)).pairs
    } catch {
      pairs = []
    }
  }

  /// The first value of that name.
  package subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  package func values(of name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

  package func makeIterator() -> IndexingIterator<[FormData.Pair]> { pairs.makeIterator() }
}
