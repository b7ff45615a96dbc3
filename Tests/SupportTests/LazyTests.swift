import Support
import Synchronization
import Testing

@Suite("Lazy values and background work")
struct LazyTests {
  @Test("a lazy value is made once, when it is first asked for, by whichever thread")
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

  @Test("the results of several thread tasks can be waited for, also twice")
  func meanwhile() {
    let works = (0..<8).map { number in ThreadTask { (0...number).reduce(0, +) } }
    #expect(works.map { $0.value() } == [0, 1, 3, 6, 10, 15, 21, 28])
    #expect(works[3].value() == 6, "a second time")
  }

  @Test("a thread task runs even if nobody asks for its result")
  func unasked() {
    let count = Atomic(0)
    do { _ = ThreadTask { count.add(1, ordering: .relaxed).newValue } }
    #expect(count.load(ordering: .relaxed) == 1)
  }
}
