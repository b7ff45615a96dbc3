import Dispatch
import Glibc
import Support

/// A program that receives submissions once they are on disk, one line at a time (`--deliver NAME=PROGRAM`).
package struct Destination: Sendable, Equatable {
  /// `[a-z0-9-]{1,64}`.
  package let name: String
  /// The program's path.
  package let program: String
  /// `NAME=value`: the environment that the operator has set for this destination.
  package let settings: [String]

  /// The largest number of destinations of one server.
  package static let countLimit = 32

  /// - Parameters: the properties of the same names.
  package init(name: String, program: String, settings: [String] = []) {
    self.name = name
    self.program = program
    self.settings = settings
  }

  /// Whether a text is a valid name.
  package static func isName(_ text: String) -> Bool { text.wholeMatch(of: /[a-z0-9-]{1,64}/) != nil }
}

/// One submission to be delivered to a destination.
package struct Delivery: Sendable, Equatable {
  /// The form's id.
  package let form: String
  /// 32 hexadecimal digits.
  package let id: String
  /// The tag of the language in which it was filled in (BCP 47).
  package let language: String
  /// As it is stored, without a line end.
  package let line: [UInt8]
  /// The file of the form's definition as it was filled in; `nil` if there is no such file.
  package let definition: String?
  /// The correction that has replaced it. `nil` if there is none, or if it is only looked up when the program starts.
  package var replacedBy: String?

  package init(form: String, id: String, language: String, line: [UInt8], definition: String? = nil) {
    self.form = form
    self.id = id
    self.language = language
    self.line = line
    self.definition = definition
  }

  /// A submission that is not in a file.
  /// - Parameters:
  ///   - line: as it is stored.
  ///   - ownLanguage: the language of the form's version; called if the line names none.
  /// - Returns: `nil` if it was erased, or is not a submission.
  package init?<Failure: Error>(
    _ line: [UInt8], of form: String, ownLanguage: (_ version: String) throws(Failure) -> String
  ) throws(Failure) {
    guard let head = DeliveredLine(line), !head.isErased else { return nil }
    let language: String
    if let named = head.language { language = named } else { language = try ownLanguage(head.version ?? "") }
    self.init(form: form, id: head.id.text, language: language, line: line)
  }

  /// The time until the next attempt: 1 s, 2 s, 4 s and so on, at most an hour.
  /// - Parameter attempts: the number of failed ones.
  package static func pauseMilliseconds(after attempts: Int) -> Int {
    attempts > 12 ? pauseMillisecondLimit : min(1000 << max(0, attempts - 1), pauseMillisecondLimit)
  }

  static let pauseMillisecondLimit = 3_600_000

  /// The language of a form's definition.
  package static func language(ofForm definition: [UInt8]?) -> String { DeliveredLine.ownLanguage(ofForm: definition) }

  package enum Outcome: Sendable, Equatable {
    case delivered
    /// The reason, for the log and for `formcells outbox`.
    case failed(String)
    /// It can never be delivered and is given up. The reason is for the log.
    case refused(String)
    /// The server is shutting down; this does not count as an attempt.
    case cancelled
  }
}

