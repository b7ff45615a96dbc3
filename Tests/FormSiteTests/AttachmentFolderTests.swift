import Glibc
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

@Suite("The folder of attachments")
struct AttachmentFolderTests {
  private func folder(byteLimit: Int = 1 << 20) -> (AttachmentFolder, String) {
    var template = Array("/tmp/formcells-files-XXXXXX".utf8CString)
    let path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp/formcells-files"
    return (AttachmentFolder(path + "/files", byteLimit: byteLimit), path + "/files")
  }

  private func file(_ text: String) throws -> ReceivedFile {
    try #require(ReceivedFile(FilePart.Content.bytes(Array(text.utf8))))
  }

  private func names(_ path: String) -> [String] {
    ((try? FolderContent(of: path))?.entries ?? []).map(\.name).filter { $0.utf8.count == 64 }.sorted()
  }

  /// Moves the last use of a file into the past.
  private func age(_ digest: String, in path: String, bySeconds seconds: Int, of state: String = "unsent") {
    let time = timespec(tv_sec: time(nil) - seconds, tv_nsec: 0)
    utimensat(AT_FDCWD, "\(path)/\(state)/\(digest)", [time, time], 0)
  }

  @Test("a stored file is named by its digest, and is unsent until it is kept")
  func store() async throws {
    let (folder, path) = folder()
    let file = try file("hello")
    try await folder.store(file)
    #expect(names(path) == [SHA256.hex(of: Array("hello".utf8))])
    #expect(names(path + "/unsent") == names(path))
    #expect(try await folder.bytes(of: file.digest, from: 1, count: 3) == Array("ell".utf8))
    #expect(try await folder.bytes(of: file.digest, from: 3, count: 100) == Array("lo".utf8))
    #expect(try await folder.keep([file.digest]) == [])
    #expect(names(path + "/unsent").isEmpty)
    // Stored again by somebody else, it stays kept.
    try await folder.store(file)
    #expect(names(path + "/unsent").isEmpty)
    #expect(try await folder.keep([file.digest]) == [])
  }

  @Test("keeping several files keeps none of them if one is missing")
  func missing() async throws {
    let (folder, path) = folder()
    let file = try file("hello")
    try await folder.store(file)
    let gone = String(repeating: "0", count: 64)
    #expect(try await folder.keep([file.digest, gone]) == [gone])
    #expect(names(path + "/unsent") == [file.digest])
    #expect(try await folder.bytes(of: gone, from: 0, count: 1) == nil)
    #expect(try await folder.keep(["../../etc/passwd"]) == ["../../etc/passwd"])
    #expect(try await folder.bytes(of: "../../../etc/passwd", from: 0, count: 1) == nil)
  }

  @Test("unsent files that nobody used for a long time are removed; sent files never are")
  func sweep() async throws {
    let (folder, path) = folder()
    let (old, used, sent) = (try file("old"), try file("used"), try file("sent"))
    for file in [old, used, sent] { try await folder.store(file) }
    #expect(try await folder.keep([sent.digest]) == [])
    for file in [old, used] { age(file.digest, in: path, bySeconds: 1000) }
    try await folder.use([used.digest])
    #expect(try await folder.removeUnsent(unusedFor: 900) == 1)
    #expect(names(path) == [used.digest, sent.digest].sorted())
    #expect(names(path + "/unsent") == [used.digest])
  }

  @Test("a kept file is not removed, and stays listed until it is noted as sent or made unsent")
  func unnoted() async throws {
    let (folder, path) = folder()
    let (sent, lost) = (try file("sent"), try file("lost"))
    for file in [sent, lost] { try await folder.store(file) }
    #expect(try await folder.keep([sent.digest, lost.digest]) == [])
    #expect(names(path + "/sending") == [sent.digest, lost.digest].sorted())
    try await folder.noteSent([sent.digest])
    #expect(try await folder.unnoted(for: 0) == [lost.digest])
    #expect(try await folder.unnoted(for: 900) == [])
    age(lost.digest, in: path, bySeconds: 1000, of: "sending")
    #expect(try await folder.unnoted(for: 900) == [lost.digest])
    #expect(try await folder.removeUnsent(unusedFor: 900) == 0)
    try await folder.makeUnsent([lost.digest])
    // It is unsent from now on: a draft that has it keeps it as long as any other unsent file.
    #expect(try await folder.removeUnsent(unusedFor: 900) == 0)
    age(lost.digest, in: path, bySeconds: 1000)
    #expect(try await folder.removeUnsent(unusedFor: 900) == 1)
    #expect(names(path) == [sent.digest])
  }

  @Test("a full folder accepts a new file only after another is removed; a file that it has needs no room")
  func limit() async throws {
    let (folder, path) = folder(byteLimit: 10)
    let first = try file("12345678")
    try await folder.store(first)
    await #expect(throws: AttachmentError.noRoom) { try await folder.store(try file("abc")) }
    try await folder.store(first)
    age(first.digest, in: path, bySeconds: 1000)
    // After a restart the stored bytes are counted again.
    let again = AttachmentFolder(path, byteLimit: 10)
    await #expect(throws: AttachmentError.noRoom) { try await again.store(try file("abc")) }
    #expect(try await again.removeUnsent(unusedFor: 900) == 1)
    try await again.store(try file("abc"))
    #expect(names(path).count == 1)
  }

