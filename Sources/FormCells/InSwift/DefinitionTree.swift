import Support
import Localization

/// A line in the host's program.
struct SwiftLine: Sendable {
  let file: String
  let line: Int
}

/// Turns a form in Swift into the tree that parsing its file would give. The offset of a node is its running number, which leads to its
/// line in the program.
struct DefinitionTree {
  private(set) var lines: [SwiftLine] = []
  /// Keys that occur twice.
  private(set) var repeated: [(key: String, offset: Int)] = []

  mutating func form(_ members: [JSONValue.Member], sections: [Section], line: SwiftLine) -> JSONNode {
    object(members, line: line, with: "sections") { tree in
      tree.array(sections, line: line) { tree, section in
        tree.object(section.members, line: section.line, with: "cells") { tree in
          tree.array(section.cells, line: section.line) { tree, cell in
            tree.object(cell.definition.members, line: cell.definition.line)
          }
        }
      }
    }
  }

  private mutating func node(_ value: JSONValue, line: SwiftLine) -> JSONNode {
    switch value {
    case .null: JSONNode(offset: next(line), content: .null)
    case .bool(let flag): JSONNode(offset: next(line), content: .bool(flag))
    case .number(let digits): JSONNode(offset: next(line), content: .number(digits))
    case .string(let text): JSONNode(offset: next(line), content: .string(text))
    case .array(let elements): array(elements, line: line) { $0.node($1, line: line) }
    case .object(let members): object(members, line: line)
    }
  }

  private mutating func array<Element>(
    _ elements: [Element], line: SwiftLine, each: (inout Self, Element) -> JSONNode
  ) -> JSONNode {
    let offset = next(line)
    var nodes: [JSONNode] = []
    for element in elements { nodes.append(each(&self, element)) }
    return JSONNode(offset: offset, content: .array(nodes))
  }

  private mutating func object(_ members: [JSONValue.Member], line: SwiftLine) -> JSONNode {
    let offset = next(line)
    var nodes: [JSONNode.Member] = []
    var keys: Set<String> = []
    for member in members {
      let keyOffset = next(line)
      if !keys.insert(member.key).inserted { repeated.append((member.key, keyOffset)) }
      nodes.append(.init(key: member.key, keyOffset: keyOffset, value: node(member.value, line: line)))
    }
    return JSONNode(offset: offset, content: .object(nodes))
  }

  /// The same with one more key at the end, whose value has its own lines.
  private mutating func object(
    _ members: [JSONValue.Member], line: SwiftLine, with key: String, make: (inout Self) -> JSONNode
  ) -> JSONNode {
    var node = object(members, line: line)
    guard case .object(let nodes) = node.content else { return node }
    let keyOffset = next(line)
    node.content = .object(nodes + [.init(key: key, keyOffset: keyOffset, value: make(&self))])
    return node
  }

  private mutating func next(_ line: SwiftLine) -> Int {
    lines.append(line)
    return lines.count - 1
  }
}

// MARK: Values as definitions write them

/// A key with its value; empty if there is no value.
func said(_ key: String, _ value: JSONValue?) -> [JSONValue.Member] { value.map { [.init(key, $0)] } ?? [] }

func said(_ key: String, _ text: Localized?) -> [JSONValue.Member] { said(key, text?.definition) }

func said<Choice: RawRepresentable<String>>(_ key: String, _ choice: Choice?) -> [JSONValue.Member] {
  said(key, choice.map { .string($0.rawValue) })
}

extension [(String, JSONValue)] {
  var members: [JSONValue.Member] { map { JSONValue.Member($0.0, $0.1) } }
}

extension JSONValue {
  static func count(_ count: Int) -> JSONValue { .number(String(count)) }
}

extension Localized {
  var definition: JSONValue {
    if languages.isEmpty, let text = texts.first { return .string(text) }
    return .object(languages.map { .init($0.description, .string(text(in: [$0]))) })
  }
}
