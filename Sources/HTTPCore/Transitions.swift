/// All transitions of a connection. Its phase changes nowhere else.
///
/// The rules:
///
/// 1. A request is a request line, field lines, an empty line, and content if the fields announce it (RFC 9112 §2.1).
///    Empty lines before it are skipped (§2.2); the limits bound how many.
/// 2. What follows the head is decided at its end and only there (§6.3): nothing, a number of octets, or chunks. A chunk is a
///    size line, data and a CRLF; the chunk of size zero is followed by trailers and an empty line (§7.1).
/// 3. A whole request is answered before the next one is read (only the answer leads out of `answering`), so that answers
///    leave in the order of the requests (§9.3.2).
/// 4. An answer either keeps the connection (back to `start`) or is the last one (`closed`).
/// 5. A fault leads from every phase that reads to `refused`. From there only the answer that explains the fault leads on, to
///    `closed`: after a fault nobody knows where the next request begins.
/// 6. The end of input between requests closes. Within a request it is a fault, as the request can never be complete (§8).
///    During an answer it changes nothing: a peer that only stopped sending still reads.
/// 7. What is not in the table cannot happen; if it does, the connection closes, which is always safe.
package enum Transitions {
  package static func next(_ phase: Phase, signal: Signal) -> Phase? {
    switch (phase, signal) {
    case (.start, .emptyLine): .start
    case (.start, .firstOctet): .requestLine
    case (.start, .inputEnd): .closed
    case (.start, .fault): .refused

    case (.requestLine, .requestLine): .fields
    case (.requestLine, .fault): .refused
    case (.requestLine, .inputEnd): .refused

    case (.fields, .fieldLine): .fields
    case (.fields, .headWithoutContent): .answering
    case (.fields, .headWithLength): .content
    case (.fields, .headWithChunks): .chunkSize
    case (.fields, .fault): .refused
    case (.fields, .inputEnd): .refused

    case (.content, .contentEnd): .answering
    case (.content, .fault): .refused
    case (.content, .inputEnd): .refused

    case (.chunkSize, .chunkSize): .chunkData
    case (.chunkSize, .lastChunk): .trailers
    case (.chunkSize, .fault): .refused
    case (.chunkSize, .inputEnd): .refused

    case (.chunkData, .chunkDataEnd): .chunkEnd
    case (.chunkData, .fault): .refused
    case (.chunkData, .inputEnd): .refused

    case (.chunkEnd, .chunkDelimiter): .chunkSize
    case (.chunkEnd, .fault): .refused
    case (.chunkEnd, .inputEnd): .refused

    case (.trailers, .fieldLine): .trailers
    case (.trailers, .trailersEnd): .answering
    case (.trailers, .fault): .refused
    case (.trailers, .inputEnd): .refused

    case (.answering, .answered): .start
    case (.answering, .answeredLast): .closed
    case (.answering, .inputEnd): .answering

    case (.refused, .answeredLast): .closed
    case (.refused, .inputEnd): .refused

    case (.closed, .inputEnd): .closed

    default: nil
    }
  }

  /// The table as text: one line for each phase and signal that lead somewhere.
  package static var text: String {
    var lines: [String] = []
    for phase in Phase.allCases {
      for signal in Signal.allCases {
        guard let next = next(phase, signal: signal) else { continue }
        let from = phase.rawValue.padded(to: 12)
        lines.append("\(from) \(signal.rawValue.padded(to: 18)) \(next.rawValue)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

/// The part of a request that a connection is reading.
package enum Phase: String, CaseIterable, Sendable {
  /// No octet of the next request yet.
  case start
  /// Within the request line.
  case requestLine
  /// Within the field section.
  case fields
  /// Within content of known length.
  case content
  /// Within the line that gives a chunk's size.
  case chunkSize
  /// Within a chunk's data.
  case chunkData
  /// Within the CRLF after a chunk's data.
  case chunkEnd
  /// Within the trailer section.
  case trailers
  /// The request is whole; its answer has not been written yet.
  case answering
  /// The request was refused; the answer says why, and nothing more is read.
  case refused
  /// Nothing more comes in or goes out.
  case closed
}

/// An input of the state machine: something found in the octets, or done by the layer above.
package enum Signal: String, CaseIterable, Sendable {
  /// A CRLF where a request line may begin.
  case emptyLine
  /// The first octet of a request line.
  case firstOctet
  /// A whole request line.
  case requestLine
  /// One field line, of the head or the trailers.
  case fieldLine
  /// The head's end; no content follows.
  case headWithoutContent
  /// The head's end; Content-Length says how much follows.
  case headWithLength
  /// The head's end; chunks follow.
  case headWithChunks
  /// The last octet of content of known length.
  case contentEnd
  /// A chunk size above zero.
  case chunkSize
  /// A chunk size of zero.
  case lastChunk
  /// The last octet of a chunk's data.
  case chunkDataEnd
  /// The CRLF after a chunk's data.
  case chunkDelimiter
  /// The empty line after the trailers.
  case trailersEnd
  /// The answer was written and the connection persists.
  case answered
  /// The answer was written and was the last one.
  case answeredLast
  /// Something that no request may contain, or more than the limits allow.
  case fault
  /// The peer sends nothing more.
  case inputEnd
}
