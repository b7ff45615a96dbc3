import Dispatch
import Support
import Synchronization
import Testing

@Suite("Atomic references")
struct AtomicReferenceTests {
  private final class Living: Sendable {
    static let count = Atomic(0)
    let number: Int
    /// False once the object is deinitialized, so a read after that is noticed.
    let isAlive = Atomic(true)

    init(_ number: Int) {
      self.number = number
      Self.count.add(1, ordering: .relaxed)
    }

    deinit {
      isAlive.store(false, ordering: .relaxed)
      Self.count.subtract(1, ordering: .relaxed)
    }
  }

  @Test("the last stored object is read, and earlier ones are released")
  func storing() {
    final class Box: Sendable {}
    weak let first: Box?
    let reference: AtomicReference<Box>
    do {
      let box = Box()
      first = box
      reference = AtomicReference(box)
    }
    #expect(reference.load() === first)
    let second = Box()
    reference.store(second)
    #expect(reference.load() === second)
    #expect(first == nil)
  }

  @Test("concurrent readers see living objects in order, and none is leaked")
  func contention() {
    let rounds = 20_000
    do {
      let reference = AtomicReference(Living(0))
      let wrong = Atomic(0)
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        if thread == 0 {
          for number in 1...rounds { reference.store(Living(number)) }
          return
        }
        var last = 0
        for _ in 0..<rounds {
          let object = reference.load()
          if object.number < last || !object.isAlive.load(ordering: .relaxed) { wrong.add(1, ordering: .relaxed) }
          last = object.number
        }
      }
      #expect(wrong.load(ordering: .relaxed) == 0)
      #expect(reference.load().number == rounds)
    }
    #expect(Living.count.load(ordering: .relaxed) == 0)
  }
}
