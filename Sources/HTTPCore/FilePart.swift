package import Support

/// A file of a multipart/form-data body (RFC 7578 §4.2). Its name, file name and type are the sender's claims.
package struct FilePart: Sendable, Equatable {
  package var name: String
  package var filename: String
  package var contentType: String?
  package var content: Content

  package init(name: String, filename: String, contentType: String? = nil, content: Content) {
    self.name = name
    self.filename = filename
    self.contentType = contentType
    self.content = content
  }

  package init(name: String, filename: String, contentType: String? = nil, bytes: [UInt8]) {
    self.init(name: name, filename: filename, contentType: contentType, content: .bytes(bytes))
  }

  /// Whether it comes from a file control that was not used: browsers send it empty and without a file name.
  package var isUnused: Bool { filename.isEmpty && content == .bytes([]) }

  /// What became of the bytes.
  package enum Content: Sendable {
    /// They are in memory.
    case bytes([UInt8])
    /// They are on the disk, for as long as somebody holds the file.
    case spooled(SpooledFile)
    /// There were more than one file may have. They were dropped.
    case tooLarge(limit: Int)
    /// They could not be stored. They were dropped.
    case notStored(NotStored)
  }

  /// Why a file that is not too large could not be stored.
  package enum NotStored: Sendable, Equatable {
    /// The disk, or the part of it that is reserved for arriving files, has no room.
    case full
    /// The system's error, an `errno` value.
    case failed(code: Int32)
    /// The form has more files than it may.
    case tooManyFiles(limit: Int)
    /// The form's files together have more bytes than they may.
    case tooManyBytes(limit: Int)
  }
}

extension FilePart.Content {
  /// Number of bytes; 0 if they were dropped.
  package var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .spooled(let file): file.count
    case .tooLarge, .notStored: 0
    }
  }

  /// The SHA-256 digest, 32 bytes; `nil` if the bytes were dropped. For bytes in memory it is computed here, at 350 MB/s or more.
  package var sha256: [UInt8]? {
    switch self {
    case .bytes(let bytes): SHA256.digest(of: bytes)
    case .spooled(let file): file.sha256
    case .tooLarge, .notStored: nil
    }
  }

  /// The first bytes, at most `SpooledFile.headByteCount`: enough to recognise the type of the file.
  package var head: [UInt8] {
    switch self {
    case .bytes(let bytes): Array(bytes.prefix(SpooledFile.headByteCount))
    case .spooled(let file): file.head
    case .tooLarge, .notStored: []
    }
  }

  /// All bytes; none if they were dropped. Reads those on the disk: do not call it on a thread that answers requests.
  package func bytes() throws(FileError) -> [UInt8] {
    switch self {
    case .bytes(let bytes): bytes
    case .spooled(let file): try file.bytes()
    case .tooLarge, .notStored: []
    }
  }
}

extension FilePart.Content: Equatable {
  /// Compares the bytes, wherever they are.
  package static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.tooLarge(let a), .tooLarge(let b)): a == b
    case (.notStored(let a), .notStored(let b)): a == b
    case (.bytes(let a), .bytes(let b)): a == b
    case (.bytes, .spooled), (.spooled, .bytes), (.spooled, .spooled): a.count == b.count && a.sha256 == b.sha256
    default: false
    }
  }
}

/// The files of a form so far, to compare with its limits.
struct FileUse {
  /// Files with content.
  var count = 0
  var bytes = 0
}

/// A file whose bytes are still arriving.
struct IncomingFile {
  private var name: String
  private var filename: String
  private var contentType: String?
  private var count = 0
  /// The bytes, if there is no spool.
  private var bytes: [UInt8] = []
  private var writer: SpoolWriter?
  /// Why the rest of the file is skipped.
  private var refusal: FilePart.Content?

  init(name: String, filename: String, contentType: String?) {
    self.name = name
    self.filename = filename
    self.contentType = contentType
  }

  /// - Parameters:
  ///   - use: the files that the form had before this one.
  ///   - spool: where the bytes go; `nil`: they stay in memory.
  mutating func take(
    _ piece: UnsafeRawBufferPointer, beside use: FileUse, limits: FormLimits, spool: SpoolFolder?
  ) {
    guard refusal == nil else { return }
    if use.count >= limits.fileCountLimit { return refuse(.notStored(.tooManyFiles(limit: limits.fileCountLimit))) }
    let room = limits.filesByteLimit - use.bytes
    guard count + piece.count <= min(limits.fileByteLimit, room) else {
      let isAlone = limits.fileByteLimit <= room
      return refuse(
        isAlone
          ? .tooLarge(limit: limits.fileByteLimit) : .notStored(.tooManyBytes(limit: limits.filesByteLimit)))
    }
    count += piece.count
    guard let spool else { return bytes.append(contentsOf: piece) }
    do throws(SpoolError) {
      // A file field without a file has no bytes, and makes no file.
      if writer == nil { writer = try spool.makeFile() }
      try writer?.write(piece)
    } catch {
      refuse(.notStored(FilePart.NotStored(error)))
    }
  }

  private mutating func refuse(_ refusal: FilePart.Content) {
    self.refusal = refusal
    writer = nil
    bytes = []
  }

  func finish(countingIn use: inout FileUse) -> FilePart {
    let content = content
    if content.count > 0 {
      use.count += 1
      use.bytes += content.count
    }
    return FilePart(name: name, filename: filename, contentType: contentType, content: content)
  }

  private var content: FilePart.Content {
    if let refusal { return refusal }
    guard let writer else { return .bytes(bytes) }
    do throws(SpoolError) { return .spooled(try writer.finish()) } catch {
      return .notStored(FilePart.NotStored(error))
    }
  }
}

extension FilePart.NotStored {
  fileprivate init(_ error: SpoolError) {
    switch error {
    case .full: self = .full
    case .failed(let code): self = .failed(code: code)
    }
  }
}
