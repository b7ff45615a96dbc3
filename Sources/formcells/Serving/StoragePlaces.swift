import FormSite
import Glibc
import Support
#if Valkey
import ValkeySessions
#endif
#if PostgreSQL
import PostgreSQLSubmissions
#endif

/// Where sessions are stored.
enum SessionPlace {
  case memory
  #if Valkey
  case valkey(ValkeyAddress)
  #endif

  /// The store for sessions; `nil`: in memory only. Fails if a library is missing on the machine.
  func remote() throws(Failure) -> (any RemoteSessions)? {
    switch self {
    case .memory: return nil
    #if Valkey
    case .valkey(let address):
      do throws(ValkeyError) { return try ValkeySessions(address) } catch { throw Failure("error: \(error)") }
    #endif
    }
  }
}

extension Arguments {
  private static let valkeySchemes = ["valkey:", "valkeys:", "redis:", "rediss:"]

  /// The value of `--sessions`.
  func sessionPlace() throws(UsageError) -> SessionPlace {
    guard let text = text(.sessions), text != "memory" else { return .memory }
    guard Self.valkeySchemes.contains(where: text.hasPrefix) else {
      throw usageError(.sessions, message: "expected memory or valkey://…\(instead(of: text))")
    }
    #if Valkey
    // The text is not repeated, as it may contain a password.
    guard let address = ValkeyAddress(text) else {
      throw usageError(
        .sessions, message: "expected valkey://[USER:PASSWORD@]HOST[:PORT][/DB], with TLS valkeys://…[?ca=FILE]")
    }
    return .valkey(address)
    #else
    throw usageError(.sessions, message: "Valkey is not in this program; \(CommandLineProgram.howToBuild)")
    #endif
  }
}

/// Where submissions are stored.
enum SubmissionPlace {
  case files
  #if PostgreSQL
  case postgreSQL(PostgreSQLAddress)
  #endif

  /// Whether they are in the data folder, which then belongs to one process.
  var isFolder: Bool { if case .files = self { true } else { false } }

  /// The storage for a command that has the folder to itself, and for a server with a database.
  /// - Parameters:
  ///   - destinations: those that a server delivers to. Storage in files gets them by `outbox`.
  ///   - note: called when the storage fails, and when it works again.
  func storage(
    data: String, destinations: [Destination] = [], note: @escaping @Sendable (String) -> Void
  ) throws(SubmissionError) -> any SubmissionEditor {
    switch self {
    case .files:
      return try SubmissionFiles(
        data: data, attachments: AttachmentFolder(data + "/files"),
        observers: [DerivedIndex(data: data), DraftFolder(data: data, days: Int(Int32.max) / 86_400)],
        note: note)
    #if PostgreSQL
    case .postgreSQL(let address):
      return PostgreSQLSubmissions(address, destinations: destinations.map(\.name), note: note) { reason in
        note(reason.map { "error: \(address) is unreachable: \($0)" } ?? "\(address) is reachable again")
      }
    #endif
    }
  }

  /// The storage for a server that may have to wait for the folder: files are read now, and written once `open` gives them the folder.
  /// - Parameters:
  ///   - openFormLimit: forms whose files stay open.
  ///   - attachments: the server's store.
  ///   - observers: those that have copies of what submissions hold.
  func prepared(
    data: String, openFormLimit: Int, attachments: any AttachmentStore, observers: [any ErasureObserver],
    destinations: [Destination], note: @escaping @Sendable (String) -> Void
  ) throws(SubmissionError) -> any SubmissionEditor {
    guard case .files = self else { return try storage(data: data, destinations: destinations, note: note) }
    return try SubmissionFiles(
      reading: data, openFormLimit: openFormLimit, attachments: attachments as? AttachmentFolder,
      observers: observers, note: note)
  }

  /// The data folder with the files that the answers' pages read: the server's own, or that of a copy within it.
  func answersData(in data: String) -> String { isFolder ? data : data + "/answers" }

  /// The copy of a database for the answers' pages; `nil` if there is no database.
  /// - Parameters:
  ///   - openFormLimit: forms whose files stay open.
  ///   - index: the index of the copy.
  func copy(
    data: String, openFormLimit: Int, index: any DerivedFiles, note: @escaping @Sendable (String) -> Void
  ) throws(SubmissionError) -> (any SubmissionCopy)? {
    switch self {
    case .files: return nil
    #if PostgreSQL
    case .postgreSQL(let address):
      return try PostgreSQLCopy(
        of: address, in: answersData(in: data), openFormLimit: openFormLimit, derived: index, note: note)
    #endif
    }
  }

