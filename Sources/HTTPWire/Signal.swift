/// An input of the state machine: something met in the octets, or done by the layer above.
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
  /// The CRLF behind a chunk's data.
  case chunkDelimiter
  /// The empty line behind the trailers.
  case trailersEnd
  /// The answer is out and the connection persists.
  case answered
  /// The answer is out and was the last one.
  case answeredLast
  /// Something that no request may hold, or more than the limits allow.
  case fault
  /// The peer sends nothing more.
  case inputEnd
}
