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

extension HTMLPage {
  /// The page-level feedback.
  var notice: String? { all("p") { $0["class"] == "notice-text" }.first?.text }
}

/// A site over a folder of its own, with a clock and entropy that repeat.
final class TestSite: Sendable {
  let site: Site
  let data: String
  let pinned: PinnedEnvironment

  init(
    _ definitions: [String], data: String? = nil, idle: Int = 1800, limit: Int = 1000, showsGallery: Bool = false,
    codeReader: CodeReader? = nil, remoteSessions: (any RemoteSessions)? = nil, seed: UInt32 = 0,
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
    configure(&configuration)
    site = try Site(
      forms: forms, pages: Self.pages.get().0, further: showsGallery ? Gallery(Self.pages.get().1) : nil,
      publicDirectory: Self.root + "/Public",
      submissions: submissions, remoteSessions: remoteSessions,
      configuration: configuration,
      environment: pinned.environment(codeReader: codeReader),
      onFailure: onFailure, onReadOnlyViolations: onReadOnlyViolations)
  }

  /// The same forms and data after a restart: no session is left.
  func restarted(_ definitions: [String]) throws -> TestSite {
    Self.owners.withLock { $0.removeValue(forKey: data) }?.close()
    return try TestSite(definitions, data: data)
  }

  /// The stored lines of a form.
  func submissions(of form: String) throws -> [JSONValue] {
    guard let bytes = TestFile.read("\(data)/submissions/\(form).jsonl") else { return [] }
    return try bytes.split(separator: 10).map { try JSONReader.document(Array($0)).value }
  }

  /// The submissions that are open, by their folder.
  private static let owners = Lock<[String: SubmissionFiles]>([:])

  /// Compiled once for all tests.
  static let pages = Result { try Pages.withGallery(directory: root + "/Templates") }

  static let root = String(#filePath.split(separator: "/Tests/").first!)

  private static func temporaryFolder() -> String {
    var template = Array("/tmp/formcells-XXXXXX".utf8CString)
    return mkdtemp(&template).map { String(cString: $0) } ?? "/tmp/formcells-test"
  }
}
