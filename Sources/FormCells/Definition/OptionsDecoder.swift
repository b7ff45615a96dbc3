import Support

/// Decodes the options of a cell: in the definition, in lists, or in a file.
extension FormDecoder {
  /// `nil` if there are none, which is reported.
  func options(_ reader: ObjectReader) -> OptionSource? {
    var seen: Set<String> = []
    if let node = reader["options"], case .object(let members) = node.content,
      members.contains(where: { $0.key == "list" })
    {
      return namedOptions(node, at: reader.path(of: "options"))
    }
    if let node = reader["options"], let expected = expectedOptions(node, in: reader) {
      return wrongType(node, at: reader.path(of: "options"), expected: expected)
    }
    if let elements = reader.elements("options") {
      let options = elements.map { option($0.node, at: $0.path, seen: &seen) }
      return options.contains { $0 == nil } ? nil : OptionSource(options: options.compactMap(\.self))
    }
    if case .array(.object(let table), _)? = reader.table.key("lists")?.shape, let elements = reader.elements("lists") {
      let lists = elements.map { list($0.node, as: table(), at: $0.path, seen: &seen) }
      return lists.contains { $0 == nil } ? nil : OptionSource(lists: lists.compactMap(\.self))
    }
    guard reader.table.key("source") != nil, let source = reader.object("source") else { return nil }
    return self.source(source, of: reader["id"]?.text)
  }

  /// What should replace a value that is no array, if a list of the form may be named there; `nil` otherwise.
  private func expectedOptions(_ node: JSONNode, in reader: ObjectReader) -> String? {
    guard case .options? = reader.table.key("options")?.shape else { return nil }
    var name = "NAME"
    switch node.content {
    case .array: return nil
    case .string(let text):
      let known = optionLists.keys.sorted()
      name = Suggestion.nearest(to: text, among: known) ?? (Self.isID(text) ? text : name)
    case .null, .bool, .number, .object: break
    }
    return "an array of options, or a list of the form, { \"list\": \"\(name)\" },"
  }

  /// The options of a list in the form's `optionLists`.
  private func namedOptions(_ node: JSONNode, at path: String) -> OptionSource? {
    guard let reader = ObjectReader(node, as: .optionList, at: path, decoder: self), let name = reader.id("list")
    else { return nil }
    guard let list = optionLists[name] else {
      let meant = Suggestion.nearest(to: name, among: optionLists.keys.sorted()).map { "; did you mean “\($0)”?" }
      reader.add(
        .unknownReference, key: "list",
        message:
          "“optionLists” has no list “\(name)”\(meant ?? "; add it at the form's top: \"optionLists\": { \"\(name)\": [ … ] }")"
      )
      return nil
    }
    usedOptionLists.insert(name)
    // Each cell has its own places.
    return list.places.isEmpty ? list : OptionSource(copying: list)
  }

  /// Reads the lists that several cells offer. A list with errors is reported, and keeps its valid options.
  func readOptionLists(_ reader: ObjectReader) {
    guard let node = reader["optionLists"] else { return }
    guard case .object(let members) = node.content else {
      report.add(
        .wrongType, at: node.offset, path: "optionLists",
        message: "this is \(node.typeName); an object of named lists of options is expected")
      return
    }
    for member in members {
      let path = "optionLists.\(member.key)"
      guard Self.isID(member.key) else {
        report.add(
          .badValue, at: member.keyOffset, path: path,
          message: "“\(member.key)” is not a name of a list; it is made of a–z, 0–9 and “-”, at most 64 of them")
        continue
      }
      var seen: Set<String> = []
      var options: [Option] = []
      if case .array(let elements) = member.value.content, !elements.isEmpty {
        for (index, element) in elements.enumerated() {
          if let option = option(element, at: "\(path)[\(index)]", seen: &seen) { options.append(option) }
        }
      } else {
        report.add(
          .badValue, at: member.value.offset, path: path, message: "an array of at least one option is expected")
      }
      optionLists[member.key] = OptionSource(options: options)
    }
  }

