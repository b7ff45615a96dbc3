import FormController
import FormSite
import Support

/// `formcells invite`: makes links to a form that can each be used for one submission.
struct InviteCommand {
  private enum Action {
    case make(Int)
    case list
    case revoke([Token])
  }

  /// The number of links that can be made at once.
  private static let countRange = 1...100_000

  private let form: String
  private let data: String
  private let submissions: SubmissionPlace
  private let url: String
  private let action: Action

  init(_ arguments: Arguments) throws(UsageError) {
    form = try arguments.required("FORM")
    guard form.wholeMatch(of: /[a-z0-9-]{1,64}/) != nil else {
      throw UsageError(message: "'\(form)' is not the id of a form", command: .invite)
    }
    data = arguments.text(.data, default: "./data")
    submissions = try arguments.submissionPlace()
    url = arguments.text(.url, default: "").replacing(/\/+$/, with: "")
    guard url.isEmpty || url.wholeMatch(of: /https?:\/\/[^\s?#]+/) != nil else {
      throw arguments.usageError(
        .url, message: "expected an address such as https://forms.example.org, without ? and #")
    }
    var revoked: [Token] = []
    for text in arguments.texts(.revoke) {
      // In a link, the id comes first, followed by a code.
      guard let id = Token(inLink: String(text.firstMatch(of: /invitation=([^.]*)/)?.1 ?? text[...])) else {
        throw arguments.usageError(
          .revoke, message: "'\(text)' is neither the id of an invitation, 32 digits from 0 to f, nor its link")
      }
      revoked.append(id)
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
    if submissions.isFolder {
      var isMade = false
      if case .make = action { isMade = true }
      try NewFolder.note(data, isMade: isMade)
    }
    do { try blocking { await result { try await perform() } }.get() } catch let error as SubmissionError {
      throw Failure("\(error)")
    }
  }

  private func perform() async throws {
    let store = submissions.invitations(data: data)
    switch action {
    case .make(let count):
      let key = try await serverKey()
      let ids = (0..<count).map { _ in Token(Environment.system.random()) }
      try await store.add(ids, to: form)
      for id in ids {
        let secret = LinkSecret(for: id, to: .invitation, of: form, serverKey: key)
        try Terminal.print("\(url)/forms/\(form)?invitation=\(secret.text)")
      }
      try noteUselessLinks()
    case .list:
      let open = try await store.invitations(to: form).filter { !$0.isRevoked }
      let sent = try await store.recorded(open.map(submission), of: form)
      for invitation in open where !sent.contains(submission(of: invitation)) {
        try Terminal.print("\(invitation.id.text)\t\(invitation.time)")
      }
    case .revoke(let ids):
      let known = try await store.invitations(to: form)
      if let unknown = ids.first(where: { id in !known.contains { $0.id == id } }) {
        throw Failure("error: there is no invitation \(unknown.text) to '\(form)'; nothing was changed")
      }
      let meant = known.filter { ids.contains($0.id) }
      let sent = try await store.recorded(meant.map(submission), of: form)
      for invitation in meant where sent.contains(submission(of: invitation)) {
        Terminal.error(
          "note: \(invitation.id.text) has already been used, and what was sent stays; to erase it: formcells erase \(form) --id "
            + submission(of: invitation).text)
      }
      try await store.revoke(meant.filter { !sent.contains(submission(of: $0)) }.map(\.id), of: form)
    }
  }

  /// Warns about links to a form that does not exist, which lead nowhere, and to a form that anybody can send, which are not needed.
  private func noteUselessLinks() throws {
    guard submissions.isFolder else { return }
    let reader = SubmissionFileReader(data: data)
    guard let version = try reader.versions(of: form).first, let definition = try reader.definition(version, of: form)
    else {
      return Terminal.error(
        "note: nobody has sent '\(form)' so far; see that this is its id, the name of its definition without .json")
    }
    if try JSONReader.document(definition, byteLimit: definition.count).value["access"] != "invited" {
      Terminal.error("note: anybody can send '\(form)': its definition has no \"access\": \"invited\"")
    }
  }

  private func submission(of invitation: Invitation) -> Token { Submission.id(ofInvitation: invitation.id, to: form) }

  /// The server's key, which seals the links.
  private func serverKey() async throws -> [UInt8] {
    try await submissions.attachments(data: data, byteLimit: .max, isNeeded: true).key()
  }
}

/// The result of asynchronous work.
private func result(_ work: () async throws -> Void) async -> Result<Void, any Error> {
  do { return .success(try await work()) } catch { return .failure(error) }
}
