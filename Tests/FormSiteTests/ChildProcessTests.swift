import CSpawn
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FormSite

@Suite("Programs run for a visitor")
struct ChildProcessTests {
  private func shell(_ script: String, _ limits: (inout ChildProcess.Limits) -> Void = { _ in }) -> ChildProcess {
    var process = ChildProcess(path: "/bin/sh", arguments: ["-c", script], environment: ["GREETING=hello"])
    limits(&process.limits)
    return process
  }

  @Test("a program reads its input, writes its output, and its exit status is reported")
  func exits() {
    let input = [UInt8]((0..<300_000).map { UInt8($0 % 251) })
    let outcome = shell("wc -c; exit 4").run(input: input)
    #expect(outcome == .exited(status: 4, output: Array("300000\n".utf8)))
  }

  @Test("arguments are passed unchanged; no shell interprets them")
  func arguments() {
    let outcome = ChildProcess(path: "/bin/echo", arguments: ["$HOME; `id` > x", "a b"]).run(input: [])
    #expect(outcome == .exited(status: 0, output: Array("$HOME; `id` > x a b\n".utf8)))
  }

  @Test("the process gets only the environment that it is given")
  func environment() {
    setenv("FORMCELLS_TEST_SECRET", "secret", 1)
    defer { unsetenv("FORMCELLS_TEST_SECRET") }
    #expect(
      shell("echo $GREETING$FORMCELLS_TEST_SECRET").run(input: []) == .exited(status: 0, output: Array("hello\n".utf8)))
  }

  @Test("the process inherits no open files of the server and runs at a lower priority")
  func confined() throws {
    let leak = open("/dev/null", O_RDONLY)
    #expect(fcntl(leak, F_GETFD) & FD_CLOEXEC == 0)
    defer { close(leak) }
    let listing = ChildProcess(path: "/bin/ls", arguments: ["/proc/self/fd"]).run(input: [])
    // Descriptor 3 is the folder that `ls` lists.
    #expect(listing == .exited(status: 0, output: Array("0\n1\n2\n3\n".utf8)))
    // The tests themselves may run at a higher niceness.
    let niceness = max(10, getpriority(Int32(PRIO_PROCESS.rawValue), 0))
    #expect(shell("exec nice").run(input: []) == .exited(status: 0, output: Array("\(niceness)\n".utf8)))
  }

  @Test("the process can read a second input repeatedly, and inherits nothing else of the server")
  func further() throws {
    let leak = open("/dev/null", O_RDONLY)
    defer { close(leak) }
    var process = shell("cat /dev/fd/3 /dev/fd/3; ls /proc/self/fd")
    process.secondInput = Array("some words\n".utf8)
    #expect(process.run(input: []) == .exited(status: 0, output: Array("some words\nsome words\n0\n1\n2\n3\n4\n".utf8)))
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    process = shell("wc -c </dev/fd/3")
    process.secondInput = long
    #expect(process.run(input: []) == .exited(status: 0, output: Array("1048576\n".utf8)))
  }

  @Test("a process that writes nothing is killed at its time limit")
  func silence() { #expect(hanging("exec sleep 1000", fromReading: 2).run(input: []) == .tookTooLong) }

  @Test("a process that closed its output is killed at its time limit, with the processes that it started")
  func descendants() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let script = "sleep 1000 >/dev/null & echo $! >'\(folder.path)/id'; exec >&-; wait"
    #expect(hanging(script, fromReading: 3).run(input: []) == .tookTooLong)
    let id = try #require(Int32(String(decoding: TestFile.read("\(folder.path)/id") ?? [], as: UTF8.self).dropLast()))
    // The descriptor is readable once the process has ended. If the process was already reaped, there is none.
    let process = pidfd_open(id, 0)
    guard process >= 0 else { return #expect(errno == ESRCH) }
    defer { close(process) }
    var entry = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
    #expect(poll(&entry, 1, Self.patienceMilliseconds) == 1)
  }

  /// A process that does not end must fail the test, not hang it; no passing test waits this long.
  private static let patienceMilliseconds: Int32 = 20_000

  /// A process whose clock stands still until its `last` reading; then the time limit has passed.
  private func hanging(_ script: String, fromReading last: Int) -> ChildProcess {
    var process = shell(script)
    let readings = Atomic(0)
    let limit = process.limits.millisecondLimit
    process.clock = { readings.add(1, ordering: .relaxed).newValue < last ? 0 : limit }
    return process
  }

  @Test("a process that writes more than its limit is ended")
  func output() {
    #expect(shell("yes") { $0.outputByteLimit = 10_000 }.run(input: []) == .wroteTooMuch)
  }

  @Test("memory, core files and processor time are limited")
  func memory() {
    let hungry = shell("ulimit -v; ulimit -c; ulimit -t") { $0.memoryByteLimit = 64 << 20 }
    #expect(hungry.run(input: []) == .exited(status: 0, output: Array("65536\n0\n15\n".utf8)))
  }

  @Test("a crashed program and a missing one have different outcomes")
  func failures() {
    #expect(shell("kill -SEGV $$").run(input: []) == .signalled(SIGSEGV))
    #expect(ChildProcess(path: "/nowhere/program", arguments: []).run(input: []) == .failed(ENOENT))
  }
}

