import FormController
import FormPages
import HTTPCore
import Support

@testable import FormCells

extension FuzzTarget {
  static let packed = [
    FuzzTarget(
      name: "packed-filling",
      invariant: "Packed answers are refused, or are shown as a whole page, packed again and unpacked as the same."
    ) { try check(packed: $0, everyKind) },
    FuzzTarget(
      name: "packed-steps", invariant: "The same of answers to a form of several pages, on each of them."
    ) { try check(packed: $0, steps) },
    FuzzTarget(
      name: "forwarded",
      invariant:
        "A proxy's word is an address that is written as it is read, one of two schemes, a host of the field, and a path."
    ) { bytes in
      let text = String(decoding: bytes.filter { $0 >= 0x20 && $0 < 0x7F }, as: UTF8.self)
      let ofProxies: Fields = [
        .xForwardedFor: text, .xForwardedProto: text, .xForwardedHost: text, .xForwardedPrefix: text,
      ]
      for fields in [[.forwarded: text], ofProxies] as [Fields] {
        var request = Request(fields: fields, peer: "peer", scheme: "scheme")
        request.believeProxy()
        try expect(request.peer == "peer" || IPAddress(request.peer)?.description == request.peer, request.peer)
        try expect(["scheme", "http", "https"].contains(request.scheme), request.scheme)
        try expect((request.host ?? "").utf8.count <= text.utf8.count, "a longer host: \(request.host ?? "")")
        let prefix = request.strippedPrefix
        try expect(prefix.isRoot || MountPath(prefix.text) == prefix, "\(prefix) is not a path")
        try expect(Route(path: prefix.text + "/forms/a", below: prefix) == .form("a"), "nothing is below \(prefix)")
      }
    },
  ]

  private static func check(packed bytes: [UInt8], _ form: Form) throws {
    var reader = PackedReader(bytes)
    guard var formState = try? FormState(unpacking: &reader, of: form, []) else { return }
    let again = try packedAgain(formState)
    try expect(again.values == formState.values && again.drafts == formState.drafts, "other values: \(again.values)")
    try expect(again.progress == formState.progress, "other progress")
    try expect(packedBytes(again) == packedBytes(formState), "packed otherwise the second time")
    let links = FormLinks(to: form, home: "/", form: "/f", assets: .unhashed, view: { "/f/\($0)" })
    let presentation = FormPresentation(
      form, languages: ["en"], words: pages.words.english, links: links, numbers: .of("en"))
    let pageIDs = form.steps.indices.map(FormPageID.step) + (form.hasReview ? [.review] : [])
    for pageID in pageIDs {
      let request = PageRequest(pageID: pageID, today: today)
      try expect(isWhole(pages.page(of: formState, in: presentation, request)), "the page breaks off")
      formState.reduce(.undo)
      if case .step(let step) = pageID { formState.reduce(.pass(step: step, today: today)) }
      formState.reduce(.submit(today: today))
      try expect(isWhole(pages.page(of: formState, in: presentation, request)), "the refused page breaks off")
    }
    try expect(packedAgain(formState.sent).values == formState.sent.values, "the receipt has other values")
  }

  private static func packedBytes(_ formState: FormState) -> [UInt8] {
    var writer = PackedWriter()
    var tables: [OptionTable] = []
    formState.pack(into: &writer, &tables)
    return writer.bytes
  }

  private static func packedAgain(_ formState: FormState) throws -> FormState {
    var reader = PackedReader(packedBytes(formState))
    return try FormState(unpacking: &reader, of: formState.form, formState.drafts.values.map(\.selection.table))
  }
}
