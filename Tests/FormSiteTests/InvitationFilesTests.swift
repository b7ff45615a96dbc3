import Support
import TestSupport
import Testing

@testable import FormSite

@Suite("Invitation files")
struct InvitationFilesTests {
  @Test("if the folder of invitations cannot be read, no invitation is accepted")
  func unseen() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let files = InvitationFiles(data: folder.path)
    #expect(try !files.isRevoked(.zero, of: "assembly"))
    // A file in the folder's place cannot be read as a folder, not even by root; the same as a folder of another user.
    folder.write("invitations", [])
    #expect(throws: SubmissionError.self) { try files.isRevoked(.zero, of: "assembly") }
    #expect(throws: SubmissionError.self) { try files.invitations(to: "assembly") }
  }
}
