/// The lines in which one laid-out page differs from another, for people to read.
package struct LineDifference: Sendable {
  private enum Line {
    case same(Substring), removed(Substring), added(Substring)

    var isSame: Bool { if case .same = self { true } else { false } }

    var text: Substring {
      switch self {
      case .same(let text), .removed(let text), .added(let text): text
      }
    }

    var mark: Character {
      switch self {
      case .same: " "
      case .removed: "-"
      case .added: "+"
      }
    }
  }

  private let lines: [Line]
  package let removedCount: Int

  package init(from old: [Substring], to new: [Substring]) {
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    removedCount = removed.count
    var lines: [Line] = []
    var position = 0
    for (index, line) in old.enumerated() {
      if removed.contains(index) {
        lines.append(.removed(line))
        continue
      }
      while added.contains(position) {
        lines.append(.added(new[position]))
        position += 1
      }
      lines.append(.same(line))
      position += 1
    }
    self.lines = lines + new[position...].map(Line.added)
  }

  /// The lines that were removed (-) and added (+). Each group is moved to the left margin, below the id of the element that contains it.
  /// Empty if there are none.
  package var text: String {
    var text = ""
    var index = 0
    while let start = lines[index...].firstIndex(where: { !$0.isSame }) {
      let end = lines[start...].firstIndex(where: \.isSame) ?? lines.endIndex
      let stretch = lines[start..<end]
      let margin = stretch.map { Self.indent($0.text) }.min() ?? 0
      text += "@ \(place(of: start, margin: margin))\n"
      text += stretch.map { "\($0.mark) \($0.text.dropFirst(margin))\n" }.joined()
      index = end
    }
    return text
  }

  /// The nearest element around a line that has an id, or a cell with an id on one of its controls; else `body`.
  private func place(of position: Int, margin: Int) -> String {
    var margin = margin
    for index in lines[..<position].indices.reversed() where Self.indent(lines[index].text) < margin {
      let line = lines[index].text
      margin = Self.indent(line)
      if let id = Self.id(in: line) { return "#\(id)" }
      if line.contains("<div class=\"cell "), let id = lines[index...].lazy.compactMap({ Self.id(in: $0.text) }).first {
        return "#\(id)"
      }
    }
    return "body"
  }

  private static func id(in line: Substring) -> Substring? {
    line.firstRange(of: " id=\"").map { line[$0.upperBound...].prefix { $0 != "\"" } }
  }

  private static func indent(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }
}
