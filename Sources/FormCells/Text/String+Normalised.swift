extension String {
  /// CRLF and CR as LF: browsers post CRLF for one line end, and one character is what the visitor typed.
  var lineEndsNormalised: String {
    guard utf8.contains(UInt8(ascii: "\r")) else { return self }
    var scalars = UnicodeScalarView()
    var followsCR = false
    for scalar in unicodeScalars {
      if !(followsCR && scalar == "\n") { scalars.append(scalar == "\r" ? "\n" : scalar) }
      followsCR = scalar == "\r"
    }
    return String(scalars)
  }

  /// Without white space at both ends.
  var trimmed: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[start...end])
  }
}