@Suite("The output of zbarimg")
struct ZbarResultTests {
  private func result(_ xml: String) -> ZbarResult { ZbarResult(xml: Array(xml.utf8)) }

  @Test("codes are read in order, as plain text or Base64")
  func codes() {
    let found = result(
      """
      <barcodes xmlns='http://zbar.sourceforge.net/2008/barcode'>
      <source href='png:-'><index num='0'>
      <symbol type='QR-Code' quality='1'><data><![CDATA[SN <4711> & co]]></data></symbol>
      <symbol type='QR-Code' quality='1'><data format='base64' length='5'><![CDATA[
      YV1d
      PmI=
      ]]></data></symbol>
      </index></source></barcodes>
      """)
    #expect(found.hasPicture)
    #expect(found.codes == [Array("SN <4711> & co".utf8), Array("a]]>b".utf8)])
  }

  @Test("a picture without a code is distinguished from a file that is no picture")
  func nothing() {
    #expect(result("<barcodes>\n<source href='png:-'>\n</source>\n</barcodes>").hasPicture)
    #expect(!result("<barcodes>\n</barcodes>").hasPicture)
    #expect(!result("").hasPicture)
  }

  @Test(
    "the first code is found in the bytes of all codes",
    arguments: [
      ("Zürich", ["?"], "Zürich"), ("Züricheins", ["?", "eins"], "Zürich"), ("Zürichñ", ["?", "??"], "?"),
      ("", ["?"], "?"),
    ])
  func row(_ row: String, _ written: [String], _ first: String) {
    let xml = "<source >" + written.map { "<data><![CDATA[\($0)]]></data>" }.joined()
    let expected = written.count == 1 && row.isEmpty ? "?" : first
    #expect(result(xml).firstCode(in: Array(row.utf8)) == Array(expected.utf8))
  }

  @Test(
    "incomplete XML yields no code and no crash",
    arguments: ["<data", "<data><![CDATA[abc", "<data format='base64'><![CDATA[!!]]>"])
  func broken(_ xml: String) { #expect(result(xml).codes.flatMap { $0 } == []) }

  @Test(
    "picture formats are recognized by their first bytes",
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0], "jpeg"),
      (Array("\u{89}".unicodeScalars.map { UInt8($0.value) }) + Array("PNG\r\n\u{1A}\n.".utf8), "png"),
      (Array("GIF89a".utf8), "gif"), (Array("RIFF1234WEBPVP8".utf8), "webp"), (Array("BM1".utf8), "bmp"),
      (Array("%PDF-1.7".utf8), ""),
      (Array("<svg xmlns=".utf8), ""), (Array("%!PS".utf8), ""), (Array("push graphic-context".utf8), ""), ([], ""),
      ([0xFF, 0xD8], ""),
    ] as [([UInt8], String)])
  func formats(_ bytes: [UInt8], _ format: String) { #expect(PictureFormat(of: bytes)?.rawValue ?? "" == format) }
}