  /// Reports lists that no cell offers.
  func checkOptionLists(_ reader: ObjectReader) {
    guard case .object(let members)? = reader["optionLists"]?.content else { return }
    for member in members where optionLists[member.key] != nil && !usedOptionLists.contains(member.key) {
      report.add(
        .noEffect, at: member.keyOffset, path: "optionLists.\(member.key)",
        message: "“\(member.key)” has no effect: no cell has \"options\": { \"list\": \"\(member.key)\" }")
    }
  }

  /// - Parameter seen: the values so far, in all lists of the cell.
  private func option(_ node: JSONNode, at path: String, seen: inout Set<String>) -> Option? {
    if case .string = node.content {
      guard let value = optionValue(node, at: path), !isDefinition || withoutAnswers(value, node: node, at: path) != nil
      else { return nil }
      reportRepeated(value, at: node.offset, path: path, seen: &seen)
      note(plain: value, at: node.offset, path)
      return Option(value: value)
    }
    guard case .object = node.content else { return wrongType(node, at: path, expected: "a string or an object") }
    guard let reader = ObjectReader(node, as: .option, at: path, decoder: self) else { return nil }
    let value = reader["value"].map { optionValue($0, at: reader.path(of: "value")) } ?? reader.string("value")
    if let value {
      reportRepeated(value, at: reader["value"]?.offset ?? node.offset, path: reader.path(of: "value"), seen: &seen)
    }
    let option = Option(
      value: value ?? "", label: reader.text("label"), description: reader.text("description"),
      footnote: reader.text("footnote"), status: reader.text("status"), image: image(reader),
      initials: reader.string("initials"), isDisabled: reader.flag("disabled") ?? false,
      places: reader.count("places"))
    // Without a label the value is shown.
    if let value, !reader.has("label") { note(plain: value, at: node.offset, path) }
    return value == nil ? nil : option
  }

  /// `nil` for a text that pages cannot send back unchanged, which is reported.
  private func optionValue(_ node: JSONNode, at path: String) -> String? {
    guard let value = string(node, at: path) else { return nil }
    if let scalar = value.firstUntypeable() {
      report.add(
        .badValue, at: node.offset, path: path, message: OptionFileError.Reason.untypeable("value", scalar).message)
      return nil
    }
    return value.nfc
  }

  /// A path under the folder of assets; pages load nothing from elsewhere.
  private func image(_ reader: ObjectReader) -> String? {
    guard let path = reader.string("image") else { return nil }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if path.contains(where: { ":?#\\".contains($0) }) || parts.contains(where: { ["", ".", ".."].contains($0) }) {
      reader.add(
        .badValue, key: "image",
        message: "“\(path)” is not a path of a file under Public, such as “images/ada.webp”; pages load no others")
      return nil
    }
    if let images, !images.contains(path) {
      reader.add(
        .unknownReference, key: "image",
        message: OptionFileError.Reason.missingImage(path, known: images.sorted()).message)
      return nil
    }
    return path
  }

  private func reportRepeated(_ value: String, at offset: Int, path: String, seen: inout Set<String>) {
    guard !seen.insert(value).inserted else { return }
    report.add(
      .duplicate, at: offset, path: path, message: "another option already has the value “\(value)”; each needs its own"
    )
  }

  private func list(
    _ node: JSONNode, as table: KeyTable, at path: String, seen: inout Set<String>
  ) -> OptionSource.List? {
    guard let reader = ObjectReader(node, as: table, at: path, decoder: self) else { return nil }
    let title = reader.text("title")
    let hasButton = table.key("action") != nil
    let action = hasButton ? reader.choice("action", OptionList.Action.self) ?? .selectAll : .none
    let actionLabel = hasButton ? reader.text("actionLabel") : nil
    guard let elements = reader.elements("options") else { return nil }
    var options: [Option] = []
    for element in elements {
      guard let option = option(element.node, at: element.path, seen: &seen) else { continue }
      options.append(option)
    }
    guard options.count == elements.count else { return nil }
    return OptionSource.List(title: title, action: action, actionLabel: actionLabel, options: options)
  }

