import FormCells
import Support

/// One value in a column of the index, in eight bytes: four bits are the type, and the others are the value. Equal
/// values have equal slots.
struct IndexSlot: Equatable, Hashable {
  enum Tag: UInt64 {
    /// No answer. This includes cells that were hidden or not in the form.
    case none, flag, number
    /// A number with more digits than fit, stored as the upper bits of a floating point number.
    case largeNumber
    case day, moment, time, duration
    /// The hash of a text.
    case text
    /// Several values, which are in the file of lists.
    case list
    /// The text of `other`, which has a separate column.
    case other
    /// The number of a repeated section's entries, or of files.
    case count
  }

  let bits: UInt64

  static let none = IndexSlot(bits: 0)
  static let other = IndexSlot(.other, payload: 0)

  init(bits: UInt64) { self.bits = bits }

  private static let payloadBitCount: UInt64 = 60
  private static let payloadMask: UInt64 = 1 << payloadBitCount - 1

  private init(_ tag: Tag, payload: UInt64) {
    bits = tag.rawValue << Self.payloadBitCount | payload & Self.payloadMask
  }

  private init(_ tag: Tag, signed payload: Int) { self.init(tag, payload: UInt64(bitPattern: Int64(payload))) }

  init(_ flag: Bool) { self.init(.flag, payload: flag ? 1 : 0) }
  init(count: Int) { self.init(.count, payload: UInt64(count)) }
  init(_ day: CalendarDate) { self.init(.day, signed: day.daysSince1970) }
  init(_ moment: LocalDateTime) { self.init(.moment, signed: moment.minutes) }

  var tag: Tag { Tag(rawValue: bits >> Self.payloadBitCount) ?? .none }
  var payload: UInt64 { bits & Self.payloadMask }
  private var signedPayload: Int { Int(Int64(bitPattern: bits << 4) >> 4) }

  // MARK: Lists

  private static let elementCountBitCount: UInt64 = 20
  /// The largest number of values of one cell in one submission.
  static let elementLimit = 1 << 20 - 1

  init(list elements: Range<Int>) {
    self.init(.list, payload: UInt64(elements.lowerBound) << 20 | UInt64(elements.count))
  }

  /// The place of its values in the file of lists, counted in slots.
  var elements: Range<Int> {
    let first = Int(payload >> Self.elementCountBitCount)
    return first..<first + Int(payload & UInt64(Self.elementLimit))
  }

  // MARK: Numbers

  /// The limit of the digits without the decimal point.
  private static let mantissaLimit = 1 << 55
  private static let scaleBitCount = 4
  private static let scaleLimit = 15

  /// - Parameter text: as in JSON. The slot is `none` if it is not a number.
  init(number text: String) {
    guard let slot = Self.short(text) ?? Self.long(text) else {
      self = .none
      return
    }
    self = slot
  }

  /// The length beyond which nobody means a text as a number to sort by.
  private static let spelledByteLimit = 40

  /// The number that a text spells: digits with an optional minus and decimal point. Fails for other texts.
  init?(spelled text: [UInt8]) {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    guard let first = digits.first, let last = digits.last, ASCII.isDigit(first), ASCII.isDigit(last),
      text.count <= Self.spelledByteLimit, digits.allSatisfy({ ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }),
      digits.count(where: { $0 == UInt8(ascii: ".") }) <= 1
    else { return nil }
    // JSON does not allow leading zeros.
    let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
    let isFraction = digits.dropFirst(zeros).first.map { !ASCII.isDigit($0) } ?? true
    let rest = digits.dropFirst(isFraction ? zeros - 1 : zeros)
    self.init(number: (digits.count < text.count ? "-" : "") + String(decoding: rest, as: UTF8.self))
    if self == .none { return nil }
  }

