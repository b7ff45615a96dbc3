import TestSupport
import Testing

@testable import Options

@Suite("Bitmaps of rows")
struct OptionsBitmapTests {
  @Test("Ranges are set, taken back, counted and found like single bits")
  func agreesWithSet() {
    var generator = SeededGenerator(seed: 11)
    let count = 300
    var bitmap = Bitmap(count: count)
    var model: Set<Int> = []
    for _ in 0..<500 {
      let bounds = [Int.random(in: 0...count, using: &generator), Int.random(in: 0...count, using: &generator)].sorted()
      let range = bounds[0]..<bounds[1]
      if Bool.random(using: &generator) {
        bitmap.insert(range)
        model.formUnion(range)
      } else {
        bitmap.remove(range)
        model.subtract(range)
      }
      let probe = Int.random(in: 0..<count, using: &generator)
      #expect(bitmap.contains(probe) == model.contains(probe))
      let window = min(probe, bounds[1])..<max(probe, bounds[1])
      #expect(bitmap.count(in: window) == window.count { model.contains($0) })
      #expect(bitmap.first(true, in: window) == window.first { model.contains($0) } ?? window.upperBound)
      #expect(bitmap.first(false, in: window) == window.first { !model.contains($0) } ?? window.upperBound)
    }
  }
}
