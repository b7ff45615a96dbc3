import Testing

/// Runs the corpus of every target without libFuzzer, so that a mistake which was found once stays fixed.
@Suite("Fuzz corpus")
struct CorpusTests {
  @Test("every input of the corpus keeps its target's invariant", arguments: FuzzTarget.all.map(\.name))
  func replay(_ name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let inputs = try Corpus.inputs(of: name)
    #expect(!inputs.isEmpty, "no corpus")
    for input in inputs {
      #expect(throws: Never.self, "\(input.path): \(target.invariant)") { try target.check(input.bytes) }
    }
  }

  @Test("every folder of the corpus belongs to a target")
  func folders() throws {
    #expect(try Corpus.folders() == FuzzTarget.all.map(\.name).sorted())
  }
}
