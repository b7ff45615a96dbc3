import Glibc
import Support
import TestSupport
import Testing

@Suite("Spool") struct SpoolTests {
  private static func write(_ bytes: [UInt8], to writer: SpoolWriter) throws(SpoolError) {
    let outcome = bytes.withUnsafeBytes { bytes in Result { () throws(SpoolError) in try writer.write(bytes) } }
    try outcome.get()
  }

  private static func file(_ bytes: [UInt8], in spool: SpoolFolder) throws(SpoolError) -> SpooledFile {
    let writer = try spool.makeFile()
    try write(bytes, to: writer)
    return try writer.finish()
  }

  private static func files(in spool: SpoolFolder) throws -> [String] {
    try FolderContent(of: try spool.open()).entries.map(\.name)
  }

  private static func mode(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test("a file has its bytes, digest and first bytes, and is removed with its last reference")
  func oneFile() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let spool = SpoolFolder(in: "\(folder.path)/files/incoming")
    let content = (0..<10_000).map { UInt8(truncatingIfNeeded: $0) }
    do {
      let writer = try spool.makeFile()
      for start in stride(from: 0, to: content.count, by: 1000) {
        try Self.write(Array(content[start..<start + 1000]), to: writer)
      }
      let file = try writer.finish()
      #expect(file.count == content.count)
      #expect(file.head == Array(content.prefix(4096)))
      #expect(file.sha256 == SHA256.digest(of: content))
      #expect(try file.bytes() == content)
      var pieces: [[UInt8]] = []
      try file.forEachPiece(of: 4096) { pieces.append(Array($0)) }
      #expect(pieces.map(\.count) == [4096, 4096, 1808])
      #expect(pieces.flatMap(\.self) == content)
      let names = try Self.files(in: spool)
      #expect(names.count == 1)
      #expect(try Self.mode(of: "\(spool.open())/\(names[0])") == 0o600)
      #expect(try Self.mode(of: spool.open()) == 0o700)
      #expect(Self.mode(of: "\(folder.path)/files/incoming") == 0o700)
      #expect(spool.heldBytes == content.count)
    }
    #expect(try Self.files(in: spool).isEmpty)
    #expect(spool.heldBytes == 0)
  }

  @Test("an abandoned file is removed") func givenUp() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let spool = SpoolFolder(in: folder.path)
    do { try Self.write([1, 2, 3], to: try spool.makeFile()) }
    #expect(try Self.files(in: spool).isEmpty)
    #expect(spool.heldBytes == 0)
  }

  @Test("a moved file stays, and can be moved only once") func moved() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let spool = SpoolFolder(in: "\(folder.path)/incoming")
    do {
      let file = try Self.file([1, 2, 3], in: spool)
      try file.sync()
      #expect(throws: SpoolError.failed(code: ENOENT)) { try file.move(to: "\(folder.path)/missing/kept") }
      try file.move(to: "\(folder.path)/kept")
      #expect(throws: SpoolError.failed(code: ENOENT)) { try file.move(to: "\(folder.path)/again") }
    }
    #expect(try FileContent(of: "\(folder.path)/kept", byteLimit: 3).bytes == [1, 2, 3])
    #expect(spool.heldBytes == 0)
  }

  @Test("the folder has a byte limit, and has room again when files are removed") func full() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let spool = SpoolFolder(in: folder.path, byteLimit: 5)
    do {
      let first = try Self.file([1, 2, 3], in: spool)
      #expect(throws: SpoolError.full) { try Self.file([4, 5, 6], in: spool) }
      #expect(try Self.files(in: spool).count == 1)
      #expect(first.count == 3)
    }
    #expect(try Self.file([4, 5, 6], in: spool).count == 3)
  }

  @Test("files that an ended process left are removed; those of another one stay") func leftovers() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let other = SpoolFolder(in: folder.path)
    let file = try Self.file([1], in: other)
    let left = "\(folder.path)/0123"
    mkdir(left, 0o700)
    close(open("\(left)/file", O_CREAT | O_WRONLY, 0o600))
    let spool = SpoolFolder(in: folder.path)
    #expect(try Self.files(in: spool).isEmpty)
    #expect(try FolderContent(of: folder.path).entries.count == 2)
    #expect(try file.bytes() == [1])
    #expect(!FolderContent.isFolder(left))
  }

  @Test("a folder that was removed is made again") func removed() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let spool = SpoolFolder(in: folder.path)
    rmdir(try spool.open())
    #expect(try Self.file([1], in: spool).count == 1)
  }

  @Test("if no folder can be made, the error has the reason") func noFolder() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = "\(folder.path)/file"
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    #expect(throws: SpoolError.failed(code: ENOTDIR)) { try SpoolFolder(in: "\(path)/incoming").open() }
  }
}