  /// - Parameter cell: the id of the cell.
  private func source(_ reader: ObjectReader, of cell: String?) -> OptionSource? {
    var columns = OptionColumns()
    if let value = reader.string("value") { columns.value = value }
    if let label = reader.string("label") { columns.label = label }
    columns.description = reader.string("description")
    columns.footnote = reader.string("footnote")
    columns.status = reader.string("status")
    columns.image = reader.string("image")
    columns.list = reader.string("list")
    columns.filters = filters(reader).map(\.column)
    readTree(into: &columns, reader)
    if let name = reader.string("provider") { return provided(by: name, tree: columns.tree, reader) }
    if reader.has("sqlite"), !reader.has("file") { return sqlite(columns, in: reader) }
    guard let file = path("file", in: reader) else { return nil }
    columns.calculated = (cell.flatMap { calculatedColumns[$0] } ?? []).filter { !columns.filters.contains($0) }
    do {
      return try source(file: file, columns: columns)
    } catch {
      report(error, of: "file", in: reader)
      return nil
    }
  }

  /// Reads the keys of a tree.
  private func readTree(into columns: inout OptionColumns, _ reader: ObjectReader) {
    columns.parent = reader.string("parent")
    columns.choosesParents = reader.choice("choose", TreeChoice.self) == .any
    guard reader.has("parent") else { return }
    let reasons = [
      ("list", "the levels of a tree group its rows already; leave out “list”"),
      ("where", "a tree is shown as a whole; leave out “where”, or have a file with a row for each way to follow"),
    ]
    for (key, reason) in reasons where reader.has(key) {
      reader.addNoEffect(of: key, "“\(key)” and “parent”: \(reason)")
    }
  }

  /// The maximum number of columns of one source that filter options.
  private static let filterLimit = 8

  /// The columns of `where`, each with the node that names a cell.
  private func filters(_ reader: ObjectReader) -> [(column: String, node: JSONNode)] {
    guard let node = reader["where"] else { return [] }
    guard case .object(let members) = node.content, !members.isEmpty else {
      reader.add(
        .wrongType, key: "where", message: "an object of columns is expected: {\"region\": {\"cell\": \"region\"}}")
      return []
    }
    if members.count > Self.filterLimit {
      reader.add(
        .badValue, key: "where", message: "it names \(members.count) columns; the limit is \(Self.filterLimit)")
      return []
    }
    return members.map { ($0.key, $0.value) }
  }

  /// The cells that a source's `where` names. At this point every cell can be found.
  func filters(of draft: CellDraft, own: Int, in drafts: CellDrafts) -> [OptionFilter] {
    guard draft.reader.table.key("source") != nil, let source = draft.reader["source"],
      case .object(let keys) = source.content,
      case .object(let members)? = keys.first(where: { $0.key == "where" })?.value.content
    else { return [] }
    let path = "\(draft.reader.path(of: "source")).where"
    return members.compactMap { member in
      let path = "\(path).\(member.key)"
      guard let reader = ObjectReader(member.value, as: .filter, at: path, decoder: self),
        let id = reader.id("cell")
      else { return nil }
      guard let found = drafts.indexByID[id] else {
        let mistake = drafts.repeated.mistake(
          inUnknown: id, among: drafts.indexByID.keys, instead: "name a cell with one value, outside of it")
        if let mistake { reader.add(.unknownReference, key: "cell", message: mistake) }
        return nil
      }
      if found == own {
        reader.add(.cycle, key: "cell", message: "the source refers to its own cell; name another cell")
        return nil
      }
      if let refusal = drafts.repeated.refusal(of: found, id: id, from: own) {
        reader.add(
          .badValue, key: "cell", message: "\(refusal.message); name a cell of the same section, or one outside of all")
        return nil
      }
      guard let kind = drafts.kind(of: found) else { return nil }
      guard Cell.canBeFollowed(kind) else {
        reader.add(
          .badValue, key: "cell",
          message:
            "rows are selected by one value, which “\(id)” does not have: name a text, or a cell with a single choice"
        )
        return nil
      }
      return OptionFilter(column: member.key, cell: found)
    }
  }

