/// The way in which a text is written.
package enum TextDirection: String, Sendable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"
}

extension TextDirection {
  /// A text that stands among words of this direction: between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE (UAX #9)
  /// where letters of the other direction are in it, or signs that would stand at its other end among words from right to left
  /// ("-5", "+1 555"), so that neither it nor the words around it change their order.
  package func isolating(_ text: String) -> String {
    let hasOthers =
      switch self {
      case .leftToRight: Self.mayBeRightToLeft(text) && text.unicodeScalars.contains(where: Self.isRightToLeft)
      case .rightToLeft:
        text.unicodeScalars.contains { scalar in
          !Self.isRightToLeft(scalar) && !scalar.properties.isWhitespace && scalar.properties.numericType == nil
        }
      }
    return hasOthers ? "\u{2068}\(text)\u{2069}" : text
  }

  /// The letters of all scripts that run from right to left begin with a byte from here on.
  private static func mayBeRightToLeft(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in bytes.contains { $0 >= 0xD6 } }
  }

  /// The blocks of scripts that are written from right to left.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
