import FormController
import FormSite
import Support

/// `formcells invite`: links to a form that each record once.
struct InviteCommand {
  private enum Action {
    case make(Int)
    case list
    case revoke([String])
  }

  /// Links that are made at once.
  private static let countRange = 1...100_000

  private let form: String
  private let data: String
  private let url: String
  private let action: Action

  init(_ arguments: Arguments) throws(UsageError) {
    form = try arguments.required("FORM")
    guard form.wholeMatch(of: /[a-z0-9-]{1,64}/) != nil else {
      throw UsageError(message: "'\(form)' is not the id of a form", command: .invite)
    }
    data = arguments.text(.data, default: "./data")
    url = arguments.text(.url, default: "").replacing(/\/+$/, with: "")
    guard url.isEmpty || url.wholeMatch(of: /https?:\/\/[^\s?#]+/) != nil else {
      throw arguments.usageError(.url, "expected an address such as https://forms.example.org, without ? and #")
    }
    let revoked = arguments.texts(.revoke)
    for id in revoked where Token(id) == nil {
      throw arguments.usageError(.revoke, "'\(id)' is not the id of an invitation: 32 digits from 0 to f")
    }
    let lists = try arguments.flag(.list)
    switch (arguments.secondArgument, lists, revoked.isEmpty) {
    case (let text?, false, true):
      guard let count = Int(text), Self.countRange ~= count else {
        throw UsageError(
          message: "'\(text)' is not a number of links from 1 to \(Self.countRange.upperBound)", command: .invite)
      }
      action = .make(count)
    case (nil, true, true): action = .list
    case (nil, false, false): action = .revoke(revoked)
    default:
      throw UsageError(
        message: "say one thing: how many links to make (invite \(form) 10), --list, or --revoke ID", command: .invite)
    }
  }

  func run() throws {
    do { try perform() } catch let error as SubmissionError { throw Failure("\(error)") }
  }

  private static func key(of folder: AttachmentFolder) async -> Result<[UInt8], any Error> {
    do { return .success(try await folder.key()) } catch { return .failure(error) }
  }

  private func perform() throws {
    let files = InvitationFiles(data: data)
    switch action {
    case .make(let count):
      let folder = AttachmentFolder(data + "/files")
      try folder.open()
      let key = try blocking { await Self.key(of: folder) }.get()
      let ids = (0..<count).map { _ in Token(Environment.system.random()) }
      try files.add(ids, to: form)
      for id in ids {
        let secret = LinkSecret(for: id, to: .invitation, of: form, serverKey: key)
        try Terminal.print("\(url)/forms/\(form)?invitation=\(secret.text)")
      }
    case .list:
      var sent: Set<Token> = []
      let reader = SubmissionFileReader(data: data)
      if FileIdentity(path: reader.place(of: form)) != nil {
        try reader.forEachLine(of: form) { line, _ in
          if let id = StoredHead(of: line).flatMap({ Token($0.id) }) { sent.insert(id) }
        }
      }
      for invitation in try files.invitations(to: form) where !invitation.isRevoked {
        guard let id = Token(invitation.id), !sent.contains(Submission.id(ofInvitation: id, to: form)) else { continue }
        try Terminal.print("\(invitation.id)\t\(invitation.time)")
      }
    case .revoke(let ids):
      let known = Set(try files.invitations(to: form).map(\.id))
      if let unknown = ids.first(where: { !known.contains($0) }) {
        throw Failure(
          "error: there is no invitation \(unknown) to '\(form)' in \(data)/invitations; nothing was changed")
      }
      try files.revoke(ids, of: form)
    }
  }
}
