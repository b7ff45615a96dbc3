/// A number's decimal digits, made once to be written several times.
package struct ShortNumber: Sendable {
  /// ASCII, the first digit in the lowest byte, zeros behind the last.
  let digits: UInt64
  let length: Int

  /// - Parameter number: from 0 to 99,999,999.
  package init(_ number: Int) {
    precondition(0...99_999_999 ~= number, "a number of more than eight digits, or a negative one")
    var digits: UInt64 = 0
    var length = 0
    var rest = UInt32(truncatingIfNeeded: number)
    repeat {
      digits = digits &<< 8 | UInt64(UInt32(UInt8(ascii: "0")) | rest % 10)
      rest /= 10
      length &+= 1
    } while rest > 0
    self.digits = digits
    self.length = length
  }
}
