import FormCells
import FormCellsTesting
import FormController
import FormPages
import Gallery
import Glibc
import HTTPCore
import Support
import TestSupport
import Testing
@testable import FormSite
import Dispatch

extension HTMLPage {
  var notice: String? { all("p") { $0["class"] == "notice-text" }.first?.text }
}

extension Visitor {
  /// Posts the page as the script does while the visitor types.
  mutating func save(unfinished: String? = nil) async throws {
    let form = try #require(page.all("form").first)
    let action = try #require(form["action"])
    let button = try #require(page.all("button") { $0["name"] == PageField.press.rawValue }.first)
    var body = FormData()
    for pair in self.body(with: button).pairs where pair.name != PageField.press.rawValue {
      body.append(pair.name, pair.value)
    }
    body.append(PageField.press.rawValue, FormAction.save.value)
    if let unfinished { body.append(PageField.unfinished.rawValue, unfinished) }
    await post(body, to: action)
  }
}

/// A site over a separate folder, with a clock and entropy that are the same in every run.
final class TestSite: Sendable {
  let site: Site
  let data: String
  let pinned: PinnedEnvironment

  init(
    _ definitions: [String], data: String? = nil, idle: Int = 1800, limit: Int = 1000, showsGallery: Bool = false,
    codeReader: CodeReader? = nil, remoteSessions: (any RemoteSessions)? = nil,
    attachments: (any AttachmentStore)? = nil,
    fileCheck: FileCheck? = nil, check: SubmissionCheck? = nil,
    seed: UInt32 = 0,
    configure: (inout Site.Configuration) -> Void = { _ in },
    onFailure: @escaping @Sendable (any Error) -> Void = { _ in },
    onReadOnlyViolations: @escaping @Sendable (ReadOnlyViolations) -> Void = { _ in }
  ) throws {
    let folder = data ?? Self.temporaryFolder()
    self.data = folder
    pinned = PinnedEnvironment(seed: seed)
    let forms = try definitions.map {
      try FormDefinition.decode(bytes: Array($0.utf8), path: "test.json", directory: TestSite.root + "/Templates/forms")
    }
    let submissions = try SubmissionFiles(data: folder)
    Self.owners.withLock { $0[folder] = submissions }
    var configuration = Site.Configuration(sessionIdleSecondLimit: idle, sessionLimit: limit)
    // Hundreds of tests share the threads, so work that waits for its turn must not count as late.
    configuration.submissionLimit = .seconds(3600)
    configuration.checkLimit = .seconds(3600)
    configuration.optionProviderLimit = .seconds(3600)
    configure(&configuration)
    site = try Site(
      forms: forms, pages: Self.pages.get().0, extraPages: showsGallery ? Gallery(Self.pages.get().1) : nil,
      publicDirectory: Self.root + "/Public", files: Self.files,
      submissions: submissions, remoteSessions: remoteSessions,
      attachments: attachments ?? AttachmentFolder(folder + "/files"), fileCheck: fileCheck, check: check,
      configuration: configuration,
      environment: pinned.environment(codeReader: codeReader),
      onFailure: onFailure, onReadOnlyViolations: onReadOnlyViolations)
  }

  /// The same forms and data after a restart, without any session.
  /// - Parameter seed: another seed, if the new site must not make the same tokens again.
  func restarted(_ definitions: [String], seed: UInt32 = 0) throws -> TestSite {
    Self.owners.withLock { $0.removeValue(forKey: data) }?.close()
    return try TestSite(definitions, data: data, seed: seed)
  }

  /// The stored lines of a form.
  func submissions(of form: String) throws -> [JSONValue] {
    guard let bytes = TestFile.read("\(data)/submissions/\(form).jsonl") else { return [] }
    return try bytes.split(separator: 10).map { try JSONReader.document(Array($0)).value }
  }

  /// The open submission files, by their folder.
  private static let owners = Lock<[String: SubmissionFiles]>([:])

