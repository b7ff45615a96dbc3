import Glibc

/// The files beside the tests, such as the documents in `Cases`.
enum TestFiles {
  enum Failure: Error {
    case cannotRead(String)
    case malformed(String)
  }

  static func folder(_ name: String, _ file: String = #filePath) -> String {
    file.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/" + name
  }

  static func names(in folder: String) throws -> [String] {
    guard let handle = opendir(folder) else { throw Failure.cannotRead(folder) }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".txt") { names.append(name) }
    }
    return names.sorted()
  }

  static func text(_ path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw Failure.cannotRead(path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw Failure.cannotRead(path) }
    defer { fclose(file) }
    guard fputs(text, file) >= 0 else { throw Failure.cannotRead(path) }
  }

  /// Whether snapshots are to be written instead of compared.
  static var recordsSnapshots: Bool { getenv("RECORD_SNAPSHOTS").map { String(cString: $0) } == "all" }
}
