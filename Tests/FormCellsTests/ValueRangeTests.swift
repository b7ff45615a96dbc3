import Localization
import Support
import TestSupport
import Testing

@testable import FormCells

/// The least and the greatest value of a calculation, as derived from its operands.
@Suite("Ranges of calculated values") struct ValueRangeTests {
  private static let bounds: [(id: String, range: ClosedRange<Int>)] = [("a", 0...10), ("b", -5...3), ("c", 2...7)]

  private static func form(_ expressions: [String]) throws -> Form {
    let cells = bounds.map {
      #"{ "id": "\#($0)", "type": "number", "label": "\#($0)", "minimum": \#($1.lowerBound), "maximum": \#($1.upperBound) }"#
    }
    let results = expressions.enumerated().map {
      #"{ "id": "r\#($0)", "type": "number", "label": "R\#($0)", "calculate": "\#($1)" }"#
    }
    return try decode(
      #"{ "title": "T", "sections": [{ "id": "s", "title": "S", "container": "repeat", "item": "E", "maximum": 3, "cells": [{ "id": "e", "type": "number", "label": "E", "minimum": -2, "maximum": 4 }] }, { "cells": [\#((cells + results).joined(separator: ", "))] }] }"#
    )
  }

  private static func expression(_ generator: inout SeededGenerator, depth: Int = 0) -> String {
    func next() -> String { expression(&generator, depth: depth + 1) }
    switch Int.random(in: 0..<(depth < 3 ? 16 : 6), using: &generator) {
    case 0: return "a"
    case 1: return "b"
    case 2: return "c"
    case 3: return String(Int.random(in: 0...9, using: &generator))
    case 4: return "sum(s.e)"
    case 5: return ["count(s)", "count(s.e)", "min(s.e)", "max(b, s.e)"].randomElement(using: &generator) ?? "a"
    case 6, 7: return "(\(next()) + \(next()))"
    case 8, 9: return "(\(next()) - \(next()))"
    case 10: return "(\(next()) * \(next()))"
    case 11: return "sum(\(next()), \(next()))"
    case 12: return "min(\(next()), \(next()))"
    case 13: return "max(\(next()), \(next()))"
    case 14: return "round(average(\(next()), \(next())), 0)"
    default: return "if(a > b, \(next()), -\(next()))"
    }
  }

  @Test("random calculations give values within their derived ranges, most of which have both ends")
  func random() throws {
    var generator = SeededGenerator(seed: 3)
    let count = TestExtent.count(100, full: 300)
    let form = try Self.form((0..<count).map { _ in Self.expression(&generator) })
    let results = form.cells.filter(\.isCalculated).map(\.index)
    let ranges = results.map(form.valueRange)
    #expect(ranges.count { $0.least != nil && $0.most != nil } > count * 2 / 3)
    for _ in 0..<TestExtent.count(100, full: 200) {
      var members = Self.bounds.compactMap { id, range in
        Int.random(in: 0..<5, using: &generator) == 0
          ? nil : "\"\(id)\": \(Int.random(in: range, using: &generator))"
      }
      let entries = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        Int.random(in: 0..<4, using: &generator) == 0
          ? "{}" : "{ \"e\": \(Int.random(in: -2...4, using: &generator)) }"
      }
      members.append("\"s\": [\(entries.joined(separator: ", "))]")
      let answers = "{ \(members.joined(separator: ", ")) }"
      let state = try FormState(form: form, decoding: Array(answers.utf8), path: "", at: Moment(.last))
      for (result, range) in zip(results, ranges) {
        guard let value = form.cells[result].measured(state.values[result]) else { continue }
        #expect(range.least.map { $0 <= value } ?? true, "r\(result): \(value) with \(answers)")
        #expect(range.most.map { value <= $0 } ?? true, "r\(result): \(value) with \(answers)")
      }
    }
  }

  @Test(
    "the range of a calculation is as narrow as its operands allow",
    arguments: [
      ("a + c", "2", "17"), ("a - c", "-7", "8"), ("a * b", "-50", "30"), ("sum(a, b)", "-5", "13"),
      ("sum(s.e) * 2", "-12", "24"), ("max(a, c)", "0", "10"), ("count(s)", "0", "3"), ("-b", "-3", "5"),
      ("round(average(a, c), 0)", "0", "10"), ("if(a > c, 1, b)", "-5", "3"),
    ])
  func ends(expression: String, least: String, most: String) throws {
    let form = try Self.form([expression])
    let range = form.valueRange(of: try #require(form.cell("r0")).index)
    #expect(range.least?.description == least)
    #expect(range.most?.description == most)
  }
}
