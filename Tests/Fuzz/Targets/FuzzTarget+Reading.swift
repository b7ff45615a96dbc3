import Localization

@testable import FormCells

extension FuzzTarget {
  static let reading = [
    FuzzTarget(
      name: "text",
      invariant:
        "A text that was read is read as itself, is in NFC, and has neither controls nor a character for others."
    ) { bytes in
      guard let text = String(validating: bytes, as: UTF8.self) else { return }
      for reading in [TextReading.line, .lines, .code] {
        let read = reading.read(text)
        try expect(reading.read(read).utf8.elementsEqual(read.utf8), "\(reading) reads \(Array(read.utf8)) otherwise")
        try expect(read.nfc.utf8.elementsEqual(read.utf8), "\(reading): \(Array(read.utf8)) is not in NFC")
        try expect(read.firstUntypeable { reading == .lines && $0 == "\n" } == nil, "\(reading) leaves a control")
        try expect(!read.unicodeScalars.contains("\u{FFFD}") || text.unicodeScalars.contains("\u{FFFD}"), "a repair")
        try expect(read.characterCount <= max(1, read.utf8.count), "\(read.characterCount) characters")
      }
    },
    FuzzTarget(
      name: "number",
      invariant: "A number as typed that is read is written by its locale so that it is read as the same."
    ) { bytes in
      let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
      let format = NumberFormat.of(locales[Int(bytes.first ?? 0) % locales.count])
      for (decimals, currency) in [(nil, nil), (2, "USD"), (0, "JPY"), (2, "EUR")] as [(Int?, String?)] {
        switch format.parse(text, decimalLimit: decimals, currency: currency) {
        case .number(let number):
          try expect(number.digitCount <= DecimalNumber.digitLimit, "\(number) has too many digits")
          try expect(try DecimalNumber(parsing: number.description) == number, "\(number) is not a number any more")
          let written = format.text(number)
          let again = format.parse(written)
          try expect(again == .number(number), "\(number) is written as \(written) and read as \(again)")
          _ = currency.map { format.text(number, currency: $0) }
        case .ambiguous(let readings): try expect(Set(readings).count > 1, "one reading: \(readings)")
        case .refused: break
        }
      }
    },
    FuzzTarget(
      name: "date-and-time",
      invariant: "Days, times and languages that are read are written so that they are read as the same."
    ) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      if let date = CalendarDate(parsing: text) { try expect(date.description == text, "\(text) is \(date)") }
      if let time = TimeOfDay(parsing: text) { try expect(TimeOfDay(parsing: time.description) == time, "\(time)") }
      if let time = TimeOfDay(typed: text) { try expect(TimeOfDay(parsing: time.description) == time, "\(time)") }
      if let tag = LanguageTag(parsing: text) { try expect(LanguageTag(parsing: tag.description) == tag, "\(tag)") }
    },
    FuzzTarget(
      name: "pattern",
      invariant:
        "An expression matches a text exactly where the same one in a group does, in a bounded number of steps."
    ) { bytes in
      let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
      let source = String(decoding: lines.first ?? [], as: UTF8.self)
      let text = String(decoding: (lines.dropFirst().first ?? []).prefix(200), as: UTF8.self)
      let pattern: Pattern
      do throws(Pattern.Refusal) { pattern = try Pattern(source) } catch {
        try expect(0...source.unicodeScalars.count ~= error.offset, "refused at \(error.offset): \(error.message)")
        return
      }
      let matches = pattern.matches(text)
      // With the group, the pattern may exceed the limit.
      guard let grouped = try? Pattern("(?:\(source))") else { return }
      try expect(grouped.matches(text) == matches, "\(matches) alone, otherwise in a group")
    },
  ]

  private static let locales: [LanguageTag] = ["en", "de", "fr", "hi", "ar-EG", "de-CH", "en-IN", "sv", "fa", "ne"]
}
