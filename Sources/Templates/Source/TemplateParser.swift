import CLibXML2
import Support

/// Reads one template with libxml2's SAX2 interface: no network, no DTD, and only XML's five entities.
///
/// libxml2 decides what is well-formed. At each event it tells how far it has read, and `TagScanner` and `PieceScanner`
/// find the exact places in the bytes just read.
final class TemplateParser {
  static let namespace = "urn:formcells:template"
  /// A page is some 20 deep. libxml2 itself stops at 256. At this limit the compiler's recursion stays far within a
  /// thread's stack.
  static let elementDepthLimit = 100
  /// The largest page written by hand is some 10 KiB.
  static let templateByteLimit = 256 * 1024
  /// After a first mistake libxml2 also reports its consequences; more than this number help nobody.
  static let parseErrorLimit = 10

  private let source: SourceFile
  private var context: xmlParserCtxtPtr?
  private var open: [Element] = []
  private var root: Element?
  private var cursor = 0
  private var text: [Range<Int>] = []
  private var findings: [Finding] = []
  private var isStopped = false
  /// Whether a tag that cannot be read, or an element that is not closed, has been reported. What libxml2 reports after
  /// that is a consequence.
  private var hasBrokenTag = false

  private init(_ source: SourceFile) {
    self.source = source
  }

  /// The tree, or `nil` if the file is not well-formed; with the diagnostics in both cases.
  static func parse(_ source: SourceFile) -> (ParsedTemplate?, [Diagnostic]) {
    let parser = TemplateParser(source)
    let isWellFormed = parser.run()
    let diagnostics = parser.findings.map { source.diagnostic(.error, at: $0.offset, message: $0.message) }
    guard isWellFormed, let root = parser.root else { return (nil, diagnostics) }
    return (ParsedTemplate(source: source, root: root), diagnostics)
  }

  private func run() -> Bool {
    guard source.bytes.count <= TemplateParser.templateByteLimit else {
      report(at: 0, "the template is longer than \(TemplateParser.templateByteLimit) bytes")
      return false
    }
    guard !source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      report(at: 0, "the file begins with a byte order mark; save it as UTF-8 without one")
      return false
    }
    xmlInitParser()
    return source.bytes.withUnsafeBufferPointer { bytes in
      guard !bytes.isEmpty,
        let context = bytes.withMemoryRebound(
          to: CChar.self, { xmlCreateMemoryParserCtxt($0.baseAddress, Int32($0.count)) })
      else {
        report(at: 0, "the template is empty")
        return false
      }
      defer { xmlFreeParserCtxt(context) }
      self.context = context
      // The file is UTF-8 whatever it declares. Without NOENT no entity is substituted; without DTDLOAD no DTD is
      // loaded.
      xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue))
      context.pointee.sax.pointee = TemplateParser.handler
      context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
      xmlParseDocument(context)
      let isWellFormed = context.pointee.wellFormed == 1 && !isStopped
      self.context = nil
      return isWellFormed
    }
  }

  private func report(at offset: Int, _ message: String) {
    findings.append(Finding(offset: offset, message: message))
  }

  /// How many bytes libxml2 has read.
  private var consumed: Int {
    guard let context else { return 0 }
    return min(max(Int(xmlByteConsumed(context)), 0), source.bytes.count)
  }

  private func stop(at offset: Int, _ message: String) {
    guard !isStopped else { return }
    isStopped = true
    report(at: offset, message)
    xmlStopParser(context)
  }

  /// The last place before `end` at which `marker` begins.
  private func last(_ marker: StaticString, before end: Int) -> Int {
    marker.withUTF8Buffer { marker in
      var index = end - marker.count
      while index > 0,
        source.bytes[index] != marker[0] || !source.bytes[index..<index + marker.count].elementsEqual(marker)
      { index -= 1 }
      return max(index, 0)
    }
  }
}

// MARK: - Events

extension TemplateParser {
  fileprivate func startElement(attributeCount: Int) {
    let end = consumed
    let start = last("<", before: end)
    takeText(upTo: start)
    flushText()
    var scanner = TagScanner(source.bytes, tag: start..<end)
    let element = scanner.scan()
    findings += scanner.findings
    guard open.count < TemplateParser.elementDepthLimit else {
      stop(at: start, "elements are nested deeper than \(TemplateParser.elementDepthLimit)")
      return
    }
    guard element.attributes.count(where: { !$0.name.hasPrefix("xmlns") }) == attributeCount else {
      stop(at: start, "this tag could not be read")
      return
    }
    open.append(element)
    let isEmpty = end < source.bytes.count && source.bytes[end] == UInt8(ascii: "/")
    cursor = end + (isEmpty ? 2 : 1)
  }