  private func sqlite(_ columns: OptionColumns, in reader: ObjectReader) -> OptionSource? {
    guard let open = stores.openSQLite else {
      reader.addNoEffect(
        of: "sqlite",
        "SQLite is not in this program; build one that has it: swift build -c release --traits SQLite; or write the table to a "
          + "file and name that as “file”: sqlite3 -header -csv DATABASE \"SELECT * FROM TABLE\" > TABLE.csv")
      return nil
    }
    if !reader.has("table") {
      reader.add(
        .missingKey, key: "table", message: "the key “table” is missing: the table of the database that has the options"
      )
    }
    guard let file = path("sqlite", in: reader), let table = reader.string("table") else { return nil }
    do {
      return try source(sqlite: file, table: table, columns: columns, open)
    } catch {
      report(error, of: "sqlite", in: reader)
      return nil
    }
  }

  private func provided(by name: String, tree: OptionTreeColumn?, _ reader: ObjectReader) -> OptionSource? {
    guard stores.providers.contains(name) else {
      let meant = Suggestion.nearest(to: name, among: stores.providers.sorted()).map { "; did you mean “\($0)”?" }
      let advice =
        "; your own server gives it to its site and names it when it loads the definitions; formcells has none: "
        + "use a “file”"
      reader.add(.unknownReference, key: "provider", message: "there is no provider “\(name)”\(meant ?? advice)")
      return nil
    }
    return OptionSource(providerNamed: name, tree: tree)
  }

  /// The path of a file, relative to the definition.
  private func path(_ key: String, in reader: ObjectReader) -> String? {
    guard let file = reader.string(key) else { return nil }
    guard !file.hasPrefix("/") else {
      reader.add(.badValue, key: key, message: "the path is relative to the definition; “\(file)” is absolute")
      return nil
    }
    guard !file.contains("://") else {
      reader.add(.badValue, key: key, message: "a source is a local file; nothing is loaded from “\(file)”")
      return nil
    }
    guard !file.contains(where: { "\\\n\t".contains($0) }) else {
      let meant = String(file.map { $0 == "\n" ? "n" : $0 == "\t" ? "t" : $0 == "\\" ? "/" : $0 })
      reader.add(
        .badValue, key: key,
        message: file.contains("\\")
          ? "folders are separated by “/”: write \"\(meant)\""
          : "“\\n” and “\\t” in JSON are a line break and a tab; folders are separated by “/”")
      return nil
    }
    return file
  }

  /// An error in the file is reported there. An error about the whole file, or about a column that the definition names, is reported in the
  /// definition.
  private func report(_ errors: OptionFileErrors, of file: String, in reader: ObjectReader) {
    for error in errors.errors {
      switch (error.reason, error.position) {
      case (.missingTable, _), (.view, _):
        reader.add(.unknownReference, key: "table", message: "\(error.path): \(error.message)")
      case (.missingColumn(let column, _), _), (.missingTableColumn(let column, _), _):
        let key = reader.table.keys.map(\.name).first { key in
          if case .string(column) = reader[key]?.content { !["file", "sqlite", "table"].contains(key) } else { false }
        }
        reader.add(.unknownReference, key: key ?? file, message: "\(error.path): \(error.message)")
      case (.missingFile, _):
        let meant = DefinitionFiles.nearest(to: error.path).map { "; did you mean “\($0)”?" } ?? ""
        reader.add(.unknownReference, key: file, message: "\(error.path): \(error.message)\(meant)")
      case (_, nil): reader.add(.source, key: file, message: "\(error.path): \(error.message)")
      case (_, let position?):
        let diagnostic = Diagnostic(
          path: error.path, position: position, keyPath: reader.path, code: .source, message: error.message,
          excerpt: error.excerpt)
        report.add(diagnostic, at: reader.offset)
      }
    }
    if errors.isCutShort {
      reader.add(.source, key: file, message: "reading stopped after \(errors.errors.count) mistakes in the file")
    }
  }
}

