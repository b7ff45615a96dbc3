import Glibc
import Localization

extension OptionFile {
  func readCSV(_ reader: consuming CSVReader, into collector: inout OptionCollector) {
    var reader = reader
    reader.passSeparatorLine()
    guard reader.beginRecord() else { return collector.report(.emptyFile, at: 0) }
    guard let targets = readHeader(&reader, into: &collector) else { return }
    while !collector.isFull, reader.beginRecord() {
      let rowOffset = reader.offset
      guard collector.beginRow(at: rowOffset) else { return }
      var fields = 0
      var valueOffset = rowOffset
      var isSound = true
      while true {
        let offset = reader.offset
        let field = reader.nextField()
        if let fault = field.fault {
          collector.report(fault.reason, at: fault.offset)
          isSound = false
        } else if fields < targets.count {
          if targets[fields].contains(.field(.value)) { valueOffset = offset }
          if !targets[fields].isEmpty {
            reader.withText(field) { collector.append($0, to: targets[fields], at: offset) }
          }
        }
        fields += 1
        guard field.end == .comma else { break }
      }
      if isSound, fields != targets.count {
        collector.report(.raggedRow(fields: fields, expected: targets.count), at: rowOffset)
        isSound = false
      }
      collector.endRow(at: rowOffset, valueOffset: isSound ? valueOffset : nil)
    }
  }

  /// The targets of each column; `nil` if the header has a mistake.
  private func readHeader(_ reader: inout CSVReader, into collector: inout OptionCollector) -> [[OptionTarget]]? {
    let start = reader.offset
    var names: [String] = []
    var isSound = true
    while true {
      let offset = reader.offset
      let field = reader.nextField()
      if let fault = field.fault {
        collector.report(fault.reason, at: fault.offset)
        isSound = false
      }
      let text = reader.withText(field) { collector.name($0, at: offset) }
      if columns.targets.contains(where: { $0.name == text }), names.contains(text) {
        collector.report(.repeatedColumn(text), at: offset)
        isSound = false
      }
      names.append(text)
      guard field.end == .comma else { break }
      if names.count == Self.columnLimit {
        collector.report(.tooManyColumns(limit: Self.columnLimit), at: offset)
        return nil
      }
    }
    guard isSound else { return nil }
    var targets = [[OptionTarget]](repeating: [], count: names.count)
    for (name, target) in columns.targets {
      if let index = names.firstIndex(of: name) {
        targets[index].append(target)
      } else {
        collector.report(.missingColumn(name, present: names), at: start)
        isSound = false
      }
    }
    for (index, name) in names.enumerated() {
      if case .some(.some(let target)) = collector.translation(name, of: columns.targets, at: start) {
        targets[index].append(target)
      }
    }
    return isSound ? targets : nil
  }

  /// Spreadsheets end at 16,384 columns; comparing this number of names still takes no time.
  static let columnLimit = 16_384
}

/// Reads RFC 4180 field by field: quotes, doubled quotes, line breaks within quotes, CRLF or LF. It reports a mistake in a field and
/// continues after the field.
struct CSVReader {
  struct Field {
    enum End { case comma, line, file }
    /// The content without the quotes around it.
    var content: Range<Int>
    var hasDoubledQuotes = false
    var end: End
    var fault: (reason: OptionFileError.Reason, offset: Int)?
  }

