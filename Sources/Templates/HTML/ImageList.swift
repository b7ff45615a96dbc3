/// The value of a `srcset`, by HTML's rules ("parsing a srcset attribute"): addresses, each with a width or a density.
struct ImageList {
  struct Image: Equatable {
    let address: String
    /// In bytes of the value.
    let offset: Int
    /// `200w` or `2x`; empty: `1x`.
    let descriptor: String
  }

  private(set) var images: [Image] = []

  init(_ text: String) {
    var rest = text.utf8[...]
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    let comma = UInt8(ascii: ",")
    while true {
      rest = rest.drop { isSpace($0) || $0 == comma }
      guard !rest.isEmpty else { return }
      let offset = text.utf8.distance(from: text.utf8.startIndex, to: rest.startIndex)
      var address = rest.prefix { !isSpace($0) }
      rest = rest[address.endIndex...]
      var descriptor = rest.prefix(0)
      if address.last == comma {
        // A comma within an address belongs to it; one at its end closes the image.
        while address.last == comma { address.removeLast() }
      } else {
        descriptor = rest.prefix { $0 != comma }
        rest = rest[descriptor.endIndex...]
        descriptor = descriptor.drop(while: isSpace)
        while let last = descriptor.last, isSpace(last) { descriptor.removeLast() }
      }
      images.append(
        Image(address: String(Substring(address)), offset: offset, descriptor: String(Substring(descriptor))))
    }
  }
}
