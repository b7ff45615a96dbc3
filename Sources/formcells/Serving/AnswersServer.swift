import Answers
import FormCells
import FormPages
import FormSite
import HTTPCore
import HTTPServer
import Support

/// The server of the answers' pages, at a separate address (`--answers`).
struct AnswersServer {
  /// `--answers` and `--answers-header`.
  struct Place {
    let host: String
    let port: Int
    /// The field in which a proxy names the user; `nil`: users sign in.
    let header: String?

    /// `nil` if the pages are not served.
    init?(_ arguments: Arguments) throws(UsageError) {
      guard let address = try arguments.address(.answers) else {
        if arguments.text(.answersHeader) != nil {
          throw arguments.usageError(.answersHeader, message: "has an effect only with --answers")
        }
        return nil
      }
      (host, port) = address
      header = arguments.text(.answersHeader)
      if let header, header.wholeMatch(of: /[A-Za-z0-9-]{1,64}/) == nil {
        throw arguments.usageError(
          .answersHeader, message: "'\(header)' is not the name of a field, such as X-Forwarded-User")
      }
    }

  }

  let site: AnswersSite
  private let server: Server
  private let place: Place

  /// The maximum number of connections.
  private static let connectionLimit = 256
  /// Bytes of a request line. A browser sends all fields of a filter, even empty ones: this is enough for a form with a thousand cells.
  private static let requestLineByteLimit = 64 << 10

  init(_ place: Place, site: AnswersSite, like visitors: ServerConfiguration) {
    self.place = place
    self.site = site
    var limits = visitors.limits
    limits.requestLineByteLimit = Self.requestLineByteLimit
    server = Server(
      ServerConfiguration(
        host: place.host, port: UInt16(place.port), loops: 1, limits: limits,
        connectionLimit: Self.connectionLimit, heldByteLimit: limits.bodyByteLimit * 4,
        trustsProxy: visitors.trustsProxy),
      respond: { await site.respond(to: $0) })
  }

  /// - Returns: the line to print.
  func start() throws(Failure) -> String {
    do throws(ServerError) { try server.start() } catch { throw Failure("error: --answers: \(error)") }
    return "answers on \(HostText.url(place.host, port: server.port))"
  }

  func drain() { server.drain(within: .seconds(2)) }
}

/// The data that the answers' pages look up: an index of files. If submissions are stored in a database, the files follow it.
final class AnswersIndex: Sendable {
  let index: AnswerIndex
  /// The copy of a database; `nil`: the files are the submissions themselves.
  let copy: (any SubmissionCopy)?

  init(
    of submissions: SubmissionPlace, data: String, openFormLimit: Int, note: @escaping @Sendable (String) -> Void
  ) throws(SubmissionError) {
    let followed = Lock<(any SubmissionCopy)?>(nil)
    index = AnswerIndex(
      data: submissions.answersData(in: data),
      refresh: { () throws(AnswerError) in
        let share: Double?
        do throws(SubmissionError) { share = try await followed.withLock(\.self)?.catchUp() } catch {
          throw .unreadable("\(error)")
        }
        if let share { throw .notReady(share) }
      }, note: note)
    let copy = try submissions.copy(data: data, openFormLimit: openFormLimit, index: index, note: note)
    followed.withLock { $0 = copy }
    self.copy = copy
  }

  /// Starts once this process has the data folder. Blocks.
  func open() throws(SubmissionError) {
    if let copy { try copy.open() } else { index.start() }
  }

  /// Stops all writing. Blocks.
  func close() {
    copy?.close()
    index.close()
  }
}
