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

  /// Where the fields of each column go; nil where the header is at fault.
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
    return isSound ? targets : nil
  }

  /// Spreadsheets end at 16,384 columns; so many names are still compared in no time.
  static let columnLimit = 16_384
}