extension KeyTable {
  static let option = KeyTable(
    name: "option", about: "One value to choose.",
    keys: [
      Key("value", .string, required: true, "What is submitted."),
      Key("label", .text, required: true, "What is read."),
      Key("description", .text, "A second line: the row becomes an object cell."),
      Key("footnote", .text, "A third line."),
      Key("status", .text, "A word at the row's end."),
      Key("image", .string, "A picture: the path of its file under Public."),
      Key(
        "initials", .string,
        "One or two letters in place of a picture; of a contact that has neither, the first letters of its label."),
      Key("disabled", .boolean, "Whether it cannot be chosen."),
      Key("places", .count(Availability.limitRange), "How many submissions can choose it; any number if left out."),
    ])

  static let optionList = KeyTable(
    name: "optionList", about: "A list of the form's “optionLists”.",
    keys: [Key("list", .id, required: true, "Its name.")])

  static let list = KeyTable(
    name: "list", about: "A value list: a header over some of the options.",
    keys: groupList.keys + [
      Key("action", .choice(OptionList.Action.self), "What the header's button does; selectAll if left out."),
      Key(
        "actionLabel", .text,
        needs: .value("action", of: [OptionList.Action.selectAll.rawValue], byDefault: true), "The button's label."),
    ])

  static let groupList = KeyTable(
    name: "groupList", about: "A value list of a group: a title over some of the options.",
    keys: [
      Key("title", .text, required: true, "The title."),
      Key("options", .array(.option, atLeast: 1), required: true, "The options under it."),
    ],
    refusal: { name in
      guard ["action", "actionLabel"].contains(name) else { return nil }
      return "“\(name)” has no effect in a group, whose lists have no button; leave it out, or use a “list-picker”"
    })

  static let source = KeyTable(
    name: "source", about: "Options that are data.",
    keys: [
      Key(
        "file", .string,
        "A .csv (with a header row), .json (an array of options) or .jsonl file beside the definition."),
      Key("sqlite", .string, "An SQLite database beside the definition, in programs built with the trait SQLite."),
      Key("table", .string, needs: .key("sqlite"), "The table of the database."),
      Key("provider", .string, "The name under which your own server gives its site a store of options."),
      Key("value", .string, needs: .no("provider"), "The column of the submitted values; \"value\" if left out."),
      Key("label", .string, needs: .no("provider"), "The column of the labels; \"label\" if left out."),
      Key("description", .string, needs: .no("provider"), "The column of the descriptions."),
      Key("footnote", .string, needs: .no("provider"), "The column of the footnotes."),
      Key("status", .string, needs: .no("provider"), "The column of the status words."),
      Key("image", .string, needs: .no("provider"), "The column of the pictures: paths of files under Public."),
      Key("list", .string, needs: .no("provider"), "The column that groups the options into value lists."),
      Key(
        "where", .columns,
        "Columns whose text has to equal what another cell holds: {\"region\": {\"cell\": \"region\"}}."),
      Key(
        "parent", .string,
        "The column with the value of the row above; empty on the top level: the options are a tree."),
      Key(
        "choose", .choice(TreeChoice.self), needs: .key("parent"),
        "Which rows of a tree can be chosen; leaves if left out."),
    ],
    oneOf: ["file", "sqlite", "provider"])

  static let filter = KeyTable(
    name: "filter", about: "What a column has to equal.",
    keys: [Key("cell", .id, required: true, "The id of another cell, with a text or a single choice.")])
}
