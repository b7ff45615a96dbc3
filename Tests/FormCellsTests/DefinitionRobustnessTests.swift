import FormCells
import Support
import TestSupport
import Testing

@Suite("Any definition is decoded or reported") struct DefinitionRobustnessTests {
  /// Definitions that together contain every key.
  private func whole() throws -> [(path: String, value: JSONValue)] {
    let common = DefinitionKeyTests.common.filter { $0.key.hasPrefix("text-") || $0.key.hasPrefix("order-") }
    let cases = DefinitionKeyTests.forms + common + DefinitionKeyTests.kinds + DefinitionKeyTests.options
    return try cases.map { ($0.key, try JSONReader.document(Array($0.text.utf8)).value) }
  }

  /// All values made by replacing one value within by `other`.
  private func variants(of value: JSONValue, with other: JSONValue) -> [JSONValue] {
    var all = [other]
    switch value {
    case .array(var elements):
      for index in elements.indices {
        let element = elements[index]
        for variant in variants(of: element, with: other) {
          elements[index] = variant
          all.append(.array(elements))
        }
        elements[index] = element
      }
    case .object(var members):
      for index in members.indices {
        let member = members[index]
        for variant in variants(of: member.value, with: other) {
          members[index].value = variant
          all.append(.object(members))
        }
        members.remove(at: index)
        all.append(.object(members))
        members.insert(member, at: index)
      }
    default: break
    }
    return all
  }

  static let others: [JSONValue] =
    ["x", [:], .number("99999999999999999999")] + (TestExtent.isFull ? [nil, true, "", [], ["x"]] : [])

  @Test("a definition with a value replaced or a key removed is decoded or reported", arguments: others)
  func replaced(other: JSONValue) throws {
    for (key, value) in try whole() {
      for variant in variants(of: value, with: other) {
        do {
          let form = try FormDefinition.decode(bytes: variant.compactBytes, path: "form.json", directory: "/nowhere")
          // A form that was decoded can be used.
          #expect(form.states(in: form.initialValues).count == form.cells.count)
          _ = FormState(form: form, values: form.initialValues).problems(today: ValidationTests.today)
          _ = SubmittedValues(of: FormState(form: form)).object { _ in nil }
        } catch {
          #expect(!error.diagnostics.isEmpty, "\(key): \(variant)")
          #expect(error.diagnostics.allSatisfy { $0.position.line == 1 && !$0.message.isEmpty })
        }
      }
    }
  }

  @Test("a definition that is cut short or has bytes changed does not crash the decoder") func damaged() throws {
    let bytes = Array(DefinitionKeyTests.kinds.map(\.text).joined(separator: " ").utf8.prefix(2_000))
    let whole = Array(DefinitionKeyTests.kinds[3].text.utf8)
    for length in whole.indices {
      #expect(throws: DefinitionErrors.self) {
        try FormDefinition.decode(bytes: Array(whole[..<length]), path: "form.json", directory: "")
      }
    }
    var random = SplitMix(state: 20_260_131)
    for _ in 0..<2_000 {
      var damaged = whole
      for _ in 0...random.next(below: 3) {
        damaged[random.next(below: damaged.count)] = bytes[random.next(below: bytes.count)]
      }
      do {
        _ = try FormDefinition.decode(bytes: damaged, path: "form.json", directory: "")
      } catch {
        #expect(!error.diagnostics.isEmpty)
      }
    }
  }

  @Test("at most 1,000 mistakes of a definition are reported") func manyMistakes() {
    let cells = (0..<1_500).map { #"{"id":"c\#($0)","type":"text","label":"ä","wrong":1}"# }.joined(separator: ",")
    do {
      _ = try decode(#"{"title":"T","sections":[{"cells":[\#(cells)]}]}"#)
      Issue.record("was decoded")
    } catch let errors as DefinitionErrors {
      #expect(errors.diagnostics.count == 1_000)
      #expect(errors.diagnostics[1].position.column - errors.diagnostics[0].position.column == 48)
    } catch {
      Issue.record(error)
    }
  }
}

/// SplitMix64: the same numbers in every run.
private struct SplitMix {
  var state: UInt64
  mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
