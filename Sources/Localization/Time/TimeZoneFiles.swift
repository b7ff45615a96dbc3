import Glibc
import Support

extension TimeZone {
  /// The machine's zone: `TZ`, otherwise `/etc/localtime`, otherwise UTC.
  public static var ofMachine: TimeZone { TimeZoneFiles.machine.zoneOfMachine() }

  /// - Parameter name: IANA's, such as `Europe/Berlin`.
  /// - Throws: if the machine has no zone file with this name.
  public init(named name: String) throws(UnknownTimeZone) {
    do throws(TimeZoneFiles.Refusal) {
      self = try TimeZoneFiles.machine.zone(named: name)
    } catch {
      throw UnknownTimeZone(description: error.sentence(on: name))
    }
  }
}

/// The name of a time zone is unknown.
public struct UnknownTimeZone: Error, Sendable, CustomStringConvertible {
  /// The mistake in the name, and how to correct it.
  public let description: String
}

/// The machine's zone files.
package struct TimeZoneFiles: Sendable {
  let folder: String

  package static let machine = TimeZoneFiles(folder: "/usr/share/zoneinfo")

  /// Bytes of a zone file that are read; the largest file has 4 KiB.
  private static let fileByteLimit = 64 << 10
  /// The number of parts of a name: America/Argentina/Ushuaia has three.
  private static let depthLimit = 3

  init(folder: String) { self.folder = folder }

  /// Why a name has no zone.
  package enum Refusal: Error, Sendable, Equatable {
    /// The machine has no zone files.
    case noFiles
    case unknown(nearest: String?)

    /// The mistake in a name, and how to correct it.
    package func sentence(on name: String) -> String {
      switch self {
      case .noFiles:
        "“\(name)” cannot be looked up: there are no time zones in /usr/share/zoneinfo; install the package tzdata"
      case .unknown(let nearest):
        "“\(name)” is not a time zone"
          + (nearest.map { "; did you mean “\($0)”?" } ?? "; write an IANA name such as “Europe/Berlin”")
      }
    }
  }

  package func zone(named name: String) throws(Refusal) -> TimeZone {
    if name == "UTC" { return .utc }
    if isName(name), let zone = zone(at: "\(folder)/\(name)", named: name) { return zone }
    guard FolderContent.isFolder(folder) else { throw .noFiles }
    // A place alone suggests the zone of that place.
    let known = names
    let places = known.filter { $0.split(separator: "/").last.map { isAlike(String($0), name) } ?? false }
    throw .unknown(nearest: Suggestion.nearest(to: name, among: known) ?? places.first)
  }

  /// The machine's zone: `TZ`, otherwise `/etc/localtime`, otherwise UTC.
  package func zoneOfMachine() -> TimeZone {
    if let text = getenv("TZ").map({ String(cString: $0) }) {
      let name = text.hasPrefix(":") ? String(text.dropFirst()) : text
      if name.hasPrefix("/") { return zone(at: name, named: Self.name(ofPath: name)) ?? .utc }
      return (isName(name) ? zone(at: "\(folder)/\(name)", named: name) : nil) ?? TimeZone(rule: name) ?? .utc
    }
    let path = "/etc/localtime"
    return zone(at: path, named: Self.name(ofPath: RealPath(path)?.text ?? path)) ?? .utc
  }

  /// The part of a path such as `/usr/share/zoneinfo/Europe/Berlin` after the folder.
  private static func name(ofPath path: String) -> String {
    path.range(behind: "/zoneinfo/").map(String.init) ?? path
  }

  private func zone(at path: String, named name: String) -> TimeZone? {
    (try? FileContent(of: path, byteLimit: Self.fileByteLimit)).flatMap { TimeZone(name: name, file: $0.bytes) }
  }

  /// Whether a name has only letters, digits, `_`, `+` and `-` between slashes, so that it cannot lead out of the folder.
  private func isName(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count <= Self.depthLimit
      && parts.allSatisfy { part in
        1...64 ~= part.count
          && part.allSatisfy {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
              || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
          }
      }
  }

  private func isAlike(_ a: String, _ b: String) -> Bool { a.lowercased() == b.lowercased() }

  /// All names, without the copies of the whole tree with other leap seconds.
  private var names: [String] { names(in: "", depth: 1) }

  private func names(in part: String, depth: Int) -> [String] {
    guard depth <= Self.depthLimit, let content = try? FolderContent(of: "\(folder)/\(part)") else { return [] }
    return content.entries.flatMap { entry -> [String] in
      let name = part + entry.name
      if !entry.isFolder { return isName(name) ? [name] : [] }
      return depth == 1 && ["posix", "right"].contains(entry.name) ? [] : names(in: "\(name)/", depth: depth + 1)
    }
  }
}

extension String {
  fileprivate func range(behind text: String) -> Substring? {
    let parts = utf8
    var start = parts.startIndex
    while start < parts.endIndex {
      if parts[start...].starts(with: text.utf8) { return self[parts.index(start, offsetBy: text.utf8.count)...] }
      start = parts.index(after: start)
    }
    return nil
  }
}
