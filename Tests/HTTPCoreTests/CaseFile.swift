import Glibc

/// A case from a document in `Cases`. The first lines of a document explain its notation.
struct WireCase: CustomStringConvertible, Sendable {
  var title: String
  var octets: [UInt8] = []
  var endsInput = false
  /// The expected events. Each is a line with its alternatives, as the way in which octets arrive may decide what is seen first.
  var events: [[String]] = []

  var description: String { title }

  static func all() throws -> [WireCase] {
    let folder = TestFiles.folder("Cases")
    return try TestFiles.names(in: folder).flatMap { try parse(TestFiles.text(folder + "/" + $0)) }
  }

  static func parse(_ text: String) throws -> [WireCase] {
    var cases: [WireCase] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
      if line.hasPrefix("#") { continue }
      if line.hasPrefix("== ") {
        cases.append(WireCase(title: String(line.dropFirst(3))))
      } else if cases.isEmpty {
        throw TestFiles.Failure.malformed(String(line))
      } else if line.hasPrefix("> ") {
        cases[cases.count - 1].octets += try octets(String(line.dropFirst(2)))
      } else if line == "~" {
        cases[cases.count - 1].endsInput = true
      } else if line.hasPrefix("or ") {
        let last = cases[cases.count - 1].events.count - 1
        cases[cases.count - 1].events[last].append(String(line.dropFirst(3)))
      } else {
        cases[cases.count - 1].events.append([try expanded(String(line))])
      }
    }
    return cases
  }

  /// The octets of a line, with escapes and repetitions (`{text*N}`) expanded.
  static func octets(_ line: String) throws -> [UInt8] {
    let source = Array(line.utf8)
    var result: [UInt8] = []
    var index = 0
    var repeatStart: Int?
    while index < source.count {
      switch source[index] {
      case UInt8(ascii: "\\"):
        guard index + 1 < source.count else { throw TestFiles.Failure.malformed(line) }
        index += 1
        switch source[index] {
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "x"):
          guard index + 2 < source.count,
            let byte = UInt8(String(decoding: source[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
          else { throw TestFiles.Failure.malformed(line) }
          result.append(byte)
          index += 2
        case let other: result.append(other)
        }
      case UInt8(ascii: "{") where line.contains("*") && line.contains("}") && repeats(source, from: index):
        repeatStart = result.count
      case UInt8(ascii: "*") where repeatStart != nil:
        guard let start = repeatStart, let close = source[index...].firstIndex(of: UInt8(ascii: "}")),
          let count = Int(String(decoding: source[(index + 1)..<close], as: UTF8.self))
        else { throw TestFiles.Failure.malformed(line) }
        let unit = Array(result[start...])
        result.removeSubrange(start...)
        for _ in 0..<count { result += unit }
        repeatStart = nil
        index = close
      case let byte: result.append(byte)
      }
      index += 1
    }
    return result
  }

  /// Whether a brace opens a repetition: there are digits between its star and its closing brace.
  private static func repeats(_ source: [UInt8], from start: Int) -> Bool {
    guard let close = source[start...].firstIndex(of: UInt8(ascii: "}")),
      let star = source[start..<close].lastIndex(of: UInt8(ascii: "*"))
    else { return false }
    return star + 1 < close && source[(star + 1)..<close].allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }

  /// Expands the repetitions in an expected line. Its escapes stay as they are.
  private static func expanded(_ line: String) throws -> String {
    guard line.contains("{a*") else { return line }
    return String(decoding: try octets(line), as: UTF8.self)
  }
}
