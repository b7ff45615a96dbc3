import Dispatch
import FormSite
import Glibc
import Support

/// How commands reach the server that has the data folder: a Unix socket in it, `control`. A request is one line of JSON, and so is
/// the answer; only the server's own user can connect.
///
///     {"do":"erase","form":"expense","ids":["…"],"by":"ada"}
///     {"erased":["…"],"erasedBefore":[],"missing":[]}
///
/// An answer `{"error":"…"}` says why nothing, or not everything, was done.
final class ControlSocket: Sendable {
  /// Answers a request; a thrown error is sent to the command.
  typealias Handler = @Sendable (_ request: JSONValue) async throws -> JSONValue

  private let handlers: [String: Handler]
  private let queue = DispatchQueue(label: "formcells.control")

  /// Bytes of a line.
  private static let lineByteLimit = 1 << 20
  /// A short time: a command has its request ready, and reads its answer at once.
  private static let requestMilliseconds = 5000
  /// A long time: erasing may have to read all submissions.
  private static let answerMilliseconds = 600_000

  static func path(in data: String) -> String { data + "/control" }

  /// - Parameter handlers: by the verb that `do` names.
  init(_ handlers: [String: Handler]) { self.handlers = handlers }

  /// Opens the socket. Only for the owner of the folder. Answers one request after another until the process ends.
  /// - Returns: false if the socket cannot be created; everything else works.
  func open(in data: String) -> Bool {
    guard let door = UnixSocket.listening(at: Self.path(in: data)) else { return false }
    queue.async { [self] in
      while let connection = UnixSocket.accept(door) {
        let stream = HandoverStream(connection, milliseconds: Self.requestMilliseconds)
        guard let line = stream.readLine(upTo: Self.lineByteLimit) else { continue }
        let answer = blocking { await self.reply(to: line) }
        // The command may have ended; its request was carried out.
        _ = HandoverStream(dup(connection), milliseconds: Self.requestMilliseconds).write(answer.compactBytes + [10])
      }
    }
    return true
  }

  private func reply(to line: [UInt8]) async -> JSONValue {
    let request: JSONValue
    do throws(JSONError) { request = try JSONReader.document(line).value } catch {
      return ["error": .string("the request is not JSON: \(error)")]
    }
    guard case .string(let verb)? = request["do"], let handler = handlers[verb] else {
      return ["error": "this server does not know the request; is its version different?"]
    }
    do { return try await handler(request) } catch let failure as Failure {
      return ["error": .string(failure.lines.joined(separator: "\n"))]
    } catch {
      return ["error": .string("\(error)")]
    }
  }

  /// Sends a request to the server that has the folder.
  /// - Returns: `nil` if no server has the folder.
  /// - Throws: if the server does not answer, or refuses.
  static func ask(_ data: String, request: JSONValue) throws(Failure) -> JSONValue? {
    let isInUse: Bool
    do throws(SubmissionError) { isInUse = FolderContent.isFolder(data) ? try DataFolder.isInUse(data) : false } catch {
      throw Failure("\(error)")
    }
    guard isInUse else { return nil }
    let path = path(in: data)
    guard let connection = UnixSocket.connected(to: path) else {
      throw Failure(
        "\(path): error: \(DataFolder.owner(of: data)) uses the folder and accepts no commands; stop it first")
    }
    let stream = HandoverStream(connection, milliseconds: answerMilliseconds)
    guard stream.write(request.compactBytes + [10]), let line = stream.readLine(upTo: lineByteLimit),
      let answer = try? JSONReader.document(line).value
    else { throw Failure("\(path): error: \(DataFolder.owner(of: data)) gave no answer; try again") }
    if case .string(let reason)? = answer["error"] { throw Failure("error: \(reason)") }
    return answer
  }
}
