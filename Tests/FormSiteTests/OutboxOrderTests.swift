import Glibc
import Support
import TestSupport
import Testing

@testable import FormSite

/// Orders to an outbox, such as retry and drop, and the outbox's file.
@Suite("Commands to the outbox")
struct OutboxOrderTests {
  @Test("retry makes failed deliveries due now: one, those of a destination, or all")
  func retry() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let test = try TestOutbox(folder, ["a", "b"]) { _, _, attempt in attempt < 3 ? .failed("no") : .delivered }
    try await test.store(1...3)
    for name in ["a", "b"] { test.waitUntilDone(3, of: name) }
    #expect(try test.outbox.retry(destination: "a", id: TestOutbox.id(2)) == 1)
    test.waitUntilDone(4)
    #expect(try test.outbox.retry(destination: "a", id: TestOutbox.id(9)) == 0)
    #expect(try test.outbox.retry(destination: "b", id: nil) == 3)
    test.waitUntilDone(6, of: "b")
    #expect(throws: SubmissionError.self) { try test.outbox.retry(destination: "c", id: nil) }
    #expect(throws: SubmissionError.self) { try test.outbox.retry(destination: nil, id: "x") }
    #expect(try test.outbox.retry(destination: nil, id: nil) == 6)
    test.waitUntilDone(9, of: "b")
    #expect(test.figures(of: "b").waiting == 0)
    test.close()
  }

  @Test("drop removes waiting deliveries, also untried ones and the one in progress")
  func drop() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let gate = Gate()
    let test = try TestOutbox(folder, inOrder: true) { _, _, _ in
      gate.pass()
      return .failed("no")
    }
    try await test.store(1...6)
    test.wait { test.ids().count == 1 }
    #expect(try test.outbox.drop(destination: "a", id: TestOutbox.id(1)) == 1)
    #expect(try test.outbox.drop(destination: "a", id: TestOutbox.id(4)) == 1)
    #expect(try test.outbox.drop(destination: "a", id: TestOutbox.id(4)) == 0)
    gate.open()
    test.waitUntilDone(1)
    #expect(test.ids() == [TestOutbox.id(1), TestOutbox.id(2)])
    #expect(try test.outbox.drop(destination: "a", id: TestOutbox.id(2)) == 1)
    test.waitUntilDone(2)
    #expect(try test.outbox.drop(destination: "a", id: TestOutbox.id(3)) == 1)
    test.waitUntilDone(3)
    #expect(test.ids() == [1, 2, 3, 5].map(TestOutbox.id))
    #expect(try test.outbox.drop(destination: "a", id: nil) == 2)
    try await test.store(7...7)
    test.waitUntilDone(4)
    #expect(test.ids().last == TestOutbox.id(7))
    test.close()
    let second = try TestOutbox(folder)
    #expect(second.figures().waiting == 1)
    second.close()
  }

  @Test("waiting deliveries of an erased submission are dropped, and the file keeps none of their text")
  func erased() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let test = try TestOutbox(folder) { _, _, _ in .failed("mail to jane@example.org is refused") }
    try await test.store(1...2)
    test.waitUntilDone(2)
    try test.outbox.erase([TestOutbox.id(1), TestOutbox.id(2)], of: "f")
    #expect(test.figures().waiting == 0)
    let bytes = try #require(TestFile.read("\(folder.path)/outbox/a.jsonl"))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("jane"))
    test.close()
  }

  @Test("erased lines and invalid lines are not delivered")
  func erasedLines() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let first = try TestOutbox(folder, inOrder: true) { _, _, _ in .failed("no") }
    try await first.store(1...1)
    first.waitUntilDone(1)
    first.close()
    func erasedLine(_ number: Int, _ length: Int) -> [UInt8] {
      let head = #"{"id":"\#(TestOutbox.id(number))","form":"f","erasedAt":"2026-02-01T00:00:00.000Z"}"#
      return Array(head.utf8) + [UInt8](repeating: 32, count: length - head.utf8.count) + [10]
    }
    let lines = erasedLine(1, StoredLine.record(1).line.count) + erasedLine(2, 200) + Array("{\"a\":1}\n \n".utf8)
    #expect(TestFile.write(lines + StoredLine.bytes(3), to: "\(folder.path)/submissions/f.jsonl"))
    unlink("\(folder.path)/submissions/f.jsonl.sums")
    let second = try TestOutbox(folder, inOrder: true, at: TestOutbox.start + 5000)
    second.outbox.tick()
    second.waitUntilDone(1)
    #expect(second.ids() == [TestOutbox.id(3)])
    #expect(second.figures().waiting == 0)
    second.close()
  }

  @Test("a delivery has the language of its line, or else that of the form's definition")
  func language() throws {
    let line = #"{"id":"\#(TestOutbox.id(1))","form":"f","version":"v","submittedAt":"t","language":"de","values":{}}"#
    #expect(DeliveredLine(Array(line.utf8))?.language == "de")
    #expect(DeliveredLine.ownLanguage(ofForm: Array(#"{"title":"T","locale":"fr-CA"}"#.utf8)) == "fr-CA")
    #expect(DeliveredLine.ownLanguage(ofForm: Array(#"{"title":"T"}"#.utf8)) == "en-US")
    #expect(DeliveredLine.ownLanguage(ofForm: nil) == "en-US")
  }

  @Test("a program gets only its line, its names and its settings")
  func program() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    setenv("FORMCELLS_SECRET_OF_THE_SERVER", "geheim", 1)
    defer { unsetenv("FORMCELLS_SECRET_OF_THE_SERVER") }
    func run(_ script: String, _ settings: [String] = []) throws -> Delivery.Outcome {
      let path = "\(folder.path)/program"
      #expect(TestFile.write(Array("#!/bin/sh\n\(script)\n".utf8), to: path))
      chmod(path, 0o700)
      return DeliveryProgram().deliver(
        Delivery(form: "f", id: "i", language: "de", line: Array("{}".utf8), definition: "d.json"),
        to: Destination(name: "a", program: path, settings: settings))
    }
    #expect(try run(#"[ "$(cat; echo .)" = "{}\#n." ]"#) == .delivered)
    let all = try run("env | sort | grep -v ^PWD= | tr '\\n' ' ' >&2; exit 3", ["MAIL_TO=x", "PATH=/bin:/usr/bin"])
    #expect(
      all
        == .failed(
          "FORMCELLS_DEFINITION=d.json FORMCELLS_DESTINATION=a FORMCELLS_FORM=f FORMCELLS_ID=i FORMCELLS_LANGUAGE=de "
            + "LC_ALL=C.UTF-8 MAIL_TO=x PATH=/bin:/usr/bin "))
    #expect(try run("exit 7") == .failed("it ended with status 7"))
    #expect(try run("echo no >&2; echo '  ' >&2; printf 'because\\033[1m' >&2; exit 1") == .failed("because[1m"))
    #expect(try run("kill -9 $$") == .failed("it was ended by signal 9"))
    #expect(try run("yes >&2") == .failed("it wrote more than 1 MiB of errors and was ended"))
    #expect(try run("yes | head -c 100000000; sleep 1000 & exit 0") == .delivered)
    let none = Destination(name: "a", program: "\(folder.path)/none")
    let outcome = DeliveryProgram().deliver(Delivery(form: "f", id: "i", language: "en", line: []), to: none)
    #expect(outcome == .failed("\(folder.path)/none: No such file or directory"))
  }

  @Test("running programs are ended with the server, and their deliveries count as not tried")
  func cancelled() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = "\(folder.path)/program"
    #expect(TestFile.write(Array("#!/bin/sh\nexec sleep 1000\n".utf8), to: path))
    chmod(path, 0o700)
    let program = DeliveryProgram()
    let outcome = Lock<Delivery.Outcome?>(nil)
    program.start(
      Delivery(form: "f", id: "i", language: "en", line: []), to: Destination(name: "a", program: path),
      finish: { ended in outcome.withLock { $0 = ended } })
    program.finish(withinMilliseconds: 0)
    #expect(outcome.withLock { $0 } == .cancelled)
  }

  @Test("events of the file are read as they were written, up to a damaged line")
  func events() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let name = OutboxState.Name(form: "f", id: try #require(Token(TestOutbox.id(1))))
    let events: [OutboxState.Event] = [
      .passed(form: "f", .init(next: 7)), .passed(form: "g", .init(next: 9, last: .init(offset: 3, id: name.id))),
      .taken(name, .init(offset: 7, since: "2026"), next: 90), .taken(name, .init(offset: 7, since: "x"), next: nil),
      .taken(name, .init(offset: 7, since: "2026", attempts: 3, due: 4, reason: "r\n\u{1}"), next: nil),
      .failed(name, attempts: 2, due: 17, reason: nil), .done(name), .skipped(name),
    ]
    #expect(events.map { OutboxState.Event(line: $0.line) } == events)
    for text in ["", "{}", #"{"form":"f"}"#, #"{"form":"f","next":-1}"#, #"{"form":1,"next":1}"#, "\0\0"] {
      #expect(OutboxState.Event(line: Array(text.utf8)) == nil, "\(text)")
    }
    let path = "\(folder.path)/a.jsonl"
    let good = events[0].line + [10] + events[1].line + [10]
    for (rest, isTold) in [("{}\n", true), ("{\"form\":\"g\",\"nex", false), ("\0\0\0", false)] {
      #expect(TestFile.write(good + Array(rest.utf8), to: path))
      var damaged: [Int] = []
      let file = try OutboxFile(path) { damaged.append($0) }
      #expect(file.state.cursors.count == 2)
      #expect(damaged == (isTold ? [3] : []))
    }
  }

  @Test("a file that has grown is rewritten with the same content")
  func compaction() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = "\(folder.path)/a.jsonl"
    var file = try OutboxFile(path)
    for number in 1...20_000 {
      let id = try #require(Token(TestOutbox.id(number)))
      let name = OutboxState.Name(form: "f", id: id)
      file.append([.taken(name, .init(offset: number, since: "2026"), next: number + 1)])
      if number % 1000 != 0 { file.append([.done(name)]) }
    }
    file.close()
    #expect(try #require(TestFile.read(path)).count < 2 << 20)
    #expect(try OutboxFile(path).state == file.state)
    #expect(file.state.waiting.count == 20)
  }
}
