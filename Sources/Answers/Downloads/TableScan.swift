import Support

/// The first pass over submissions, which finds the columns of their table. The columns of the form come first, in its
/// order. The cells of earlier versions follow, those of newer versions first.
struct TableScan {
  private struct Version {
    let name: [UInt8]
    let form: TableColumns?
    var lastLine = 0
  }

  private let form: TableColumns?
  /// The columns of a version; `nil` if it is not known.
  private let definition: (_ version: String) -> TableColumns?
  /// What follows the id in lines that this program wrote.
  private let versionStart: [UInt8]
  private var versions: [Version] = []
  /// The version of the previous line; most lines have the same version as the one before.
  private var latest = 0
  /// The cells of lines that were read.
  private var found = TableColumns()
  private(set) var lineCount = 0

  /// - Parameters:
  ///   - id: the form's id.
  ///   - form: its columns come first; `nil` for those of the newest version.
  ///   - definition: the columns of a version of the form.
  init(of id: String, first form: TableColumns?, definition: @escaping (_ version: String) -> TableColumns?) {
    self.form = form
    self.definition = definition
    versionStart = Array("\",\"form\":\"\(id)\",\"version\":\"".utf8)
  }

  /// Whether any definition provides labels.
  var hasLabels: Bool { form != nil || versions.contains { $0.form != nil } }

  /// Adds the cells of a submission, if the filter accepts it.
  mutating func add(_ line: [UInt8], matching filter: SubmissionFilter) throws(JSONError) {
    lineCount += 1
    // A line of a known version has only cells of that version, so it need not be parsed.
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

  /// The version in a line that this program wrote; `nil` if the line must be parsed.
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

  /// The columns of the submissions that were read, and of all their versions.
  var columns: TableColumns {
    var all = form ?? TableColumns()
    for version in versions.sorted(by: { $0.lastLine > $1.lastLine }) { version.form.map { all.add($0) } }
    all.add(found: found)
    return all
  }
}
