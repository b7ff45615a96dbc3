import FormCellsTesting
import FormCells
import FormSite
import TestSupport
import Testing

/// Submissions in a dictionary; a host would use its database.
actor DictionarySubmissions: SubmissionSink {
  private(set) var records: [String: SubmissionRecord] = [:]

  func store(_ submission: SubmissionRecord) {
    // The id depends only on the content, so a repeated submission is recorded once.
    if records[submission.id] == nil { records[submission.id] = submission }
  }

  func time(of id: String, in form: String) -> String? {
    records[id].flatMap { $0.form == form ? $0.time : nil }
  }
}

/// Sessions in a dictionary; a host would use a store that all its servers reach.
actor DictionarySessions: RemoteSessions {
  private var sessions: [String: StoredSession] = [:]

  func load(_ id: String, idleSecondLimit: Int) -> StoredSession? { sessions[id] }

  func save(_ bytes: [UInt8], as id: String, after version: UInt64, idleSecondLimit: Int) -> SaveOutcome {
    // Another server has saved since: the site loads the session again and repeats its work.
    guard sessions[id]?.version ?? 0 == version else { return .conflict }
    sessions[id] = StoredSession(bytes: bytes, version: version + 1)
    return .saved(version: version + 1)
  }
}

@Suite("Storage of a host")
struct HostStorageTests {
  @Test("two sites that share the documents' example storages act as one")
  func twoSites() async throws {
    let (submissions, sessions) = (DictionarySubmissions(), DictionarySessions())
    let (one, other) = try (site(submissions, sessions), site(submissions, sessions))
    var first = Visitor(one)
    await first.open("/forms/badge")
    first.type("Ada", into: "name")
    try await first.press(beginning: "Parts")

    // The second server has what was entered at the first.
    var second = Visitor(other)
    second.takeOver(first)
    try await second.press("Close")
    #expect(second.page.all("input") { $0["name"] == "name" }.first?["value"] == "Ada")

    // The same page is sent to both servers.
    first.takeOver(second)
    try await first.press("Submit")
    try await second.press("Submit")
    #expect(first.path.contains("receipt=") && first.path == second.path)
    let records = await submissions.records
    #expect(records.count == 1)
    let line = try #require(records.values.first?.line)
    #expect(String(decoding: line, as: UTF8.self).contains("\"name\":\"Ada\""))
    #expect(records.values.first?.form == "badge")
  }

  private let root = String(#filePath.split(separator: "/Tests/").first ?? "")

  private func site(_ submissions: DictionarySubmissions, _ sessions: DictionarySessions) throws -> Site {
    let form = """
      {"title": "Badge", "sections": [{"cells": [
        {"id": "name", "type": "text", "label": "Name"},
        {"id": "parts", "type": "list-picker", "label": "Parts", "options": ["Belt", "Fuse"]}]}]}
      """
    return try Site(
      forms: [FormDefinition.decode(bytes: Array(form.utf8), path: "badge.json", directory: root)],
      pages: TestSite.pages.get().0, publicDirectory: "\(root)/Public", submissions: submissions,
      remoteSessions: sessions)
  }
}
