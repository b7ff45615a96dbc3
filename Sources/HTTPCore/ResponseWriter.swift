import Support

/// Writes a response as octets (RFC 9112 §4). It decides Content-Length, Transfer-Encoding and Connection itself, whatever a site
/// says, because the framing of the next answer depends on them.
package enum ResponseWriter {
  /// What the connection, not the site, decides about an answer.
  package struct Context: Equatable, Sendable {
    /// The request was HEAD: the fields of GET, no content (RFC 9110 §9.3.2).
    package var isHead: Bool
    /// Another request may follow.
    package var persists: Bool
    /// The client speaks HTTP/1.0, so the answer has to say that the connection stays.
    package var announcesKeepAlive: Bool
    /// Sent as `X-Request-Id`, unless the site has set that field.
    package var requestID: String?

    package init(isHead: Bool, persists: Bool, announcesKeepAlive: Bool = false, requestID: String? = nil) {
      self.requestID = requestID
      self.isHead = isHead
      self.persists = persists
      self.announcesKeepAlive = announcesKeepAlive
    }
  }

  package static let continueLine = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// Whether the site itself wants the connection closed after this answer.
  package static func closes(_ response: Response) -> Bool {
    response.fields.contains(.connection)
      && response.fields.list(.connection).contains { ASCII.equalIgnoringCase($0.utf8, "close".utf8) }
  }

  /// Whether the response's content is sent after its head.
  package static func sendsBody(_ response: Response, in context: Context) -> Bool {
    !context.isHead && response.status.allowsBody && response.contentByteCount > 0
  }

  /// Appends the head with its empty line. `dateLine` is a whole line with its CRLF.
  package static func appendHead(
    of response: Response, _ context: Context, dateLine: [UInt8], to output: inout [UInt8]
  ) {
    let (status, reason) = (response.status, response.status.reason)
    // One byte more for each line: a line that was received without a space after its colon gets one.
    let fields = response.fields.bytes.count + response.fields.count
    let given = fields + dateLine.count + reason.utf8.count + (context.requestID?.utf8.count ?? 0)
    output.append(upTo: given + ownByteLimit) { output in
      output.append("HTTP/1.1 ")
      output.append(decimal: UInt64(status.rawValue))
      output.append(0x20)
      output.append(text: reason)
      output.append("\r\n")
      let owned = appendFields(of: response, context, to: &output)
      if !owned.hasDate { output.append(dateLine) }
      if let id = context.requestID, !owned.hasRequestID {
        output.append("X-Request-Id: ")
        output.append(text: id)
        output.append("\r\n")
      }
      if status.allowsBody && !owned.hasLength {
        output.append("Content-Length: ")
        output.append(decimal: UInt64(response.contentByteCount))
        output.append("\r\n")
      }
      if !context.persists {
        output.append("Connection: close\r\n")
      } else if context.announcesKeepAlive {
        output.append("Connection: keep-alive\r\n")
      }
      output.append("\r\n")
    }
  }

  /// Bytes that this writer adds to a head: the words and numbers above.
  private static let ownByteLimit = 128

  /// Appends the site's fields except those that the connection decides. Usually there are none of these, and all lines are written
  /// as one run of bytes.
  private static func appendFields(
    of response: Response, _ context: Context, to output: inout ByteWriter
  ) -> (hasDate: Bool, hasLength: Bool, hasRequestID: Bool) {
    let fields = response.fields
    var hasDate = false
    var hasLength = false
    var hasRequestID = false
    var skipped = false
    let keepsLength = context.isHead && response.body.isEmpty && response.status.allowsBody
    var kept: [Fields.Entry] = []
    for (index, entry) in fields.entries.enumerated() {
      var keeps = true
      switch entry.nameLength {
      case 4:
        if fields.matches(entry, name: .date) { hasDate = true }
      case 7:
        keeps = !fields.matches(entry, name: .trailer)
      case 10:
        keeps = !fields.matches(entry, name: .connection) && !fields.matches(entry, name: .keepAlive)
      case 12:
        if fields.matches(entry, name: .xRequestID) { hasRequestID = true }
      case 14:
        // A site that answers HEAD without making the content may say how long the content would be.
        if fields.matches(entry, name: .contentLength) {
          keeps = keepsLength && !hasLength
          if keeps { hasLength = true }
        }
      case 17:
        keeps = !fields.matches(entry, name: .transferEncoding)
      default:
        break
      }
      if !keeps && !skipped {
        skipped = true
        kept = Array(fields.entries[..<index])
      } else if keeps && skipped {
        kept.append(entry)
      }
    }
    if !skipped {
      output.append(fields.bytes)
    } else {
      for entry in kept {
        output.append(fields.bytes[entry.name])
        output.append(": ")
        output.append(fields.bytes[entry.value])
        output.append("\r\n")
      }
    }
    return (hasDate, hasLength, hasRequestID)
  }
}
