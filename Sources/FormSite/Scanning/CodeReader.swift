import FormController
import Glibc
package import HTTPCore
import Support

/// Reads the barcode or QR code in a picture (TI20, TI21), with `zbarimg` if it is installed. It is a value of the environment,
/// so that tests can replace it.
package struct CodeReader: Sendable {
  /// The largest picture that is read, in bytes.
  package static var pictureByteLimit: Int { Scan.pictureByteLimit }

  /// Suspends instead of blocking the caller's thread.
  package var read: @Sendable (_ picture: FilePart.Content) async -> CodeReading

  package init(read: @escaping @Sendable (_ picture: FilePart.Content) async -> CodeReading) { self.read = read }
}

/// The outcome of reading a picture.
package enum CodeReading: Sendable, Equatable {
  /// The text of the code; of the first one if there are several.
  case code(String, isFirstOfSeveral: Bool)
  case noCode
  /// Not a picture of a supported format, or a damaged one.
  case noPicture
  case tookTooLong
  /// Too many pictures at once.
  case busy
  /// The program failed; the reason is for the log.
  case failed(String)
}

/// The program `zbarimg` of ZBar.
struct Zbarimg: Sendable {
  /// Pictures read at once. Each takes a core, and up to 512 MiB if it is large.
  static let concurrentLimit = 2
  /// Pictures that wait in memory.
  static let waitingLimit = 8

  private let path: String

  init(path: String) { self.path = path }

  /// The first program of that name on the search path; `nil` if there is none.
  /// - Parameter search: directories, as in `PATH`.
  static func find(in search: String) -> Zbarimg? {
    for directory in search.split(separator: ":") where directory.hasPrefix("/") {
      let path = "\(directory)/zbarimg"
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0 {
        return Zbarimg(path: path)
      }
    }
    return nil
  }

  var reader: CodeReader {
    let work = BlockingWork(
      concurrentLimit: Self.concurrentLimit, waitingLimit: Self.waitingLimit, work: decode)
    return CodeReader { await work.result(of: $0) ?? .busy }
  }

  @Sendable private func decode(_ content: FilePart.Content) -> CodeReading {
    let picture: [UInt8]
    do throws(FileError) { picture = try content.bytes() } catch { return .failed("the picture: \(error)") }
    guard let format = PictureFormat(of: picture) else { return .noPicture }
    let found: ZbarResult
    switch run(["--quiet", "--nodbus", "--xml", Self.source(format)], picture: picture) {
    case .exited(_, let output): found = ZbarResult(xml: output)
    case let outcome: return Self.reading(outcome)
    }
    guard let first = found.codes.first else { return found.hasPicture ? .noCode : .noPicture }
    var bytes = first
    // ZBar guesses the character set of a code that does not name one, and mistakes UTF-8 for Shift JIS or Big5. A second run
    // returns the raw bytes of all codes, one after another.
    if first.contains(where: { $0 >= 0x80 }),
      case .exited(_, let raw) = run(
        ["--quiet", "--nodbus", "--raw", "-Sbinary", Self.source(format)], picture: picture)
    {
      bytes = found.firstCode(in: raw)
    }
    return .code(Self.text(bytes), isFirstOfSeveral: found.codes.count > 1)
  }

  private func run(_ arguments: [String], picture: [UInt8]) -> ChildProcess.Outcome {
    ChildProcess(path: path, arguments: arguments, environment: Self.environment).run(input: picture)
  }

  /// ImageMagick's name for the first frame of standard input, read in this format only.
  private static func source(_ format: PictureFormat) -> String { "\(format.rawValue):-[0]" }

  /// ImageMagick's limits, because a small file can contain a huge picture. It needs eight bytes per pixel. If that is more
  /// than its own policy allows in memory (Debian: 256 MiB), it uses the disk and counts them twice there: 1 GiB is a photo of
  /// 50 megapixels.
  private static let environment = [
    "LC_ALL=C.UTF-8", "MAGICK_THREAD_LIMIT=1", "MAGICK_WIDTH_LIMIT=12KP", "MAGICK_HEIGHT_LIMIT=12KP",
    "MAGICK_AREA_LIMIT=64MP", "MAGICK_MEMORY_LIMIT=512MiB", "MAGICK_MAP_LIMIT=512MiB", "MAGICK_DISK_LIMIT=1GiB",
  ]

  private static func reading(_ outcome: ChildProcess.Outcome) -> CodeReading {
    switch outcome {
    case .exited: .noCode
    case .tookTooLong: .tookTooLong
    case .signalled(let signal): .failed("zbarimg was ended by signal \(signal)")
    case .cancelled: .failed("zbarimg was ended")
    case .wroteTooMuch: .failed("zbarimg wrote more than any code holds")
    case .failed(let code): .failed("zbarimg: \(String(cString: strerror(code)))")
    }
  }

  /// Decodes UTF-8, or else ISO 8859-1, the character set of codes that name none (ISO/IEC 18004).
  private static func text(_ bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}

/// The output of `zbarimg --xml`: a `source` for each picture that could be opened, with a `symbol` and its `data` for each
/// code. Data that is not printable text is in Base64.
struct ZbarResult: Equatable {
  var hasPicture = false
  var codes: [[UInt8]] = []

  init(xml: [UInt8]) {
    var rest = xml[...]
    hasPicture = rest.firstRange(of: Array("<source ".utf8)) != nil
    while let start = rest.firstRange(of: Array("<data".utf8)) {
      rest = rest[start.upperBound...]
      guard let opening = rest.firstRange(of: Array("<![CDATA[".utf8)) else { return }
      let isEncoded = rest[..<opening.lowerBound].firstRange(of: Array("format='base64'".utf8)) != nil
      rest = rest[opening.upperBound...]
      guard let closing = rest.firstRange(of: Array("]]>".utf8)) else { return }
      let content = rest[..<closing.lowerBound]
      rest = rest[closing.upperBound...]
      codes.append(isEncoded ? Base64.standard.decodeLines(content) : Array(content))
    }
  }

  /// The first code's bytes, from the raw bytes of all codes. If the other codes cannot be recognized at the end of these, the
  /// first code is returned as the XML has it.
  func firstCode(in row: [UInt8]) -> [UInt8] {
    let others = codes.dropFirst().flatMap { $0 }
    guard row.count > others.count, row.suffix(others.count).elementsEqual(others) else { return codes.first ?? [] }
    return Array(row.dropLast(others.count))
  }
}

/// The formats that are read, recognized by their first bytes. The decoder is given this format, whatever the file's name says,
/// and tries no other: an image library can be tricked into opening more than pictures.
enum PictureFormat: String, CaseIterable {
  case jpeg, png, gif, webp, bmp

  init?(of bytes: [UInt8]) {
    func begins(_ signature: [UInt8?]) -> Bool {
      bytes.count > signature.count && zip(bytes, signature).allSatisfy { $1 == nil || $0 == $1 }
    }
    if begins([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if begins(Array("GIF8".utf8)) {
      self = .gif
    } else if begins(Array("RIFF".utf8) + [nil, nil, nil, nil] + Array("WEBP".utf8)) {
      self = .webp
    } else if begins(Array("BM".utf8)) {
      self = .bmp
    } else {
      return nil
    }
  }
}
