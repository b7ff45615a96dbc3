/// Where a connection stands between two octets.
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
  /// Within the CRLF behind a chunk's data.
  case chunkEnd
  /// Within the trailer section.
  case trailers
  /// The request is whole, its answer is not out.
  case answering
  /// The request was refused; the answer says why, and nothing more is read.
  case refused
  /// Nothing more comes in or goes out.
  case closed
}