  /// Compiled once for all tests.
  static let pages = Result { try Pages.withGallery(directory: root + "/Templates") }

  /// Read once for all tests.
  private static let files = Result { () throws(Diagnostic) in try Site.files(in: root + "/Public") }

  static let root = String(#filePath.split(separator: "/Tests/").first!)

  private static func temporaryFolder() -> String {
    var template = Array("/tmp/formcells-XXXXXX".utf8CString)
    return mkdtemp(&template).map { String(cString: $0) } ?? "/tmp/formcells-test"
  }
}

/// The definitions that the tests of exchanges use.
enum SampleForms {
  static let trip = """
    {
      "id": "trip", "title": "Trip",
      "sections": [{ "cells": [
        { "id": "purpose", "type": "text", "label": "Purpose", "required": true, "maxLength": 10 },
        { "id": "days", "type": "text", "label": "Days", "format": "integer" },
        { "id": "kinds", "type": "list-picker", "label": "Kinds", "required": true, "selection": "multiple", "maximum": 3,
          "value": ["train"],
          "options": [{ "value": "flight", "label": "Flight" }, { "value": "train", "label": "Train" },
            { "value": "taxi", "label": "Taxi" }, { "value": "bus", "label": "Bus", "disabled": true }, "Tram"] },
        { "id": "class", "type": "list-picker", "label": "Class",
          "options": [{ "value": "1", "label": "First" }, { "value": "2", "label": "Second" }] },
        { "id": "speed", "type": "list-picker", "label": "Speed", "apply": false, "search": false,
          "options": ["Slow", "Fast"] },
        { "id": "center", "type": "text", "label": "Center", "value": "CC-1", "readOnly": true },
        { "id": "old", "type": "text", "label": "Old", "value": "kept", "disabled": true }
      ] }]
    }
    """

  /// A second form beside the trip.
  static let other = """
    { "id": "other", "title": "Other", "sections": [{ "cells": [{ "id": "note", "type": "text", "label": "Note" }] }] }
    """

  /// A picker with this number of options.
  static func long(_ count: Int) -> String {
    let options = (0..<count).map { "{ \"value\": \"v\($0)\", \"label\": \"Öption \($0)\" }" }.joined(separator: ",")
    return """
      { "id": "long", "title": "Long", "sections": [{ "cells": [
        { "id": "pick", "type": "list-picker", "label": "Pick", "selection": "multiple", "options": [\(options)] }
      ] }] }
      """
  }
}

/// Holds threads until it is opened.
final class Gate: Sendable {
  private let turnstile = DispatchSemaphore(value: 0)
  func open() { turnstile.signal() }
  func pass() {
    turnstile.wait()
    turnstile.signal()
  }
}

/// Small numbered submissions.
enum StoredLine {
  /// - Parameter digest: the digest of a file that the submission names; `nil` if it names none.
  static func record(_ number: Int, at day: String = "2026-01-31", naming digest: String? = nil) -> SubmissionRecord {
    let id = Token((UInt64(number) &* 0x9E37_79B9_7F4A_7C15, UInt64(number))).text
    let time = "\(day)T12:00:00.000Z"
    let file = digest.map { #","file":[{"name":"a","sha256":"\#($0)"}]"# } ?? ""
    let line =
      #"{"id":"\#(id)","form":"f","version":"v","submittedAt":"\#(time)","values":{"note":"Number \#(number)"\#(file)}}"#
    return SubmissionRecord(id: id, form: "f", version: "v", time: time, line: Array(line.utf8))
  }

  static func line(_ number: Int) throws -> Journal.Line {
    let record = record(number)
    return Journal.Line(record: record, id: try #require(Token(record.id)))
  }

  /// The bytes of a file with these lines.
  static func bytes(_ numbers: Int...) -> [UInt8] { numbers.flatMap { record($0).line + [10] } }
}