/// Runs destinations' programs, one process for each submission.
package struct DeliveryProgram: Sendable {
  /// Ends all running programs when the server shuts down.
  private let cancellation = ChildProcess.Cancellation()
  private let running = DispatchGroup()
  private let replacements = Replacements()
  private let describe: Description

  /// Writes a submission as text for people (`Site.text(of:)`); `nil` if its form is not known.
  package typealias Description = @Sendable (Delivery) -> [UInt8]?

  /// - Parameter describe: called before each program starts, on its thread.
  package init(describe: @escaping Description = { _ in nil }) { self.describe = describe }

  /// From start to end; after that the program is killed.
  package static let secondLimit = 60
  /// EX_DATAERR of sysexits.h: its input was unusable.
  private static let refusalStatus: Int32 = 65
  /// Bytes of standard error; a program that writes more is ended.
  package static let errorByteLimit = 1 << 20
  private static let searchPath = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
  /// Characters of a reason.
  private static let reasonLimit = 200

  /// Runs the program on a separate thread of low priority.
  /// - Parameter finish: called on that thread.
  package func start(
    _ delivery: Delivery, to destination: Destination, finish: @escaping @Sendable (Delivery.Outcome) -> Void
  ) {
    running.enter()
    BackgroundThread.start {
      finish(deliver(delivery, to: destination))
      running.leave()
    }
  }

  /// From now on, `find` says which correction has replaced a submission.
  func findReplacements(_ find: @escaping Replacements.Find) { replacements.attach(find) }

  /// Waits for the programs that `start` runs, and ends those that take longer.
  package func finish(withinMilliseconds limit: Int) {
    if running.wait(timeout: .now() + .milliseconds(limit)) == .success { return }
    cancel()
    // A killed program ends at once, unless it is blocked in the kernel.
    _ = running.wait(timeout: .now() + .milliseconds(Self.cancellationMilliseconds))
  }

  static let cancellationMilliseconds = 1000

  /// Ends all running programs, and those that are started later.
  func cancel() { cancellation.cancel() }

  /// Blocks the calling thread until the program has ended.
  func deliver(_ delivery: Delivery, to destination: Destination) -> Delivery.Outcome {
    var delivery = delivery
    if delivery.replacedBy == nil { delivery.replacedBy = replacements.replacement(of: delivery) }
    var child = ChildProcess(path: destination.program, arguments: [])
    child.stream = .errors
    child.cancellation = cancellation.descriptor
    child.secondInput = describe(delivery)
    child.environment = Self.environment(of: delivery, to: destination, hasText: child.secondInput != nil)
    child.limits = ChildProcess.Limits(
      millisecondLimit: Self.secondLimit * 1000, processorSecondLimit: Self.secondLimit,
      outputByteLimit: Self.errorByteLimit, memoryByteLimit: 4 << 30, fileByteLimit: 1 << 30)
    switch child.run(input: delivery.line + [10]) {
    case .exited(0, _): return .delivered
    case .exited(Self.refusalStatus, let errors):
      return .refused(Self.reason(in: errors) ?? "it ended with status \(Self.refusalStatus)")
    case .exited(let status, let errors): return .failed(Self.reason(in: errors) ?? "it ended with status \(status)")
    case .signalled(let signal): return .failed("it was ended by signal \(signal)")
    case .tookTooLong: return .failed("it took longer than \(Self.secondLimit) seconds and was ended")
    case .wroteTooMuch: return .failed("it wrote more than \(Self.errorByteLimit >> 20) MiB of errors and was ended")
    case .cancelled: return .cancelled
    case .failed(let code): return .failed("\(destination.program): \(String(cString: strerror(code)))")
    }
  }

  /// The program's environment: nothing from the server's own, but what the operator has set for the destination. Of several
  /// entries of one name, the first counts.
  static func environment(of delivery: Delivery, to destination: Destination, hasText: Bool = false) -> [String] {
    let own =
      [
        "FORMCELLS_FORM=\(delivery.form)", "FORMCELLS_ID=\(delivery.id)", "FORMCELLS_LANGUAGE=\(delivery.language)",
        "FORMCELLS_DESTINATION=\(destination.name)",
      ] + (delivery.definition.map { ["FORMCELLS_DEFINITION=\($0)"] } ?? [])
      + (delivery.replacedBy.map { ["FORMCELLS_REPLACED_BY=\($0)"] } ?? [])
      + (hasText ? ["FORMCELLS_TEXT=/dev/fd/3"] : [])
    var names: Set<Substring> = []
    return (own + destination.settings + [searchPath, "LC_ALL=C.UTF-8"]).filter { entry in
      names.insert(entry.prefix { $0 != "=" }).inserted
    }
  }

  /// The last line that is not blank; `nil` if there is none.
  static func reason(in errors: [UInt8]) -> String? {
    for line in errors.split(separator: 10).reversed() {
      let shown = String(decoding: line, as: UTF8.self).unicodeScalars
        .filter { $0.properties.generalCategory != .control && $0.properties.generalCategory != .format }
      let text = String(String.UnicodeScalarView(shown.prefix(reasonLimit)))
      if !text.allSatisfy(\.isWhitespace) { return text }
    }
    return nil
  }
}

/// Finds the corrections that have replaced submissions.
final class Replacements: Sendable {
  typealias Find = @Sendable (_ form: String, _ id: Token) -> Token?

  private let find = Lock<Find?>(nil)

  func attach(_ find: @escaping Find) { self.find.withLock { $0 = find } }

  /// `nil` if there is none, or if that is not known.
  func replacement(of delivery: Delivery) -> String? {
    guard let find = find.withLock({ $0 }), let id = Token(delivery.id) else { return nil }
    return find(delivery.form, id)?.text
  }
}

/// What a stored line says about itself, for delivery.
struct DeliveredLine {
  let id: Token
  let form: String?
  let version: String?
  /// RFC 3339.
  let time: String
  /// `nil` if it was filled in in the form's own language.
  let language: String?
  /// Its values are gone, so there is nothing to deliver.
  let isErased: Bool

  /// `nil` if the line is not a submission.
  init?(_ line: [UInt8]) {
    guard let value = try? JSONReader.storedLine(line).value else { return nil }
    func text(_ key: String) -> String? { if case .string(let text)? = value[key] { text } else { nil } }
    guard let id = text("id").flatMap({ Token($0) }) else { return nil }
    self.id = id
    form = text("form")
    version = text("version")
    time = text("submittedAt") ?? ""
    language = text("language")
    isErased = value["erasedAt"] != nil
  }

  /// The language of a form's definition, for lines that name none.
  static func ownLanguage(ofForm definition: [UInt8]?) -> String {
    guard let definition, let value = try? JSONReader.document(definition).value,
      case .string(let locale)? = value["locale"]
    else { return standardLanguage }
    return locale
  }

  /// The language of a form that names none.
  private static let standardLanguage = "en-US"
}