  /// A number without an exponent whose digits fit.
  private static func short(_ text: String) -> IndexSlot? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    var fraction = parts.count == 2 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    guard fraction.utf8.count <= scaleLimit, fraction.utf8.allSatisfy(ASCII.isDigit),
      let mantissa = Int(parts[0] + fraction)
    else { return nil }
    return IndexSlot(mantissa: mantissa, scale: fraction.utf8.count)
  }

  private static func long(_ text: String) -> IndexSlot? {
    guard let number = try? DecimalNumber(parsingJSON: text) else { return nil }
    let scale = number.significantDecimals
    if scale <= scaleLimit, let units = number.units(decimals: scale).flatMap({ Int(exactly: $0) }),
      let slot = IndexSlot(mantissa: units, scale: scale)
    {
      return slot
    }
    guard let value = Double(number.description) else { return nil }
    return IndexSlot(.largeNumber, payload: value.orderedBits >> 4)
  }

  private init?(mantissa: Int, scale: Int) {
    guard -Self.mantissaLimit..<Self.mantissaLimit ~= mantissa else { return nil }
    self.init(.number, signed: mantissa << Self.scaleBitCount | scale)
  }

  /// The digits of a number without its decimal point, and how many of them are decimals.
  var digits: (mantissa: Int, scale: Int) {
    (signedPayload >> Self.scaleBitCount, signedPayload & (1 << Self.scaleBitCount - 1))
  }

  private static let powersOfTen = (0...scaleLimit).map { scale in (0..<scale).reduce(1.0) { power, _ in power * 10 } }

  /// The nearest floating point number; `nil` if it is not a number, count or duration.
  var number: Double? {
    switch tag {
    case .number: Double(digits.mantissa) / Self.powersOfTen[digits.scale]
    case .largeNumber: Double(orderedBits: payload << 4)
    case .count, .duration: Double(payload)
    default: nil
    }
  }

  /// The exact number; `nil` if it is not a number or its digits do not fit into the slot.
  var decimal: DecimalNumber? {
    switch tag {
    case .number: DecimalNumber(units: Int128(digits.mantissa), decimals: digits.scale)
    case .count, .duration: DecimalNumber(units: Int128(payload), decimals: 0)
    default: nil
    }
  }

  /// The days since 1970; `nil` if it is not a day or moment.
  var day: Int? {
    switch tag {
    case .day: signedPayload
    case .moment: signedPayload >= 0 ? signedPayload / 1440 : -((1439 - signedPayload) / 1440)
    default: nil
    }
  }

  /// The minutes: of a time, since midnight; of a duration, in total; of a moment, since 1970.
  var minutes: Int? {
    switch tag {
    case .time, .duration, .moment: signedPayload
    default: nil
    }
  }

  // MARK: Texts

  /// - `key`: the key of this index's hashes, so that nobody can construct texts with equal hashes.
  init(text: [UInt8], key: UInt64) {
    if let slot = Self.shaped(text) {
      self = slot
      return
    }
    guard !text.isEmpty else {
      self = .none
      return
    }
    let hash = withUnsafeTemporaryAllocation(byteCount: text.count + 8, alignment: 8) { buffer in
      buffer.storeBytes(of: key, as: UInt64.self)
      UnsafeMutableRawBufferPointer(rebasing: buffer[8...]).copyBytes(from: text)
      return ByteHash.hash(UnsafeBufferPointer(buffer.bindMemory(to: UInt8.self)))
    }
    self.init(.text, payload: hash)
  }

  /// The slot of a day, time or duration, recognized by its shape; the text can be restored from the value.
  private static func shaped(_ text: [UInt8]) -> IndexSlot? {
    switch text.count {
    case 10 where text[4] == UInt8(ascii: "-"):
      return CalendarDate(parsing: String(decoding: text, as: UTF8.self)).map { IndexSlot($0) }
    case 16 where text[4] == UInt8(ascii: "-"):
      return LocalDateTime(parsing: String(decoding: text, as: UTF8.self)).map { IndexSlot($0) }
    case 5 where text[2] == UInt8(ascii: ":"):
      let midnight = "1970-01-01T" + String(decoding: text, as: UTF8.self)
      return LocalDateTime(parsing: midnight).map { IndexSlot(.time, payload: UInt64($0.minute)) }
    case 4... where text[0] == UInt8(ascii: "P") && text[1] == UInt8(ascii: "T"):
      let written = String(decoding: text, as: UTF8.self)
      guard let minutes = DurationKind.minutes(of: written), DurationKind.text(minutes: minutes) == written else {
        return nil
      }
      return IndexSlot(.duration, payload: UInt64(minutes))
    default: return nil
    }
  }

  /// The value as a submission writes it; `nil` if the slot has only its hash.
  var text: String? {
    switch tag {
    case .flag: payload == 1 ? "true" : "false"
    case .number, .count: decimal?.description
    case .day: CalendarDate(unixSeconds: signedPayload * 86_400)?.description
    case .moment: LocalDateTime(minutes: signedPayload)?.description
    case .time: LocalDateTime(minutes: signedPayload).map { String($0.description.suffix(5)) }
    case .duration: DurationKind.text(minutes: Int(payload))
    case .other: AnswerCondition.other
    case .none, .largeNumber, .text, .list: nil
    }
  }

  /// All slots that may represent a value with this text.
  static func all(writtenAs text: String, key: UInt64) -> [IndexSlot] {
    switch text {
    case AnswerCondition.noAnswer: [.none]
    case AnswerCondition.other: [.other]
    case "true", "false": [IndexSlot(text: Array(text.utf8), key: key), IndexSlot(text == "true")]
    default:
      [
        IndexSlot(text: Array(text.utf8), key: key), IndexSlot(number: text),
        Int(text).map { IndexSlot(count: max(0, $0)) },
      ]
      .compactMap { $0 == IndexSlot.none ? nil : $0 }
    }
  }
}

extension Double {
  /// Bits that are ordered as the numbers are.
  var orderedBits: UInt64 { bitPattern >> 63 == 0 ? bitPattern | 1 << 63 : ~bitPattern }

  init(orderedBits bits: UInt64) { self.init(bitPattern: bits >> 63 == 1 ? bits & ~(1 << 63) : ~bits) }
}
