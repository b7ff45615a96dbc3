import HTTPCore
import Testing

@Suite("Transitions")
struct TransitionTests {
  @Test("the transition table equals the recorded one")
  func golden() throws {
    let path = TestFiles.folder("Golden") + "/transitions.txt"
    if TestFiles.recordsSnapshots { try TestFiles.write(Transitions.text, to: path) }
    #expect(try TestFiles.text(path) == Transitions.text)
  }

  @Test("every phase that reads can refuse, and a refusal leads only to the end")
  func refusals() {
    for phase in Phase.allCases where ![.answering, .refused, .closed].contains(phase) {
      #expect(Transitions.next(phase, signal: .fault) == .refused)
    }
    for signal in Signal.allCases {
      let next = Transitions.next(.refused, signal: signal)
      #expect(next == nil || next == .refused || next == .closed)
    }
  }

  @Test("every phase is reachable from the start, and can reach the end")
  func reachability() {
    func reachable(from phase: Phase) -> Set<Phase> {
      var seen: Set<Phase> = [phase]
      var open = [phase]
      while let phase = open.popLast() {
        for signal in Signal.allCases {
          if let next = Transitions.next(phase, signal: signal), seen.insert(next).inserted { open.append(next) }
        }
      }
      return seen
    }
    #expect(reachable(from: .start) == Set(Phase.allCases))
    for phase in Phase.allCases { #expect(reachable(from: phase).contains(.closed)) }
  }

  @Test("no transition leaves the end")
  func end() {
    for signal in Signal.allCases { #expect(Transitions.next(.closed, signal: signal) ?? .closed == .closed) }
  }
}
