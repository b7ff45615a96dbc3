import Gzip
import TestSupport
import Testing

/// Pages written from a model, read again by zlib.
@Suite("Gzip of pages like a model")
struct PageModelTests {
  /// A page of rows that are alike, with a name and a number of each.
  private static func page(_ rowCount: Int, of name: String = "row") -> [UInt8] {
    let rows = (0..<rowCount).map {
      "<li><label class=\"\(name)\"><input type=\"checkbox\" value=\"\($0)\"><span>Option \($0 * 7919 % 1009)</span></label></li>"
    }
    return Array("<!DOCTYPE html><title>Rows</title><ul>\(rows.joined())</ul><p>That is all of them.</p>".utf8)
  }

  private static func letters(_ count: Int, seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &generator) }
  }

  private static func replacing(_ text: String, with other: String, in bytes: [UInt8]) -> [UInt8] {
    Array(
      String(decoding: bytes, as: UTF8.self).split(separator: text, omittingEmptySubsequences: false)
        .joined(separator: other).utf8)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let model: [UInt8]
    let page: [UInt8]

    init(_ name: String, _ model: [UInt8], _ page: [UInt8]) {
      (testDescription, self.model, self.page) = (name, model, page)
    }
  }

  static let cases: [Case] = [
    Case("the model itself", page(60), page(60)),
    Case("another begin", page(60), Array("<!-- A comment -->".utf8) + page(60)),
    Case("another end", page(60), page(60) + Array("<p>And one more.</p>".utf8)),
    Case("less than the model", page(60), Array(page(60).dropFirst(900).dropLast(700))),
    Case("a repeat's source is gone", page(60), Array(page(60)[..<80] + page(60)[300...])),
    Case("one letter more in a row", page(60), replacing("Option 5", with: "Option +5", in: page(60))),
    Case("a longer word everywhere", page(60), page(60, of: "rowing")),
    Case("rows more", page(60), page(64)),
    Case("rows fewer, of many", page(500), page(50)),
    Case(
      "a source farther away than a window", page(2) + letters(28_000, seed: 1) + page(2),
      page(2) + letters(28_000, seed: 1).prefix(14_000) + letters(5_000, seed: 2)
        + letters(28_000, seed: 1).suffix(14_000) + page(2)),
    Case("a letter of several bytes", page(60), replacing("all", with: "alle ä€😀", in: page(60))),
    Case("nothing", page(60), []),
  ]

  @Test("zlib reads what was written", arguments: cases)
  func roundTrip(_ each: Case) throws {
    let model = try #require(PageModel(of: each.model))
    let encoder = PageEncoder()
    let written = encoder.encode(each.page, like: model)
    #expect(ReferenceGzip.decode(written) == each.page)
    #expect(written != encoder.encode(each.page))
    #expect(encoder.encode(each.page, like: model) == written, "the second time")
  }

  @Test("pages that were changed at any place are read as they are", arguments: 0..<40)
  func changes(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let original = Self.page(Int.random(in: 1...400, using: &generator))
    let model = try #require(PageModel(of: original))
    let encoder = PageEncoder()
    for changeCount in [0, 1, 3, 10, 60] {
      var page = original
      for _ in 0..<changeCount {
        let start = Int.random(in: 0..<page.count, using: &generator)
        let end = min(page.count, start + Int.random(in: 1...80, using: &generator))
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: if end - start < page.count { page.removeSubrange(start..<end) }
        case 1: page.insert(contentsOf: page[start..<end], at: Int.random(in: 0...page.count, using: &generator))
        default: for index in start..<end { page[index] = UInt8.random(in: 0...255, using: &generator) }
        }
      }
      #expect(ReferenceGzip.decode(encoder.encode(page, like: model)) == page, "\(changeCount) changes")
    }
  }

  @Test("a page with little of its own is hardly larger than with codes of its own")
  func size() throws {
    let model = try #require(PageModel(of: Self.page(200)))
    let page = Self.replacing("Option 10", with: "Option 10, which somebody has chosen", in: Self.page(200))
    let own = PageEncoder().encode(page).count
    let written = PageEncoder().encode(page, like: model).count
    #expect(written * 100 <= own * 108, "\(written) bytes beside \(own)")
  }

  @Test("a page that is not like the model is written as if there were none")
  func unlike() throws {
    let model = try #require(PageModel(of: Self.page(60)))
    var generator = SeededGenerator(seed: 1)
    let others: [[UInt8]] = [
      Array(String(repeating: "日本語の長いメモ。", count: 400).utf8),
      (0..<5000).map { _ in UInt8.random(in: 0...255, using: &generator) },
      Self.page(60) + (0..<5000).map { _ in UInt8.random(in: 0...255, using: &generator) },
    ]
    for other in others {
      #expect(PageEncoder().encode(other, like: model) == PageEncoder().encode(other))
    }
  }

  @Test("of what is too small or too large there is no model")
  func limits() {
    #expect(PageModel(of: []) == nil)
    #expect(PageModel(of: Array("<p>a</p>".utf8)) == nil)
    #expect(PageModel(of: Array("<p>abcde</p>".utf8)) != nil)
    let largest = Array(Self.page(3000).prefix(256 << 10))
    #expect(PageModel(of: largest) != nil)
    #expect(PageModel(of: largest + [10]) == nil)
  }

  @Test("models that are let go make room for others")
  func room() {
    let room = PageModel.Room(byteLimit: 1 << 20)
    let page = Self.page(200)
    var kept: [PageModel] = []
    while let model = PageModel(of: page, in: room), kept.count < 1000 { kept.append(model) }
    #expect(1..<100 ~= kept.count)
    kept = []
    #expect(PageModel(of: page, in: room) != nil)
  }
}