  /// The outbox that delivers what a server stores; `nil` if nothing is to be delivered and nothing waits.
  func outbox(
    data: String, destinations: [Destination], isInOrder: Bool, submissions: any SubmissionSink,
    note: @escaping @Sendable (String) -> Void, describe: @escaping DeliveryProgram.Description
  ) throws(SubmissionError) -> (any Outbox)? {
    switch self {
    case .files:
      if destinations.isEmpty, try !FileOutbox.isThere(inData: data) { return nil }
      let outbox = try FileOutbox(
        data: data, destinations: destinations, isInOrder: isInOrder, note: note, describe: describe)
      (submissions as? SubmissionFiles)?.deliver(by: outbox)
      return outbox
    #if PostgreSQL
    case .postgreSQL(let address):
      return PostgreSQLOutbox(
        address, destinations: destinations, isInOrder: isInOrder, note: note, describe: describe)
    #endif
    }
  }

  /// The store for files of forms, for a server.
  /// - `byteLimit`: bytes of all files together.
  /// - `isNeeded`: whether a form has attachments.
  func attachments(
    data: String, byteLimit: Int, isNeeded: Bool
  ) throws(SubmissionError) -> any AttachmentStore {
    switch self {
    case .files:
      let folder = AttachmentFolder(data + "/files", byteLimit: byteLimit)
      if isNeeded { try folder.open() }
      return folder
    #if PostgreSQL
    case .postgreSQL(let address): return PostgreSQLFiles(address, byteLimit: byteLimit)
    #endif
    }
  }

  /// The store for drafts that visitors save for later.
  func drafts(data: String, days: Int) -> any DraftStore {
    switch self {
    case .files: return DraftFolder(data: data, days: days)
    #if PostgreSQL
    case .postgreSQL(let address): return PostgreSQLDrafts(address, days: days)
    #endif
    }
  }

  func invitations(data: String) -> any InvitationStore {
    switch self {
    case .files: return InvitationFiles(data: data)
    #if PostgreSQL
    case .postgreSQL(let address): return PostgreSQLInvitations(address)
    #endif
    }
  }

  /// The files of submissions, for reading.
  func attachments(data: String) -> any AttachmentStore {
    switch self {
    case .files: return AttachmentFolder(data + "/files")
    #if PostgreSQL
    case .postgreSQL(let address): return PostgreSQLFiles(address, byteLimit: 0, isReader: true)
    #endif
    }
  }

  func export(data: String) throws(SubmissionError) -> any SubmissionExport {
    switch self {
    case .files: return SubmissionFileReader(data: data)
    #if PostgreSQL
    case .postgreSQL(let address): return try PostgreSQLExport(address)
    #endif
    }
  }
}

/// The index of answers while no server has it: its folder is removed, and the next server builds it again.
struct DerivedIndex: ErasureObserver {
  let data: String

  func erase(_ ids: [String], of form: String) throws {
    let folder = "\(data)/index/\(form)"
    guard FolderContent.isFolder(folder) else { return }
    for entry in try FolderContent(of: folder).entries where unlink("\(folder)/\(entry.name)") != 0 && errno != ENOENT {
      throw Failure("error: \(folder)/\(entry.name) cannot be removed: \(String(cString: strerror(errno)))")
    }
  }
}

extension Arguments {
  /// The value of `--submissions`.
  func submissionPlace() throws(UsageError) -> SubmissionPlace {
    guard let text = text(.submissions), text != "files" else { return .files }
    guard text.hasPrefix("postgresql:") || text.hasPrefix("postgres:") else {
      throw usageError(.submissions, message: "expected files or postgresql://…\(instead(of: text))")
    }
    #if PostgreSQL
    do throws(PostgreSQLAddress.Fault) { return .postgreSQL(try PostgreSQLAddress(text)) } catch {
      throw usageError(.submissions, message: "\(error)")
    }
    #else
    throw usageError(.submissions, message: "PostgreSQL is not in this program; \(CommandLineProgram.howToBuild)")
    #endif
  }
}