  let bytes: UnsafeBufferPointer<UInt8>
  /// The place in bytes.
  private(set) var offset: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Moves to the next record with a text; false at the end of the file.
  mutating func beginRecord() -> Bool {
    while offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "\n") {
        offset += 1
      } else if isLineEnd(offset) {
        offset += 2
      } else if !passEmptyRecord() {
        return true
      }
    }
    return false
  }

  /// Skips a first line that names the separator, as some spreadsheets write it.
  mutating func passSeparatorLine() {
    var rest = self
    let field = rest.nextField()
    // If a comma follows, the line ends in an empty field.
    if field.end == .comma {
      let last = rest.nextField()
      guard last.content.isEmpty, last.end != .comma else { return }
    }
    let text = String(decoding: bytes[field.content], as: UTF8.self).lowercased()
    if field.fault == nil, text.hasPrefix("sep="), text.utf8.count <= 5 { offset = rest.offset }
  }

  /// Skips a record that has only separators, as spreadsheets write them after the last one with texts.
  /// - Returns: false if the record has a text or a mistake.
  private mutating func passEmptyRecord() -> Bool {
    // Most records begin with a letter or a digit.
    guard bytes[offset] <= UInt8(ascii: ",") || bytes[offset] >= 0x80 else { return false }
    var rest = self
    while true {
      let field = rest.nextField()
      guard field.fault == nil, field.content.allSatisfy({ bytes[$0] <= 0x20 || bytes[$0] >= 0x80 }),
        String(decoding: bytes[field.content], as: UTF8.self).isBlank
      else { return false }
      guard field.end == .comma else { break }
    }
    offset = rest.offset
    return true
  }

  @inline(__always)
  mutating func nextField() -> Field {
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") { return quotedField() }
    let start = offset
    var fault: (reason: OptionFileError.Reason, offset: Int)?
    while offset < bytes.count {
      let byte = bytes[offset]
      // The four bytes that matter are all at or below the comma.
      if byte <= UInt8(ascii: ",") {
        if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || isLineEnd(offset) { break }
        if fault == nil, byte == UInt8(ascii: "\"") { fault = (.strayQuote, offset) }
        if fault == nil, byte == UInt8(ascii: "\r") { fault = (.strayCarriageReturn, offset) }
      }
      offset += 1
    }
    let content = start..<offset
    return Field(content: content, end: takeEnd(), fault: fault)
  }

  /// Passes the text of a field to a function.
  @inline(__always)
  func withText<Result>(_ field: Field, body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    guard field.hasDoubledQuotes else { return body(UnsafeBufferPointer(rebasing: bytes[field.content])) }
    var text: [UInt8] = []
    var position = field.content.lowerBound
    while position < field.content.upperBound {
      text.append(bytes[position])
      position += bytes[position] == UInt8(ascii: "\"") ? 2 : 1
    }
    return text.withUnsafeBufferPointer(body)
  }

  private mutating func quotedField() -> Field {
    let start = offset + 1
    var hasDoubledQuotes = false
    var quote = nextQuote(from: start)
    while let place = quote, place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "\"") {
      hasDoubledQuotes = true
      quote = nextQuote(from: place + 2)
    }
    guard let quote else {
      offset = bytes.count
      return Field(content: start..<start, end: .file, fault: (.unclosedQuote, start - 1))
    }
    offset = quote + 1
    var fault: (reason: OptionFileError.Reason, offset: Int)?
    while offset < bytes.count, bytes[offset] != UInt8(ascii: ","), bytes[offset] != UInt8(ascii: "\n"),
      !isLineEnd(offset)
    {
      if fault == nil { fault = (.textAfterQuote, offset) }
      offset += 1
    }
    return Field(content: start..<quote, hasDoubledQuotes: hasDoubledQuotes, end: takeEnd(), fault: fault)
  }

  private func nextQuote(from start: Int) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress,
      let hit = memchr(base + start, Int32(UInt8(ascii: "\"")), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(hit) - UnsafeRawPointer(base)
  }

  /// Whether there is a CR LF.
  @inline(__always)
  private func isLineEnd(_ offset: Int) -> Bool {
    bytes[offset] == UInt8(ascii: "\r") && offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "\n")
  }

  @inline(__always)
  private mutating func takeEnd() -> Field.End {
    guard offset < bytes.count else { return .file }
    switch bytes[offset] {
    case UInt8(ascii: ","):
      offset += 1
      return .comma
    case UInt8(ascii: "\r"): offset += 2
    default: offset += 1
    }
    return .line
  }
}
