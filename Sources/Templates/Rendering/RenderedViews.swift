/// Views as bytes, one after the other, that later pages copy.
package struct RenderedViews: Sendable {
  private let bytes: [UInt8]
  /// Where each view ends.
  private let ends: [Int]
  /// Whether a further view would be too much.
  package let isFull: Bool

  /// - Parameters:
  ///   - views: how many.
  ///   - byteLimit: the bytes that all may take. There are only as many views as have room.
  ///   - assetLink: the address of a file among the site's assets.
  ///   - write: writes the view of a number.
  init(
    _ views: Int, byteLimit: Int, linking assetLink: (@Sendable (String) -> String?)?,
    write: (Int, inout Output) -> Void
  ) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    Output.append(to: &bytes, expecting: Output.initialByteCapacity) { output in
      output.assetLink = assetLink
      for view in 0..<views {
        write(view, &output)
        guard output.count <= byteLimit else { return output.truncate(to: ends.last ?? 0) }
        ends.append(output.count)
      }
    }
    // A copy has no room to spare.
    self.bytes = Array(bytes[...])
    self.ends = ends
    isFull = ends.count < views
  }

  package var count: Int { ends.count }
  package var byteCount: Int { bytes.count }

  /// Some of them.
  package func fragment(_ views: Range<Int>) -> Fragment {
    let start = views.lowerBound == 0 ? 0 : ends[views.lowerBound - 1]
    let end = views.isEmpty ? start : ends[views.upperBound - 1]
    return Fragment { [bytes] output in
      bytes.withUnsafeBufferPointer { output.copy(UnsafeBufferPointer(rebasing: $0[start..<end])) }
    }
  }
}

extension RenderedViews {
  /// Content as bytes.
  /// - `assetLink`: the address of a file among the site's assets.
  package init(_ fragments: [Fragment], linking assetLink: (@Sendable (String) -> String?)?) {
    self.init(fragments.count, byteLimit: .max, linking: assetLink) { fragments[$0].write(&$1) }
  }

  /// All of them.
  package var fragment: Fragment { fragment(0..<count) }
}
