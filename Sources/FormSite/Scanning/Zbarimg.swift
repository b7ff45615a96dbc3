import Glibc

/// The program `zbarimg` of ZBar.
struct Zbarimg: Sendable {
  /// Pictures read at once. Each takes a core, and up to 512 MiB where it is large.
  static let concurrentLimit = 2
  /// Pictures waiting in memory for one of those.
  static let waitingLimit = 8

  private let path: String

  init(path: String) { self.path = path }

  /// The first program of that name on the search path; nil where there is none.
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

  @Sendable private func decode(_ picture: [UInt8]) -> CodeReading {
    guard let format = PictureFormat(of: picture) else { return .noPicture }
    let found: ZbarResult
    switch run(["--quiet", "--nodbus", "--xml", Self.source(format)], picture) {
    case .exited(_, let output): found = ZbarResult(xml: output)
    case let outcome: return Self.reading(outcome)
    }
    guard let first = found.codes.first else { return found.hasPicture ? .noCode : .noPicture }
    var bytes = first
    // ZBar guesses the character set of a code that does not name one, and takes UTF-8 for Shift JIS or Big5. A second
    // look gives the bytes as they are, of all codes in a row.
    if first.contains(where: { $0 >= 0x80 }),
      case .exited(_, let raw) = run(["--quiet", "--nodbus", "--raw", "-Sbinary", Self.source(format)], picture)
    {
      bytes = found.firstCode(in: raw)
    }
    return .code(Self.text(bytes), isFirstOfSeveral: found.codes.count > 1)
  }

  private func run(_ arguments: [String], _ picture: [UInt8]) -> ChildProcess.Outcome {
    ChildProcess(path: path, arguments: arguments, environment: Self.environment).run(input: picture)
  }

  /// ImageMagick's name for the first frame of standard input, read as this format and no other.
  private static func source(_ format: PictureFormat) -> String { "\(format.rawValue):-[0]" }

  /// ImageMagick's limits: a small file can hold a huge picture. It takes eight bytes a pixel, on disk where that is more than
  /// its own policy lets it have in memory (Debian: 256 MiB), and counts them twice there: 1 GiB is a photo of 50 megapixels.
  private static let environment = [
    "LC_ALL=C.UTF-8", "MAGICK_THREAD_LIMIT=1", "MAGICK_WIDTH_LIMIT=12KP", "MAGICK_HEIGHT_LIMIT=12KP",
    "MAGICK_AREA_LIMIT=64MP", "MAGICK_MEMORY_LIMIT=512MiB", "MAGICK_MAP_LIMIT=512MiB", "MAGICK_DISK_LIMIT=1GiB",
  ]

  private static func reading(_ outcome: ChildProcess.Outcome) -> CodeReading {
    switch outcome {
    case .exited: .noCode
    case .tookTooLong: .tookTooLong
    case .signalled(let signal): .failed("zbarimg was ended by signal \(signal)")
    case .wroteTooMuch: .failed("zbarimg wrote more than any code holds")
    case .failed(let code): .failed("zbarimg: \(String(cString: strerror(code)))")
    }
  }

  /// UTF-8 where it is, else ISO 8859-1, the character set of codes that name none (ISO/IEC 18004).
  private static func text(_ bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