  @Test("the key stays the same after a restart, and only its owner can read it")
  func key() async throws {
    let (folder, path) = folder()
    let key = try await folder.key()
    #expect(key.count == 32)
    #expect(try await folder.key() == key)
    #expect(try await AttachmentFolder(path).key() == key)
    #expect(try await self.folder().0.key() != key)
    var status = stat()
    #expect(stat(path + "/key", &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test("a damaged key is not replaced, because pages name their files with it")
  func damagedKey() async throws {
    let (folder, path) = folder()
    let key = try await folder.key()
    #expect(truncate(path + "/key", 5) == 0)
    await #expect(throws: AttachmentError.self) { try await AttachmentFolder(path).key() }
    #expect(TestFile.read(path + "/key") == Array(key.prefix(5)))
  }

  @Test("concurrent callers get the same key")
  func keyAtOnce() async throws {
    let (folder, _) = folder()
    let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<50 { group.addTask { try await folder.key() } }
      return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
    }
    #expect(keys.count == 1)
  }

  @Test("the HMAC of names matches the test vectors of RFC 4231")
  func authentication() {
    func hex(_ bytes: [UInt8]) -> String { SHA256.hex(bytes) }
    #expect(
      hex(SHA256.authentication(of: Array("Hi There".utf8), key: Array(repeating: 0x0B, count: 20)))
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    #expect(
      hex(SHA256.authentication(of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8)))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(
      hex(
        SHA256.authentication(
          of: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
          key: Array(repeating: 0xAA, count: 131)))
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }
}

@Suite("The position at which a photo was taken")
struct PhotoPositionTests {
  /// Exif data with a GPS directory that has one latitude: 51° 30′ 0″.
  private static func exif(bigEndian: Bool) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return bigEndian ? bytes.reversed() : bytes
    }
    var bytes: [UInt8] = (bigEndian ? [0x4D, 0x4D] : [0x49, 0x49]) + number(42, 2) + number(8, 4)
    // The first directory: an orientation, and the offset of the second directory.
    bytes += number(2, 2) + number(0x0112, 2) + number(3, 2) + number(1, 4) + number(6, 2) + number(0, 2)
    bytes += number(0x8825, 2) + number(4, 2) + number(1, 4) + number(38, 4) + number(0, 4)
    // The second directory: a latitude of three fractions, which follow it.
    bytes += number(1, 2) + number(2, 2) + number(5, 2) + number(3, 4) + number(56, 4) + number(0, 4)
    for part in [51, 1, 30, 1, 0, 1] { bytes += number(part, 4) }
    return bytes
  }

  private static func jpeg(_ exif: [UInt8]) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xE1, 0, 0] + Array("Exif\0\0".utf8) + exif + [0xFF, 0xD9]
  }

  @Test("in Exif data, the position is overwritten in place", arguments: [true, false])
  func removal(bigEndian: Bool) {
    let original = Self.jpeg(Self.exif(bigEndian: bigEndian))
    var photo = original
    #expect(PhotoPosition.remove(from: &photo, type: "image/jpeg"))
    #expect(photo.count == original.count)
    let start = 12
    #expect(photo[..<(start + 40)] == original[..<(start + 40)])
    #expect(photo[(start + 40)..<(start + 52)].allSatisfy { $0 == 0 })
    #expect(photo[(start + 56)..<(start + 80)].allSatisfy { $0 == 0 })
    #expect(photo.suffix(2) == [0xFF, 0xD9])
    #expect(!PhotoPosition.remove(from: &photo, type: "image/jpeg"))
  }

  @Test("in a PNG, the checksum is updated when the position is removed")
  func png() {
    let exif = Self.exif(bigEndian: true)
    let chunk = Array("eXIf".utf8) + exif
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    var photo =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + number(exif.count) + chunk + number(Int(CRC32.checksum(chunk)))
    #expect(PhotoPosition.remove(from: &photo, type: "image/png"))
    let cleaned = Array(photo[12..<(16 + exif.count)])
    #expect(Array(photo.suffix(4)) == number(Int(CRC32.checksum(cleaned))))
    #expect(cleaned != chunk)
  }

  @Test("in XMP data, the position is overwritten with blanks")
  func properties() {
    var photo = Array(
      "\u{1}<x exif:GPSLatitude=\"51,30N\" tiff:Make='a'><exif:GPSLongitude>0,7W</exif:GPSLongitude></x>".utf8)
    #expect(PhotoPosition.remove(from: &photo, type: "image/jpeg"))
    #expect(
      String(decoding: photo, as: UTF8.self)
        == "\u{1}<x exif:GPSLatitude=\"      \" tiff:Make='a'><exif:GPSLongitude>    </exif:GPSLongitude></x>")
    #expect(!PhotoPosition.remove(from: &photo, type: "image/jpeg"))
  }

  @Test("damaged photos keep their length and cause no crash")
  func damaged() {
    let original = Self.jpeg(Self.exif(bigEndian: false))
    for length in 0..<original.count {
      var photo = Array(original.prefix(length))
      _ = PhotoPosition.remove(from: &photo, type: "image/jpeg")
      #expect(photo.count == length)
    }
    for place in original.indices {
      var photo = original
      photo[place] = 0xFF
      _ = PhotoPosition.remove(from: &photo, type: "image/tiff")
      #expect(photo.count == original.count)
    }
  }
}