  fileprivate func endElement() {
    guard !isStopped else { return }
    let end = consumed
    if cursor < end { takeText(upTo: last("<", before: end)) }
    flushText()
    cursor = end
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(.element(element))
    }
  }

  /// Text before and after a comment is joined as if there were no comment.
  fileprivate func comment() {
    let end = consumed
    takeText(upTo: last("<!--", before: end))
    cursor = end
  }

  private func takeText(upTo end: Int) {
    if !open.isEmpty, cursor < end { text.append(cursor..<end) }
  }

  private func flushText() {
    guard !text.isEmpty else { return }
    var scanner = PieceScanner(source.bytes, isAttribute: false)
    for range in text { scanner.scan(range) }
    findings += scanner.findings
    open[open.count - 1].children.append(.text(scanner.finish()))
    text = []
  }

  fileprivate func documentType() {
    stop(
      at: last("<!DOCTYPE", before: consumed), "a DOCTYPE is not allowed; write doctype=\"html\" on the root element")
  }

  fileprivate func characterData() {
    stop(at: last("<![CDATA[", before: consumed), "a CDATA section is not allowed; write &lt; and &amp;")
  }

  fileprivate func processingInstruction() {
    stop(at: last("<?", before: consumed), "a processing instruction is not allowed")
  }

  /// - Parameter name: the name that the fault is about, if libxml2 gives one.
  fileprivate func fail(code: Int32, name: String) {
    guard !isStopped, findings.count < TemplateParser.parseErrorLimit else { return }
    var offset = consumed
    guard let fault = XMLFault(rawValue: UInt32(bitPattern: code)) else {
      return reportCause(at: offset, "the template is not well-formed here (libxml2's error \(code))")
    }
    if fault.isUnclosed {
      // libxml2 reports the place where it noticed. The author has to close the element that was opened.
      guard !hasBrokenTag, let element = open.last else { return }
      hasBrokenTag = true
      return report(at: element.offset, unclosed(element, before: offset))
    }
    if fault == .nameMissing, offset > 0, case let byte = source.bytes[offset - 1], "&<".utf8.contains(byte) {
      let isAmpersand = byte == UInt8(ascii: "&")
      return reportCause(at: offset - 1, isAmpersand ? "a lone “&”; write &amp;" : "a lone “<”; write &lt;")
    }
    if let beginning = fault.beginning { offset = last(beginning, before: min(offset + 1, source.bytes.count)) }
    reportCause(at: offset, fault.message(name))
    if fault.breaksTag { hasBrokenTag = true }
  }

  /// Reports a message unless it is a consequence. libxml2 reports a cause first, then its consequences at the same
  /// place or in a tag that could not be read.
  private func reportCause(at offset: Int, _ message: String) {
    if !hasBrokenTag, !findings.contains(where: { $0.offset == offset }) { report(at: offset, message) }
  }

  private func unclosed(_ element: Element, before end: Int) -> String {
    let name = element.name
    let close =
      element.traits.contains(.void) ? "write <\(name)/>" : "add </\(name)>, or write <\(name)/> where it is empty"
    let start = last("</", before: min(end + 1, source.bytes.count))
    guard start >= cursor, end < source.bytes.count || source.bytes.last == UInt8(ascii: ">") else {
      return "<\(name)> is not closed before the end of the file; \(close)"
    }
    let closing = source.bytes[(start + 2)...].prefix { $0 != UInt8(ascii: ">") && !PieceScanner.isSpace($0) }
    return "<\(name)> is not closed before </\(String(decoding: closing, as: UTF8.self))>; \(close)"
  }
}

// MARK: - libxml2

