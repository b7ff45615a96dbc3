import Support
import Synchronization
import Testing

@Suite("What is made later")
struct LazyTests {
  @Test("a lazy value is made once, when it is first asked for, whoever asks")
  func lazy() async {
    let count = Atomic(0)
    let lazy = Lazy { count.add(1, ordering: .relaxed).newValue }
    #expect(count.load(ordering: .relaxed) == 0)
    let values = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { lazy.value } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values == Array(repeating: 1, count: 20))
    #expect(count.load(ordering: .relaxed) == 1)
  }
}
