import Support

/// The first pass over submissions: finds the columns of their table. Those of the form come first, in its order; the cells of earlier
/// versions follow, those of the newest first.
struct TableScan {
  private struct Version {
    let name: [UInt8]
    let form: TableColumns?
    var lastLine = 0
  }

  private let form: TableColumns?
  /// The form that was filled in; nil: nobody knows.
  private let definition: (_ version: String) -> TableColumns?
  /// What follows the id in lines that this program wrote.
  private let versionStart: [UInt8]
  private var versions: [Version] = []
  /// The version of the previous line, which most lines share.
  private var latest = 0
  /// The cells of lines that were read.
  private var found = TableColumns()
  private(set) var lineCount = 0

  /// - Parameters:
  ///   - id: the form's.
  ///   - form: its columns come first; nil: those of the newest version.
  ///   - definition: the form of a version.
  init(of id: String, first form: TableColumns?, definition: @escaping (_ version: String) -> TableColumns?) {
    self.form = form
    self.definition = definition
    versionStart = Array("\",\"form\":\"\(id)\",\"version\":\"".utf8)
  }

  /// Whether any definition has the cells' labels.
  var hasLabels: Bool { form != nil || versions.contains { $0.form != nil } }

  /// Adds the cells of a submission, if the filter accepts it.
  mutating func add(_ line: [UInt8], matching filter: SubmissionFilter) throws(JSONError) {
    lineCount += 1
    // Such a line has only the form's cells, and need not be read.
    if let version = ownVersion(line), see(version) { return }
    var values: [(id: String, value: JSONValue)] = []
    let (isWanted, version) = try filter.read(line) { reader throws(JSONError) in
      try reader.beginObject()
      while let (id, _) = try reader.nextKey() { values.append((id, try reader.node().value)) }
    }
    guard isWanted else { return }
    _ = see(version)
    for (id, value) in values { found.add(value, of: id) }
  }

  /// The version in a line that this program wrote; nil: the line has to be parsed.
  private func ownVersion(_ line: [UInt8]) -> ArraySlice<UInt8>? {
    let idEnd = "{\"id\":\"".utf8.count + 32
    guard line.count >= idEnd, line[idEnd...].starts(with: versionStart) else { return nil }
    return line[(idEnd + versionStart.count)...].prefix { $0 != UInt8(ascii: "\"") }
  }

  /// - Returns: whether the form of this version is known.
  private mutating func see(_ version: some Collection<UInt8>) -> Bool {
    if !versions.indices.contains(latest) || !versions[latest].name.elementsEqual(version) {
      latest = versions.firstIndex { $0.name.elementsEqual(version) } ?? versions.count
    }
    if latest == versions.count {
      versions.append(
        Version(name: Array(version), form: definition(String(decoding: Array(version), as: UTF8.self))))
    }
    versions[latest].lastLine = lineCount
    return versions[latest].form != nil
  }

  /// Of the submissions that were read, and of all versions' forms.
  var columns: TableColumns {
    var all = form ?? TableColumns()
    for version in versions.sorted(by: { $0.lastLine > $1.lastLine }) { version.form.map { all.add($0) } }
    all.add(found: found)
    return all
  }
}
