import FormCells
import FormPages
import FormSite
import Foundation
import TestSupport
import Testing

@Suite("Errors in a host that has Foundation")
struct LocalizedErrorTests {
  @Test("their localizedDescription is what is wrong")
  func descriptions() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let failures: [() throws -> Void] = [
      { _ = try FormDefinition.load(path: "\(folder.path)/visit.json") },
      { _ = try Pages(directory: "\(folder.path)/Templates") },
      { _ = try Form(id: "No Id", title: "Visit") { Section("Who?") { TextCell("name", label: "Name") } } },
    ]
    for failure in failures {
      let error = #expect(throws: (any Error).self) { try failure() }
      let told = try #require(error).localizedDescription
      #expect(told == "\(try #require(error))" && told.contains("error: "), "\(told)")
    }
  }
}
