extension KeyTable {
  /// The messages of a cell of this kind.
  static func messages(of kind: any CellKind.Type) -> KeyTable {
    let own = keys(of: kind)
    return KeyTable(
      name: "\(kind.type.rawValue)-messages", about: "Words in place of the built-in ones.",
      keys: own.map { Key($0.rawValue, .text, $0.about) },
      refusal: { name in
        guard let key = Cell.MessageKey(rawValue: name), !own.contains(key) else { return nil }
        let known = own.map { "“\($0.rawValue)”" }.joined(separator: ", ")
        let owners = CellType.allCases.filter { keys(of: $0.implementation).contains(key) }
        let types = owners.map { "“\($0.rawValue)”" }.joined(separator: ", ")
        return "“\(name)” is never said of a cell of the type “\(kind.type.rawValue)”, but of \(types); use one of "
          + "\(known), or remove it"
      })
  }

  private static func keys(of kind: any CellKind.Type) -> [Cell.MessageKey] {
    Cell.MessageKey.allCases.filter { $0 == .required || $0 == .success || kind.messageKeys.contains($0) }
  }
}