extension TemplateParser {
  private static func parser(_ data: UnsafeMutableRawPointer?) -> TemplateParser? {
    data.map { Unmanaged<TemplateParser>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Events not named here are ignored, including everything that a DTD declares.
  fileprivate static var handler: xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = { data, _, _, _, _, _, attributeCount, _, _ in
      TemplateParser.parser(data)?.startElement(attributeCount: Int(attributeCount))
    }
    handler.endElementNs = { data, _, _, _ in TemplateParser.parser(data)?.endElement() }
    handler.comment = { data, _ in TemplateParser.parser(data)?.comment() }
    handler.cdataBlock = { data, _, _ in TemplateParser.parser(data)?.characterData() }
    handler.processingInstruction = { data, _, _ in TemplateParser.parser(data)?.processingInstruction() }
    handler.internalSubset = { data, _, _, _ in TemplateParser.parser(data)?.documentType() }
    handler.serror = { data, error in
      guard let error else { return }
      TemplateParser.parser(data)?
        .fail(code: error.pointee.code, name: error.pointee.str1.map { String(cString: $0) } ?? "")
    }
    return handler
  }
}

/// The tree of a file that libxml2 found well-formed.
struct ParsedTemplate: Sendable {
  let source: SourceFile
  let root: Element
}

/// A breach of XML's grammar that libxml2 names. The messages say how to fix it. The raw values are libxml2's
/// (`xmlParserErrors`).
private enum XMLFault: UInt32 {
  case documentEmpty = 4
  case documentEnd = 5
  case hexadecimalReference = 6
  case decimalReference = 7
  case characterReference = 8
  case character = 9
  case semicolonMissing = 23
  case undeclaredEntity = 26
  case lessThanInAttribute = 38
  case attributeNotStarted = 39
  case attributeNotFinished = 40
  case attributeWithoutValue = 41
  case attributeRedefined = 42
  case commentNotFinished = 45
  case sectionEndInText = 62
  case spaceMissing = 65
  case nameMissing = 68
  case bracketMissing = 73
  case tagMismatch = 76
  case tagNotFinished = 77
  case hyphensInComment = 80
  case encoding = 81
  case undeclaredPrefix = 201

  /// Whether the tag cannot be read. Its element is then never opened, and its end tag seems to belong to another
  /// element.
  var breaksTag: Bool {
    switch self {
    case .lessThanInAttribute, .attributeNotStarted, .attributeNotFinished, .attributeWithoutValue, .spaceMissing,
      .nameMissing, .bracketMissing:
      true
    default: false
    }
  }

  /// Whether it means that an element is never closed; the report then points at the element's start.
  var isUnclosed: Bool { self == .tagMismatch || self == .tagNotFinished }

  /// The report points at the last occurrence of this text before libxml2's place; `nil` means libxml2's place itself.
  var beginning: StaticString? {
    switch self {
    case .undeclaredEntity, .semicolonMissing, .characterReference, .decimalReference, .hexadecimalReference: "&"
    case .attributeRedefined, .nameMissing, .bracketMissing: "<"
    default: nil
    }
  }

  /// - Parameter name: the name that libxml2 gives with the fault, or an empty text.
  func message(_ name: String) -> String {
    switch self {
    case .documentEmpty: "the template has no root element; begin it with <t:template …>"
    case .documentEnd: "there is content after </t:template>; move it inside"
    case .hexadecimalReference, .decimalReference, .characterReference:
      "this is not a character's number; write it like &#160; or &#xA0;"
    case .character, .encoding: "this is not UTF-8; save the file as UTF-8"
    case .semicolonMissing: "this “&” begins a reference without “;”; write &amp; for an ampersand"
    case .undeclaredEntity:
      "&\(name); is not known in templates, only &amp; &lt; &gt; &quot; &apos;; write "
        + (Self.numbers[name].map { "&#\($0);" } ?? "the character itself or its number")
    case .lessThanInAttribute: "“<” in an attribute's value: a quote is missing before it, or write &lt;"
    case .attributeNotStarted: "an attribute's value needs quotes"
    case .attributeNotFinished: "an attribute's value is not closed; end it with a quote"
    case .attributeWithoutValue: "the attribute “\(name)” has no value; write \(name)=\"\""
    case .attributeRedefined: "the attribute “\(name)” occurs twice; remove one"
    case .commentNotFinished: "this comment is not closed; end it with “-->”"
    case .sectionEndInText: "“]]>” is not allowed in text; write ]]&gt;"
    case .spaceMissing: "a space is missing between two attributes"
    case .nameMissing, .bracketMissing:
      "this tag cannot be read; an attribute is a name, “=” and a value in quotes, and “>” ends the tag"
    case .tagMismatch, .tagNotFinished: "<\(name)> is never closed"
    case .hyphensInComment: "a comment cannot have “--” in it; write another dash"
    case .undeclaredPrefix: "the prefix “\(name)” is not known; the only prefix is t:, for directives"
    }
  }

  /// The most used of HTML's entities.
  private static let numbers = [
    "nbsp": 160, "copy": 169, "laquo": 171, "shy": 173, "reg": 174, "deg": 176, "middot": 183, "raquo": 187,
    "times": 215, "ndash": 8211, "mdash": 8212, "lsquo": 8216, "rsquo": 8217, "ldquo": 8220, "rdquo": 8221,
    "bull": 8226, "hellip": 8230, "euro": 8364, "trade": 8482, "larr": 8592, "rarr": 8594,
  ]
}

/// A message about a byte of a file; the code that receives it knows which file.
struct Finding: Error {
  let offset: Int
  let message: String
}
