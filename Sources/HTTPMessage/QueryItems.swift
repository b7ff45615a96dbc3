/// The pairs of a query, decoded as forms encode them. A request line is bounded, and so is their number.
public struct QueryItems: Sendable, Equatable, Sequence {
  public var pairs: [FormData.Pair]

  public init(_ query: String) {
    do throws(FormError) {
      pairs = try FormData(urlEncoded: query.utf8, limits: FormLimits(pairLimit: .max)).pairs
    } catch {
      pairs = []
    }
  }

  /// The first value of that name.
  public subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  public func values(of name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

  public func makeIterator() -> IndexingIterator<[FormData.Pair]> { pairs.makeIterator() }
}
