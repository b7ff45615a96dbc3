import Testing

/// The public names that a host uses: they are few, and each is documented.
@Suite("Public symbols")
struct PublicSymbolTests {
  let repository = Repository.here

  /// The number of names in all library products that a host can be asked to know. Those of cells do not count, because
  /// each key of the format has a function (`SwiftFormTests`).
  private static let limit = 430
  private static let cells = "Sources/FormCells/Cells/"

  @Test("every public symbol has a doc comment")
  func documentation() throws {
    let undocumented = try repository.files(in: "Sources").flatMap(Self.symbols).filter { !$0.isDocumented }
    #expect(undocumented.map(\.place) == [])
  }

  @Test("the library products have no more public symbols than the limit")
  func count() throws {
    let products = repository.text(of: "Package.swift").matches(
      of: #/\.library\(\s*name: "\w+",\s*targets: \[([^\]]*)\]/#)
    let targets = Set(products.flatMap { $0.output.1.matches(of: #/"(\w+)"/#).map { String($0.output.1) } })
    #expect(!targets.isEmpty)
    let counts = try targets.map { target in
      let files = repository.files(in: "Sources/\(target)").filter { !$0.path.hasPrefix(Self.cells) }
      return try (target, files.flatMap(Self.symbols).count)
    }
    let total = counts.reduce(0) { $0 + $1.1 }
    #expect(counts.allSatisfy { $0.1 > 0 })
    let places = counts.sorted { $0.1 > $1.1 }
    #expect(total <= Self.limit, "\(total): \(places); `package` is enough for what no host uses")
  }

  @Test("the check finds public symbols and their doc comments")
  func symbols() throws {
    let file = Repository.File(
      path: "A.swift",
      text: """
        /// Said.
        @inlinable
        public func said() {}
        public func unsaid() {}
          public var description: String { "" }
        package func inside() {}
        /// Said.
        public enum Kind {
          case first, second
          /// Said.
          case third(Int, String)
          func inside() { switch self {
            case first: break
          } }
        }
        case other
        /// Said.
        public protocol Store {
          func load()
        }

        """)
    let found = try Self.symbols(of: file)
    #expect(found.count == 9)
    #expect(found.filter { !$0.isDocumented }.map(\.place) == ["A.swift:4", "A.swift:9", "A.swift:9", "A.swift:19"])
  }

  private struct Symbol {
    let place: String
    let isDocumented: Bool
  }

  private static let declaration = try? LinePattern(
    #"^ *(@[A-Za-z]+(\([^)]*\))? )*(indirect |final )*public ([^i]|i[^m])"#)
  /// Declarations whose members are public without a modifier: the cases of an enumeration and the requirements of a protocol.
  private static let container = try? LinePattern(#"public (indirect )?(enum|protocol) .*[^}]$"#)
  private static let enumCase = try? LinePattern(#"^ *(indirect )?case "#)
  private static let requirement = try? LinePattern(
    #"^ *(func|var|static|mutating|init|subscript|associatedtype)[ (\[]"#)
  /// Implementations of requirements of the standard library and of `FormCell`, which are documented there.
  private static let witness = try? LinePattern(
    #"public ((let|var) description: String|init\([a-z]+Literal[ :]|static func (==|<) |"#
      + #"func (hash\(into|makeIterator)|var definition: )"#)

  /// The public declarations of a file. All cases in one line are separate names.
  private static func symbols(of file: Repository.File) throws -> [Symbol] {
    let (declaration, container, witness) = try (#require(declaration), #require(container), #require(witness))
    let (enumCase, requirement) = try (#require(enumCase), #require(requirement))
    guard file.suffix == "swift", declaration.matches(file.text) else { return [] }
    var symbols: [Symbol] = []
    /// If the lines are in an enumeration or a protocol: the indentation of its members, and their pattern.
    var inside: (column: Int, member: LinePattern)?
    let lines = file.lines
    for (index, line) in lines.enumerated() {
      let indent = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
      if let place = inside, indent < place.column, line.utf8.count > indent { inside = nil }
      let isMember = inside.map { $0.column == indent && $0.member.matches(line) } ?? false
      guard isMember || declaration.matches(line) else { continue }
      let isCase = isMember && enumCase.matches(line)
      let symbol = Symbol(
        place: "\(file.path):\(index + 1)", isDocumented: witness.matches(line) || isDocumented(index, in: lines))
      symbols += Array(repeating: symbol, count: isCase ? names(inCase: line) : 1)
      if let kind = container.group(2, in: line) { inside = (indent + 2, kind == "enum" ? enumCase : requirement) }
    }
    return symbols
  }

  /// Whether there is a doc comment above a line and its attributes.
  private static func isDocumented(_ index: Int, in lines: [Substring]) -> Bool {
    let above = lines[..<index].last { !$0.drop { $0 == " " }.hasPrefix("@") }
    return above.map { $0.drop { $0 == " " }.hasPrefix("///") } ?? false
  }

  private static func names(inCase line: Substring) -> Int {
    var depth = 0
    var names = 1
    for byte in line.utf8 {
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: ","): names += depth == 0 ? 1 : 0
      default: break
      }
    }
    return names
  }
}
