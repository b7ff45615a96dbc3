import FormSite
import Glibc
import Support

/// What the files of an index contain, and for which journal; stored beside them in the file `head`. It is replaced
/// after each change. Anything in the files beyond it does not count.
struct IndexHead: Equatable {
  /// The layout of the files. An index with another layout is built again.
  private static let layout = 3

  /// How much of the files counts.
  struct Extent: Equatable {
    var rows = 0
    /// The bytes of the journal that the index covers.
    var covered = 0
    var textByteCount = 0
    /// The number of slots in the file of lists.
    var listCount = 0
  }

  /// The key of the hashes of texts.
  let key: UInt64
  /// The names of columns, by their number.
  var columns: [String] = []
  var extent = Extent()
  /// The part that is on the disk, even if the machine stops.
  var synced = Extent()
  /// The number of places in the table of ids.
  var idCapacity = 0
  /// The state of the journal when it was last seen.
  var journal: JournalState
  /// The boot id of the machine when this was written.
  var boot = Self.currentBoot

  init(key: UInt64, journal: JournalState) { (self.key, self.journal) = (key, journal) }

  /// Differs after each restart of the machine.
  static let currentBoot: String = {
    let file = try? FileContent(of: "/proc/sys/kernel/random/boot_id", byteLimit: 64)
    return file.map { String(decoding: $0.bytes.prefix { $0 > 32 }, as: UTF8.self) } ?? ""
  }()

  /// Fails if the file is missing, damaged, or of another layout.
  init?(path: String) {
    guard let content = try? FileContent(of: path, byteLimit: 1 << 20),
      let end = content.bytes.firstIndex(of: 10),
      let sum = UInt32(String(decoding: content.bytes[..<end], as: UTF8.self)),
      CRC32.checksum(Array(content.bytes[(end + 1)...])) == sum,
      let value = try? JSONReader.document(Array(content.bytes[(end + 1)...])).value,
      value["layout"] == JSONValue(integerLiteral: Self.layout),
      let key = value["key"]?.integer.flatMap({ UInt64($0) }),
      let extent = Extent(value["extent"]), let synced = Extent(value["synced"]),
      let idCapacity = value["ids"]?.integer.flatMap({ Int($0) }), let journal = JournalState(value["journal"]),
      case .string(let boot)? = value["boot"], case .array(let columns)? = value["columns"]
    else { return nil }
    self.init(key: key, journal: journal)
    self.columns = columns.compactMap { if case .string(let name) = $0 { name } else { nil } }
    self.extent = extent
    self.synced = synced
    self.idCapacity = idCapacity
    self.boot = boot
  }

  var bytes: [UInt8] {
    let value: JSONValue = [
      "layout": JSONValue(integerLiteral: Self.layout), "key": .number(String(key)), "extent": extent.json,
      "synced": synced.json, "ids": JSONValue(integerLiteral: idCapacity), "journal": journal.json,
      "boot": .string(boot),
      "columns": .array(columns.map(JSONValue.string)),
    ]
    let body = value.compactBytes
    return Array("\(CRC32.checksum(body))\n".utf8) + body
  }
}

extension IndexHead.Extent {
  fileprivate init?(_ value: JSONValue?) {
    guard case .array(let numbers)? = value else { return nil }
    let read = numbers.compactMap { $0.integer.flatMap { Int($0) } }
    guard read.count == 4 else { return nil }
    (rows, covered, textByteCount, listCount) = (read[0], read[1], read[2], read[3])
  }

  fileprivate var json: JSONValue {
    .array([rows, covered, textByteCount, listCount].map { JSONValue(integerLiteral: $0) })
  }
}

/// Which file a journal is, and when it was last changed.
struct JournalState: Equatable {
  let device: UInt64
  let inode: UInt64
  let byteCount: Int
  /// In nanoseconds.
  let changed: Int

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    byteCount = Int(status.st_size)
    changed = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
  }

  /// Fails if there is no file.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  func isSameFile(as other: JournalState) -> Bool { (device, inode) == (other.device, other.inode) }

  fileprivate init?(_ value: JSONValue?) {
    guard case .array(let numbers)? = value else { return nil }
    let read = numbers.compactMap(\.integer)
    guard read.count == 4, let device = UInt64(read[0]), let inode = UInt64(read[1]), let byteCount = Int(read[2]),
      let changed = Int(read[3])
    else { return nil }
    (self.device, self.inode, self.byteCount, self.changed) = (device, inode, byteCount, changed)
  }

  fileprivate var json: JSONValue {
    .array([String(device), String(inode), String(byteCount), String(changed)].map(JSONValue.number))
  }
}

extension JSONValue {
  /// The digits of an integer.
  fileprivate var integer: String? { if case .number(let digits) = self { digits } else { nil } }
}
